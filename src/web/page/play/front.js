/** The target first: who can get to a space, how many of each, what it comes to, all in one order. */
import { h, button } from "../dom.js";
import * as say from "../say.js";
import { stepper } from "./stepper.js";
import { outlook } from "./card.js";

/** @param {import("./table.js").Table} table @param {() => void} changed */
export function makeFront(table, changed) {
  let space = null;
  let stacks = [];
  let counts = new Map();
  let target = null;

  const ids = () => stacks.flatMap((s) => s.ids.slice(0, counts.get(s.ids[0]) ?? 0));
  /** What those who are chosen come to. */
  const reckon = async () => {
    const units = ids();
    changed();
    if (units.length === 0) {
      target = null;
      return changed();
    }
    const to = space;
    const can = await table.ask({ do: "targets", units, to, odds: true }, "front").catch(() => undefined);
    if (!can || space !== to) return;
    target = [...can.targets].sort((a, b) => b.ids.length - a.ids.length);
    changed();
  };
  const set = (stack, count) => {
    counts.set(stack.ids[0], count);
    reckon();
  };
  /** The fewest by price that win so often: the cheapest are added one by one until it is enough. */
  const enough = async (chance) => {
    const to = space;
    const price = (unit) => table.store.edition.units.find((u) => u.name === unit)?.cost ?? 0;
    const cheap = stacks.flatMap((s) => s.ids.map((id, n) => ({ s, n: n + 1, price: price(s.unit) }))).sort((a, b) => a.price - b.price);
    counts = new Map();
    let [low, high] = [1, cheap.length];
    const tried = async (n) => {
      const some = new Map();
      cheap.slice(0, n).forEach(({ s, n }) => some.set(s.ids[0], Math.max(n, some.get(s.ids[0]) ?? 0)));
      const units = stacks.flatMap((s) => s.ids.slice(0, some.get(s.ids[0]) ?? 0));
      const can = await table.ask({ do: "targets", units, to, odds: true });
      const wins = Math.max(0, ...can.targets.map((t) => (t.does === "take" ? 1 : (t.chance?.win ?? 0))));
      return { some, wins };
    };
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if ((await tried(middle)).wins >= chance) high = middle;
      else low = middle + 1;
    }
    const { some, wins } = await tried(high);
    if (space !== to) return;
    counts = some;
    if (wins < chance) table.note(`Everything together wins ${Math.round(wins * 100)} %.`);
    reckon();
  };
  const order = async () => {
    const done = target && (await table.give(target.flatMap((t, n) => (n === 0 || !t.ids.some((id) => target[0].ids.includes(id)) ? t.orders : []))));
    if (done) front.close();
    changed();
  };

  const row = (stack) =>
    h(
      "div",
      { class: "item" },
      h("span", { class: "grow" }, say.words(stack.unit), h("small", {}, ` of ${stack.ids.length}`)),
      stepper({ id: `from:${stack.space}/${stack.unit}/${stack.ids[0]}`, name: `${say.words(stack.unit)} from ${stack.space}`, value: counts.get(stack.ids[0]) ?? 0, max: stack.ids.length, change: (n) => set(stack, n) }),
    );
  const origins = () => {
    const groups = new Map();
    for (const stack of stacks) groups.set(stack.space, [...(groups.get(stack.space) ?? []), stack]);
    return [...groups].flatMap(([at, some]) => [h("h3", {}, at), ...some.map(row)]);
  };

  const front = {
    space: () => space,
    async open(at) {
      const can = await table.ask({ do: "attackers", space: at }, "attackers").catch(() => undefined);
      if (!can) return;
      if (can.stacks.length === 0) return table.note(`Nothing of yours can get to ${at} now.`);
      [space, stacks, counts, target] = [at, can.stacks, new Map(), null];
      changed();
    },
    close() {
      [space, stacks, target] = [null, [], null];
    },
    view() {
      const currency = table.store.edition.currency;
      const first = target?.[0];
      const close = () => {
        front.close();
        changed();
      };
      const fights = first === undefined || first?.does === "battle" || target === null;
      const sure = [75, 90, 95].map((n) => button(`enough:${n}`, `${n} %`, () => enough(n / 100)));
      return [
        h("h2", { testid: "front" }, `To ${space} from …`, " ", button("do:front-close", "×", close, { "aria-label": "Close", class: "bare" })),
        fights ? h("p", { class: "adds" }, h("small", {}, "cheapest for "), ...sure) : null,
        ...origins(),
        first?.chance ? h("p", { class: "odds", testid: "fact:odds" }, outlook(first.chance, currency), h("small", {}, ` ${first.chance.attackers} against ${first.chance.defenders}`)) : null,
        h("p", {}, button("do:front", first?.does === "battle" ? `Attack ${space}` : `Go to ${space}`, order, { class: "main", disabled: !first })),
      ];
    },
  };
  return front;
}
