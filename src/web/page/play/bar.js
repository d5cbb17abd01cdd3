/** The bar: what comes next in a sentence, what is left open, undo, plan, and the end of the phase. */
import { h, button } from "../dom.js";
import * as keys from "../keys.js";
import * as say from "../say.js";
import { redraw, percent } from "./table.js";

/** Phases that end by an order. */
const PHASES = ["purchase", "combat-move", "noncombat-move", "mobilize", "research", "custom", "income", "combat"];

/** A button with the key that does the same. */
const keyed = (testid, words, key, click, props = {}) =>
  h("button", { type: "button", testid, "aria-keyshortcuts": key, on: { click }, ...props }, words, " ", h("kbd", { "aria-hidden": "true" }, key));

/** Whether the game waits for the end of a phase rather than for an answer. */
export const isPhase = (pending) => PHASES.includes(pending?.kind);

/**
 * @param {import("./table.js").Table} table
 * @param {HTMLElement} el
 * @param {{moves: any, shop: any, place: any, line: any, hint: any, fights: any, compare: any}} parts
 */
export function makeBar(table, el, { moves, shop, place, line, hint, fights, compare }) {
  const { store } = table;
  let warned = null;
  const words = h("div", { class: "said" });
  const row = h("div", { class: "acts" });
  el.append(line.el, words, row);

  const undo = (orders = 1) => table.change({ do: "undo", orders });
  const redo = () => (store.state.redo > 0 ? table.change({ do: "redo", orders: 1 }) : false);
  /** The end of a phase names what is left open; what nothing brings back is asked for twice. */
  const end = async () => {
    const pending = store.state.awaited.pending;
    if (!store.mine() || !isPhase(pending) || store.past) return false;
    const { landing } = moves.counts();
    if (landing.length && pending.kind === "noncombat-move" && warned !== store.state.at) {
      warned = store.state.at;
      const up = landing.map(({ unit, count, over }) => `${say.count(count, unit)} over ${over}`).join(", ");
      return table.note(`Still in the air: ${up}. End the phase again if they may be lost, or L lands them.`);
    }
    return table.give("end phase");
  };
  const plan = () => (store.state.plan ? table.change({ do: "drop", name: store.state.plan }) : table.change({ do: "branch", name: "plan" }));
  const adopt = () => table.change({ do: "adopt" });
  for (const key of ["U", "Ctrl+Z"]) keys.on("base", key, "take the last order back", () => undo());
  for (const key of ["Shift+U", "Ctrl+Y"]) keys.on("base", key, "do it again", redo);
  keys.on("base", "E", "end the phase", end);
  keys.on("base", "P", "try a plan, or drop it", plan);

  const open = (pending) => {
    if (pending.kind === "purchase") return shop.open();
    if (pending.kind === "mobilize") return place.open();
    return "";
  };
  const show = () => {
    const { awaited, redo: again, plan: planned, at } = store.state;
    const pending = awaited.pending;
    const mine = store.mine() && !store.past;
    const { unmoved, landing } = moves.counts();
    const battles = fights.spaces().length;
    const tap = moves.confirm();
    const text = awaited.winner ? `The ${awaited.winner} have won.` : !pending ? "" : mine ? pending.question.split("\n")[0] : `${pending.power} is playing …`;
    const left = mine && pending ? open(pending) : "";
    redraw(words, planned ? h("strong", { class: "plan", testid: "fact:plan" }, planned === "plan" ? "PLAN " : `PLAN ${planned} `) : null, h("span", { testid: "fact:next" }, text), left ? h("small", { class: "warn", testid: "fact:open" }, ` ${left}`) : null);
    const planning = planned ? [button("do:compare", "Compare", compare), button("do:adopt", "Play the plan", adopt), keyed("do:plan", "Drop the plan", "P", plan)] : [keyed("do:plan", "Plan", "P", plan, { disabled: !mine })];
    const parts = [
      tap ? h("span", { class: "tap" }, `${tap.text} ${tap.target?.chance ? percent(tap.target.chance.win) : ""}`) : null,
      tap ? button("do:it", "Do it", tap.order, { class: "main" }) : null,
      unmoved ? keyed("do:next", `unmoved ${unmoved}`, ".", moves.next) : null,
      battles ? keyed("do:battle", `battles ${battles}`, "B", fights.next) : null,
      landing.length ? keyed("do:land", `land ${landing.reduce((n, one) => n + one.count, 0)}`, "L", moves.land, { class: "warn" }) : null,
      keyed("do:undo", "Undo", "U", () => undo(), { disabled: at === 0 }),
      again ? button("do:redo", "Redo", redo) : null,
      ...planning,
      mine && pending ? keyed("do:hint", "Hint", "W", hint.ask, { title: "What the program would do" }) : null,
      keyed("do:line", "Order", ":", line.open, { title: "Order in words" }),
      mine && isPhase(pending) ? keyed("do:end-phase", `End ${pending.kind.replaceAll("-", " ")}`, "E", end, { class: tap ? "" : "main" }) : null,
    ];
    redraw(row, ...parts);
  };
  return { show };
}
