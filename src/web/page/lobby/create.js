/** The form for a new game: pack, house rules, options, who plays what, a clock. */
import { h, fill, button } from "../dom.js";
import { chance } from "../chance.js";
import * as house from "./house.js";
import { option } from "./options.js";

const CLOCKS = [["", "No clock"], ["60", "A minute an order"], ["300", "5 minutes"], ["3600", "An hour"], ["86400", "A day"], ["259200", "3 days"]];

/**
 * @param {{packs: string[], overlays?: string[], programs: string[], begun: (made: any, title: string) => void}} parts
 * @returns {HTMLElement}
 */
export function newGame({ packs, overlays = [], programs, begun }) {
  const said = h("div", { role: "alert" });
  const details = h("div", {});
  const title = h("input", { type: "text", maxlength: 80, testid: "new:title", placeholder: "Tuesday evening" });
  const pack = h("select", { testid: "new:pack", on: { change: () => choose() } }, ...packs.map((name) => h("option", { value: name }, name)));
  const rules = overlays.map((name) => h("input", { type: "checkbox", value: name, testid: `with:${name}` }));
  const houseRules = h("details", { class: "field-wide" }, h("summary", {}, "House rules"), ...rules.map((box) => h("label", { class: "check" }, box, words(box.value))));
  const clock = h("select", { testid: "new:clock" }, ...CLOCKS.map(([value, text]) => h("option", { value }, text)));
  const saved = h("input", { type: "file", accept: ".save,.txt", testid: "new:save" });
  let chosen = { seats: [], options: [] };

  const label = (words, input, about) => h("label", { class: "field" }, h("span", {}, words), input, about ? h("small", {}, about) : null);
  const choose = async () => {
    const known = await house.read(`lobby/pack?name=${encodeURIComponent(pack.value)}`).catch((error) => fill(said, failed(error)));
    if (!known?.powers) return;
    chosen = { seats: known.powers.map((power) => seat(power, programs)), options: known.options.map(option) };
    const everybody = button("seats:people", "A person for each", () => chosen.seats.forEach((one) => one.person()));
    const alone = button("seats:programs", "Programs for all", () => chosen.seats.forEach((one) => one.program()));
    fill(
      details,
      h("fieldset", {}, h("legend", {}, "Who plays"), h("div", { class: "acts" }, everybody, alone), h("p", { class: "small" }, "The same name for several powers is one seat."), ...chosen.seats.map((one) => one.el)),
      chosen.options.length > 0 ? h("fieldset", {}, h("legend", {}, "Options"), ...chosen.options.map((one) => one.el)) : null,
    );
  };
  const create = async (event) => {
    event.preventDefault();
    fill(said);
    const seats = Object.fromEntries(chosen.seats.map((one) => [one.power, one.value()]));
    const set = Object.fromEntries(chosen.options.filter((one) => one.changed()).map((one) => [one.name, one.value()]));
    const wanted = rules.filter((box) => box.checked).map((box) => box.value);
    const time = clock.value ? { clock: Number(clock.value) } : {};
    const [file] = saved.files;
    const begin = async () => {
      if (file) return house.post("lobby/games", { title: title.value, save: await file.text() });
      // The server has named its part of the dice before it hears this one.
      const { commitment } = await house.read("lobby/packs");
      const dice = { commitment, added: chance() };
      return house.post("lobby/games", { title: title.value, pack: pack.value, with: wanted, set, seats, ...time, ...dice });
    };
    await begin().then(
      (made) => begun(made, title.value || pack.value),
      (error) => fill(said, failed(error)),
    );
  };
  choose();
  return h(
    "form",
    { class: "new-game", on: { submit: create } },
    label("Title", title),
    label("Pack", pack),
    overlays.length > 0 ? houseRules : null,
    details,
    label("Clock", clock, "So long somebody may take for an order; then a program answers."),
    label("Or go on with a saved game", saved),
    said,
    h("button", { type: "submit", class: "main", testid: "new:create" }, "Begin the game"),
  );
}

/** `house-rules/no-bids` as people read it. */
const words = (name) => name.split("/").at(-1).replaceAll("-", " ");

const failed = (error) => h("p", { class: "warn" }, error.message, error.help ? h("small", {}, ` ${error.help}`) : null);

/** Who plays a power: a person by name, or a program. */
function seat({ name, side }, programs) {
  const who = h("select", { testid: `seat:${name}`, "aria-label": `Who plays ${name}`, on: { change: () => show() } }, h("option", { value: "" }, "A person"), ...programs.map((program) => h("option", { value: program }, `Program: ${program}`)));
  const person = h("input", { type: "text", maxlength: 60, testid: `name:${name}`, "aria-label": `Name of who plays ${name}`, value: name });
  const show = () => {
    person.hidden = who.value !== "";
  };
  const pick = (value) => {
    who.value = value;
    show();
  };
  return {
    power: name,
    el: h("div", { class: "seat" }, h("span", {}, h("b", {}, name), side ? h("small", {}, ` ${side}`) : null), who, person),
    person: () => pick(""),
    program: () => pick(programs[0]),
    value: () => who.value || `human:${person.value.trim() || name}`,
  };
}
