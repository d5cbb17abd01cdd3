/** The tray: how many of what is chosen, and the destinations as a list. */
import { h, button } from "../dom.js";
import * as say from "../say.js";
import { stepper } from "./stepper.js";
import { card, headline, outlook, sameDeed } from "./card.js";

/** Every row of the tray. */
export function tray({ choice, targets, changed, order, safest, store, pointing, via }) {
  const rows = choice.rows();
  if (rows.length === 0) return [];
  const currency = store.edition.currency;
  const units = rows.map((stack) => row(stack, choice, changed));
  const left = choice.spaces().flatMap((space) => choice.able(space)).filter((s) => !rows.includes(s));
  const add = left.map((stack) =>
    button(`add:${stack.space}/${stack.unit}/${stack.ids[0]}`, `+ ${stack.ids.length} ${name(stack, stack.ids.length)}`, () => {
      choice.take([stack], { add: true });
      changed();
    }),
  );
  const chosen = choice.ids().length;
  return [
    h("section", { class: "tray", testid: "tray", "aria-label": "Chosen units" }, h("h2", {}, choice.spaces().join(", ") || rows[0].space), ...units, add.length ? h("p", { class: "adds" }, ...add) : null, ways(via.points())),
    list(targets, { order, safest }, currency, chosen),
    pointing,
  ];
}

/** The card of the destination that somebody points at. */
export function pointedAtCard({ choice, targets, store, round }) {
  const pointed = targets.pointed() ? targets.at(targets.pointed()) : undefined;
  if (!pointed) return [];
  return [card(pointed, { chosen: choice.ids().length, currency: store.edition.currency, round })];
}

const ways = (points) => (points.length ? h("p", { class: "small", testid: "fact:via" }, `by ${points.join(", ")}`) : null);

const name = (stack, count = 1) => {
  const load = Object.keys(stack.cargo).length ? ` (${say.units(stack.cargo)})` : "";
  const on = stack.aboard ? ` aboard ${say.words(stack.aboard[0])}` : "";
  return `${stack.damage ? "damaged " : ""}${say.several(count, stack.unit)}${load}${on}`;
};

function row(stack, choice, changed) {
  const change = (count) => {
    choice.set(stack, count);
    changed();
  };
  const steps = stack.left === 1 ? "1 step" : `${stack.left} steps`;
  return h(
    "div",
    { class: "item" },
    h("span", { class: "grow" }, name(stack), h("small", {}, ` of ${stack.ids.length} · ${steps}${stack.moved ? " · has moved" : ""}`)),
    stepper({ id: `take:${stack.unit}/${stack.ids[0]}`, name: `${say.words(stack.unit)} of ${stack.space}`, value: choice.count(stack), max: stack.ids.length, change }),
  );
}

/** The destinations as buttons: the same for who cannot use the map. */
function list(targets, { order, safest }, currency, chosen) {
  const each = targets.each();
  if (each.length === 0) return h("p", { class: "quiet", testid: "fact:nowhere" }, "These can go nowhere now.");
  const fights = (t) => ["battle", "take", "raid"].includes(t.does);
  each.sort((a, b) => Number(fights(b)) - Number(fights(a)));
  const line = (target, testid, give) => {
    const part = target.ids.length < chosen ? ` ${target.ids.length} of ${chosen}` : "";
    const point = () => targets.point(target.space);
    return h("li", {}, h("button", { type: "button", testid, class: `to does-${target.does}`, on: { click: give, focus: point, pointerenter: point } }, h("span", {}, `${headline(target)}${part}`), h("small", {}, outlook(target.chance, currency))));
  };
  /** What else can be done there comes below: a raid on each facility, a way by sea. */
  const lines = (target) => {
    const { space } = target;
    const more = targets.in(space).filter((t) => !sameDeed(t, target));
    const others = more.map((t) => line(t, ["or:" + t.does, space, ...(t.raids ? [t.raids] : [])].join("/"), () => order(space, t)));
    return [line(target, `to:${space}`, (event) => (event.shiftKey ? safest(space) : order(space))), ...others];
  };
  return h("section", { "aria-label": "Destinations" }, h("h3", {}, "Destinations"), h("ul", { class: "plain" }, ...each.flatMap(lines)));
}
