/** Placing: what was bought as chips, lit places with their room; press and press, or drag a chip's place. */
import { h, button } from "../dom.js";
import * as say from "../say.js";
import * as keys from "../keys.js";
import { stepper } from "./stepper.js";
import { redraw } from "./table.js";

/** @param {import("./table.js").Table} table @param {HTMLElement} el */
export function makePlace(table, el) {
  const { store, board } = table;
  let live = false;
  let leave = () => {};
  let offered = null;
  let unit = null;
  let count = 0;

  const waiting = () => store.state.bought ?? {};
  const places = () => (unit && offered?.places[unit]) || {};
  const choose = (name) => {
    unit = name;
    count = waiting()[name] ?? 0;
    show();
  };
  const place = async (space) => {
    const most = places()[space];
    if (!most) return table.note(`${say.words(unit)} cannot be placed in ${space}.`);
    await table.give({ place: { unit, count: Math.min(count, most), space } });
  };
  /** As much of everything as there is room for in a space. */
  const all = async (space) => {
    for (;;) {
      const next = Object.keys(waiting()).find((name) => offered.places[name]?.[space]);
      if (!next) return;
      const before = store.state.at;
      if (!(await table.give({ place: { unit: next, count: Math.min(waiting()[next], offered.places[next][space]), space } }))) return;
      if (!live || store.state.at === before) return;
      await reckon();
    }
  };
  const reckon = async () => {
    const now = store.state.at;
    const answer = await table.ask({ do: "shop" }, "shop").catch(() => undefined);
    if (!answer || now !== store.state.at || !live) return;
    offered = answer;
    if (!(unit in waiting())) unit = Object.keys(waiting())[0] ?? null;
    count = Math.min(count || Infinity, waiting()[unit] ?? 0);
    show();
  };
  board.onPress(({ space }) => {
    if (live && unit && !store.past) place(space);
  });
  keys.on("place", "Escape", "choose nothing", () => (unit ? choose(null) : false));

  const chip = (name) => button(`chip:${name}`, say.count(waiting()[name], name), () => choose(name), { "aria-pressed": String(name === unit) });
  const show = () => {
    if (!live || !offered) return;
    board.light(Object.entries(places()).map(([space, most]) => ({ space, does: "move", label: String(Math.min(most, count)), part: most < count })));
    const max = waiting()[unit] ?? 0;
    const step = stepper({ id: `place:${unit}`, name: `${say.words(unit)} to place`, value: count, min: 1, max, change: (n) => ((count = n), show()) });
    const to = (space) => h("li", {}, button(`at:${space}`, `${say.count(Math.min(places()[space], count), unit)} in ${space}`, () => place(space), { class: "to" }));
    const sites = [...new Set(Object.values(offered.places).flatMap((at) => Object.keys(at)))];
    const homeless = Object.keys(offered.homeless).length > 0;
    redraw(
      el,
      h("h2", {}, "Place what was bought"),
      Object.keys(waiting()).length ? h("p", { class: "adds", role: "group", "aria-label": "Bought" }, ...Object.keys(waiting()).map(chip)) : h("p", { class: "quiet" }, "Nothing waits to be placed."),
      homeless ? h("p", { class: "warn", testid: "fact:homeless" }, `There is no room for ${say.units(offered.homeless)}; it is paid back or lost, as the pack says.`) : null,
      unit ? h("div", { class: "item" }, h("span", { class: "grow" }, say.words(unit)), step) : null,
      unit ? h("ul", { class: "plain" }, ...Object.keys(places()).map(to)) : null,
      sites.length ? h("section", {}, h("h3", {}, "Everything that fits"), h("p", { class: "adds" }, ...sites.map((space) => button(`all:${space}`, `all in ${space}`, () => all(space))))) : null,
    );
  };
  return {
    play() {
      if (!live) leave = keys.enter("place");
      live = true;
      return reckon();
    },
    stop() {
      if (!live) return;
      live = false;
      offered = null;
      unit = null;
      board.light([]);
      leave();
    },
    open: () => (live && Object.keys(waiting()).length ? `${say.units(waiting())} not placed` : ""),
  };
}
