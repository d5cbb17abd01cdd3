/** What an order would come to: the card of a destination. */
import { h, button } from "../dom.js";
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

/** What a way runs into. */
const met = ({ shots, hostile }) =>
  [shots ? `${shots} fire at who comes by` : "", hostile ? `${hostile} hostile ${hostile === 1 ? "space" : "spaces"}` : ""].filter(Boolean).join(", ") || "meets nobody";
const between = (way) => way.slice(1, -1).join(", ");

/** The way, what it runs into, and the safest way where that is another one. */
function ways({ space, way, meets, safer }, round) {
  const risky = meets && meets.shots + meets.hostile > 0;
  const lines = [way.length > 2 || risky ? h("p", { class: risky ? "small warn" : "small" }, `${way.length > 2 ? `by ${between(way)}` : "on the way"}${risky ? `: ${met(meets)}` : ""}`) : null];
  if (!safer || !round) return lines;
  const steps = safer.way.length - 1;
  return [...lines, h("p", {}, button(`safer:${space}`, `Safest: by ${between(safer.way)}, ${steps} steps, ${met(safer.meets)}`, () => round(space), { "aria-keyshortcuts": "F", title: "Also by F, or Shift with the press" }))];
}

/**
 * @param {any} target of `targets`
 * @param {{chosen: number, currency: string, round: ((space: string) => any) | null}} how `round` orders the safest way
 */
export function card(target, { chosen, currency, round }) {
  const part = target.ids.length < chosen ? `${target.ids.length} of ${chosen}` : null;
  const lines = [];
  if (target.chance) {
    lines.push(h("p", { class: "odds", testid: "fact:odds" }, outlook(target.chance, currency), target.chance.exact ? null : h("small", {}, " about")));
    lines.push(h("p", { class: "small" }, `${target.chance.attackers} against ${target.chance.defenders}`));
  }
  lines.push(...ways(target, round), ...(target.brings ?? []).map((text) => h("p", { class: "small warn", testid: "fact:brings" }, text)));
  for (const { unit, count, to } of target.home ?? []) {
    const home = to.length ? `home: ${to.slice(0, 4).join(", ")}${to.length > 4 ? " …" : ""}` : "nowhere to land";
    lines.push(h("p", { class: to.length ? "small" : "small warn" }, `${say.count(count, unit)}: ${home}`));
  }
  if (target.asked) lines.push(h("p", { class: "small warn" }, target.asked));
  return h(
    "div",
    { class: `card does-${target.does}`, testid: `card:${target.space}` },
    h("h3", {}, headline(target), part ? h("small", { class: "warn" }, ` ${part}`) : null),
    ...lines,
  );
}
