/** The board: where everything is, and what is pressed and dragged on it. */
import { h } from "../dom.js";
import * as prefs from "../prefs.js";
import * as say from "../say.js";
import { makeCamera } from "./camera.js";
import { makeCells } from "./cells.js";
import { makeFan } from "./fan.js";
import { makeHandles } from "./handles.js";
import { seek } from "./find.js";
import { geometry } from "./geometry.js";
import { makeMarks } from "./marks.js";
import { makeOverlay } from "./overlay.js";
import { owners, paint, signs } from "./owners.js";
import { makePins } from "./pins.js";
import { listen } from "./press.js";
import { makeRoutes } from "./routes.js";
import { makeGroups } from "./units.js";
import { walk } from "./walk.js";

/** From this size on stacks can be read. */
const READABLE = 0.55;

/**
 * @param {HTMLElement} el
 * @param {import("../store.js").Store} store
 */
export function mountBoard(el, store) {
  const board = geometry(store);
  const { powers } = store.edition;
  const numbers = owners(powers);
  const groupsOf = makeGroups(store.edition);
  const { svg, cells, over, routes } = makeCells(board, signs());
  const layer = h("div", { class: "marks" });
  const pins = makePins(layer);
  const { marks, update, layout } = makeMarks({ board, numbers, groupsOf, pins });
  const overlay = makeOverlay({ board, cells, over, marks });
  const tell = { press: new Set(), hold: new Set(), drag: new Set(), hover: new Set() };
  const on = (kind) => (fn) => {
    tell[kind].add(fn);
    return () => tell[kind].delete(fn);
  };
  const shown = () => store.shown?.() ?? store.state;
  const own = () => new Set(store.me());
  const recolour = () => paint(el, powers, numbers, prefs.get("ownColours"));
  recolour();
  prefs.on(recolour);

  let laid = 0;
  const fan = { space: () => null };
  const camera = makeCamera(el, board, (camera, rest) => {
    const { x, y, k } = camera.view;
    svg.style.setProperty("transform", `translate(${x}px, ${y}px) scale(${k})`);
    layer.style.setProperty("transform", `translate(${x}px, ${y}px)`);
    pins.look(camera);
    // What is seen first is drawn once, when that is known.
    if (rest && laid > 0 && k !== laid) draw();
    if (fan.space()) fan.move(marks.get(fan.space()));
  });
  Object.assign(fan, makeFan({ el, numbers, camera }));
  // How much room there is was asked before anything had to be laid out in it.
  el.append(svg, layer, tools(camera));

  /** Draws what has changed at the size that is seen. */
  function draw() {
    laid = camera.view.k;
    svg.style.setProperty("--px", String(1 / laid));
    layout(laid, own());
    overlay.mark(el);
  }
  /** Takes over what is in these spaces. */
  function take(names, state) {
    for (const name of names) {
      const holding = state.spaces[name];
      const cell = cells.get(name);
      if (!cell) continue;
      update(name, holding);
      const n = holding?.owner ? numbers.get(holding.owner) : undefined;
      const { place, groups } = marks.get(name);
      cell.setAttribute("class", `${cell.getAttribute("class").replace(/ own\d+/, "")}${n === undefined || place.sea ? "" : ` own${n}`}`);
      cell.setAttribute("aria-label", describe(place, holding, groups));
      if (fan.space() === name) groups.length ? fan.show(marks.get(name)) : fan.close();
    }
  }
  take(board.places.keys(), shown());
  store.on((state, frame) => {
    const some = frame.kind === "order" || frame.kind === "back";
    take(some && !store.past ? Object.keys(frame.spaces ?? {}) : board.places.keys(), shown());
    if (frame.kind !== "note" && frame.kind !== "here") draw();
  });

  const hover = (space, element) => tell.hover.forEach((fn) => fn(space, element));
  const find = (x, y) => {
    const at = pointed(x, y);
    if (at || !board.round) return at;
    const { left, top } = el.getBoundingClientRect();
    const [across, down] = camera.at(x - left, y - top);
    const point = new DOMPoint(((across % board.w) + board.w) % board.w, down);
    return [...cells.values()].reverse().find((cell) => cell.isPointInFill(point)) ?? null;
  };
  const pointed = (x, y) => document.elementsFromPoint(x, y).map((one) => one.closest("[data-space]")).find((one) => one && el.contains(one) && !one.classList.contains("ghost")) ?? null;
  const press = (what) => {
    if (fan.space() && fan.space() !== what.space) fan.close();
    const { groups } = marks.get(what.space);
    if (what.el.classList.contains("all") && groups.length > 0) fan.show(marks.get(what.space));
    tell.press.forEach((fn) => fn(what));
  };
  const drag = (what) => {
    const answers = [...tell.drag].map((fn) => fn(what));
    return answers.length > 0 && answers.some((answer) => answer !== false);
  };
  const hold = ({ space }) => tell.hold.forEach((fn) => fn(space));
  listen(el, { camera, press, hold, drag, hover, find });
  const chips = (space) => [...(fan.space() === space ? el.querySelectorAll(".fan .chip") : marks.get(space).row.querySelectorAll(".chip"))];
  const walker = walk({ el, board, cells, camera, chips, lit: overlay.lit, hover });

  const fly = (name, k) => board.places.has(name) && camera.fly(board.places.get(name).centre, k);
  const fit = (names, animated) => {
    const all = [...names].map((name) => board.places.get(name)).filter(Boolean);
    if (all.length === 0) return camera.all();
    const [xs, ys] = [0, 1].map((i) => all.map((place) => place.centre[i]));
    return camera.fit([Math.min(...xs) - 60, Math.min(...ys) - 60, Math.max(...xs) + 60, Math.max(...ys) + 60], 1.1, animated);
  };
  const home = () => {
    const mine = own();
    return Object.entries(shown().spaces).filter(([, { units }]) => Object.keys(units ?? {}).some((power) => mine.has(power)));
  };
  const first = home().map(([name]) => name);
  const capital = store.edition.powers.find(({ name }) => own().has(name))?.capitals[0] ?? first[0];
  walker.stand(capital ?? [...board.places.keys()][0], false);
  fit(first, false);
  // A small screen begins near its own capital rather than far above everything.
  if (capital && camera.view.k < READABLE) camera.look(board.places.get(capital).centre, READABLE);
  draw();
  seek(board.places, (place) => {
    fly(place.name, Math.max(camera.view.k, 0.9));
    walker.stand(place.name, true);
    say.polite(cells.get(place.name).getAttribute("aria-label"));
  });

  const arrows = makeRoutes({ board, routes, pins, numbers });
  return {
    select: (list) => overlay.select(list, el),
    light: overlay.light.bind(overlay),
    overlay: (kind, data) => overlay.put(kind, data ?? []),
    arrows,
    handles: makeHandles({ board, pins }),
    fly,
    fit,
    fan: (name) => fan.show(marks.get(name)),
    focus: (name) => walker.stand(name, true),
    at: () => walker.at(),
    /** The number of a power: the classes `own3` and its sign follow it. */
    number: (power) => numbers.get(power),
    onPress: on("press"),
    /** A finger stays on a space: what is that? */
    onHold: on("hold"),
    onDrag: on("drag"),
    onHover: on("hover"),
  };
}

/** A space in words, for those who hear the board. */
function describe({ name, income, city, sea, closed, borders }, holding, groups) {
  const facts = [name, holding?.owner && !sea ? holding.owner : "", income ? `${income} income` : "", city ?? "", closed ? "closed to all" : ""];
  const held = groups.map(({ power, stacks, sites }) => `${power}: ${[...stacks, ...sites].map((s) => say.count(s.count, s.type)).join(", ")}`);
  return `${facts.filter(Boolean).join(", ")}${held.length ? `: ${held.join("; ")}` : ""}; borders ${borders.join(", ")}`;
}

const tools = (camera) =>
  h("div", { class: "board-tool", role: "group", "aria-label": "Size of the map" },
    h("button", { type: "button", testid: "do:larger", "aria-label": "Larger", on: { click: () => camera.zoom(1.4) } }, "+"),
    h("button", { type: "button", testid: "do:smaller", "aria-label": "Smaller", on: { click: () => camera.zoom(1 / 1.4) } }, "−"),
    h("button", { type: "button", testid: "do:whole", "aria-label": "The whole board", on: { click: () => camera.all() } }, h("svg", { viewBox: "0 0 18 18", "aria-hidden": "true" }, h("path", { d: "M2 6V2h4M12 2h4v4M16 12v4h-4M6 16H2v-4" }))));
