/** Every other decision: a component a kind, each giving parts to show and what Enter and Space do. */
import { h, button } from "../dom.js";
import * as say from "../say.js";
import { stepper } from "./stepper.js";
import { rows, losses } from "./losses.js";
import { outlook } from "./card.js";

/** @typedef {{table: import("./table.js").Table, asked: any, memory: any, show: () => void}} Asked */

const chosen = (units, counts) => units.flatMap((row) => row.ids.slice(0, counts.get(row.ids[0]) ?? 0));

/** Which battle is fought next. @param {Asked} _ */
function fight({ table, asked, memory, show }) {
  const { sites } = asked.pending;
  const order = (site) => ({ fight: { space: site.space, kind: site.kind } });
  const give = (site) => table.give(order(site));
  if (!memory.odds) {
    memory.odds = new Map();
    for (const site of sites) {
      table.ask({ do: "odds", space: site.space }).then((odds) => {
        memory.odds.set(`${site.space}/${site.kind}`, { win: odds.win, loss: odds.attacker.lost, kill: odds.defender.lost, exact: true });
        show();
      }, () => {});
    }
  }
  const line = (site) => {
    const odds = memory.odds.get(`${site.space}/${site.kind}`);
    const what = site.kind === "raid" ? `Raid on ${site.space}` : site.assault && site.kind === "land" ? `Landing on ${site.space}` : site.space;
    return h("li", {}, h("button", { type: "button", class: "to", testid: `fight:${site.space}`, on: { click: () => give(site) } }, h("span", {}, what), h("small", {}, outlook(odds, table.store.edition.currency))));
  };
  return {
    lit: sites.map((site) => ({ space: site.space, does: "battle", label: "", order: order(site) })),
    enter: () => give(sites[0]),
    question: "Which battle is fought next?",
    parts: [h("ul", { class: "plain" }, ...sites.map(line))],
  };
}

function agree({ table, asked }) {
  const yes = () => table.give("yes");
  const list = asked.units.map((row) => `${say.count(row.ids.length, row.unit)} of ${row.power}`).join(", ");
  return { parts: [h("p", {}, list), h("p", { class: "adds" }, button("do:agree", "Agree", yes, { class: "main" }), button("do:object", "Object", () => table.give("no")))] };
}

function retreat({ table, asked, fightOn }) {
  const { to, must, space } = asked.pending;
  const away = (at) => table.give({ retreat: at });
  const word = (at) => (at === space ? "Break off" : `Retreat to ${at}`);
  const on = must
    ? []
    : [
        h("button", { type: "button", testid: "do:press", class: "main", "aria-keyshortcuts": "Space", on: { click: () => table.give("press") } }, "Fight on ", h("kbd", { "aria-hidden": "true" }, "space")),
        button("do:round", "To the end of the round", () => fightOn("round")),
        button("do:to-end", "To the end", () => fightOn("battle")),
      ];
  return {
    lit: to.filter((at) => at !== space).map((at) => ({ space: at, does: "move", label: "retreat", order: { retreat: at } })),
    roll: must ? undefined : () => table.give("press"),
    parts: [h("p", { class: "adds sticky" }, ...on, ...to.map((at) => button(`retreat:${at}`, word(at), () => away(at))))],
  };
}

/** Some of the units do what is asked: submerge, scramble, intercept, bombard, stay aboard. */
function pick({ table, asked, memory, show }) {
  const { pending, units } = asked;
  const most = pending.max ?? units.reduce((n, row) => n + row.ids.length, 0);
  memory.counts ??= new Map();
  const counts = memory.counts;
  const ids = chosen(units, counts);
  const give = (some) => table.give({ pick: [pending.kind, some] });
  const all = units.flatMap((row) => row.ids).slice(0, most);
  const some = ids.length ? `${say.words(pending.kind)}: ${ids.length}` : `Nobody: ${say.words(pending.kind)} none`;
  return {
    enter: () => give(ids),
    parts: [
      ...rows(units, counts, { id: "pick", room: (row) => row.ids.length, more: () => most - ids.length, change: show, currency: table.store.edition.currency }),
      h("p", { class: "adds sticky" }, button("do:pick", some, () => give(ids), { class: "main" }), button("do:pick-all", `${say.words(pending.kind)} ${all.length === 1 ? "it" : `all ${all.length}`}`, () => give(all))),
    ],
  };
}

/** How many raiders go for which of the targets: those not sent elsewhere go for the first. */
function aim({ table, asked, memory, show }) {
  const { units, targets } = asked;
  memory.aims ??= new Map();
  const [first, ...others] = targets.flatMap((row) => row.ids.map((id) => ({ id, unit: row.unit })));
  const sent = (row, goal) => memory.aims.get(`${row.unit}/${goal.id}`) ?? 0;
  const rest = (row) => row.ids.length - others.reduce((sum, goal) => sum + sent(row, goal), 0);
  const aims = (row) => {
    const goals = [...others.flatMap((goal) => Array(sent(row, goal)).fill(goal.id)), ...Array(rest(row)).fill(first.id)];
    return row.ids.map((raider, n) => ({ raider, target: goals[n] }));
  };
  const line = (row, goal) => {
    const name = `${say.words(row.unit)} at the ${say.words(goal.unit)}`;
    const change = (count) => {
      memory.aims.set(`${row.unit}/${goal.id}`, count);
      show();
    };
    const value = sent(row, goal);
    return h("div", { class: "item" }, h("span", { class: "grow" }, name), stepper({ id: `aim:${row.unit}/${goal.unit}`, name, value, max: value + rest(row), change }));
  };
  const give = () => table.give({ aim: units.flatMap(aims) });
  const lines = units.flatMap((row) => [h("p", {}, `${say.count(rest(row), row.unit)} at the ${say.words(first.unit)}`), ...others.map((goal) => line(row, goal))]);
  return { enter: give, parts: [...lines, h("p", { class: "adds sticky" }, button("do:aim", "Send them", give, { class: "main" }))] };
}

/** Where a homeless aircraft lands. */
function land({ table, asked }) {
  const [row] = asked.units;
  const order = (to) => ({ divert: { unit: row?.ids[0], to } });
  const stays = (to) => to === row?.space;
  const line = (to) => h("li", {}, button(`divert:${to}`, stays(to) ? "It is lost" : to, () => table.give(order(to)), { class: "to" }));
  const { to } = asked.pending;
  return { lit: to.map((at) => ({ space: at, does: "move", label: "", order: order(at) })), parts: [h("ul", { class: "plain" }, ...to.map(line))] };
}

/** What a trigger or script offers, in its own words. */
function offer({ table, asked, memory, show }) {
  const { choices, min, max, repeat } = asked.pending;
  const answer = (some) => table.give({ answer: some });
  if (min === 1 && max === 1) {
    const one = (choice, n) => button(`answer:${choice}`, choice, () => answer([n]), { class: "to" });
    return { parts: [h("p", { class: "adds" }, ...choices.map(one))] };
  }
  memory.taken ??= new Map();
  const taken = choices.flatMap((_, n) => Array(memory.taken.get(n) ?? 0).fill(n));
  const line = (choice, n) => {
    const value = memory.taken.get(n) ?? 0;
    const most = Math.min(repeat ? max : 1, value + max - taken.length);
    const change = (count) => {
      memory.taken.set(n, count);
      show();
    };
    const id = `answer:${n}`;
    return h("div", { class: `item${value ? " chosen" : ""}` }, h("button", { type: "button", class: "grow bare", testid: `${id}:${choice}`, "aria-pressed": String(value > 0), on: { click: () => change(value >= most ? 0 : value + 1) } }, choice), repeat ? stepper({ id, name: choice, value, max: most, change }) : null);
  };
  const range = min === max ? `${min}` : `${min} to ${max}`;
  return {
    parts: [
      h("p", { class: "small" }, `Choose ${range}.`),
      ...choices.map(line),
      h("p", { class: "adds" }, button("do:answer", taken.length ? `Answer with ${taken.length}` : "None of these", () => answer(taken), { class: "main", disabled: taken.length < min })),
    ],
  };
}

const kinds = { fight, agree, retreat, aim, land, offer };

/** What is shown of a decision: parts, lit spaces with their orders, what Enter and Space do. */
export function decide(how) {
  const { pending } = how.asked;
  if (pending.kind === "casualties") {
    const taken = losses(how.table, how.asked, how.memory, how.show);
    return { enter: taken.confirm, parts: taken.parts };
  }
  return (kinds[pending.kind] ?? pick)(how);
}
