/** Losses: a proposal is marked, presses change it, and it counts only when it is right. */
import { h, button } from "../dom.js";
import * as say from "../say.js";
import { stepper } from "./stepper.js";

/** How many of each row are chosen, by its first number, out of a list of numbers that may name one more than once. */
function tally(rows, ids) {
  return new Map(rows.map((row) => [row.ids[0], ids.filter((id) => row.ids.includes(id)).length]));
}

/** The numbers of so many hits on each row: each unit takes one before any takes a second. */
function named(rows, counts) {
  return rows.flatMap((row) => {
    const count = counts.get(row.ids[0]) ?? 0;
    return Array.from({ length: count }, (_, n) => row.ids[n % row.ids.length]);
  });
}

const name = (row, count = 1) =>
  [
    row.damage ? "damaged" : "", say.several(count, row.unit),
    Object.keys(row.cargo ?? {}).length ? `(${say.units(row.cargo)})` : "",
  ].filter(Boolean).join(" ");

/** Rows of units with a stepper each, for whatever chooses some of them. */
export function rows(some, counts, { id, room, more, change, currency }) {
  const several = new Set(some.map((row) => row.power)).size > 1;
  return some.map((row) => {
    const value = counts.get(row.ids[0]) ?? 0;
    const facts = [several ? row.power : "", row.value !== undefined ? `at ${row.value}` : "", row.left !== undefined && id === "loss" ? `${row.left} steps left` : "", `${row.price} ${currency}`].filter(Boolean).join(" · ");
    const set = (n) => {
      counts.set(row.ids[0], n);
      change();
    };
    return h(
      "div",
      { class: `item${value ? " chosen" : ""}` },
      h("button", { type: "button", class: "grow bare", testid: `${id}:${row.unit}${row.damage ? "/damaged" : ""}/${row.ids[0]}`, "aria-pressed": String(value > 0), on: { click: () => set(value >= Math.min(room(row), value + more()) ? 0 : value + 1) } }, `${row.ids.length} ${name(row, row.ids.length)}`, h("small", {}, ` ${facts}`)),
      stepper({ id: `${id}s:${row.unit}/${row.ids[0]}`, name: name(row), value, max: Math.min(room(row), value + more()), change: set }),
    );
  });
}

/**
 * The choice of losses.
 * @param {import("./table.js").Table} table
 * @param {{pending: any, units: any[], proposal: any}} asked
 * @param {{counts: Map<number, number> | null}} memory what was chosen so far
 * @param {() => void} show
 */
export function losses(table, { pending, units, proposal }, memory, show) {
  const proposed = () => tally(units, proposal?.order?.casualties ?? []);
  memory.counts ??= proposed();
  const counts = memory.counts;
  const chosen = [...counts.values()].reduce((a, b) => a + b, 0);
  const right = chosen === pending.count;
  const confirm = () => (right ? table.give({ casualties: named(units, counts) }) : false);
  const again = () => {
    memory.counts = proposed();
    show();
  };
  const keep = () => {
    const order = [...new Set(named(units, counts).map((id) => units.find((row) => row.ids.includes(id)).unit))];
    return table.change({ do: "standing", text: `losses: ${order.join(", ")}` });
  };
  return {
    confirm,
    parts: [
      h("p", { class: right ? "" : "warn", testid: "fact:placed" }, `${chosen} of ${pending.count} ${pending.count === 1 ? "hit" : "hits"} placed`),
      ...rows(units, counts, { id: "loss", room: (row) => row.ids.length * Math.max(1, row.hits), more: () => Math.max(0, pending.count - chosen), change: show, currency: table.store.edition.currency }),
      h("p", { class: "adds sticky" }, button("do:losses", right ? "Take these losses" : `${pending.count - chosen} more`, confirm, { class: "main", disabled: !right }), proposal ? button("do:proposal", "Proposal", again) : null, button("do:keep", "Always in this order", keep)),
    ],
  };
}
