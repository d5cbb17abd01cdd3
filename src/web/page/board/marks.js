/** Names and stacks: as large on every screen, over their places on the map. */
import { fill, h } from "../dom.js";
import { chip, pip, powerChip, stand } from "./chips.js";
import { sign } from "./owners.js";

const pen = document.createElement("canvas").getContext("2d");
function width(text, bold) {
  if (!pen) return text.length * 7;
  pen.font = `${bold ? "bold" : "italic"} 12px Arial, "Helvetica Neue", Helvetica, "Liberation Sans", sans-serif`;
  return pen.measureText(text).width;
}

/**
 * @param {{board: any, numbers: Map<string, number>, groupsOf: (holding: any) => any[]}} parts
 */
export function makeMarks({ board, numbers, groupsOf }) {
  const layer = h("div", { class: "marks" });
  const marks = new Map();
  for (const place of board.places.values()) marks.set(place.name, makeMark(place, numbers, layer));

  return {
    layer,
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
      layer.style.setProperty("--k", String(k));
      layer.classList.toggle("far", k < BADGES);
      const all = [...marks.values()];
      for (const mark of all) mark.stand = stand(mark.groups, room(mark, k));
      makeRoom(all, k);
      for (const mark of all) lay(mark, k, numbers);
      nameAll(all, k, own);
    },
  };
}

function makeMark(place, numbers, layer) {
  const { name, centre, income, capital_of, city, sea, closed } = place;
  const badge = income > 0 && !closed ? String(income) : "";
  const who = h("span", { class: "who" });
  const star = capital_of ? h("span", { class: "star" }, "★") : city ? h("span", { class: "city" }, "◉") : null;
  const title = h("div", { class: `name${sea ? " sea" : ""}`, "aria-hidden": "true" }, who, star, h("span", { class: "text" }, name), badge ? h("span", { class: "income" }, badge) : null);
  const row = h("div", { class: "stands" });
  const tags = h("div", { class: "tags" });
  const el = h("div", { class: "mark", style: { "--x": centre[0], "--y": centre[1] } }, title, row, tags);
  layer.append(el);
  const wide = width(name, !sea) + (star ? 15 : 0) + 4;
  return { place, el, title, row, tags, who, wide, badge, owner: undefined, shown: undefined, groups: [], drawn: "", stand: null };
}

const room = (mark, k) => ({ k, free: mark.place.free, badged: (group) => badged(mark, group) });

/** What a mark's stacks take up on the screen, from the corner of the board. */
function rowBox({ place, stand: { w, h } }, k) {
  const [x, y] = [place.centre[0] * k, place.centre[1] * k];
  return [x - w / 2 - 1, y + 1, x + w / 2 + 1, y + 3 + h];
}

/** Where stacks of two spaces would cover each other, the wider ones are drawn as one a power. */
function makeRoom(all, k) {
  const full = all.filter((mark) => mark.stand.w > 0);
  for (const [i, a] of full.entries()) {
    for (const b of full.slice(i + 1)) {
      if (!meet(rowBox(a, k), rowBox(b, k))) continue;
      const wide = a.stand.w * a.stand.h >= b.stand.w * b.stand.h ? [a, b] : [b, a];
      const one = wide.find((mark) => mark.stand.level === "types" && mark.groups.some((g) => g.stacks.length > 1));
      if (one) one.stand = stand(one.groups, { ...room(one, k), few: true });
    }
  }
}

function lay(mark, k, numbers) {
  const { place, row, who } = mark;
  const { level, most, column } = mark.stand;
  const key = `${level} ${column} ${level === "types" && k >= 0.6} ${k >= 0.75}`;
  row.style.setProperty("max-width", `${Math.ceil(most)}px`);
  if (key === mark.drawn) return;
  mark.drawn = key;
  if (mark.owner !== mark.shown) {
    mark.shown = mark.owner;
    fill(who, mark.owner && !place.sea ? sign(numbers.get(mark.owner)) : null);
  }
  row.className = `stands ${level}${column ? " column" : ""}`;
  fill(row, ...drawn(mark, level, k, numbers));
}

/** Whether a stack needs a sign of its own: not where the land's says it. */
const badged = ({ owner, place }, group) => group.stacks.length > 0 && (place.sea || owner !== group.power);

function drawn(mark, level, k, numbers) {
  const { groups, place: { name } } = mark;
  const n = (power) => numbers.get(power) ?? 0;
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
/** Where a name may stand, seen from its usual place; below only where nothing else stands. */
const NEARBY = [[0, 0], [-14, 0], [14, 0]];
const BELOW = [[0, 16], [-14, 16], [14, 16]];

const meet = (a, b) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];

/** What is named first where there is not room for all. */
const weight = ({ place, owner }, own) =>
  (place.capital_of ? 400 : 0) + (place.city ? 200 : 0) + (owner && own.has(owner) ? 100 : 0) + (place.sea ? 0 : 20) + (place.income || 0);

/** Shows the names that cover nothing; of the others only whose the land is. */
function nameAll(marks, k, own) {
  const taken = [];
  for (const mark of marks) if (mark.stand.w > 0) taken.push(rowBox(mark, k));
  const free = (box) => !taken.some((other) => meet(box, other));
  const box = ({ place, shown, wide, badge }, [dx, dy] = [0, 0], w = wide + (shown && !place.sea ? 15 : 0) + (badge && k >= BADGES ? 20 : 0)) => {
    const [x, y] = [place.centre[0] * k + dx, place.centre[1] * k + dy];
    return [x - w / 2, y - 16, x + w / 2, y];
  };
  const order = [...marks].sort((a, b) => weight(b, own) - weight(a, own) || a.place.id - b.place.id);
  const named = (mark) => {
    const by = [...NEARBY, ...(mark.stand.w > 0 ? [] : BELOW)].find((shift) => free(box(mark, shift)));
    if (!by) return false;
    taken.push(box(mark, by));
    mark.title.style.setProperty("--dx", `${by[0]}px`);
    mark.title.style.setProperty("--dy", `${by[1]}px`);
    return true;
  };
  const bare = order.filter((mark) => {
    const fits = named(mark);
    mark.title.className = `name${mark.place.sea ? " sea" : ""}${fits ? "" : " gone"}`;
    return !fits;
  });
  for (const mark of bare) {
    const small = box(mark, [0, 0], 14);
    mark.title.style.setProperty("--dx", "0px");
    mark.title.style.setProperty("--dy", "0px");
    const fits = mark.shown && !mark.place.sea && free(small);
    if (fits) taken.push(small);
    mark.title.classList.toggle("only", Boolean(fits));
  }
}
