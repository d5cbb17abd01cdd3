/** Several people at one screen: a curtain until the next of them says so. */
import { h, button } from "../dom.js";
import * as keys from "../keys.js";
import * as say from "../say.js";

/** @param {import("../store.js").Store} store @param {() => void} lifted */
export function makeCurtain(store, lifted) {
  let last = null;
  let down = null;
  const lift = () => {
    down?.leave();
    down?.el.remove();
    down?.back?.focus?.();
    down = null;
    lifted();
  };
  keys.on("curtain", "Enter", "I am here", lift);
  keys.on("curtain", " ", "I am here", lift);
  const lower = (power) => {
    const here = button("do:here", `I play ${power}`, lift, { class: "main" });
    const el = h("div", { class: "curtain", role: "dialog", "aria-modal": "true", "aria-label": `${power}, please` }, h("h2", {}, `${power}, please`), h("p", {}, "The screen goes to somebody else."), here);
    const back = document.activeElement;
    document.body.append(el);
    down = { el, back, leave: keys.enter("curtain", { modal: true }) };
    here.focus();
    say.assertive(`${power}, please`);
  };
  return {
    /** Whether somebody else must come first. */
    hides() {
      const power = store.state.awaited.pending?.power;
      if (down) return true;
      if (!store.mine()) return false;
      const seat = (name) => store.state.seats.find((s) => s.power === name)?.seat;
      const other = last !== null && seat(last) !== seat(power) && store.me().includes(last);
      last = power;
      if (other) lower(power);
      return other;
    },
  };
}
