/** Goals: ways to win and objectives, how far they have come and what they lack. */
import { h, fill, button } from "../dom.js";
import { spaceLinks, ownFirst } from "./asking.js";

/** @returns {{el: HTMLElement, show: () => void}} */
export function goalsPanel(ctx) {
  const el = h("div", { testid: "goals" });
  const currency = ctx.store.edition.currency;
  let shown = null;

  const progress = ({ held, wanted, missing, spaces, name, met }) => {
    if (wanted === undefined) return null;
    const lacking = missing.length > 0 && !met;
    const all = missing.length === wanted - held;
    return h(
      "div",
      { class: "progress" },
      h("meter", { min: 0, max: wanted, value: held, "aria-label": `${held} of ${wanted} held` }),
      h("span", {}, `${held} of ${wanted} held`, ...(lacking ? [all ? ": missing " : `: ${wanted - held} more of `, ...spaceLinks(ctx, missing)] : [])),
      button(`goal:${name}`, shown === name ? "Off the map" : "On the map", () => mark(name, spaces, missing), { class: "small-button", "aria-pressed": String(shown === name) }),
    );
  };
  const mark = (name, spaces, missing) => {
    shown = shown === name ? null : name;
    const marks = spaces.map((space) => ({ space, text: missing.includes(space) ? "missing" : "held", weight: missing.includes(space) ? 1 : 0.4 }));
    ctx.board.overlay?.("goal", shown ? marks : null);
    show();
  };
  const goal = (one) => {
    const state = one.spent ? "has paid" : one.met ? "met" : "open";
    // What spaces lack stands in the line of progress.
    const rest = one.lacks.filter(() => one.wanted === undefined || one.held >= one.wanted || one.lacks.length > 1);
    return h(
      "li",
      { class: `goal ${state}`, dataset: { testid: `goal-of:${one.of}/${one.name}` } },
      h("div", { class: "between" }, h("b", {}, one.name), h("span", { class: `fact ${one.met ? "good" : ""}` }, one.gains === null ? state : `${one.gains} ${currency} · ${state}`)),
      progress(one),
      rest.length > 0 && !one.met ? h("div", { class: "small" }, `Lacks ${rest.join("; ")}`) : null,
    );
  };
  const group = (name, goals, open) => {
    const pays = goals.filter((one) => one.met && !one.spent).reduce((sum, one) => sum + (one.gains ?? 0), 0);
    return h("details", { open }, h("summary", {}, h("b", {}, name), ` · ${goals.filter((one) => one.met).length} of ${goals.length} met, ${pays} ${currency}`), h("ul", { class: "plain" }, ...goals.map(goal)));
  };
  const show = () =>
    ctx.ask({ do: "goals" }, ({ objectives, victories }) => {
      const powers = ownFirst(ctx, [...new Set(objectives.map((one) => one.of))], (power) => power);
      const groups = powers.map((power) => group(power, objectives.filter((one) => one.of === power), ctx.me().includes(power)));
      fill(
        el,
        h("h3", {}, "To win"),
        h("ul", { class: "plain" }, ...(victories.length > 0 ? victories.map(goal) : [h("li", {}, "The pack names no way to win.")])),
        h("h3", {}, "Objectives"),
        ...(groups.length > 0 ? groups : [h("p", { class: "small" }, "Nobody has objectives.")]),
      );
    }, el);
  return { el, show };
}
