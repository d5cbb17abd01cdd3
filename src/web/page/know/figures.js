/** Figures of the sides by round as small plots, and the same as a table. */
import { h, fill } from "../dom.js";

const WIDTH = 320;
const HEIGHT = 96;
const PAD = { left: 34, right: 8, top: 8, bottom: 18 };
const PLOTS = [
  ["worth", "Worth of all units"],
  ["income", "Income a turn"],
  ["units", "Units"],
  ["luck", "Luck: hits beyond expectation, added up"],
];

/** @returns {{el: HTMLElement, show: () => void}} */
export function figuresPanel(ctx) {
  const el = h("div", { testid: "figures" });
  const show = () =>
    ctx.ask({ do: "stats" }, ({ rounds }) => {
      const sides = [...new Set(rounds.map((one) => one.side))];
      const legend = h("p", { class: "legend small" }, ...sides.map((side, n) => h("span", { class: `key side${n}` }, side)));
      fill(el, legend, ...PLOTS.map(([what, title]) => plot(title, lines(rounds, sides, what))), table(rounds, sides));
    }, el);
  return { el, show };
}

/** The values of each side by round; luck adds up. */
function lines(rounds, sides, what) {
  return sides.map((side) => {
    let sum = 0;
    const own = rounds.filter((one) => one.side === side);
    return own.map((one) => {
      sum += one.luck;
      return { round: one.round, value: what === "luck" ? sum : one[what] };
    });
  });
}

function plot(title, lines) {
  const all = lines.flat();
  const rounds = all.map((one) => one.round);
  const values = all.map((one) => one.value);
  const [first, last] = [Math.min(...rounds), Math.max(...rounds)];
  const [low, high] = [Math.min(0, ...values), Math.max(1, ...values)];
  const x = (round) => PAD.left + ((round - first) / Math.max(1, last - first)) * (WIDTH - PAD.left - PAD.right);
  const y = (value) => HEIGHT - PAD.bottom - ((value - low) / (high - low)) * (HEIGHT - PAD.top - PAD.bottom);
  const at = ({ round, value }) => `${x(round).toFixed(1)},${y(value).toFixed(1)}`;
  const axis = [low, high].map((value) => h("text", { x: PAD.left - 5, y: y(value) + 4, class: "tick end" }, String(Math.round(value))));
  const ends = (first === last ? [first] : [first, last]).map((round, n) => h("text", { x: x(round), y: HEIGHT - 4, class: n > 0 ? "tick end" : "tick" }, `R${round}`));
  const zero = h("line", { x1: PAD.left, x2: WIDTH - PAD.right, y1: y(0), y2: y(0), class: "zero" });
  const drawn = lines.flatMap((line, n) => [
    h("polyline", { points: line.map(at).join(" "), class: `series side${n}` }),
    ...line.slice(-1).map((end) => h("circle", { cx: x(end.round), cy: y(end.value), r: 3, class: `dot side${n}` })),
  ]);
  const picture = h("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "plot", role: "img", "aria-label": title }, zero, ...axis, ...ends, ...drawn);
  return h("figure", {}, h("figcaption", {}, title), picture);
}

function table(rounds, sides) {
  const head = ["Round", "Side", "Income", "Units", "Worth", "Battles", "Luck"];
  const luck = (value) => `${value >= 0 ? "+" : "−"}${Math.abs(value).toFixed(1)}`;
  const rows = rounds.map((one) => [one.round, one.side, one.income, one.units, one.worth, one.battles, luck(one.luck)]);
  const cells = (row) => h("tr", {}, ...row.map((cell) => h("td", {}, String(cell))));
  const body = h("table", { class: "numbers" }, h("thead", {}, h("tr", {}, ...head.map((name) => h("th", { scope: "col" }, name)))), h("tbody", {}, ...rows.map(cells)));
  return h("details", {}, h("summary", {}, `The same as a table (${sides.length} sides)`), body);
}
