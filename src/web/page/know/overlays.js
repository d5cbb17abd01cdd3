/** Overlays of the map: reach, last moves, cities, goals, facilities, marked spaces. */
import { h, fill, button } from "../dom.js";
import * as keys from "../keys.js";
import * as say from "../say.js";

/** @returns {{toggle: (kind: string) => void}} */
export function mountOverlays(ctx) {
  const { store, board } = ctx;
  const on = new Set();
  const me = () => ctx.me()[0] ?? store.shown().summary.power;
  const tags = [...new Set(store.edition.spaces.flatMap((space) => space.tags))];
  const fixed = [
    ["mine", "My reach", () => reach("mine", { of: me() })],
    ["theirs", "Reach of my enemies", () => reach("theirs", { against: me() })],
    ["moves", "Last moves", lastMoves],
    ["cities", "Victory cities", () => marked("cities", (space) => space.city)],
    ["goals", "Goals that lack a space", goals],
    ["bases", "Facilities and their damage", bases],
  ];
  const all = [...fixed, ...tags.map((tag) => [`tag-${tag}`, `Marked “${say.words(tag)}”`, () => marked(`tag-${tag}`, (space) => space.tags.includes(tag) && say.words(tag))])];

  /** How strong something is among others: what is biggest fully. */
  const weighed = (entries) => {
    const most = Math.max(1, ...entries.map(([, weight]) => weight));
    return ([space, weight, text]) => ({ space, text, weight: 0.15 + (0.85 * weight) / most });
  };
  function reach(kind, whose) {
    ctx.ask({ do: "threat", ...whose }, ({ spaces }) => {
      if (!on.has(kind)) return;
      const entries = Object.entries(spaces).map(([space, { units, worth }]) => [space, worth, String(units)]);
      board.overlay?.(kind, entries.map(weighed(entries)));
    }, { id: kind, replaceChildren: () => {} });
  }
  function marked(kind, text) {
    const spaces = store.edition.spaces.filter(text);
    board.overlay?.(kind, spaces.map((space) => ({ space: space.name, text: String(text(space)), weight: 0.6 })));
  }
  function goals() {
    ctx.ask({ do: "goals" }, ({ objectives, victories }) => {
      if (!on.has("goals")) return;
      const own = [...victories, ...objectives.filter((goal) => goal.of === me())].filter((goal) => !goal.met && !goal.spent);
      const marks = own.flatMap((goal) => (goal.missing ?? []).map((space) => ({ space, text: goal.name, weight: 0.7 })));
      board.overlay?.("goals", marks);
    });
  }
  function bases() {
    const facilities = new Map(store.edition.units.filter((unit) => unit.domain === "facility").map((unit) => [unit.name, unit.glyph]));
    const marks = Object.entries(store.shown().spaces).flatMap(([space, { units }]) => {
      const here = Object.values(units).flatMap((has) => {
        const hurt = (type) => (has.damaged ?? []).filter((one) => one.unit === type).map((one) => ` −${one.damage}`).join("");
        return Object.keys(has.units).filter((type) => facilities.has(type)).map((type) => `${facilities.get(type)}${hurt(type)}`);
      });
      return here.length > 0 ? [{ space, text: here.join(" "), weight: here.some((text) => text.includes("−")) ? 1 : 0.4 }] : [];
    });
    board.overlay?.("bases", marks);
  }
  /** The ways of all who moved since one's own last turn. */
  function lastMoves() {
    ctx.ask({ do: "turns" }, ({ turns }) => {
      const own = turns.slice(0, -1).findLastIndex((turn) => turn.power === me());
      const since = Math.max(0, turns[own + 1].at - 1);
      ctx.ask({ do: "log", since }, ({ entries }) => {
        if (!on.has("moves")) return;
        const ways = entries.flatMap((entry) =>
          entry.lines.filter((line) => line.kind === "move" && line.spaces?.length > 1).map((line) => ({ way: line.spaces, does: "move", label: "", quiet: true, text: line.text })),
        );
        board.arrows?.(ways, "past");
      });
    });
  }

  const clear = (kind) => (kind === "moves" ? board.arrows?.([], "past") : board.overlay?.(kind, null));
  const toggle = (kind) => {
    const [, words, draw] = all.find(([name]) => name === kind);
    if (on.delete(kind)) clear(kind);
    else {
      on.add(kind);
      draw();
    }
    say.polite(`${words}: ${on.has(kind) ? "shown" : "hidden"}`);
    list();
  };
  const menu = h("div", { class: "overlay-list", id: "overlay-list", hidden: true, role: "group", "aria-label": "Overlays of the map" });
  const opener = button("do:overlays", "Overlays", () => {
    menu.hidden = !menu.hidden;
    opener.setAttribute("aria-expanded", String(!menu.hidden));
  }, { "aria-expanded": "false", "aria-controls": "overlay-list" });
  const list = () =>
    fill(menu, ...all.map(([kind, words], n) => button(`overlay:${kind}`, n < 9 ? `${n + 1} ${words}` : words, () => toggle(kind), { "aria-pressed": String(on.has(kind)) })));
  list();
  const place = h("div", { class: "overlays" }, menu, opener);
  document.getElementById("map").append(place);
  all.slice(0, 9).forEach(([kind, words], n) => keys.on("base", String(n + 1), words, () => toggle(kind)));
  let timer;
  store.on(() => {
    timer ??= setTimeout(() => {
      timer = undefined;
      for (const kind of on) all.find(([name]) => name === kind)[2]();
    }, 250);
  });
  return { toggle };
}
