/** The history slider: every order of the game can be looked at; nothing is changed by it. */
import { h, fill, button } from "../dom.js";
import * as keys from "../keys.js";
import * as prefs from "../prefs.js";

/** @param {HTMLElement} place @returns {{look: (at: number) => void, back: () => void}} */
export function mountHistory(place, ctx) {
  const { store, wire } = ctx;
  const slider = h("input", { type: "range", min: 0, max: 0, value: 0, step: 1, testid: "history", "aria-label": "History: the board after so many orders" });
  const marks = h("div", { class: "ticks", "aria-hidden": "true" });
  const where = h("span", { class: "past-where", testid: "fact:past", role: "status" });
  const away = button("do:present", "Back (Esc)", () => back(), { hidden: true });
  const play = button("do:play", "▶", () => run(), { "aria-label": "Play it on from here", title: "Play on from here" });
  const branch = button("do:branch", "Try a plan from here", () => plan(), { hidden: true });
  fill(place, h("span", { class: "past-name small" }, "History"), h("div", { class: "slide" }, marks, slider), where, play, branch, away);
  const state = { turns: [], control: null, leave: null, timer: null };

  const turnAt = (at) => state.turns.filter((turn) => turn.at <= at).at(-1);
  const phaseAt = (turn, at) => turn?.phases.filter((phase) => phase.at <= at).at(-1)?.phase;
  const words = (at) => {
    const turn = turnAt(at);
    const phase = phaseAt(turn, at);
    return turn ? `Round ${turn.round} · ${turn.power ?? ""}${phase ? ` · ${phase}` : ""}` : "The beginning";
  };
  /** Says where it is, and how much is new since. */
  const tell = () => {
    const past = store.past;
    const fresh = store.state.at - (past?.at ?? store.state.at);
    document.body.classList.toggle("looking", Boolean(past));
    away.hidden = !past;
    // Others at the table would see it.
    branch.hidden = !past || !wire.alone;
    slider.max = String(store.state.at);
    if (!past) slider.value = String(store.state.at);
    slider.setAttribute("aria-valuetext", past ? `${words(past.at)}, order ${past.at}` : "now");
    fill(where, past ? `${words(past.at)} · order ${past.at} · ${fresh} since` : "now");
  };
  const draw = () => {
    const end = Math.max(1, store.state.at);
    const at = (n) => ({ left: `${((100 * n) / end).toFixed(2)}%` });
    const turns = state.turns.map((turn) => h("i", { class: "tick", style: at(turn.at) }));
    const battles = state.turns.flatMap((turn) => turn.battles.map((battle) => h("i", { class: "dot", style: at(battle.at) })));
    fill(marks, ...turns, ...battles);
    tell();
  };

  /** Shows the board after so many orders. */
  const look = async (at) => {
    if (at >= store.state.at) return back();
    state.control?.abort();
    state.control = new AbortController();
    slider.value = String(at);
    try {
      const position = await wire.ask({ do: "state", at }, { signal: state.control.signal });
      state.leave ??= keys.enter("history");
      store.look({ at, position });
    } catch (error) {
      if (error.name !== "AbortError") fill(where, error.message);
    }
    return undefined;
  };
  const back = () => {
    state.control?.abort();
    stop();
    state.leave?.();
    state.leave = null;
    slider.value = String(store.state.at);
    if (store.past) store.look(null);
    tell();
  };
  /** The game waits while another one goes on from here. */
  const plan = async () => {
    const from = store.past?.at;
    if (from === undefined || !wire.alone) return;
    await wire.give({ do: "branch", name: `from order ${from}`, from }).then(back, (error) => fill(where, error.message));
  };
  const here = () => store.past?.at ?? store.state.at;
  const turnStep = (step) => {
    const at = here();
    const to = step < 0 ? state.turns.filter((turn) => turn.at < at).at(-1)?.at : state.turns.find((turn) => turn.at > at)?.at;
    look(to ?? (step < 0 ? 0 : store.state.at));
  };
  /** Plays by itself, an order every now and then. */
  const run = () => {
    if (state.timer) return stop();
    if (!store.past) look(turnAt(Math.max(0, store.state.at - 1))?.at ?? 0);
    play.textContent = "❚❚";
    const next = async () => {
      if (!store.past) return stop();
      await look(here() + 1);
      if (store.past) state.timer = setTimeout(next, prefs.moves() ? 350 : 900);
      else stop();
      return undefined;
    };
    state.timer = setTimeout(next, 350);
    return undefined;
  };
  const stop = () => {
    clearTimeout(state.timer);
    state.timer = null;
    play.textContent = "▶";
  };

  slider.addEventListener("input", () => {
    stop();
    look(Number(slider.value));
  });
  slider.addEventListener("keydown", (event) => {
    const turn = { ArrowLeft: -1, ArrowRight: 1, ArrowDown: -1, ArrowUp: 1 }[event.key];
    if (!turn || !event.shiftKey) return;
    event.preventDefault();
    turnStep(turn);
  });
  keys.on("history", "Escape", "Back to the present", back);
  keys.on("history", "P", "Try a plan from here", plan);
  keys.on("history", "ArrowLeft", "An order back", () => look(Math.max(0, here() - 1)));
  keys.on("history", "ArrowRight", "An order on", () => look(here() + 1));
  keys.on("history", "Shift+ArrowLeft", "A turn back", () => turnStep(-1));
  keys.on("history", "Shift+ArrowRight", "A turn on", () => turnStep(1));
  keys.on("base", "H", "History", () => slider.focus());

  let timer;
  const refresh = () => {
    timer = undefined;
    // Of the whole game, whatever is looked at.
    wire.ask({ do: "turns" }).then(
      ({ turns }) => {
        state.turns = turns;
        draw();
      },
      (error) => fill(where, error.message),
    );
  };
  store.on((_, frame) => {
    if (frame.kind === "look") return tell();
    if (frame.kind === "back" && store.past && store.past.at > frame.at) back();
    tell();
    timer ??= setTimeout(refresh, 500);
    return undefined;
  });
  refresh();
  return { look, back };
}
