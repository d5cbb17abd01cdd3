"""The engine behind an environment as OpenSpiel and PettingZoo have them: `reset`, `legal_actions`, `step`,
`observe`, `is_terminal`, `returns`, `clone`. An action is a position in the list of legal orders."""

import json
import random
import subprocess
import sys


class Engine:
    """A running `sandtable engine`."""

    def __init__(self, command):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([command, "engine"], stdin=pipe, stdout=pipe, text=True)

    def ask(self, **request):
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        reply = json.loads(self.process.stdout.readline())
        if "error" in reply:
            raise ValueError(reply["error"]["message"])
        return reply["ok"]


class Environment:
    """A game; every power is an agent. `programs` says which of them a built-in program plays."""

    def __init__(self, engine, pack, programs=None):
        self.engine, self.pack, self.programs = engine, pack, programs or {}
        self.game = None

    def reset(self, seed):
        if self.game is None:
            edition = self.engine.ask(do="new", pack=self.pack, seed=seed)
        else:
            old = self.game
            edition = self.engine.ask(do="new", like=old, seed=seed)
            self.engine.ask(do="drop", game=old)
        self.game = edition["game"]
        state = self.engine.ask(do="state", game=self.game)
        self.agents = {power["name"]: power["side"] for power in state["powers"]}
        self._take(edition)

    def _take(self, reply):
        while reply["pending"] and reply["pending"]["power"] in self.programs:
            program = self.programs[reply["pending"]["power"]]
            reply = self.engine.ask(do="delegate", game=self.game, program=program)
        self.pending, self.winner, self.orders = reply["pending"], reply["winner"], None

    def current_player(self):
        return self.pending and self.pending["power"]

    def legal_actions(self):
        if self.orders is None:
            self.orders = self.engine.ask(do="legal", game=self.game)["orders"]
        return range(len(self.orders))

    def action_to_string(self, action):
        return self.legal_actions() and self.orders[action]

    def step(self, action):
        order = self.action_to_string(action)
        self._take(self.engine.ask(do="apply", game=self.game, order=order))

    def observe(self):
        return self.engine.ask(do="state", game=self.game)

    def is_terminal(self):
        return self.pending is None

    def returns(self):
        return {a: 0 if not self.winner else 1 if side == self.winner else -1 for a, side in self.agents.items()}

    def clone(self):
        copy = Environment(self.engine, self.pack, self.programs)
        copy.__dict__.update(self.__dict__)
        copy.game = self.engine.ask(do="clone", game=self.game)["game"]
        return copy


def main(command, pack, side, seed):
    """A whole game: chance plays one side, the program `simple` the other."""
    chance = random.Random(seed)
    engine = Engine(command)
    env = Environment(engine, pack)
    env.reset(seed)
    env.programs = {name: "simple" for name, of in env.agents.items() if of != side}
    env.reset(seed)
    steps = 0
    while not env.is_terminal():
        actions = env.legal_actions()
        # The last order ends a phase; chance alone would hardly ever.
        action = actions[-1] if chance.random() < 0.3 else chance.choice(actions)
        copy = env.clone() if steps % 20 == 0 else None
        try:
            env.step(action)
        except ValueError:
            continue
        if copy:
            copy.step(action)
            assert copy.observe() == env.observe(), "a copy goes on as the game does"
            engine.ask(do="drop", game=copy.game)
        steps += 1
    print(json.dumps({"steps": steps, "returns": env.returns(), "round": env.observe()["round"]}))
    engine.ask(do="quit")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]))
