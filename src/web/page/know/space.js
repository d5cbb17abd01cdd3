/** The card of a space: who holds it, what stands there, what could come. */
import { h, fill, button } from "../dom.js";
import * as keys from "../keys.js";
import * as say from "../say.js";

/** So long a space is pointed at before its card comes. */
const WAIT = 120;

const TOUCH = matchMedia("(hover: none)");

export function mountCard(ctx) {
  const { store, board } = ctx;
  const card = h("div", { class: "space-card", testid: "card", hidden: true });
  document.getElementById("map").append(card);
  const state = { space: null, last: null, pinned: false, timer: null, leave: null };
  const facts = new Map(store.edition.spaces.map((space) => [space.name, space]));
  const reaches = { at: null, mine: {}, theirs: {} };

  const units = ([power, has]) =>
    h(
      "li",
      {},
      h("b", {}, `${power}: `),
      say.units(has.units),
      ...(has.damaged ?? []).map((one) => h("div", { class: "small" }, `${say.words(one.unit)} damaged by ${one.damage}`)),
      ...(has.carrying ?? []).map((one) => h("div", { class: "small" }, `${say.words(one.unit)} carries ${say.units(one.cargo)}`)),
    );
  const notes = ({ city, capital_of, original, tags, closed }, owner) =>
    [capital_of && `capital of ${capital_of}`, city && `victory city ${city}`, original && original !== owner && `originally of ${original}`, closed && "closed to all", ...tags.map(say.words)].filter(Boolean);
  /** Two numbers: what oneself and one's enemies could bring. */
  const threat = (space) => {
    const told = (name, of) => of && `${name} with ${of.units === 1 ? "1 unit" : `${of.units} units`} worth ${of.worth}`;
    const all = [told("you", reaches.mine[space]), told("enemies", reaches.theirs[space])].filter(Boolean);
    return all.length > 0 ? h("p", { class: "small" }, `Can come in the next combat move: ${all.join("; ")}`) : null;
  };
  const draw = () => {
    const fact = facts.get(state.space);
    card.hidden = !fact;
    if (!fact) return;
    const holding = store.shown().spaces[state.space];
    const held = fact.sea ? "sea zone" : `${holding?.owner ?? "nobody"} · income ${fact.income}`;
    const extra = notes(fact, holding?.owner);
    fill(
      card,
      h("div", { class: "between" }, h("b", {}, fact.name), state.pinned ? button("card:close", "×", close, { "aria-label": "Close", class: "small-button" }) : h("small", {}, "I keeps it")),
      h("p", {}, held),
      extra.length > 0 ? h("p", { class: "small" }, extra.join(" · ")) : null,
      h("ul", { class: "plain" }, ...Object.entries(holding?.units ?? {}).map(units)),
      threat(fact.name),
    );
  };
  /** Asked once a position, when somebody first points at something. */
  const learn = () => {
    const { at } = store.shown();
    const me = ctx.me()[0] ?? store.shown().summary.power;
    if (reaches.at === at) return;
    reaches.at = at;
    const place = (id) => ({ id, replaceChildren: () => {} });
    ctx.ask({ do: "threat", of: me }, ({ spaces }) => ((reaches.mine = spaces), draw()), place("card-mine"));
    ctx.ask({ do: "threat", against: me }, ({ spaces }) => ((reaches.theirs = spaces), draw()), place("card-theirs"));
  };
  const open = (space) => {
    state.space = space;
    draw();
    learn();
  };
  function close() {
    state.leave?.();
    Object.assign(state, { space: null, pinned: false, leave: null });
    draw();
  }
  const pin = (space) => {
    state.leave?.();
    state.pinned = true;
    state.leave = keys.enter("card");
    open(space);
  };
  // Where nothing hovers, a finger that stays asks for it: a tap would cover the map that it is for.
  board.onHold(pin);
  board.onHover?.((space) => {
    state.last = space ?? state.last;
    if (state.pinned || TOUCH.matches) return;
    clearTimeout(state.timer);
    state.timer = setTimeout(() => (space ? open(space) : close()), space ? WAIT : WAIT * 2);
  });
  // It stays while it is pointed at.
  card.addEventListener("pointerenter", () => clearTimeout(state.timer));
  card.addEventListener("pointerleave", () => state.pinned || close());
  store.on(() => !card.hidden && draw());
  keys.on("base", "I", "Keep the card of the space, or let it go", () => {
    if (state.pinned) return close();
    if (!state.last) return false;
    return pin(state.last);
  });
  keys.on("card", "Escape", "Close the card", close);
}
