/** Ends of ways that can be taken hold of, as large on every screen. */
import { h } from "../dom.js";

/** @param {{board: any, pins: any}} parts */
export function makeHandles({ board, pins }) {
  let shown = [];
  /** Shows these in place of those before. @param {{space: string, home: string, text: string, label: string}[]} list */
  return (list) => {
    shown.forEach((remove) => remove());
    shown = list.filter(({ space }) => board.places.has(space)).map(({ space, home, text, label }, n) => {
      const end = h("button", { type: "button", class: "handle", testid: `home:${home}`, "data-space": space, "data-home": home, "aria-label": label, title: label }, text);
      // Several that end in one place stand beside each other.
      end.style.setProperty("--nth", String(list.slice(0, n).filter((other) => other.space === space).length));
      return pins.add(h("div", { class: "mark" }, end), board.places.get(space).centre);
    });
  };
}
