"""A program that takes seats at a table: `sandtable play --seat "all=exec:python3 bot.py"`.

It prefers attacks it is likely to win, buys what it can and else takes any legal order."""

import json
import random
import sys

chance = random.Random(1)


def ask(**request):
    print(json.dumps(request), flush=True)
    return json.loads(sys.stdin.readline())


def likely(order, decision):
    """How much an order is worth a try."""
    words = order.split()
    if words[0] == "casualties":
        return 1
    return {"end": 0.15, "move": 1, "load": 2, "land": 3, "buy": 2, "place": 3, "fight": 2, "press": 2}.get(words[0], 1)


def decide(decision):
    orders = ask(do="legal")["ok"]["orders"]
    if decision["kind"] in ("purchase", "combat-move", "noncombat-move") and chance.random() < 0.1:
        orders = [order for order in orders if order.startswith("end")] or orders
    for _ in range(2):
        weights = [likely(order, decision) for order in orders]
        [order] = chance.choices(orders, weights)
        if "ok" in ask(do="apply", order=order):
            return
    # What ends a phase is hardly ever refused.
    ask(do="apply", order=orders[-1])


for line in sys.stdin:
    message = json.loads(line)
    if "decide" in message:
        decide(message["decide"])
    if "over" in message:
        print("over in round", message["over"]["round"], file=sys.stderr)
        break
