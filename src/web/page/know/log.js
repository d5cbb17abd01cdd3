/** The log: what was ordered and what happened with it; lines fly to their place, orders can be gone back to. */
import { h, fill, button } from "../dom.js";
import * as keys from "../keys.js";
import { words } from "../say.js";

/** So many entries are drawn at once; earlier ones when they are asked for. */
const DRAWN = 120;
const FILTERS = [["all", "All"], ["battles", "Battles"], ["mine", "Mine"]];

/** @returns {{el: HTMLElement, show: () => void}} */
export function logPanel(ctx) {
  const { store, wire } = ctx;
  const list = h("ol", { class: "log", testid: "log" });
  const said = h("p", { role: "status", class: "small" });
  const state = { entries: [], at: -1, filter: "all", drawn: DRAWN, sure: null };
  const choose = (filter) => {
    state.filter = filter;
    for (const one of filters.children) one.setAttribute("aria-pressed", String(one.dataset.filter === filter));
    draw();
  };
  const filters = h("div", { class: "acts", role: "group", "aria-label": "Which entries" });
  filters.append(
    ...FILTERS.map(([name, text]) =>
      button(`log:${name}`, text, () => choose(name), { "aria-pressed": String(name === "all"), dataset: { filter: name, testid: `log:${name}` } }),
    ),
  );
  const earlier = button("log:earlier", "Earlier entries", () => {
    state.drawn += DRAWN;
    draw();
  });

  const mine = (entry) => {
    const me = ctx.me();
    const own = (space) => me.includes(store.state.spaces[space]?.owner);
    return me.includes(entry.by) || entry.lines.some((line) => line.spaces?.some(own));
  };
  const wanted = (entry) => {
    const lines = entry.lines.filter((line) => line.kind !== "turn" && (state.filter !== "battles" || line.kind === "battle"));
    if (lines.length === 0 || (state.filter === "mine" && !mine(entry))) return null;
    return lines;
  };
  /** The entries from the newest to the oldest, under the headings of their turns. */
  const draw = () => {
    const shown = [];
    let turn = null;
    for (const entry of [...state.entries].reverse()) {
      const lines = wanted(entry);
      if (!lines) continue;
      if (shown.length >= state.drawn) break;
      const heading = `Round ${entry.round} · ${entry.power ?? ""}`;
      if (heading !== turn) shown.push(h("li", { class: "log-turn" }, h("h3", {}, heading)));
      turn = heading;
      shown.push(item(entry, lines));
    }
    earlier.hidden = shown.length < state.drawn;
    if (shown.length === 0) shown.push(h("li", { class: "small" }, state.filter === "all" ? "Nothing has happened yet." : "Nothing of that kind."));
    fill(list, ...shown);
  };
  const item = (entry, lines) => {
    const { at } = entry;
    const texts = lines.map((line) => {
      const place = line.spaces?.at(-1);
      const kind = line.kind === "battle" ? " battle" : "";
      if (!place) return h("div", { class: `told${kind}` }, line.text);
      return h("button", { type: "button", class: `told place${kind}`, on: { click: () => ctx.fly(place) } }, line.text);
    });
    const look = button(`look:${at}`, `#${at}`, () => ctx.history.look(at), { class: "small-button", "aria-label": `Look at the board after order ${at}`, title: `The board after order ${at}` });
    const undone = store.state.at - at;
    const again = () => (undone > 0 && ctx.me().includes(entry.by) ? back(at, undone) : null);
    return h("li", { class: "entry", dataset: { testid: `entry:${at}`, phase: words(entry.phase) } }, h("div", { class: "lines" }, ...texts), h("div", { class: "entry-acts" }, at > 0 ? look : null, again()));
  };
  /** Taking back is asked twice, for it says how much goes. */
  const back = (at, undone) => {
    const sure = state.sure === at;
    const label = sure ? `Take ${undone} back` : "↩";
    const press = async () => {
      if (!sure) {
        state.sure = at;
        return draw();
      }
      state.sure = null;
      await wire.give({ do: "undo", to: at }).then(
        () => fill(said),
        (error) => fill(said, error.message, error.help ? ` ${error.help}` : ""),
      );
      draw();
    };
    return button(`back:${at}`, label, press, { class: sure ? "small-button main" : "small-button", "aria-label": sure ? `Yes, take ${undone} orders back` : `Back to after order ${at}: ${undone} orders are taken back`, title: "Back to here" });
  };

  /** Asks for what is new; what was taken back goes. */
  const show = () => {
    const now = store.shown().at;
    const known = state.entries.filter((entry) => entry.at <= now && entry.at <= kept());
    const since = known.at(-1)?.at;
    if (since === now && known.length === state.entries.length) return draw();
    return ctx.ask({ do: "log", ...(since === undefined ? {} : { since }) }, (ok) => {
      state.entries = [...known, ...ok.entries];
      draw();
    }, said);
  };
  keys.on("base", "N", "The place of the last event", () => {
    const lines = state.entries.flatMap((entry) => entry.lines.filter((line) => line.spaces?.length > 0));
    const place = lines.at(-1)?.spaces.at(-1);
    if (place) ctx.fly(place);
  });
  /** Up to where what is known still counts: other orders may stand where some were taken back. */
  let valid = Infinity;
  store.on((_, frame) => {
    if (frame.kind === "back") valid = Math.min(valid, frame.at);
    if (frame.kind === "snapshot") valid = -1;
  });
  const kept = () => {
    const to = valid;
    valid = Infinity;
    return to;
  };
  return { el: h("div", {}, filters, said, list, earlier), show };
}
