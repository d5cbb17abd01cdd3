/** An option of a pack as a field of a form, by what it may be. */
import { h } from "../dom.js";

/**
 * @param {{name: string, about: string, may_be: string, usual: string}} of
 * @returns {{name: string, el: HTMLElement, value: () => string, changed: () => boolean}}
 */
export function option({ name, about, may_be, usual }) {
  const testid = `option:${name}`;
  const said = { true: "yes", false: "no" }[usual] ?? usual;
  const range = may_be.match(/^(-?\d+) to (-?\d+)$/);
  const words = may_be === "yes or no" ? ["yes", "no"] : may_be.split(",").map((word) => word.trim());
  const field = range
    ? h("input", { type: "number", min: range[1], max: range[2], value: said, testid })
    : h("select", { testid }, ...words.map((word) => h("option", { value: word, selected: word === said }, word)));
  const el = h("label", { class: "field" }, h("span", {}, name.replaceAll("_", " ").replaceAll("-", " ")), field, h("small", {}, about));
  return { name, el, value: () => field.value, changed: () => field.value !== said };
}
