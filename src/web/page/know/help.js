/** What is behind the menu: keys, and what a person prefers. */
import { h, fill, button } from "../dom.js";
import * as keys from "../keys.js";
import * as prefs from "../prefs.js";

const THEMES = [["auto", "As the system"], ["light", "Light"], ["dark", "Dark"]];
const MOTION = [["auto", "As the system"], ["none", "Nothing moves"]];

/** What presses and drags do. */
const POINTER = [
  ["Press", "own units, then a lit space; an enemy space alone: who can attack it; an unlit one: why not"],
  ["Drag", "units to where they go; the end ✈ of a dotted way to where aircraft come down"],
  ["Shift", "with own units: these too; with a lit space: there by the safest way"],
  ["Ctrl", "with a space: the way leads through it"],
  ["Twice", "own units: all that is in the space; the map: larger"],
  ["Long", "on a touch screen: what that space is"],
];

export function mountHelp(ctx) {
  const box = h("dialog", { class: "help", "aria-labelledby": "help-title", testid: "help" });
  document.body.append(box);
  const choice = (name, words, values) => {
    const set = (event) => prefs.set(name, event.target.value);
    return h("label", { class: "between" }, words, h("select", { on: { change: set }, testid: `prefer:${name}` }, ...values.map(([value, text]) => h("option", { value, selected: prefs.get(name) === value }, text))));
  };
  const check = (name, words, then = () => {}) => {
    const set = (event) => {
      prefs.set(name, event.target.checked);
      then(event.target.checked);
    };
    return h("label", { class: "between" }, words, h("input", { type: "checkbox", checked: Boolean(prefs.get(name)), on: { change: set }, testid: `prefer:${name}` }));
  };
  const bound = () => {
    const seen = new Set();
    return keys.all().filter(({ key }) => !seen.has(key) && seen.add(key));
  };
  const draw = () =>
    fill(
      box,
      h("div", { class: "between" }, h("h2", { id: "help-title" }, ctx.store.edition.title), button("help:close", "Close (Esc)", () => box.close())),
      h("h3", {}, "Keys"),
      h("dl", { class: "keys" }, ...bound().flatMap(({ key, name }) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, name)])),
      h("h3", {}, "On the map"),
      h("dl", { class: "keys" }, ...POINTER.flatMap(([how, what]) => [h("dt", {}, how), h("dd", {}, what)])),
      h("h3", {}, "The page"),
      choice("theme", "Colours", THEMES),
      choice("motion", "Movement", MOTION),
      check("ownColours", "The pack's own colours of powers"),
      check("singleKeys", "Keys without Ctrl or Alt", keys.allowSingle),
    );
  const open = () => {
    draw();
    box.showModal();
  };
  keys.allowSingle(prefs.get("singleKeys"));
  keys.on("base", "?", "All keys, and what you prefer", open);
  document.getElementById("menu")?.addEventListener("click", open);
}
