/** Declarations of war: a press says what it is, the same press again does it. */
import { h, button } from "../dom.js";

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
