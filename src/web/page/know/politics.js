/** Politics: who is at war with whom, what each power may declare, and what a declaration would bring. */
import { h, fill, button } from "../dom.js";
import { problem, ownFirst } from "./asking.js";

const SIGNS = { war: "⚔", allied: "+", neutral: "·" };

/** @returns {{el: HTMLElement, show: () => void}} */
export function politicsPanel(ctx) {
  const { store, wire } = ctx;
  const el = h("div", { testid: "politics" });
  const said = h("div", { role: "status" });
  let sure = null;

  const relation = (a, b) => (a.at_war_with.includes(b) ? "war" : a.allied_with.includes(b) ? "allied" : "neutral");
  const strip = (powers) => {
    const told = powers.filter(({ power, at_war_with, allied_with }) => plays(power) || at_war_with.length + allied_with.length > 0);
    const short = (name) => name.slice(0, 3);
    const cell = (a, b) => {
      if (a.power === b.power) return h("td", { class: "self" });
      const how = relation(a, b.power);
      return h("td", { class: `rel ${how}`, title: `${a.power} and ${b.power}: ${how}` }, h("span", { "aria-hidden": "true" }, SIGNS[how]), h("span", { class: "unseen" }, how));
    };
    return h(
      "table",
      { class: "relations", testid: "relations" },
      h("caption", { class: "unseen" }, "How the powers stand to each other"),
      h("thead", {}, h("tr", {}, h("td"), ...told.map(({ power }) => h("th", { scope: "col", title: power }, h("span", { "aria-hidden": "true" }, short(power)), h("span", { class: "unseen" }, power))))),
      h("tbody", {}, ...told.map((a) => h("tr", {}, h("th", { scope: "row" }, a.power), ...told.map((b) => cell(a, b))))),
    );
  };
  const plays = (name) => store.edition.powers.find((power) => power.name === name)?.plays;

  const declaration = (power, { on, now, why, brings = [] }) => {
    const own = ctx.me().includes(power) && now && !store.past;
    const key = `${power}/${on}`;
    const press = async () => {
      if (sure !== key) {
        sure = key;
        return show();
      }
      sure = null;
      await wire.give({ do: "apply", order: `declare war on ${on}` }).catch((error) => fill(said, problem(error)));
      return show();
    };
    const act = own ? button(`declare:${on}`, sure === key ? `Declare war on ${on}: sure` : `Declare war on ${on}`, press, { class: sure === key ? "main" : "" }) : null;
    const head = why ? h("span", {}, h("b", {}, on), `: ${why}`) : h("span", {}, h("b", {}, on), own ? "" : ": may be declared");
    return h("li", {}, head, act, brings.length > 0 ? h("ul", { class: "brings" }, ...brings.map((line) => h("li", {}, line))) : null);
  };
  const stance = ({ power, at_war_with, declarations }) => {
    if (!plays(power)) return null;
    const free = declarations.filter((one) => !one.why);
    const summary = h("summary", {}, h("b", {}, power), ` · at war with ${at_war_with.join(", ") || "nobody"}`, free.length > 0 ? ` · may declare on ${free.map((one) => one.on).join(", ")}` : "");
    const lines = declarations.map((one) => declaration(power, one));
    const body = lines.length > 0 ? h("ul", { class: "plain" }, ...lines) : h("p", { class: "small" }, "Nobody is left to declare war on.");
    return h("details", { open: ctx.me().includes(power), dataset: { testid: `politics:${power}` } }, summary, body);
  };
  const show = () =>
    ctx.ask({ do: "politics" }, ({ powers }) => {
      fill(el, h("div", { class: "wide" }, strip(powers)), h("p", { class: "small" }, "⚔ war, + allied, · neutral"), said, h("h3", {}, "Declarations of war"), ...ownFirst(ctx, powers, (one) => one.power).map(stance));
    }, said);
  return { el, show };
}
