/** The rulebook's statements by search. */
import { h, fill } from "../dom.js";

/** @returns {{el: HTMLElement, show: () => void}} */
export function rulesPanel(ctx) {
  const found = h("ol", { class: "plain rules", testid: "rules" });
  const count = h("p", { role: "status", class: "small" });
  const field = h("input", { type: "search", testid: "do:search-rules", "aria-label": "Search the rules", placeholder: "Words of a rule, or its number" });
  let timer;
  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(search, 150);
  });
  const rule = ({ id, section, text, rulings }) =>
    h("li", { dataset: { testid: `rule:${id}` } }, h("div", { class: "between" }, h("b", {}, id), h("small", {}, section)), h("p", {}, text), ...rulings.map((ruling) => h("p", { class: "ruling" }, `Ruling: ${ruling}`)));
  const search = () =>
    ctx.ask({ do: "search", words: field.value, most: 50 }, (ok) => {
      const more = ok.found > ok.rules.length ? `, the first ${ok.rules.length} are shown` : "";
      fill(count, ok.found === 0 ? "No rule of this pack says that." : `${ok.found} rules${more}`);
      fill(found, ...ok.rules.map(rule));
    }, count);
  let begun = false;
  return {
    el: h("div", {}, field, count, found),
    show: () => {
      if (!begun) search();
      begun = true;
    },
  };
}
