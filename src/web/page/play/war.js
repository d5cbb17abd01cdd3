/** Wars: what declaring one would bring, and declarations: a press says what it is, the same press again does it. */
import { h, button } from "../dom.js";

/** What declaring war on those in a space would bring, where that may be done now and they are why units cannot go there. */
export async function provoked(table, space) {
  const { owner, units } = table.store.state.spaces[space] ?? {};
  const there = [owner, ...Object.keys(units ?? {})];
  const { powers } = await table.ask({ do: "politics" }, "provoked");
  const me = table.store.state.awaited.pending?.power;
  const may = powers.find(({ power }) => power === me)?.declarations ?? [];
  return may.filter(({ on, now }) => now && there.includes(on)).map(({ on, brings = [] }) =>
    h("div", { testid: `provokes:${on}` }, h("p", { class: "small" }, `War may be declared on ${on}.${brings.length ? " That brings:" : " That brings nothing else."}`), brings.length ? h("ul", { class: "hinted small" }, ...brings.map((line) => h("li", {}, line))) : null),
  );
}

let meant = null;

/** @param {import("./table.js").Table} table @param {string[]} orders */
export function declarations(table, orders) {
  if (orders.length === 0) return null;
  const declare = (order) => (event) => {
    if (meant === order) {
      meant = null;
      return table.give(order);
    }
    meant = order;
    event.currentTarget.textContent = `${order}: press again, it cannot be taken back lightly`;
    event.currentTarget.classList.add("warn");
  };
  return h("section", { "aria-label": "Politics" }, h("h3", {}, "War"), h("p", { class: "adds" }, ...orders.map((order) => button(`declare:${order.replace("declare war on ", "")}`, order, declare(order)))));
}
