/** Where aircraft are to come down: a dotted way from where each is in the air, whose end is dragged or pressed. */
import { h, button } from "../dom.js";
import * as say from "../say.js";

/**
 * @param {import("./table.js").Table} table
 * @param {{now: () => boolean, land: (one: any, to: string) => Promise<any>}} how whether they may land now, and how that is ordered
 */
export function makeHomes(table, { now, land }) {
  const { board } = table;
  let up = [];
  const meant = new Map();
  const key = ({ unit, over }) => `${unit}/${over}`;
  const known = (home) => up.find((one) => key(one) === home);
  const who = (one) => `${say.count(one.count, one.unit)} over ${one.over}`;
  /** Where these are to land: as somebody said, else at the nearest place. */
  const home = (one) => (one.to.includes(meant.get(key(one))) ? meant.get(key(one)) : one.to[0]);

  const draw = () => {
    const all = up.filter((one) => one.to.length > 0);
    board.arrows(all.filter((one) => home(one) !== one.over).map((one) => ({ way: [one.over, home(one)], does: "home", quiet: true })), "home");
    board.handles(all.map((one) => ({ space: home(one), home: key(one), text: `✈${one.count > 1 ? ` ${one.count}` : ""}`, label: `${who(one)} come down in ${home(one)}: drag it elsewhere, or press for a list` })));
  };
  const choose = async (one, to) => {
    if (!one.to.includes(to)) return table.note(`${who(one)} cannot come down in ${to}: only in ${one.to.join(", ")}.`);
    if (now()) return land(one, to);
    meant.set(key(one), to);
    draw();
    return table.note(`${who(one)}: home is ${to}. L in noncombat movement lands them there.`);
  };
  return {
    home,
    /** These are in the air. @param {{unit: string, count: number, over: string, to: string[]}[]} landing */
    know(landing) {
      up = landing;
      draw();
    },
    /** The end of a way was pressed: its other ends as a list. */
    ask(name) {
      const one = known(name);
      if (!one) return;
      const ends = one.to.map((to) => button(`home-at:${to}`, to, () => choose(one, to), { class: to === home(one) ? "main" : "" }));
      table.shown(() => {}, h("h3", {}, `${who(one)} come down in …`), h("p", { class: "adds" }, ...ends));
    },
    /** The end of a way is dragged. */
    drag({ phase, home: name, over }) {
      const one = known(name);
      if (!one) return false;
      if (phase === "start") board.light(one.to.map((space) => ({ space, does: "move", label: "✈" })));
      if (phase === "cancel" || phase === "drop") board.light([]);
      if (phase === "drop" && over && over !== home(one)) choose(one, over);
      return true;
    },
    forget() {
      up = [];
      draw();
    },
  };
}
