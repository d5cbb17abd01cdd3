/** What was ordered in this phase: arrows on the map, and a list in which each order can be taken back. */
import { h, button } from "../dom.js";
import * as say from "../say.js";

const moving = ["moved", "raid", "unloaded"];

/** An arrow for each order that moved something. */
export function arrows(entries) {
  return entries.flatMap((entry) =>
    entry.events.filter((event) => moving.includes(event.event)).map((event) => ({
      path: event.path ?? [event.from, event.to ?? event.space].filter(Boolean),
      power: entry.power,
      kind: event.event === "raid" ? "battle" : "move",
      text: "",
    })),
  ).filter((arrow) => arrow.path.length > 1);
}

/** @param {import("./table.js").Table} table @param {any[]} entries */
export function ordered(table, entries) {
  if (entries.length === 0) return null;
  const line = (entry) => {
    const gone = table.store.state.at - entry.at + 1;
    const name = gone === 1 ? "take this order back" : `take back this and the ${gone - 1} after it`;
    const back = () => table.change({ do: "undo", to: entry.at - 1 });
    return h("li", { class: "item" }, h("span", { class: "grow" }, say.words(entry.order)), button(`undo:${entry.at}`, gone === 1 ? "×" : `× ${gone}`, back, { "aria-label": name, title: name, class: "bare" }));
  };
  return h("section", { "aria-label": "Ordered in this phase" }, h("h3", {}, "Ordered"), h("ul", { class: "plain" }, ...entries.map(line)));
}
