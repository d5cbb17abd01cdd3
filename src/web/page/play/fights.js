/** Where enemies stand together: battles that are coming, one after another by a key. */
import * as keys from "../keys.js";

/** @param {import("./table.js").Table} table @returns {{spaces: () => string[], next: () => void | false}} */
export function makeFights({ store, board }) {
  let last = "";
  const spaces = () => {
    const { summary, spaces: all } = store.shown();
    const foes = new Map(summary.powers.map(({ name, at_war_with }) => [name, at_war_with]));
    const types = new Map(store.edition.units.map((type) => [type.name, type.domain]));
    const fights = ([, { units }]) => Object.keys(units).some((type) => types.get(type) !== "facility");
    const met = (powers) => powers.some(([one]) => powers.some(([other]) => foes.get(one)?.includes(other)));
    return Object.keys(all).filter((space) => met(Object.entries(all[space].units ?? {}).filter(fights)));
  };
  const next = () => {
    const some = spaces();
    if (some.length === 0) return false;
    last = some[(some.indexOf(last) + 1) % some.length];
    board.fly(last);
    board.focus(last);
    return undefined;
  };
  keys.on("base", "B", "the next battle", next);
  return { spaces, next };
}
