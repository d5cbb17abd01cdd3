/** A phase of movement: choose, see where to, order; by press and press, by drag, by keys. */
import { h, button } from "../dom.js";
import * as keys from "../keys.js";
import { counted, redraw, thisPhase } from "./table.js";
import { makeChoice } from "./choice.js";
import { makeTargets } from "./target.js";
import { makeVia } from "./via.js";
import { tray, pointedAtCard } from "./tray.js";
import { makeFront } from "./front.js";
import { makeHomes } from "./homes.js";
import { sameDeed } from "./card.js";
import { arrows, ordered } from "./orders.js";
import { declarations } from "./war.js";

/** @param {import("./table.js").Table} table @param {HTMLElement} el */
export function makeMoves(table, el) {
  const { board, store } = table;
  const choice = makeChoice();
  let live = false;
  let leave = () => {};
  let landing = [];
  let asleep = new Set();
  let confirm = null;
  let war = [];
  let now = true;

  const pointing = h("div", { class: "pointing", "aria-live": "off" });
  const point = () => redraw(pointing, ...pointedAtCard({ choice, targets, store, round: via.points().length ? null : safest }));
  /** There by the safest way, where that is another one than the shortest. */
  const safest = async (space) => {
    const can = await table.ask({ do: "targets", units: choice.ids(), to: space }, "safest").catch(() => undefined);
    const target = can?.targets.find((one) => sameDeed(one, targets.at(space)));
    if (target) return order(space, target.safer ? { ...target, orders: [target.safer.order] } : target);
  };
  const via = makeVia(table);
  const through = (orders) => via.through(orders, choice.chosen());
  const targets = makeTargets(table, choice.ids, { changed: () => show(), pointing: point, through });
  const homes = makeHomes(table, { now: () => landing.length > 0, land: (one, to) => bring(one, to) });
  const front = makeFront(table, () => show());
  const chosen = () => choice.ids().length > 0;

  /** What is shown follows what is chosen. */
  const changed = () => {
    confirm = null;
    if (!chosen()) via.clear();
    board.select(choice.chosen().map((s) => ({ space: s.space, power: me(), type: s.unit, count: s.ids.length })));
    targets.find();
    show();
  };
  const me = () => store.state.awaited.pending?.power;
  const drop = () => {
    if (!chosen() && !front.space()) return false;
    front.close();
    choice.clear();
    table.hush();
    changed();
  };
  const take = (some, how) => {
    front.close();
    choice.take(some, how);
    el.parentElement.scrollTop = 0;
    changed();
  };

  const order = async (space, target) => {
    if (await targets.order(space, target)) {
      choice.clear();
      targets.forget();
    }
    changed();
  };
  /** The way of what is chosen is to lead through here. */
  const pin = (space) => {
    via.toggle(space);
    show();
  };

  /** A press: of own units to choose them, of a lit space to go there, of another to be told why not. */
  const press = ({ space, power, type, home, shift, ctrl, double, touch }) => {
    if (!live) return;
    if (home) return homes.ask(home);
    const own = power === undefined || power === me() ? choice.able(space, type) : [];
    const lit = chosen() ? targets.at(space) : undefined;
    const boards = lit?.does === "load" && type !== undefined;
    if (type !== undefined && own.length && !boards) {
      const all = double ? choice.able(space) : own;
      const same = !shift && !double && choice.spaces().join() === space && choice.chosen().every((s) => s.unit === type);
      return same ? drop() : take(all, { add: shift });
    }
    if (chosen() && ctrl && !choice.spaces().includes(space)) return pin(space);
    if (lit && shift) return safest(space);
    if (lit) return touch && confirm !== space ? ask(space) : order(space);
    if (chosen() && !choice.spaces().includes(space)) return targets.why(space);
    if (chosen()) return drop();
    if (own.length) return take(own);
    return front.open(space);
  };
  /** On a touch screen a lit space is ordered by a second tap, or by the button below. */
  const ask = (space) => {
    confirm = space;
    targets.point(space);
    show();
  };

  const drag = ({ phase, space, power, type, home, over }) => {
    if (!live) return false;
    if (home) return homes.drag({ phase, home, over });
    if (phase === "start") {
      if (power !== undefined && power !== me()) return false;
      const some = choice.able(space, type);
      if (some.length === 0) return false;
      if (!choice.chosen().some((s) => s.space === space && (type === undefined || s.unit === type))) take(some);
      return true;
    }
    if (phase === "over") targets.point(over);
    if (phase === "drop" && over && over !== space) targets.find().then(() => order(over));
    if (phase === "cancel") targets.point(null);
  };

  /** The next stack that has not moved. */
  const next = (by) => () => {
    const left = [...new Set(choice.unmoved().map((s) => s.space))].filter((space) => !asleep.has(space));
    if (left.length === 0) return table.note("Everything has moved or sleeps.");
    const at = left.indexOf(choice.spaces()[0]);
    const space = left[(at + by + left.length) % left.length];
    take(choice.able(space).filter((s) => !s.moved));
    board.fly(space);
  };
  const sleep = () => {
    choice.spaces().forEach((space) => asleep.add(space));
    next(1)();
  };
  const dialled = (event) => (choice.digit(Number(event.key)) ? changed() : false);

  /** Brings aircraft to a place to land, or else to the nearest where they all can. */
  const bring = async ({ unit, over }, to) => {
    const ids = choice.all().filter((s) => s.space === over && s.unit === unit && s.acts).flatMap((s) => s.ids);
    const can = ids.length ? await table.ask({ do: "targets", units: ids }).catch(() => undefined) : undefined;
    const away = (t) => (t.space === to ? 0 : t.way.length);
    const ways = (can?.targets ?? []).filter((t) => t.ids.length === ids.length).sort((a, b) => away(a) - away(b));
    return ways.length === 0 || table.give(ways[0].orders);
  };
  /** Lands all aircraft where they are to come down. */
  const land = async () => {
    for (const one of landing) if (!(await bring(one, homes.home(one)))) return;
  };

  for (const n of "123456789") keys.on("moves", n, "so many of what was chosen last", dialled);
  keys.on("moves", "A", "all that is in the space", () => (chosen() ? take(choice.spaces().flatMap((s) => choice.able(s))) : false));
  keys.on("moves", "Escape", "choose nothing", drop);
  keys.on("moves", ".", "next units that have not moved", next(1));
  keys.on("moves", ",", "the ones before", next(-1));
  keys.on("moves", "S", "let these sleep for the phase", sleep);
  keys.on("moves", "L", "land all aircraft", land);
  keys.on("moves", "V", "the way is to lead through here", () => (chosen() && pointedAt ? pin(pointedAt) : false));
  keys.on("moves", "F", "there by the safest way", () => (targets.pointed() ? safest(targets.pointed()) : false));
  keys.on("moves", "M", "list the destinations", () => el.querySelector("[data-testid^='to:']")?.focus());
  keys.on("moves", "T", "who can get here", () => (pointedAt ? front.open(pointedAt) : false));

  let pointedAt = null;
  board.onPress(press);
  board.onDrag(drag);
  board.onHover?.((space) => {
    pointedAt = space;
    if (live && chosen()) targets.point(space);
  });

  const show = () => {
    if (!live) return;
    const phase = thisPhase(store.state.log).filter((e) => e.power === me());
    board.arrows(arrows(phase), "plan");
    const parts = front.space() ? front.view() : tray({ choice, targets, changed, order, safest, store, pointing, via });
    point();
    redraw(
      el,
      chosen() || front.space() ? null : h("p", { class: "quiet" }, now ? "Press units, then a lit space; or drag them there. Press an enemy space to see who can attack it." : ""),
      ...parts,
      chosen() || front.space() ? null : declarations(table, war),
      ordered(table, phase),
    );
  };

  return {
    /** The phase is being played by somebody here, as the game stands now. */
    async play() {
      if (!live) leave = keys.enter("moves");
      live = true;
      const can = await table.ask({ do: "movable" }, "movable").catch(() => undefined);
      if (!can || !live) return;
      now = can.now;
      choice.know(can.stacks);
      homes.know(can.must_land);
      landing = store.state.awaited.pending?.kind === "noncombat-move" ? can.must_land : [];
      war = (await table.ask({ do: "legal", words: "declare war" }, "war").catch(() => undefined))?.orders ?? [];
      changed();
    },
    stop() {
      if (!live) return;
      live = false;
      leave();
      asleep = new Set();
      front.close();
      choice.clear();
      via.clear();
      targets.forget();
      homes.forget();
      board.select([]);
      board.arrows([], "plan");
    },
    /** What the bar counts. */
    counts: () => ({ unmoved: live ? new Set(choice.unmoved().map((s) => s.space).filter((s) => !asleep.has(s))).size : 0, landing: live ? landing : [] }),
    next: next(1),
    land,
    confirm: () => (confirm ? { text: `${counted(choice.chosen())} → ${confirm}`, target: targets.at(confirm), order: () => order(confirm) } : null),
  };
}
