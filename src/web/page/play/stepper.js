/** A number with a button at each side; digits, arrows and the wheel change it too. */
import { h, button } from "../dom.js";

/**
 * @param {{id: string, name: string, value: number, min?: number, max: number, change: (value: number) => void}} parts
 *   `name` is read out: `infantry of Kiangsu`
 */
export function stepper({ id, name, value, min = 0, max, change }) {
  const set = (to) => {
    const next = Math.max(min, Math.min(max, to));
    if (next !== value) change(next);
  };
  const step = (by) => (event) => set(value + by * (event.shiftKey ? max : 1));
  const key = (event) => {
    const by = { ArrowUp: 1, ArrowRight: 1, "+": 1, ArrowDown: -1, ArrowLeft: -1, "-": -1 }[event.key];
    if (by) set(value + by);
    else if (/^[0-9]$/.test(event.key)) set(Number(event.key));
    else if (event.key === "End") set(max);
    else if (event.key === "Home") set(min);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const number = h(
    "span",
    {
      role: "spinbutton", tabindex: 0, class: "number", testid: id, "aria-label": name,
      "aria-valuenow": value, "aria-valuemin": min, "aria-valuemax": max, on: { keydown: key },
    },
    String(value),
  );
  const wheel = (event) => {
    event.preventDefault();
    set(value - Math.sign(event.deltaY));
  };
  const more = { tabindex: -1, "aria-label": `more ${name}`, disabled: value >= max };
  const less = { tabindex: -1, "aria-label": `fewer ${name}`, disabled: value <= min };
  const el = h("span", { class: "stepper" }, button(`${id}:-`, "−", step(-1), less), number, button(`${id}:+`, "+", step(1), more));
  el.addEventListener("wheel", wheel, { passive: false });
  return el;
}
