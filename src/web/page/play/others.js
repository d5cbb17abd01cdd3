/** Phases of other kinds: whatever may be ordered, as buttons. */
import { h, button } from "../dom.js";
import { redraw } from "./table.js";

/** @param {import("./table.js").Table} table @param {HTMLElement} el */
export function makeOthers(table, el) {
  let live = false;
  const play = async () => {
    live = true;
    const now = table.store.state.at;
    const legal = await table.ask({ do: "legal" }, "legal").catch(() => undefined);
    if (!legal || !live || now !== table.store.state.at) return;
    const orders = legal.orders.filter((order) => order !== "end phase");
    const pending = table.store.state.awaited.pending;
    redraw(
      el,
      h("h2", {}, pending.question.split("\n")[0]),
      orders.length ? h("ul", { class: "plain" }, ...orders.map((order) => h("li", {}, button(`order:${order}`, order, () => table.give(order), { class: "to" })))) : h("p", { class: "quiet" }, "Nothing is to be ordered here but the end of the phase."),
    );
  };
  return { play, stop: () => (live = false) };
}
