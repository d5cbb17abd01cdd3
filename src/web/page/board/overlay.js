/** What is laid over the board: chosen spaces, destinations, reach, threats, cities and the like. */
import { fill, h } from "../dom.js";

/** @param {{board: any, cells: Map<string, any>, over: any, marks: Map<string, any>}} parts */
export function makeOverlay({ board, cells, over, marks }) {
  const layers = new Map();
  const layer = (kind) => {
    if (!layers.has(kind)) {
      const group = h("g", { class: `over over-${kind}` });
      over.append(group);
      layers.set(kind, { group, tags: [] });
    }
    return layers.get(kind);
  };
  /** Shows these marks of a kind in place of those before. */
  function put(kind, list) {
    const here = layer(kind);
    here.tags.forEach((tag) => tag.remove());
    here.tags = [];
    const known = list.filter(({ space }) => board.places.has(space));
    fill(
      here.group,
      ...known.map(({ space, name, weight }) =>
        h("path", { class: `veil ${name ?? kind}`, d: board.places.get(space).d, style: weight === undefined ? {} : { "--weight": String(Math.max(0.15, Math.min(1, weight))) } })),
    );
    for (const { space, text, name } of known) {
      if (!text) continue;
      const tag = h("span", { class: `tag ${name ?? kind}` }, text);
      marks.get(space).tags.append(tag);
      here.tags.push(tag);
    }
  }
  const lit = new Set();
  let chosen = [];
  return {
    put,
    lit,
    /** Destinations: {space, does, label, part}. */
    light(targets) {
      lit.clear();
      for (const [name, cell] of cells) {
        const target = targets.find((t) => t.space === name);
        cell.classList.toggle("lit", Boolean(target));
        if (target) lit.add(name);
      }
      over.ownerSVGElement.classList.toggle("choosing", targets.length > 0);
      put("lit", targets.map(({ space, does, kind, label, text, part }) => ({ space, name: `lit-${does ?? kind ?? "move"}${part ? " part" : ""}`, text: label ?? text })));
    },
    /** What is chosen: names, or {space, power, type}. */
    select(list, layerEl) {
      chosen = list.map((one) => (typeof one === "string" ? { space: one } : one));
      put("chosen", [...new Set(chosen.map((one) => one.space))].map((space) => ({ space })));
      this.mark(layerEl);
    },
    /** Marks the chips that are chosen; they may have been drawn anew. */
    mark(layerEl) {
      const is = ({ space, power, type }) =>
        chosen.some((one) => one.space === space && one.power && one.power === power && (!one.type || !type || one.type === type));
      // Some of them are out of sight.
      const drawn = [...marks.values()].flatMap(({ row }) => [...row.querySelectorAll(".chip")]);
      for (const el of [...drawn, ...layerEl.querySelectorAll(".fan .chip")]) el.classList.toggle("chosen", is(el.dataset));
    },
  };
}
