/** The board by keys: one stop of Tab, arrows from space to space, Enter to what stands there. */
import * as keys from "../keys.js";
import { beside } from "./geometry.js";

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const STEP = 80;

/**
 * @param {{el: HTMLElement, board: any, cells: Map<string, any>, camera: any, chips: (space: string) => Element[], lit: Set<string>, hover: (space: string | null, el: Element | null) => void}} parts
 */
export function walk({ el, board, cells, camera, chips, lit, hover }) {
  let at = null;
  function stand(name, focus) {
    const cell = cells.get(name);
    if (!cell) return;
    if (at) cells.get(at)?.setAttribute("tabindex", "-1");
    at = name;
    cell.setAttribute("tabindex", "0");
    if (!focus) return;
    camera.fly(board.places.get(name).centre);
    cell.focus({ preventScroll: true });
  }
  const turn = (by) => {
    const place = board.places.get(at);
    const around = place.borders.filter((name) => cells.has(name));
    const angle = (name) => {
      const [x, y] = board.places.get(name).centre;
      return Math.atan2(y - place.centre[1], x - place.centre[0]);
    };
    around.sort((a, b) => angle(a) - angle(b));
    stand(around.at(by > 0 ? 0 : -1), true);
  };
  const amongChips = (event, chip) => {
    const all = chips(chip.dataset.space);
    const i = all.indexOf(chip);
    if (event.key === "ArrowRight" || event.key === "ArrowDown") all[(i + 1) % all.length]?.focus();
    else if (event.key === "ArrowLeft" || event.key === "ArrowUp") all[(i - 1 + all.length) % all.length]?.focus();
    else if (event.key === "Escape") {
      // What is chosen is dropped by the same key.
      cells.get(chip.dataset.space)?.focus({ preventScroll: true });
      return false;
    } else return false;
    return true;
  };
  el.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const cell = event.target.closest?.(".cell");
    const chip = event.target.closest?.(".chip");
    let done = false;
    if (chip) done = amongChips(event, chip);
    else if (cell) {
      const way = WAYS[event.key];
      const next = way && beside(board, board.places.get(at), way);
      if (way) done = true;
      if (next) stand(next.name, true);
      else if (event.key === "[" || event.key === "]") (done = true), turn(event.key === "]" ? 1 : -1);
      else if (event.key === "Enter" || event.key === " ") {
        done = true;
        const here = chips(at);
        if (event.key === "Enter" && here.length > 0 && !lit.has(at)) here[0].focus();
        else cell.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 0, shiftKey: event.shiftKey }));
      }
    }
    if (!done) return;
    event.preventDefault();
    event.stopPropagation();
  });
  el.addEventListener("focusin", ({ target }) => {
    const space = target.dataset?.space;
    if (!space) return;
    if (space !== at) stand(space, false);
    hover(space, target);
  });
  keys.on("base", "+", "Larger", () => camera.zoom(1.3));
  keys.on("base", "=", "Larger", () => camera.zoom(1.3));
  keys.on("base", "-", "Smaller", () => camera.zoom(1 / 1.3));
  keys.on("base", "0", "The whole board", () => camera.all());
  for (const [key, [x, y]] of Object.entries(WAYS)) {
    keys.on("base", key, "Move the map", () => (document.activeElement === document.body ? camera.pan(-x * STEP, -y * STEP) : false));
  }
  return { stand, at: () => at };
}
