/** What the parts of playing share: asking, ordering, and saying what was refused. */
import { h, fill, button } from "../dom.js";
import * as say from "../say.js";

/**
 * @typedef {object} Table
 * @property {import("../store.js").Store} store
 * @property {any} board
 * @property {(query: any, key?: string) => Promise<any>} ask the latest question of a key counts; an old answer is `undefined`
 * @property {(orders: any | any[], said?: string) => Promise<boolean>} give all of them or nothing; whether it was done
 * @property {(what: any) => Promise<boolean>} change `undo`, `redo`, plans
 * @property {(error: any, more?: any[]) => void} refuse says what was refused, and why, and what may help
 * @property {(text: string) => void} note says something in passing
 * @property {(closed: () => void, ...children: any[]) => void} shown the same with parts of one's own; told when it is closed
 */

/**
 * @param {{store: any, wire: any, board: any, word: HTMLElement}} parts `word` is where refusals and notes are shown
 * @returns {Table}
 */
export function makeTable({ store, wire, board, word }) {
  const asked = new Map();
  const ask = async (query, key) => {
    const mine = new AbortController();
    if (key) {
      asked.get(key)?.abort();
      asked.set(key, mine);
    }
    try {
      const answer = await wire.ask(query, { signal: mine.signal });
      return mine.signal.aborted ? undefined : answer;
    } catch (error) {
      if (error.name === "AbortError" || mine.signal.aborted) return undefined;
      throw error;
    }
  };
  let closed = () => {};
  const hush = () => {
    fill(word);
    closed();
    closed = () => {};
  };
  const shown = (close, ...children) => {
    hush();
    closed = close;
    fill(word, h("div", { class: "word", testid: "fact:word" }, ...children, button("do:hush", "×", hush, { "aria-label": "Close", class: "bare" })));
  };
  const refuse = (error, more = []) => {
    const rules = (error.rules ?? []).map((id) => ruleButton(id, ask));
    shown(
      () => {},
      h("p", { class: "warn", testid: "fact:refusal" }, error.message, error.code ? h("small", {}, ` (${error.code})`) : null),
      error.help ? h("p", { class: "small" }, error.help) : null,
      rules.length ? h("p", { class: "small" }, "Rules: ", ...rules) : null,
      ...more,
    );
    say.assertive(error.message);
  };
  const note = (text) => {
    shown(() => {}, h("p", { testid: "fact:note" }, text));
    say.polite(text);
  };
  const change = async (what) => {
    const slow = setTimeout(() => document.body.classList.add("sending"), 100);
    try {
      const done = await wire.give(what);
      hush();
      if (done?.notes?.length) note(done.notes.join(" "));
      return true;
    } catch (error) {
      refuse(error.code === "board/late" ? { message: "The game has gone on; look again, then order." } : error);
      return false;
    } finally {
      clearTimeout(slow);
      document.body.classList.remove("sending");
    }
  };
  const give = (orders) => change({ do: "apply", orders: [orders].flat() });
  return { store, board, ask, give, change, refuse, note, shown, hush };
}

/** A printed rule that can be opened. */
function ruleButton(id, ask) {
  const at = h("span", {});
  const open = async () => {
    const said = await ask({ do: "explain", what: id }).catch((error) => ({ text: error.message }));
    fill(at, h("span", { class: "rule" }, ` ${said?.text ?? ""}`));
  };
  return h("span", {}, button(`rule:${id}`, id, open, { class: "bare" }), at, " ");
}

let held = false;
const later = new Map();
const up = () => {
  held = false;
  // After the click that this press makes.
  setTimeout(() => {
    const waiting = [...later];
    later.clear();
    for (const [el, children] of waiting) redraw(el, ...children);
  });
};
addEventListener("pointerdown", () => (held = true), true);
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, up, true);

/** Draws anew what is in an element; the focus stays on what had it, and what is being pressed stays until it is let go. */
export function redraw(el, ...children) {
  later.delete(el);
  if (held && el.matches(":hover")) {
    later.set(el, children);
    return;
  }
  const focused = el.contains(document.activeElement) ? document.activeElement.dataset?.testid : undefined;
  fill(el, ...children);
  if (focused) [...el.querySelectorAll("[data-testid]")].find((one) => one.dataset.testid === focused)?.focus({ preventScroll: true });
}

/** What of these entries belongs to the phase that is being played: what came after the last one began. */
export function thisPhase(log) {
  const began = log.findLastIndex((entry) => entry.events.some((event) => event.event === "phase"));
  return log.slice(began + 1);
}

/** A percentage. */
export const percent = (chance) => (chance > 0.995 && chance < 1 ? "> 99 %" : chance < 0.005 && chance > 0 ? "< 1 %" : `${Math.round(chance * 100)} %`);

/** A sum to expect. */
export const about = (ipc) => String(Math.round(ipc * 10) / 10);

/** `2 infantry, 1 tank` of stacks `{unit, ids}`. */
export function counted(stacks) {
  const counts = {};
  for (const { unit, ids } of stacks) counts[unit] = (counts[unit] ?? 0) + ids.length;
  return say.units(counts);
}
