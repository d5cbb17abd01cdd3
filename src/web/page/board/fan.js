/** A crowded space spread out beside it: a row a power, a button a type, what is carried below its carrier. */
import { h } from "../dom.js";
import { chip } from "./chips.js";
import { sign } from "./owners.js";

/** @param {{el: HTMLElement, numbers: Map<string, number>, camera: any}} parts */
export function makeFan({ el, numbers, camera }) {
  let open = null;
  function close() {
    if (!open) return;
    open.box.remove();
    open = null;
  }
  const row = (place, group) => {
    const n = numbers.get(group.power) ?? 0;
    const stacks = [...group.stacks, ...group.sites].map((stack) =>
      h("div", { class: "fanned" }, chip(place.name, group.power, stack, n), stack.cargo.length ? h("small", {}, stack.cargo.join("; ")) : null));
    return h("div", { class: "fan-row" }, h("span", { class: "fan-power" }, sign(n), group.power), h("div", { class: "fan-stacks" }, ...stacks));
  };
  function show(mark) {
    close();
    const { place, groups } = mark;
    const box = h(
      "div",
      { class: "fan", testid: `fan:${place.name}`, role: "group", "aria-label": `All in ${place.name}` },
      h("div", { class: "fan-head" }, h("strong", {}, place.name), h("button", { type: "button", class: "fan-close", "aria-label": "Close", on: { click: close } }, "×")),
      ...groups.map((group) => row(place, group)),
    );
    el.append(box);
    open = { box, space: place.name };
    move(mark);
  }
  /** Beside its space, and never outside the map. */
  function move({ place, stand }) {
    if (!open) return;
    const { x, y, k } = camera.view;
    const [cx, cy] = [place.centre[0] * k + x, place.centre[1] * k + y];
    const { offsetWidth: w, offsetHeight: high } = open.box;
    const right = cx + Math.max(place.free[0] * k, stand.w) / 2 + 10;
    const left = cx - Math.max(place.free[0] * k, stand.w) / 2 - 10 - w;
    const at = right + w < el.clientWidth ? right : left > 0 ? left : Math.max(4, Math.min(el.clientWidth - w - 4, cx - w / 2));
    const top = Math.max(4, Math.min(el.clientHeight - high - 4, cy - high / 2));
    open.box.style.setProperty("left", `${at}px`);
    open.box.style.setProperty("top", `${top}px`);
  }
  return { show, close, move, space: () => open?.space ?? null };
}
