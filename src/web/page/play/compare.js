/** A plan beside the game that waits for it: what each power would have, and which land would change hands. */
import { h } from "../dom.js";

/** What each power has: money, income, units and what those cost together. */
function figures({ powers, spaces }, edition) {
  const price = new Map(edition.units.map(({ name, cost }) => [name, cost ?? 0]));
  const has = (power) => Object.values(spaces).flatMap(({ units }) => Object.entries(units?.[power]?.units ?? {}));
  return new Map(
    powers.map(({ name, treasury, income }) => {
      const own = has(name);
      const sum = (of) => own.reduce((all, [type, count]) => all + count * of(type), 0);
      return [name, [treasury, income, sum(() => 1), sum((type) => price.get(type) ?? 0)]];
    }),
  );
}

/** @param {import("./table.js").Table} table */
export function makeCompare(table) {
  const { store } = table;
  return async () => {
    const game = await table.ask({ do: "state", of: "game" }, "compare").catch((error) => (table.refuse(error), undefined));
    if (!game || !store.state.plan) return;
    const { spaces, summary } = store.state;
    const before = figures(game, store.edition);
    const after = figures({ powers: summary.powers, spaces }, store.edition);
    const cell = (was, is) => h("td", { class: is === was ? "figure" : "figure changed" }, is === was ? String(is) : `${was} → ${is}`);
    const changed = [...after].filter(([name, now]) => now.some((n, i) => n !== before.get(name)[i]));
    const rows = changed.map(([name, now]) => h("tr", { testid: `compare:${name}` }, h("th", { scope: "row" }, name), ...now.map((n, i) => cell(before.get(name)[i], n))));
    const names = [...new Set([...Object.keys(spaces), ...Object.keys(game.spaces)])];
    const owner = (all, name) => all[name]?.owner ?? "nobody";
    const land = names.filter((name) => owner(spaces, name) !== owner(game.spaces, name));
    const { currency } = store.edition;
    table.shown(
      () => {},
      h("h3", { testid: "compare" }, `The plan, compared with the game: R${game.round} ${game.power} → R${summary.round} ${summary.power}`),
      rows.length
        ? h("div", { class: "wide" }, h("table", { class: "shop compared" }, h("thead", {}, h("tr", {}, ...["", currency, "income", "units", `worth`].map((name) => h("th", { scope: "col" }, name)))), h("tbody", {}, ...rows)))
        : h("p", { class: "quiet" }, "Nobody has more or less."),
      land.length ? h("ul", { class: "plain" }, ...land.map((name) => h("li", {}, `${name}: ${owner(game.spaces, name)} → ${owner(spaces, name)}`))) : null,
    );
  };
}
