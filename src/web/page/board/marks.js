/** Names and stacks: as large on every screen, over their places on the map. */
import { fill, h } from "../dom.js";
import { chip, pip, powerChip, stand } from "./chips.js";
import { sign } from "./owners.js";

const pen = (style) => {
  const pen = document.createElement("canvas").getContext("2d");
  if (pen) pen.font = `${style} 12px Arial, "Helvetica Neue", Helvetica, "Liberation Sans", sans-serif`;
  return pen;
};
const [BOLD, ITALIC] = ["bold", "italic"].map(pen);
const width = (text, bold) => (bold ? BOLD : ITALIC)?.measureText(text).width ?? text.length * 7;

/**
 * @param {{board: any, numbers: Map<string, number>, groupsOf: (holding: any) => any[], pins: any}} parts
 */
export function makeMarks({ board, numbers, groupsOf, pins }) {
  const marks = new Map();
  for (const place of board.places.values()) marks.set(place.name, makeMark(place));
  for (const { el, place } of marks.values()) pins.add(el, place.centre);

  return {
    marks,
    /** What stands there now. */
    update(name, holding) {
      const mark = marks.get(name);
      if (!mark) return;
      mark.owner = holding?.owner ?? null;
      mark.groups = groupsOf(holding);
      mark.drawn = "";
    },
    /** Draws what has changed, at this size; then names where they find room. */
    layout(k, own) {
      const all = [...marks.values()];
      for (const mark of all) mark.stand = stand(mark.groups, room(mark, k));
      makeRoom(all, k);
      for (const mark of all) lay(mark, k, numbers);
      nameAll(all, k, own, numbers);
    },
  };
}

function makeMark(place) {
  const { name, centre, income, capital_of, city, sea, closed } = place;
  const badge = income > 0 && !closed ? String(income) : "";
  const title = h("div", { class: `name${sea ? " sea" : ""}`, "aria-hidden": "true" });
  const row = h("div", { class: "stands" });
  const tags = h("div", { class: "tags" });
  const el = h("div", { class: "mark" }, title, row, tags);
  const wide = width(name, !sea) + (capital_of || city ? 15 : 0) + 4;
  return { place, el, title, row, tags, wide, badge, owner: null, groups: [], drawn: "", named: "", stand: null };
}

const room = (mark, k) => ({ k, free: mark.place.free, badged: (group) => badged(mark, group) });

/** What a mark's stacks take up on the screen, from the corner of the board. */
function rowBox({ place, stand: { w, h } }, k) {
  const [x, y] = [place.centre[0] * k, place.centre[1] * k];
  return [x - w / 2 - 1, y + 1, x + w / 2 + 1, y + 3 + h];
}

/** Where stacks of two spaces would cover each other, the wider ones are drawn as one a power. */
function makeRoom(all, k) {
  thin(all.filter((mark) => mark.stand.level === "pips"), k);
  const full = all.filter((mark) => mark.stand.w > 0);
  const boxes = new Map(full.map((mark) => [mark, rowBox(mark, k)]));
  for (const [i, a] of full.entries()) {
    for (let j = i + 1; j < full.length; j += 1) {
      const b = full[j];
      if (!meet(boxes.get(a), boxes.get(b))) continue;
      const wide = a.stand.w * a.stand.h >= b.stand.w * b.stand.h ? [a, b] : [b, a];
      const one = wide.find((mark) => mark.stand.level === "types" && mark.groups.some((g) => g.stacks.length > 1));
      if (!one) continue;
      one.stand = stand(one.groups, { ...room(one, k), few: true });
      boxes.set(one, rowBox(one, k));
    }
  }
}

/** From far above only the largest forces of a region are marked. */
function thin(marks, k) {
  const size = ({ groups }) => groups.reduce((sum, group) => sum + group.total, 0);
  const kept = [];
  for (const mark of marks.sort((a, b) => size(b) - size(a) || a.place.id - b.place.id)) {
    const [left, top, right, bottom] = rowBox(mark, k);
    const core = [left + 5, top + 4, right - 5, bottom - 4];
    if (kept.some((other) => meet(core, other))) mark.stand = { ...mark.stand, level: "none", w: 0, h: 0 };
    else kept.push(core);
  }
}

function lay(mark, k, numbers) {
  const { row } = mark;
  const { level, most, column } = mark.stand;
  const key = `${level} ${column} ${level === "types" && k >= 0.6} ${k >= 0.75}`;
  row.style.setProperty("max-width", `${Math.ceil(most)}px`);
  if (key === mark.drawn) return;
  mark.drawn = key;
  row.className = `stands ${level}${column ? " column" : ""}`;
  fill(row, ...drawn(mark, level, k, numbers));
}

/** Whether a stack needs a sign of its own: not where the land's says it. */
const badged = ({ owner, place }, group) => group.stacks.length > 0 && (place.sea || owner !== group.power);

function drawn(mark, level, k, numbers) {
  const { groups, place: { name } } = mark;
  const n = (power) => numbers.get(power) ?? 0;
  if (level === "none") return [];
  if (level === "pips") {
    const sides = new Map();
    for (const group of groups.filter((g) => g.total > 0)) {
      const side = sides.get(group.side) ?? { total: 0, best: group };
      side.total += group.total;
      if (group.total > side.best.total) side.best = group;
      sides.set(group.side, side);
    }
    return [...sides.values()].map(({ best, total }) => pip(n(best.power), total));
  }
  const stacks = (group, all) => all.map((stack) => chip(name, group.power, stack, n(group.power)));
  if (level === "powers") {
    const sites = k >= 0.75 ? groups.flatMap((group) => stacks(group, group.sites)) : [];
    const powers = groups.filter((g) => g.total > 0).map((group) => powerChip(name, group, n(group.power)));
    return [...powers, sites.length ? h("div", { class: "group" }, ...sites) : null];
  }
  return groups.map((group) => {
    const all = [...group.stacks, ...(k >= 0.6 ? group.sites : [])];
    return all.length ? h("div", { class: "group" }, badged(mark, group) ? sign(n(group.power)) : null, ...stacks(group, all)) : null;
  });
}

/** From this size on incomes are shown. */
const BADGES = 0.5;
/** And from this one what the cities in them are called. */
const TOWNS = 0.9;
/** Where a name may stand, seen from its usual place; below only where nothing else stands. */
const NEARBY = [[0, 0], [-14, 0], [14, 0]];
const BELOW = [[0, 16], [-14, 16], [14, 16]];

const meet = (a, b) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];

/** What is named first where there is not room for all. */
const weight = ({ place, owner }, own) =>
  (place.capital_of ? 400 : 0) + (place.city ? 200 : 0) + (owner && own.has(owner) ? 100 : 0) + (place.sea ? 0 : 20) + (place.income || 0);

const signed = ({ owner, place }) => Boolean(owner) && !place.sea;

/** Shows the names that cover nothing; of the others only whose the land is. */
function nameAll(marks, k, own, numbers) {
  const taken = [];
  for (const mark of marks) if (mark.stand.w > 0) taken.push(rowBox(mark, k));
  const free = (box) => !taken.some((other) => meet(box, other));
  const box = (mark, [dx, dy], w) => {
    const [x, y] = [mark.place.centre[0] * k + dx, mark.place.centre[1] * k + dy];
    return [x - w / 2, y - 16, x + w / 2, y];
  };
  const town = ({ place: { name, city } }) => (k >= TOWNS && city && city !== name ? 10 + width(city) : 0);
  const whole = (mark) => mark.wide + (signed(mark) ? 15 : 0) + (mark.badge && k >= BADGES ? 20 : 0);
  const order = [...marks].sort((a, b) => weight(b, own) - weight(a, own) || a.place.id - b.place.id);
  const put = (mark, how, w, shifts) => {
    const by = shifts.find((shift) => free(box(mark, shift, w)));
    if (!by) return false;
    taken.push(box(mark, by, w));
    entitle(mark, how, by, numbers);
    return true;
  };
  const near = (mark) => [...NEARBY, ...(mark.stand.w > 0 ? [] : BELOW)];
  const named = (mark) =>
    (town(mark) > 0 && put(mark, "town", whole(mark) + town(mark), near(mark))) || put(mark, k >= BADGES ? "all" : "name", whole(mark), near(mark));
  const bare = order.filter((mark) => !named(mark));
  for (const mark of bare) {
    if (!signed(mark) || !put(mark, "sign", 14, NEARBY.slice(0, 1))) entitle(mark, "", [0, 0], numbers);
  }
}

/** Writes what is said of a place above it: all with its city, all, without its income, only whose it is, or nothing. */
function entitle(mark, how, [dx, dy], numbers) {
  const { place: { name, capital_of, city }, title, badge, owner } = mark;
  const key = `${how} ${dx} ${dy} ${owner}`;
  if (key === mark.named) return;
  mark.named = key;
  title.style.setProperty("--dx", `${dx}px`);
  title.style.setProperty("--dy", `${dy}px`);
  const star = capital_of ? h("span", { class: "star" }, "★") : city ? h("span", { class: "city" }, "◉") : null;
  const text = h("span", { class: "text" }, name, how === "town" ? h("i", {}, ` · ${city}`) : null);
  const all = how === "all" || how === "town";
  fill(title, how && signed(mark) ? sign(numbers.get(owner)) : null, ...(all || how === "name" ? [star, text] : []), all && badge ? h("span", { class: "income" }, badge) : null);
}
