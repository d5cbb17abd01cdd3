/** What others did since one's own last order: a story of a few cards, and what it changed for oneself. */
import { h, fill, button } from "../dom.js";
import * as keys from "../keys.js";
import * as prefs from "../prefs.js";
import * as say from "../say.js";
import { spaceLink } from "./asking.js";

/** So long a card stays at 1×; the whole story at most so long. */
const CARD = 2400;
const WHOLE = 20000;

export function mountStory(place, ctx) {
  const { store, wire } = ctx;
  const state = { before: store.mine() ? store.state : null, cards: [], nth: 0, speed: 1, timer: null, leave: null };

  /** A story is told when it is one's own turn to speak and others have spoken since. */
  store.on((now, frame) => {
    if (frame.kind === "back" || frame.kind === "snapshot") {
      state.before = null;
      end();
    }
    if (frame.kind === "order" && frame.by === "human" && ctx.me().includes(frame.power)) {
      state.before = store.state;
      end();
    }
    if (frame.kind === "order" && store.mine() && state.before && state.before.at < store.state.at) begin(state.before);
    if (!state.before && store.mine()) state.before = store.state;
    return now;
  });

  const begin = async (before) => {
    state.before = store.state;
    const { turns } = await wire.ask({ do: "turns", since: before.at }).catch(() => ({ turns: [] }));
    const cards = turns.flatMap(told);
    const changed = changes(before, store.state, ctx.me());
    if (cards.length === 0 && changed.length === 0) return;
    state.cards = [...cards, { title: "What changed for you", lines: changed.length > 0 ? changed : [{ text: "Nothing." }] }];
    state.nth = prefs.moves() ? 0 : state.cards.length - 1;
    say.polite(`${turns.length} turns were played. ${changed.map((line) => line.text).join(". ")}`);
    state.leave ??= keys.enter("story");
    draw();
    if (prefs.moves()) run();
  };
  /** The cards of a turn: what was bought, each battle, what came of it. */
  const told = (turn) => {
    const title = turn.power ?? "";
    const text = (lines) => lines.map((line) => ({ text: line }));
    const bought = turn.bought.length > 0 ? [{ title: `${title} buys`, lines: text(turn.bought) }] : [];
    const battles = turn.battles.map((battle) => ({ title: `${title} attacks`, lines: [battle] }));
    const many = battles.length > 3 ? [{ title: `${title} fights ${battles.length} battles`, lines: turn.battles }] : battles;
    const rest = [...turn.taken.map((space) => `takes ${space}`), ...(turn.lost ? [turn.lost] : []), ...turn.besides, ...(turn.collected === null ? [] : [`collects ${turn.collected}`])];
    return [...bought, ...many, ...(rest.length > 0 ? [{ title, lines: text(rest) }] : [])];
  };

  const draw = () => {
    const card = state.cards[state.nth];
    if (!card) return fill(place);
    const line = (one) => h("li", {}, one.space ? spaceLink(ctx, one.space, one.text) : one.text);
    const place_ = card.lines.find((one) => one.space)?.space;
    if (place_ && state.timer) ctx.board.fly?.(place_);
    const pace = (speed) => button(`story:${speed}x`, `${speed}×`, () => run(speed), { class: "small-button", "aria-pressed": String(Boolean(state.timer) && state.speed === speed) });
    const tools = [
      button("story:back", "‹", () => step(-1), { class: "small-button", "aria-label": "The card before", disabled: state.nth === 0 }),
      h("span", { class: "small" }, `${state.nth + 1} of ${state.cards.length}`),
      button("story:on", "›", () => step(1), { class: "small-button", "aria-label": "The next card", disabled: state.nth === state.cards.length - 1 }),
      pace(1),
      pace(3),
      button("story:pause", "❚❚", stop, { class: "small-button", "aria-label": "Pause", disabled: !state.timer }),
      button("story:skip", "Close (Esc)", end, { class: "small-button" }),
    ];
    return fill(place, h("section", { class: "story", "aria-label": "What others did", testid: "story" }, h("h3", {}, card.title), h("ul", { class: "plain" }, ...card.lines.slice(0, 12).map(line), more(card)), h("div", { class: "row" }, ...tools)));
  };
  const more = (card) => (card.lines.length > 12 ? h("li", { class: "small" }, `and ${card.lines.length - 12} more: the log has them all`) : null);
  const step = (by) => {
    stop();
    state.nth = Math.min(Math.max(0, state.nth + by), state.cards.length - 1);
    draw();
  };
  const run = (speed = state.speed) => {
    clearTimeout(state.timer);
    state.speed = speed;
    const time = Math.min(CARD, WHOLE / state.cards.length) / speed;
    state.timer = setTimeout(() => {
      if (state.nth >= state.cards.length - 1) return stop();
      state.nth += 1;
      run();
      return undefined;
    }, time);
    draw();
  };
  function stop() {
    clearTimeout(state.timer);
    state.timer = null;
    draw();
  }
  function end() {
    clearTimeout(state.timer);
    state.leave?.();
    Object.assign(state, { timer: null, cards: [], nth: 0, leave: null });
    fill(place);
  }
  keys.on("story", "Escape", "Close the story", () => end());
}

/** What is different for some powers: spaces, units, income. */
function changes(before, now, me) {
  const lines = [];
  const names = new Set([...Object.keys(before.spaces), ...Object.keys(now.spaces)]);
  for (const space of names) {
    const [was, is] = [before.spaces[space], now.spaces[space]];
    const [had, has] = [me.includes(was?.owner), me.includes(is?.owner)];
    if (had && !has) lines.push({ space, text: `You lost ${space}${is?.owner ? ` to ${is.owner}` : ""}` });
    if (!had && has) lines.push({ space, text: `You have ${space}` });
  }
  for (const power of me) {
    const [was, is] = [before, now].map(({ summary }) => summary.powers.find((one) => one.name === power));
    const own = me.length > 1 ? `${power}: ` : "";
    if (was && is && was.units !== is.units) lines.push({ text: `${own}${is.units - was.units > 0 ? "+" : "−"}${Math.abs(is.units - was.units)} units (${was.units} → ${is.units})` });
    if (was && is && was.income !== is.income) lines.push({ text: `${own}income ${was.income} → ${is.income}` });
    const wars = is.at_war_with.filter((name) => !was.at_war_with.includes(name));
    if (wars.length > 0) lines.push({ text: `${own}now at war with ${wars.join(", ")}` });
  }
  return lines;
}
