/** The shop: what is for sale, what it leaves, where it could stand; repairs and facilities built up. */
import { h, button } from "../dom.js";
import * as say from "../say.js";
import * as keys from "../keys.js";
import { stepper } from "./stepper.js";
import { redraw, thisPhase } from "./table.js";
import { ordered } from "./orders.js";

/** @param {import("./table.js").Table} table @param {HTMLElement} el */
export function makeShop(table, el) {
  const { store } = table;
  let live = false;
  let leave = () => {};
  let basket = {};
  let last = null;
  let offered = null;

  const reckon = async () => {
    const now = store.state.at;
    const answer = await table.ask({ do: "shop", basket }, "shop").catch((error) => (table.refuse(error), undefined));
    if (!answer || now !== store.state.at || !live) return;
    offered = answer;
    show();
  };
  const set = (unit, count) => {
    basket = { ...basket, [unit]: count };
    if (count === 0) delete basket[unit];
    reckon();
  };
  const full = () => Object.keys(basket).length > 0;
  const buy = async () => {
    if (!full()) return false;
    last = basket;
    const bought = basket;
    basket = {};
    if (!(await table.give({ buy: bought }))) {
      basket = bought;
      show();
    }
  };
  const again = () => {
    basket = { ...last };
    reckon();
  };
  keys.on("shop", "Enter", "buy what is in the basket", buy);
  keys.on("shop", "R", "the last basket again", () => (last ? again() : false));

  const values = (unit) => {
    const type = store.edition.units.find((u) => u.name === unit);
    if (!type || type.domain === "facility") return "";
    const worth = ["attack", "defense", "defence"].filter((name) => name in type.values).map((name) => type.values[name]);
    return [...worth, type.moves].join(" / ");
  };
  const row = ({ unit, price, most }) => {
    const count = basket[unit] ?? 0;
    const max = count + Math.max(0, most);
    return h(
      "tr",
      { class: max === 0 ? "off" : "" },
      h("th", { scope: "row" }, say.words(unit)),
      h("td", { class: "figure" }, String(price)),
      h("td", { class: "figure" }, values(unit)),
      h("td", {}, stepper({ id: `buy:${unit}`, name: say.words(unit), value: count, max, change: (n) => set(unit, n) })),
    );
  };
  const room = () => {
    const all = Object.entries(offered.factories).map(([space, n]) => `${space} ${n}`);
    const homeless = Object.keys(offered.homeless).length > 0;
    return [
      h("p", { class: "small", testid: "fact:room" }, all.length ? `Room: ${all.join(", ")}` : "No factory has room."),
      homeless ? h("p", { class: "warn", testid: "fact:homeless" }, `No room for ${say.units(offered.homeless)}.`) : null,
    ];
  };
  const work = ({ words, order }) => button(`work:${words}`, words, () => table.give(order));
  const show = () => {
    if (!offered || !live) return;
    const currency = store.edition.currency;
    const bought = store.state.bought ?? {};
    redraw(
      el,
      h("h2", {}, "Purchase ", h("small", {}, h("span", { testid: `fact:treasury/${offered.power}` }, String(offered.treasury)), ` ${currency}`, full() ? ` · ${offered.left} left` : "")),
      ...room(),
      h(
        "table",
        { class: "shop" },
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "unit"), h("th", { scope: "col" }, currency), h("th", { scope: "col" }, h("abbr", { title: "attack, defence, movement" }, "A / D / M")), h("th", { scope: "col" }, "buy"))),
        h("tbody", {}, ...offered.items.map(row)),
      ),
      h(
        "p",
        { class: "adds sticky" },
        button("do:buy", full() ? `Buy ${say.units(basket)}` : "Buy", buy, { class: full() ? "main" : "", disabled: !full() }),
        last && !full() ? button("do:again", "Last basket again", again) : null,
      ),
      Object.keys(bought).length ? h("p", { testid: "fact:bought" }, `Bought: ${say.units(bought)}`) : null,
      offered.works.length ? h("section", {}, h("h3", {}, "Repairs and building up"), h("p", { class: "adds" }, ...offered.works.map(work))) : null,
      ordered(table, thisPhase(store.state.log).filter((e) => e.power === offered.power)),
    );
  };
  return {
    play() {
      if (!live) leave = keys.enter("shop");
      live = true;
      return reckon();
    },
    stop() {
      if (!live) return;
      live = false;
      basket = {};
      offered = null;
      leave();
    },
    /** What is left open, for the end of the phase. */
    open: () => (full() ? `${say.units(basket)} not bought yet` : offered && offered.treasury > 0 ? `${offered.treasury} ${store.edition.currency} unspent` : ""),
  };
}
