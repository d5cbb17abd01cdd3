/** The battle sheet: both sides by value, dice round by round, what it will come to. */
import { h } from "../dom.js";
import * as say from "../say.js";
import { volley } from "./dice.js";
import { outlook } from "./card.js";

/** What happened in the battle for a space, since it began. @param {any[]} log */
export function story(log, space) {
  const events = log.flatMap((entry) => entry.events);
  const began = events.findLastIndex((event) => event.event === "battle-began" && event.space === space);
  return began < 0 ? [] : events.slice(began);
}

/** Units of a side in columns by the value they fire at. */
function columns(rows, several) {
  const values = [...new Set(rows.map((row) => row.value ?? 0))].sort((a, b) => b - a);
  const cell = (row) => h("li", { class: row.dying ? "dying" : "" }, say.count(row.ids.length, row.unit), several ? h("small", {}, ` ${row.power}`) : null, row.damage ? h("small", {}, " damaged") : null, row.dying ? h("small", {}, " lost") : null, Object.keys(row.cargo ?? {}).length ? h("small", {}, ` (${say.units(row.cargo)})`) : null);
  const column = (value) => h("div", { class: "column" }, h("strong", { class: "value" }, String(value)), h("ul", { class: "plain" }, ...rows.filter((row) => (row.value ?? 0) === value).map(cell)));
  return h("div", { class: "columns" }, ...values.map(column));
}

const side = (name, rows) => {
  const powers = [...new Set(rows.map((row) => row.power))];
  const whose = powers.length ? `: ${powers.join(", ")}` : "";
  return h("section", { class: "force", "aria-label": name }, h("h3", {}, `${name}${whose}`), rows.length ? columns(rows, powers.length > 1) : h("p", { class: "quiet" }, "nothing left"));
};

const told = ["lost", "damaged", "submerged", "retreated", "intercepted", "scrambled", "bombarding", "disputed", "note", "captured", "battle-ended", "crashed", "landed"];

/** A round: its volleys, and what came of them. */
function round(events) {
  return events.map((event) => {
    if (event.event === "fired" || event.event === "bombed") return volley(event);
    return told.includes(event.event) ? h("p", { class: "small" }, event.text) : null;
  });
}

/** Rounds of what was told, the first of them what came before the first round. */
function rounds(events) {
  const all = [[]];
  for (const event of events) {
    if (event.event === "battle-round") all.push([]);
    else all.at(-1).push(event);
  }
  return all;
}

/** The dice of a battle; earlier rounds are folded. */
export function dice(events) {
  const all = rounds(events);
  const fold = (some, n) => {
    const shown = round(some).filter(Boolean);
    if (shown.length === 0) return null;
    const title = n === 0 ? "Before the first round" : `Round ${n}`;
    const last = n === all.length - 1;
    return last ? h("section", { "aria-label": title }, h("h3", {}, title), ...shown) : h("details", {}, h("summary", {}, title), ...shown);
  };
  return h("section", { class: "rounds", testid: "fact:dice" }, ...all.map(fold).reverse());
}

/**
 * @param {any} field what `battle` answers of the battle
 * @param {any[]} events its story
 * @param {string} currency
 */
export function sheet(field, events, currency) {
  const step = (s) => h("li", { class: s.done ? "done" : "" }, s.role ? `${s.role}: ${s.name}` : s.name);
  return [
    h("h2", { testid: "battle" }, `Battle for ${field.space}`, field.round ? h("small", {}, ` round ${field.round}`) : null),
    field.chance ? h("p", { class: "odds", testid: "fact:odds" }, `Attacker ${outlook(field.chance, currency)}`) : null,
    dice(events),
    h("div", { class: "sides" }, side("Attacker", field.attackers), side("Defender", field.defenders)),
    h("details", { class: "steps" }, h("summary", {}, "Steps of a round"), h("ol", {}, ...field.steps.map(step))),
  ];
}
