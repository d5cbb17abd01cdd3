/** What others did since one's own last order: a story of a few cards, and what it changed for oneself. */
import { h, fill, button } from "../dom.js";
import * as keys from "../keys.js";
import * as prefs from "../prefs.js";
import * as say from "../say.js";
import { spaceLink } from "./asking.js";

/** So long a card stays at 1×; the whole story at most so long. */
const CARD = 2400;
const WHOLE = 20000;
/** So many lines a card has at most, of them so many moves and battles. */
const LINES = 9;
const MOVES = 3;
const BATTLES = 3;

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
    const since = before.at;
    const none = { turns: [], entries: [] };
    const [{ turns }, { entries }] = await Promise.all(["turns", "log"].map((what) => wire.ask({ do: what, since }))).catch(() => [none, none]);
    const ends = [...turns.slice(1).map((turn) => turn.at), Infinity];
    const cards = turns.flatMap((turn, n) => told(turn, entries.filter((entry) => entry.at > turn.at && entry.at <= ends[n])));
    const changed = changes(before, store.state, ctx.me());
    if (cards.length === 0 && changed.length === 0) return;
    state.cards = [...cards, { title: "What changed for you", lines: changed.length > 0 ? changed : [{ text: "Nothing." }] }];
    state.nth = prefs.moves() ? 0 : state.cards.length - 1;
    say.polite(`${turns.length} turns were played. ${changed.map((line) => line.text).join(". ")}`);
    state.leave ??= keys.enter("story");
    draw();
    if (prefs.moves()) run();
  };
  /** The cards of a turn: what was bought, where units went and what came of it; many battles have one of their own. */
  const told = (turn, entries) => {
    const title = turn.power ?? "";
    const text = (line) => ({ text: line });
    const all = entries.flatMap((entry) => entry.lines.filter((line) => line.kind === "move" && line.spaces?.length > 1));
    const times = Map.groupBy ? Map.groupBy(all, (line) => line.text) : new Map(all.map((line) => [line.text, [line]]));
    const ways = [...times].map(([text, same]) => ({ space: same[0].spaces.at(-1), text: same.length > 1 ? `${text} (${same.length} times)` : text }));
    const moved = ways.slice(0, MOVES);
    const further = ways.length > MOVES ? [text(`and ${ways.length - MOVES} moves more`)] : [];
    const bought = turn.bought.map((units) => text(`buys ${units}`));
    const rest = [...turn.taken, ...(turn.lost ? [turn.lost] : []), ...turn.besides, ...(turn.collected === null ? [] : [`collects ${turn.collected}`])].map(text);
    const many = turn.battles.length > BATTLES;
    const lines = [...bought, ...moved, ...further, ...(many ? [] : turn.battles), ...rest];
    const first = lines.length > 0 ? [{ title, lines }] : [];
    return many ? [...first, { title: `${title} fights ${turn.battles.length} battles`, lines: turn.battles }] : first;
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
    return fill(place, h("section", { class: "story-card", "aria-label": "What others did", testid: "story" }, h("h3", {}, card.title), h("div", { class: "acts" }, ...tools), h("ul", { class: "plain" }, ...card.lines.slice(0, LINES).map(line), more(card))));
  };
  const more = (card) => (card.lines.length > LINES ? h("li", { class: "small" }, `and ${card.lines.length - LINES} more: the log has them all`) : null);
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
