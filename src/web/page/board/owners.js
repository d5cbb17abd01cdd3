/** Whose is what: a tint and a sign for each power, told apart by every kind of sight. */
import { h } from "../dom.js";

/** Any two of them differ for people of every kind of colour sight, and ink can be read on each. */
const TINTS = ["#d9ce37", "#6c9382", "#c4d793", "#6bb5da", "#d66629", "#a76dde", "#aba271", "#9ab8b0", "#86899c"];

/** Shapes in a square of 16. */
const SIGNS = [
  "M8 1a7 7 0 1 1 0 14a7 7 0 1 1 0-14z",
  "M2 2h12v12H2z",
  "M8 .5L15.500 8L8 15.500L.5 8z",
  "M4.500 1.500h7L15.500 8l-4 6.500h-7L.5 8z",
  "M2 1.500h12v6c0 4-3 6.500-6 7.500c-3-1-6-3.500-6-7.500z",
  "M8 1l7.500 13.500H.5z",
  "M8 .8l7.300 5.400l-2.800 8.600h-9L.7 6.200z",
  "M6 1h4v5h5v4h-5v5H6v-5H1V6h5z",
  "M.5 1.500h15L8 15z",
];

const linear = (n) => (n <= 0.04045 ? n / 12.92 : ((n + 0.055) / 1.055) ** 2.4);

/** A colour where distances are as they look (Oklab). */
function looks(colour) {
  const hex = /^#[0-9a-f]{6}$/i.test(colour ?? "") ? colour : "#888888";
  const [r, g, b] = [1, 3, 5].map((at) => linear(parseInt(hex.slice(at, at + 2), 16) / 255));
  const l = Math.cbrt(0.4122 * r + 0.5363 * g + 0.0514 * b);
  const m = Math.cbrt(0.2119 * r + 0.6807 * g + 0.1074 * b);
  const s = Math.cbrt(0.0883 * r + 0.2817 * g + 0.63 * b);
  return [0.2105 * l + 0.7936 * m - 0.0041 * s, 1.978 * l - 2.4286 * m + 0.4506 * s, 0.0259 * l + 0.7828 * m - 0.8087 * s];
}

const far = (a, b) => {
  const [p, q] = [looks(a), looks(b)];
  return Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
};

/** A number for each power: its tint and its sign. Who plays chooses first, the nearest free tint. */
export function owners(powers) {
  const numbers = new Map();
  const wishes = powers.flatMap((power) => TINTS.map((tint, n) => ({ power, n, cost: far(power.colour, tint) + (power.plays ? 0 : 9) })));
  wishes.sort((a, b) => a.cost - b.cost);
  for (const { power, n } of wishes) {
    if (!numbers.has(power.name) && ![...numbers.values()].includes(n)) numbers.set(power.name, n);
  }
  for (const [i, power] of powers.entries()) if (!numbers.has(power.name)) numbers.set(power.name, i % TINTS.length);
  return numbers;
}

/** Makes the tints known to the style sheet of an element. */
export function paint(el, powers, numbers, own) {
  for (const { name, colour } of powers) {
    const n = numbers.get(name);
    el.style.setProperty(`--o${n}`, own && colour ? colour : TINTS[n]);
  }
}

/** The shapes, for `sign`. */
export const signs = () => h("defs", {}, ...SIGNS.map((d, n) => h("path", { id: `sign-${n}`, d })));

/** The sign of a power. */
export const sign = (n) =>
  h("svg", { class: `sign own${n}`, viewBox: "-1 -1 18 18", "aria-hidden": "true" }, h("use", { href: `#sign-${n}` }));
