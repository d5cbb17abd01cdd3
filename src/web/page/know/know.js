/** Knowing: log, history, politics, goals and the rest of what can be looked up, in tabs of the sheet. */
import { h, fill, button } from "../dom.js";
import * as keys from "../keys.js";
import { makeAsk } from "./asking.js";
import { logPanel } from "./log.js";
import { politicsPanel } from "./politics.js";
import { goalsPanel } from "./goals.js";
import { incomePanel } from "./income.js";
import { figuresPanel } from "./figures.js";
import { oddsPanel } from "./odds.js";
import { rulesPanel } from "./rules.js";
import { spacesPanel } from "./spaces.js";
import { peoplePanel } from "./people.js";
import { diceLine } from "./dice.js";
import { mountHistory } from "./history.js";
import { mountOverlays } from "./overlays.js";
import { mountStory } from "./story.js";
import { mountCard } from "./space.js";
import { mountHelp } from "./help.js";
import { mountClock } from "./clock.js";

/** Tabs by name, words and maker; a maker gives {el, show}: `show` draws anew what may have changed. */
const TABS = [
  ["log", "Log", logPanel],
  ["politics", "Politics", politicsPanel],
  ["goals", "Goals", goalsPanel],
  ["income", "Income", incomePanel],
  ["figures", "Figures", figuresPanel],
  ["odds", "Odds", oddsPanel],
  ["rules", "Rules", rulesPanel],
  ["spaces", "Spaces", spacesPanel],
  ["people", "People", peoplePanel],
];

/** From this width on the log stands beside what else is looked at. */
const WIDE = matchMedia("(min-width: 1800px)");

/**
 * @param {{tabs: HTMLElement, past: HTMLElement, board: any, store: import("../store.js").Store, wire: any}} parts
 */
export function mountKnow({ tabs, past, board, store, wire }) {
  const ctx = { board, store, wire, ask: makeAsk(wire, store) };
  ctx.me = () => store.me();
  ctx.fly = (space) => {
    board.fly?.(space);
  };
  ctx.history = mountHistory(past, ctx);
  const story = h("div", { class: "story-place" });
  const list = h("div", { role: "tablist", class: "tablist", "aria-label": "What is known" });
  const places = h("div", { class: "panels" });
  fill(tabs, story, list, diceLine(ctx).el, places);
  const panels = new Map();
  const opened = { name: "log" };

  /** A panel is made when it is first looked at. */
  const panel = (name) => {
    if (!panels.has(name)) {
      const [, words, make] = TABS.find(([known]) => known === name);
      const { el, show } = make(ctx);
      const place = h("section", { role: "tabpanel", id: `panel-${name}`, "aria-labelledby": `tab-${name}`, class: "panel", tabindex: "0" }, h("h2", { class: "unseen" }, words), el);
      panels.set(name, { place, show });
      places.append(place);
    }
    return panels.get(name);
  };
  const shownNow = () => (WIDE.matches ? ["log", opened.name === "log" ? "politics" : opened.name] : [opened.name]);
  const refresh = () => {
    for (const name of shownNow()) panel(name).show();
  };
  const open = (name, { focus = false } = {}) => {
    opened.name = name;
    const now = shownNow();
    now.forEach(panel);
    for (const [known, { place }] of panels) place.hidden = !now.includes(known);
    for (const tab of list.children) {
      const chosen = tab.dataset.name === name;
      tab.setAttribute("aria-selected", String(chosen));
      tab.tabIndex = chosen ? 0 : -1;
      if (chosen && focus) tab.focus();
    }
    refresh();
  };
  const step = (event) => {
    const names = TABS.map(([name]) => name);
    const to = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const next = { Home: 0, End: names.length - 1 }[event.key] ?? (to && (names.indexOf(opened.name) + to + names.length) % names.length);
    if (next === undefined) return;
    event.preventDefault();
    open(names[next], { focus: true });
  };
  list.addEventListener("keydown", step);
  list.append(
    ...TABS.map(([name, words]) =>
      button(`tab:${name}`, words, () => open(name), { role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}`, dataset: { name, testid: `tab:${name}` } }),
    ),
  );
  ctx.open = (name) => {
    open(name, { focus: true });
    tabs.scrollIntoView({ block: "nearest" });
  };
  mountStory(story, ctx);
  ctx.overlays = mountOverlays(ctx);
  mountCard(ctx);
  mountHelp(ctx);
  mountClock(document.getElementById("clock"), ctx);
  store.on(gathered(refresh));
  WIDE.addEventListener("change", () => open(opened.name));
  keys.on("base", "G", "Goals", () => ctx.open("goals"));
  keys.on("base", "J", "Log", () => ctx.open("log"));
  open("log");
  return ctx;
}

/** What many frames in a row ask for is done once, soon. */
function gathered(fn) {
  let timer;
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      fn();
    }, 120);
  };
}
