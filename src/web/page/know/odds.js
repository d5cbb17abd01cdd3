/** The odds of a battle between two forces, by hand or from the board. */
import { h, fill, button } from "../dom.js";
import { count, words } from "../say.js";

const PERCENT = (chance) => `${(chance * 100).toFixed(1)} %`;
const SIDES = ["attackers", "defenders"];

/** @returns {{el: HTMLElement, show: () => void}} */
export function oddsPanel(ctx) {
  const { store } = ctx;
  const answer = h("div", { role: "status", testid: "odds" });
  const fields = { attackers: new Map(), defenders: new Map() };
  const types = store.edition.units.filter((unit) => unit.domain !== "facility");

  const field = (side, unit) => {
    const input = h("input", { type: "number", min: 0, max: 200, value: 0, inputmode: "numeric", testid: `odds:${side}/${unit.name}`, "aria-label": `${words(unit.name)}, ${side}`, on: { input: later } });
    fields[side].set(unit.name, input);
    return h("td", {}, input);
  };
  const force = (side) =>
    [...fields[side]].filter(([, input]) => Number(input.value) > 0).map(([name, input]) => `${Number(input.value)} ${name}`).join(", ");
  let timer;
  function later() {
    clearTimeout(timer);
    timer = setTimeout(reckon, 200);
  }
  const reckon = () => {
    const [attackers, defenders] = SIDES.map(force);
    if (attackers === "" || defenders === "") return fill(answer, h("p", { class: "small" }, "Give both forces: by hand, or from the board."));
    return ctx.ask({ do: "odds", attackers, defenders }, (odds) => fill(answer, told(odds, store.edition.currency)), answer);
  };

  /** Puts the units of a space in: of those who stand there, one side each. */
  const from = (side) => {
    const place = h("select", { "aria-label": `${side} from`, testid: `odds:from/${side}` });
    const options = () => fill(place, h("option", { value: "" }, `${side} from …`), ...choices().map(([value, text]) => h("option", { value }, text)));
    place.addEventListener("focus", options);
    place.addEventListener("change", () => {
      const [space, power] = JSON.parse(place.value || "[]");
      if (!space) return;
      const { units } = store.shown().spaces[space].units[power];
      for (const [name, input] of fields[side]) input.value = String(Number(units[name] ?? 0) + (side === "attackers" ? Number(input.value) : 0));
      later();
    });
    options();
    return place;
  };
  const choices = () =>
    Object.entries(store.shown().spaces)
      .flatMap(([space, { units }]) => Object.keys(units).map((power) => [JSON.stringify([space, power]), `${space}: ${power}`]))
      .sort((a, b) => a[1].localeCompare(b[1], "en", { numeric: true }));
  const clear = button("odds:clear", "Clear", () => {
    for (const side of SIDES) for (const input of fields[side].values()) input.value = "0";
    reckon();
  });
  const swap = button("odds:swap", "Swap", () => {
    for (const [name, input] of fields.attackers) {
      const other = fields.defenders.get(name);
      [input.value, other.value] = [other.value, input.value];
    }
    reckon();
  });
  const rows = types.map((unit) => h("tr", {}, h("th", { scope: "row" }, words(unit.name)), field("attackers", unit), field("defenders", unit)));
  const table = h("table", { class: "forces" }, h("thead", {}, h("tr", {}, h("td"), h("th", { scope: "col" }, "Attack"), h("th", { scope: "col" }, "Defend"))), h("tbody", {}, ...rows));
  const el = h("div", {}, answer, h("div", { class: "acts" }, from("attackers"), from("defenders"), swap, clear), table);
  return { el, show: () => answer.childElementCount === 0 && reckon() };
}

/** The chances and what it costs; the bar is said in words, too. */
function told(odds, currency) {
  const draw = odds.draw ?? 0;
  const { beats, away } = odds;
  const bar = h("div", { class: "chances", "aria-hidden": "true" }, ...[["win", beats.attacker], ["draw", draw + away.attacker + away.defender], ["lose", beats.defender]].map(([name, chance]) => h("span", { class: name, style: { "flex-grow": String(Math.max(chance, 0)) } })));
  const line = (name, value) => h("div", { class: "between" }, h("span", {}, name), h("b", {}, value));
  const left = (side) => odds[side].survivors.slice(0, 3).map(({ chance, units }) => h("li", {}, `${PERCENT(chance)}: ${units.map((one) => count(one.count, one.unit)).join(", ") || "nothing"}`));
  return h(
    "div",
    { class: "odds" },
    h("h3", {}, odds.battle),
    bar,
    line("The attacker wins", PERCENT(beats.attacker)),
    line("Neither", PERCENT(draw)),
    line("The defender wins", PERCENT(beats.defender)),
    away.attacker > 0 ? line("The attacker has got away", PERCENT(away.attacker)) : null,
    away.defender > 0 ? line("The defender has got away", PERCENT(away.defender)) : null,
    line("The attacker loses", `${odds.attacker.lost.toFixed(1)} ${currency}`),
    line("The defender loses", `${odds.defender.lost.toFixed(1)} ${currency}`),
    line("Rounds", odds.rounds.toFixed(1)),
    h("details", {}, h("summary", {}, "What is left, most likely"), h("p", { class: "small" }, "Of the attacker"), h("ul", {}, ...left("attacker")), h("p", { class: "small" }, "Of the defender"), h("ul", {}, ...left("defender"))),
  );
}
