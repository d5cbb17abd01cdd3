/** Who plays what: seats, who is here, handing a seat over, resigning, and notes to each other. */
import { h, fill, button } from "../dom.js";
import * as keys from "../keys.js";
import * as prefs from "../prefs.js";
import { problem } from "./asking.js";

/** @returns {{el: HTMLElement, show: () => void}} */
export function peoplePanel(ctx) {
  const { store, wire } = ctx;
  const seats = h("div", { testid: "people" });
  const notes = h("ol", { class: "plain notes", testid: "notes" });
  const said = h("div", { role: "status" });
  const to = h("select", { "aria-label": "To whom", testid: "note:to" });
  const field = h("textarea", { rows: 2, maxlength: 2000, "aria-label": "A note", testid: "note:text" });
  const state = { house: null, here: [], handing: null, sure: false };
  const attempt = (work) => work.then(() => fill(said), (error) => fill(said, problem(error)));

  const send = (event) => {
    event.preventDefault();
    const text = field.value.trim();
    if (text === "") return;
    attempt(wire.tell("note", to.value ? { text, to: to.value } : { text }).then(() => (field.value = "")));
  };
  const form = h("form", { on: { submit: send } }, field, h("div", {}, to, h("button", { type: "submit", testid: "note:send" }, "Send")));

  /** A seat goes to somebody else, or to a program. */
  const hand = (powers) => {
    const who = h("input", { type: "text", maxlength: 60, "aria-label": "Their name", placeholder: "Name, or empty for a program", testid: "hand:name" });
    const give = async () => {
      const name = who.value.trim();
      await attempt(
        wire.tell("hand", { powers, to: name ? `human:${name}` : "simple" }).then((ok) => {
          state.handing = ok.token ? { name: ok.name, link: new URL(`#${ok.token}`, location.href).href } : null;
          return learn();
        }),
      );
    };
    return h("span", { class: "acts" }, who, button(`hand:${powers[0]}`, "Hand over", give));
  };
  const resign = () => {
    if (!state.sure) {
      state.sure = true;
      return draw();
    }
    state.sure = false;
    return attempt(wire.tell("resign", {}).then(learn));
  };
  const seat = ({ name, powers, here }) => {
    const own = state.house?.me.includes(name);
    const may = own || state.house?.host;
    return h(
      "li",
      {},
      h("div", { class: "between" }, h("span", {}, h("b", {}, name), `: ${powers.join(", ")}`), h("small", {}, own ? "you" : here ? "here" : "away")),
      may ? h("details", {}, h("summary", { class: "small" }, "Hand this seat over"), hand(powers)) : null,
    );
  };
  const alone = () => h("ul", { class: "plain" }, ...store.state.seats.map((one) => h("li", {}, h("b", {}, one.power), `: ${one.me ? "you" : one.seat}`)));
  const draw = () => {
    const { house } = state;
    const link = state.handing && h("p", {}, `The address for ${state.handing.name}, told once: `, h("input", { readonly: true, value: state.handing.link, "aria-label": `Address for ${state.handing.name}`, testid: "hand:link" }));
    const programs = house ? Object.entries(house.programs).map(([power, program]) => h("li", {}, h("b", {}, power), `: ${program}`)) : [];
    const away = house?.me.length > 0 ? button("do:resign", state.sure ? "Resign: a program plays on, sure" : "Resign", resign, { class: state.sure ? "main" : "" }) : null;
    const proof = house?.commitment ? h("p", { class: "small" }, "Commitment to the dice: ", h("code", {}, house.commitment)) : null;
    // Its seed foretells the dice: of a game of several only the host takes it, and all are told.
    const save = wire.alone || house?.host ? h("p", {}, h("a", { href: "save", download: `${store.edition.title}.save`, testid: "do:save" }, "Take the save of this game")) : null;
    fill(seats, house ? h("ul", { class: "plain" }, ...house.seats.map(seat), ...programs) : alone(), link, away, save, proof);
    fill(to, h("option", { value: "" }, "to all"), ...(house?.seats ?? []).filter((one) => !house.me.includes(one.name)).map((one) => h("option", { value: one.name }, `to ${one.name}`)));
    to.hidden = !house;
    const line = (note) => h("li", {}, h("b", {}, note.from ?? "The table"), note.to ? ` to ${note.to}` : "", `: ${note.text}`);
    fill(notes, ...(store.state.notes.length > 0 ? store.state.notes.map(line) : [h("li", { class: "small" }, "No notes yet.")]));
  };
  /** Who sits where is asked of the house; at a table of one's own there is none. */
  const learn = async () => {
    state.house = wire.alone ? null : await wire.read("seats").catch(() => null);
    // The lobby offers the saves of games that this browser is the host of.
    if (state.house?.host) prefs.set("hosted", [...new Set([...prefs.get("hosted"), wire.game])]);
    draw();
  };
  store.on((_, frame) => {
    if (frame.kind === "here" && state.house) for (const one of state.house.seats) one.here = frame.names.includes(one.name);
    if (frame.kind === "seats") learn();
    if (["here", "note"].includes(frame.kind)) draw();
  });
  keys.on("base", "Shift+N", "Notes", () => {
    ctx.open("people");
    field.focus();
  });
  let asked = false;
  const show = () => {
    draw();
    if (!asked) learn();
    asked = true;
  };
  return { el: h("div", {}, seats, h("h3", {}, "Notes"), notes, said, form), show };
}
