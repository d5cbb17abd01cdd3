/** The buttons for stacks: the owner's tint and sign, letters by type, a shape by domain, a count. */
import { h } from "../dom.js";
import { called } from "./units.js";
import { sign } from "./owners.js";

export const HIGH = 24;
const GAP = 2;
const SIGN = 18;
/** Below this size only marks; from here a chip a type if that can be; from here always. */
const PIPS = 0.4;
const NEAR = 0.7;
const CLOSE = 1.3;
const digits = (n) => String(n).length * 7.5;

/** How wide a stack's chip is. */
export const wide = ({ count, damage, domain, glyph }) => {
  const tail = domain === "facility" ? (damage ? 4 + digits(damage) : 0) : count > 1 ? 4 + digits(count) : 0;
  return Math.ceil(Math.max(24, 10 + glyph.length * 9 + tail));
};
const widePower = ({ total }) => Math.ceil(SIGN + 12 + digits(total));

/** The chip of a stack. */
export function chip(space, power, stack, n) {
  const { type, glyph, domain, count, damage, hurt, cargo } = stack;
  const site = domain === "facility";
  const tail = site ? (damage ? `−${damage}` : "") : count > 1 ? String(count) : "";
  const words = called(stack, power);
  return h(
    "button",
    {
      type: "button",
      class: `chip ${domain} ${site ? "site" : `own${n}`}${hurt ? " hurt" : ""}${cargo.length ? " laden" : ""}`,
      testid: `stack:${space}/${power}/${type}`,
      "data-space": space,
      "data-power": power,
      "data-type": type,
      tabindex: "-1",
      "aria-label": words,
      title: words,
      style: { width: `${wide(stack)}px` },
    },
    // Letters are drawn, not said: the chip has a name in words.
    h("b", { "data-text": glyph }),
    tail ? h("span", { "data-text": tail }) : null,
  );
}

/** One chip for all that a power has in a space. */
export function powerChip(space, group, n) {
  const words = `${group.total} units of ${group.power}: ${group.stacks.map((s) => `${s.count} ${s.type.replaceAll("_", " ")}`).join(", ")}`;
  return h(
    "button",
    { type: "button", class: `chip all own${n}`, testid: `stack:${space}/${group.power}`, "data-space": space, "data-power": group.power, tabindex: "-1", "aria-label": words, title: words, style: { width: `${widePower(group)}px` } },
    sign(n),
    h("span", { "data-text": String(group.total) }),
  );
}

/** A mark that is no button: whose the strongest force is, and how large it is with its friends. */
export const pip = (n, total) => h("span", { class: `pip own${n}`, "aria-hidden": "true" }, String(total));

/** Breaks widths into lines none of which is wider than this. */
function broken(widths, most) {
  let lines = 1;
  let at = 0;
  let widest = 0;
  for (const w of widths) {
    if (at > 0 && at + GAP + w > most) {
      lines += 1;
      at = 0;
    }
    at += (at > 0 ? GAP : 0) + w;
    widest = Math.max(widest, at);
  }
  return { lines, widest };
}

/**
 * How groups stand in a room: the level of detail that fits, and how large they are then; `badged` says
 * which of them bear their power's sign beside them, `few` asks for one chip a power.
 * @returns {{level: "types" | "powers" | "pips", w: number, h: number, most: number, column: boolean}}
 */
export function stand(groups, { k, free, badged, few = false }) {
  if (groups.length === 0) return { level: "types", w: 0, h: 0, most: 0, column: false };
  if (k < PIPS) return { level: "pips", w: 22, h: 16, most: 100, column: false };
  const most = Math.max(free[0] * k, k >= NEAR ? 106 : 62);
  const high = Math.max(free[1] * k - 18, k >= NEAR ? 52 : 26);
  const rows = groups.map((g) => [...(badged(g) ? [SIGN] : []), ...g.stacks.map(wide), ...(k >= 0.6 ? g.sites.map(wide) : [])]);
  const types = extent(rows, most);
  if (!few && (types.h <= high || k >= CLOSE)) return { level: "types", most, ...types };
  const sites = k >= 0.75 ? groups.flatMap((g) => g.sites.map(wide)) : [];
  const powers = [...groups.filter((g) => g.total > 0).map((g) => [widePower(g)]), ...(sites.length ? [sites] : [])];
  return { level: "powers", most, ...extent(powers, most) };
}

function extent(rows, most) {
  const sum = rows.map((row) => row.reduce((a, b) => a + b + GAP, -GAP));
  const line = sum.reduce((a, b) => a + b + 6, -6);
  if (line <= most) return { w: line, h: HIGH, column: false };
  const each = rows.map((row) => broken(row, most));
  const lines = each.reduce((all, { lines }) => all + lines, 0);
  return { w: Math.max(...each.map((e) => e.widest)), h: lines * HIGH + (lines - 1) * GAP, column: true };
}
