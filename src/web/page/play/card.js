/** What an order would come to: the card of a destination. */
import { h } from "../dom.js";
import * as say from "../say.js";
import { percent, about } from "./table.js";

const verbs = { move: "Move to", battle: "Attack", take: "Take", raid: "Raid", load: "Board in" };

/** A destination in a few words, for its button and for who listens. */
export function headline(target) {
  const what = verbs[target.does] ?? "To";
  return `${what} ${target.space}${target.raids ? ` (${say.words(target.raids)})` : ""}${target.by_sea ? " by sea" : ""}`;
}

/** Whether two destinations in a space are to be reached for the same. */
export const sameDeed = (a, b) => a.does === b?.does && a.by_sea === b.by_sea && a.raids === b.raids;

/** `82 % · lose 9, kill 14` */
export function outlook(chance, currency) {
  if (!chance) return "";
  const harm = chance.damage === undefined ? "" : ` · damage ${about(chance.damage)}`;
  return `${percent(chance.win)} · lose ${about(chance.loss)} ${currency}, kill ${about(chance.kill)}${harm}`;
}

/**
 * @param {any} target of `targets`
 * @param {{chosen: number, currency: string}} how
 */
export function card(target, { chosen, currency }) {
  const part = target.ids.length < chosen ? `${target.ids.length} of ${chosen}` : null;
  const lines = [];
  if (target.chance) {
    lines.push(h("p", { class: "odds", testid: "fact:odds" }, outlook(target.chance, currency), target.chance.exact ? null : h("small", {}, " about")));
    lines.push(h("p", { class: "small" }, `${target.chance.attackers} against ${target.chance.defenders}`));
  }
  if (target.way.length > 2) lines.push(h("p", { class: "small" }, `by ${target.way.slice(1, -1).join(", ")}`));
  for (const { unit, count, to } of target.home ?? []) {
    const home = to.length ? `home: ${to.slice(0, 4).join(", ")}${to.length > 4 ? " …" : ""}` : "nowhere to land";
    lines.push(h("p", { class: to.length ? "small" : "small warn" }, `${count} ${say.words(unit)}: ${home}`));
  }
  if (target.asked) lines.push(h("p", { class: "small warn" }, target.asked));
  return h(
    "div",
    { class: `card does-${target.does}`, testid: `card:${target.space}` },
    h("h3", {}, headline(target), part ? h("small", { class: "warn" }, ` ${part}`) : null),
    ...lines,
  );
}
