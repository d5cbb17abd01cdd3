/** A table of all spaces: the map's equal for those who do not see it. */
import { h, fill } from "../dom.js";
import * as say from "../say.js";
import { spaceLink } from "./asking.js";

/** @returns {{el: HTMLElement, show: () => void}} */
export function spacesPanel(ctx) {
  const { store } = ctx;
  const filter = h("input", { type: "search", "aria-label": "Only spaces with these words", placeholder: "Space, power or unit", testid: "do:filter-spaces", on: { input: () => show() } });
  const count = h("p", { role: "status", class: "small" });
  const body = h("tbody", {});
  const head = ["Space", "Owner", "What is there"];
  const table = h("table", { class: "spaces", testid: "spaces" }, h("caption", { class: "unseen" }, "All spaces"), h("thead", {}, h("tr", {}, ...head.map((name) => h("th", { scope: "col" }, name)))), body);

  /** The stack on the map is pressed, so that whatever it does is done from here, too. */
  const stack = (space, power, type, number) => {
    const name = `stack:${space}/${power}/${type}`;
    const press = () => {
      const chip = document.querySelector(`[data-testid="${CSS.escape(name)}"]`);
      ctx.fly(space);
      if (chip) chip.click();
      else ctx.board.press?.({ space, power, type });
    };
    return h("button", { type: "button", class: "place", testid: `row-${name}`, on: { click: press } }, say.count(number, type));
  };
  const row = (space, holding) => {
    const units = Object.entries(holding?.units ?? {}).map(([power, has]) =>
      h("div", {}, h("b", {}, `${power} `), ...Object.entries(has.units).flatMap(([type, number], n) => [n > 0 ? ", " : null, stack(space.name, power, type, number)]), extra(has)),
    );
    return h(
      "tr",
      { dataset: { testid: `row:${space.name}` } },
      h("th", { scope: "row" }, spaceLink(ctx, space.name), space.city ? h("div", { class: "small" }, `city ${space.city}`) : null, space.capital_of ? h("div", { class: "small" }, `capital of ${space.capital_of}`) : null),
      h("td", {}, holding?.owner ?? (space.sea ? "sea" : "nobody"), space.sea ? null : h("div", { class: "small" }, `income ${space.income}`)),
      h("td", {}, ...units, h("div", { class: "small" }, `borders ${space.borders.join(", ")}`)),
    );
  };
  const extra = (has) => {
    const damaged = (has.damaged ?? []).map((one) => `${say.words(one.unit)} damaged by ${one.damage}`);
    const carrying = (has.carrying ?? []).map((one) => `${say.words(one.unit)} carrying ${say.units(one.cargo)}`);
    const all = [...damaged, ...carrying];
    return all.length > 0 ? h("span", { class: "small" }, ` (${all.join("; ")})`) : null;
  };
  const show = () => {
    const wanted = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    const { spaces } = store.shown();
    const shown = store.edition.spaces.filter((space) => {
      const holding = spaces[space.name];
      const text = `${space.name} ${(space.aliases ?? []).join(" ")} ${holding?.owner ?? ""} ${Object.entries(holding?.units ?? {}).map(([power, has]) => `${power} ${Object.keys(has.units).map(say.words).join(" ")}`).join(" ")}`.toLowerCase();
      return wanted.every((word) => text.includes(word));
    });
    fill(count, `${shown.length} ${shown.length === 1 ? "space" : "spaces"}`);
    fill(body, ...shown.map((space) => row(space, spaces[space.name])));
  };
  return { el: h("div", {}, filter, count, table), show };
}
