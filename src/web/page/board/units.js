/** What stands in a space, put together for drawing: by power, in the order of sides, then by type. */
import { count as counted, units as listed, words } from "../say.js";

/**
 * @typedef {{type: string, glyph: string, domain: string, count: number, damage: number, hurt: number, cargo: string[]}} Stack
 * @typedef {{power: string, side: string | null, stacks: Stack[], total: number, sites: Stack[]}} Group
 */

/** @returns {(holding: any) => Group[]} */
export function makeGroups(edition) {
  const kinds = new Map(edition.units.map((kind, order) => [kind.name, { ...kind, order }]));
  const sides = edition.sides;
  const powers = new Map(edition.powers.map((power, order) => [power.name, { ...power, order }]));
  const rank = (name) => {
    const power = powers.get(name);
    const side = sides.indexOf(power?.side);
    return (side < 0 ? sides.length : side) * 1000 + (power?.order ?? 999);
  };
  const stacksOf = ({ units, damaged = [], carrying = [] }) =>
    Object.entries(units)
      .map(([type, count]) => {
        const kind = kinds.get(type);
        const hurt = damaged.filter((one) => one.unit === type);
        const loads = carrying.filter((one) => one.unit === type);
        return {
          type,
          glyph: kind?.glyph || words(type).slice(0, 2),
          domain: kind?.domain ?? "land",
          order: kind?.order ?? 0,
          count,
          hurt: hurt.length,
          damage: hurt.reduce((sum, one) => sum + one.damage, 0),
          cargo: loads.map((load) => listed(load.cargo)),
        };
      })
      .sort((a, b) => a.order - b.order);
  return (holding) =>
    Object.entries(holding?.units ?? {})
      .sort(([a], [b]) => rank(a) - rank(b))
      .map(([power, held]) => {
        const all = stacksOf(held);
        const stacks = all.filter((stack) => stack.domain !== "facility");
        const sites = all.filter((stack) => stack.domain === "facility");
        const total = stacks.reduce((sum, stack) => sum + stack.count, 0);
        return { power, side: powers.get(power)?.side ?? null, stacks, sites, total };
      });
}

/** `3 infantry of Japan, 1 damaged`: what a stack is called. */
export function called({ type, count, hurt, damage, cargo, domain }, power) {
  const bad = hurt === 0 ? "" : domain === "facility" ? `, damage ${damage}` : `, ${hurt} damaged`;
  const load = cargo.length === 0 ? "" : `, carrying ${cargo.join("; ")}`;
  return `${counted(count, type)} of ${power}${bad}${load}`;
}
