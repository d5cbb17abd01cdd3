/** Where what is chosen can get to: lit spaces, their cards, and the order a press or a drop gives. */
import { fill, h } from "../dom.js";
import { percent } from "./table.js";
import * as say from "../say.js";
import { sameDeed } from "./card.js";
import { provoked } from "./war.js";

/**
 * @param {import("./table.js").Table} table
 * @param {() => number[]} ids the numbers of what is chosen
 * @param {{changed: () => void, pointing: () => void, through: (orders: any[]) => any[]}} told other destinations are known, another one is
 *   pointed at; `through` leads orders over waypoints
 */
export function makeTargets(table, ids, { changed, pointing, through }) {
  const { board } = table;
  let all = [];
  let known = "";
  let finding = Promise.resolve();
  let pointed = null;
  const details = new Map();

  const label = (target) => {
    if (target.chance) return percent(target.chance.win);
    return target.ids.length < ids().length ? `${target.ids.length}/${ids().length}` : "";
  };
  const light = () => {
    board.light(targets.each().map((t) => ({ space: t.space, does: t.does, label: label(t), part: t.ids.length < ids().length })));
  };
  const fights = (target) => target.does === "battle" || target.does === "raid";
  /** Asks where to; then, while that is shown, what battles would come to. */
  const where = async (units, now, odds = false) => {
    const can = await table.ask({ do: "targets", units, odds }, "targets").catch(() => undefined);
    if (!can || now !== known) return;
    all = can.targets;
    light();
    changed();
    if (!odds && all.some(fights)) where(units, now, true);
  };
  const targets = {
    /** One of each space: that by which most of the units get there, a battle before a quiet way. */
    each() {
      const best = new Map();
      for (const target of all) {
        const other = best.get(target.space);
        const rank = (t) => [t.ids.length, t.does === "battle" || t.does === "take" ? 1 : 0, t.by_sea ? 0 : 1];
        const better = other === undefined || rank(target).some((n, i) => n > rank(other)[i] && rank(target).slice(0, i).every((m, j) => m === rank(other)[j]));
        if (better) best.set(target.space, target);
      }
      return [...best.values()];
    },
    /** Everything that can be done in a space. */
    in: (space) => all.filter((t) => t.space === space),
    at: (space) => details.get(space) ?? targets.each().find((t) => t.space === space),
    pointed: () => pointed,
    /** Asks anew for what is chosen; resolves when it is known where to. */
    find() {
      const units = ids();
      const now = `${table.store.state.at}:${units.join()}`;
      if (now === known) return finding;
      known = now;
      details.clear();
      pointed = null;
      all = [];
      if (units.length > 0) {
        finding = where(units, now);
      } else {
        finding = Promise.resolve();
        board.light([]);
        changed();
      }
      return finding;
    },
    /** Somebody looks at a space: what an order to it would come to. */
    async point(space) {
      const next = space !== null && targets.at(space) ? space : null;
      if (next === pointed) return;
      pointed = next;
      pointing();
      if (pointed === null || details.has(space)) return;
      const now = known;
      const query = { do: "targets", units: ids(), to: space, odds: true };
      const more = await table.ask(query, "target").catch(() => undefined);
      const picked = targets.at(space);
      const same = more?.targets.find((t) => sameDeed(t, picked));
      if (!same || now !== known) return;
      details.set(space, same);
      pointing();
    },
    /** Says why nothing chosen can go to a space. */
    async why(space) {
      const refused = (error) => {
        const war = h("div", {});
        table.refuse(error, [war]);
        if (error.code !== "move/not-at-war") return;
        provoked(table, space).then((lines) => fill(war, ...lines), () => {});
      };
      const fine = await table.ask({ do: "why", units: ids(), to: space }, "why").catch(refused);
      if (fine) table.note(`Not all of these can go to ${space} together; try some of them.`);
    },
    /** Orders it. */
    async order(space, target = targets.at(space)) {
      if (!target) return targets.why(space);
      const done = await table.give(through(target.orders));
      if (done) say.polite(`Ordered to ${space}`);
      return done;
    },
    forget() {
      known = "";
      all = [];
      details.clear();
      pointed = null;
      board.light([]);
    },
  };
  return targets;
}
