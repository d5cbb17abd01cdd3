/** The search box in the head of the page: a name, a city or a part of one leads to a place. */
import { h } from "../dom.js";
import * as keys from "../keys.js";
import { meant } from "./geometry.js";

/** @param {Map<string, any>} places @param {(place: any) => void} go */
export function seek(places, go) {
  const box = document.getElementById("find");
  const list = document.getElementById("places");
  if (!box || !list) return;
  const names = [...places.values()].flatMap(({ name, city }) => (city && city !== name ? [name, city] : [name]));
  list.replaceChildren(...names.map((value) => h("option", { value })));
  const leave = () => {
    box.value = "";
    box.setCustomValidity("");
  };
  box.addEventListener("keydown", (event) => {
    if (event.key === "Escape") leave(), box.blur();
    if (event.key !== "Enter") return;
    event.preventDefault();
    const place = meant(places, box.value);
    if (!place) {
      box.setCustomValidity("There is no such place.");
      box.reportValidity();
      return;
    }
    leave();
    go(place);
  });
  box.addEventListener("input", (event) => {
    box.setCustomValidity("");
    // A name taken from the list comes whole.
    const whole = !event.inputType || event.inputType === "insertReplacementText";
    const place = whole ? meant(places, box.value) : undefined;
    if (place && [place.name, place.city].includes(box.value)) leave(), go(place);
  });
  keys.on("base", "/", "Find a place", () => box.focus());
}
