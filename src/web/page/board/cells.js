/** The board itself: cells, their lines, gates and ways over the edge, in units of the map. */
import { h } from "../dom.js";

/** @returns {{svg: SVGElement, cells: Map<string, SVGElement>, over: SVGElement, routes: SVGElement}} */
export function makeCells(board, defs) {
  const cells = new Map();
  const places = [...board.places.values()];
  const kind = (place) => (place.sea ? "sea" : place.host ? "land island" : "land");
  const order = (place) => (place.sea ? 0 : place.host ? 2 : 1);
  places.sort((a, b) => order(a) - order(b) || a.id - b.id);
  for (const place of places) {
    const path = h("path", {
      id: `s${place.id}`,
      class: `cell ${kind(place)}${place.closed ? " closed" : ""}`,
      d: place.d,
      testid: `space:${place.name}`,
      "data-space": place.name,
      role: "button",
      tabindex: "-1",
    });
    cells.set(place.name, path);
  }
  const line = (name, d, more = "") => (d ? h("path", { class: `rim ${name}${more}`, d }) : null);
  const inner = (test) => places.filter(test).map((place) => cells.get(place.name));
  const { coast, land, sea, wall } = board.lines;
  const over = h("g", { class: "overlay" });
  const routes = h("g", { class: "routes" });
  const svg = h(
    "svg",
    { class: "world", width: board.w, height: board.h, viewBox: `0 0 ${board.w} ${board.h}`, "aria-hidden": "false" },
    defs,
    patterns(),
    h("g", { id: "whole" },
      h("g", {}, ...inner((place) => place.sea)),
      line("zones", sea),
      line("surf", coast),
      h("g", {}, ...inner((place) => !place.sea)),
      line("borders", land),
      line("coast", coast),
      // Nothing goes over the edge of a round board in one piece: there borders run along it.
      board.round ? line("seam", `M0 0v${board.h}`) : null,
      over,
      line("wall", wall),
      line("wall", wall, " dots"),
      ...board.links.map(({ from, to }) => line("ferry", `M${from.join(" ")}L${to.join(" ")}`)),
      ...board.gates.map(({ at: [x, y], name }) =>
        h("g", { class: "gate" }, h("rect", { x: x - 6, y: y - 6, width: 12, height: 12, rx: 2 }), h("path", { d: `M${x - 2.5} ${y - 3.5}v7M${x + 2.5} ${y - 3.5}v7` }), h("title", {}, name))),
      h("path", { class: "rim frame", d: board.round ? `M0 0h${board.w}M0 ${board.h}h${board.w}` : `M0 0h${board.w}v${board.h}h-${board.w}z` }),
      routes,
    ),
    // A round board goes on at either edge.
    ...(board.round ? [-board.w, board.w].map((x) => h("use", { href: "#whole", x, class: "again" })) : []),
  );
  return { svg, cells, over, routes };
}

/** Hatchings: what colour alone would say is said by a pattern too. */
function patterns() {
  const stripes = (name, turn, gap, width, ground) =>
    h("pattern", { id: `hatch-${name}`, width: gap, height: gap, patternUnits: "userSpaceOnUse", patternTransform: `rotate(${turn})` },
      ground ? h("rect", { class: "hatch ground", width: gap, height: gap }) : null, h("rect", { class: `hatch ${name}`, width, height: gap }));
  const dots = (name) =>
    h("pattern", { id: `hatch-${name}`, width: 10, height: 10, patternUnits: "userSpaceOnUse" }, h("circle", { class: `hatch ${name}`, cx: 5, cy: 5, r: 2 }));
  return h("defs", {}, stripes("closed", 45, 9, 1.6, true), stripes("battle", -45, 8, 2.6), stripes("mine", 0, 9, 2), stripes("theirs", 90, 9, 2), dots("convoys"), dots("bases"), stripes("cities", 45, 12, 3), stripes("goal", -45, 14, 3));
}
