/** What a program would do in one's place: its orders, why, and their ways on the map. */
import { h, button } from "../dom.js";
import * as keys from "../keys.js";
import * as say from "../say.js";

/** The ways of what it would move, as arrows. @param {any[]} forms */
const ways = (forms) => forms.filter((form) => form.move?.path).map(({ move }) => ({ way: move.path, does: move.intent === "pass" ? "move" : "battle", plan: true }));

/**
 * @param {import("./table.js").Table} table
 * @returns {{ask: () => Promise<void> | false, forget: () => void}}
 */
export function makeHint(table) {
  const { store, board } = table;
  let shown = false;
  const forget = () => {
    if (!shown) return;
    shown = false;
    board.arrows([], "hint");
  };
  const ask = () => {
    if (!store.mine() || store.past) return false;
    return show();
  };
  const show = async () => {
    const { digest } = store.state;
    table.note("The program thinks …");
    const hint = await table.ask({ do: "hint" }, "hint").catch((error) => (table.refuse(error), undefined));
    if (!hint) return;
    // The game has gone on meanwhile.
    if (digest !== store.state.digest) return ask() || table.hush();
    if (hint.orders.length === 0) return table.note("The program would order nothing here.");
    shown = true;
    board.arrows(ways(hint.forms ?? []), "hint");
    const line = (order) => h("li", {}, say.words(order));
    const [first, ...more] = hint.why;
    table.shown(
      forget,
      h("h3", { testid: "hint" }, "The program would"),
      h("ul", { class: "hinted" }, ...hint.orders.map(line)),
      hint.why.length ? h("details", {}, h("summary", {}, say.words(first)), ...more.map((text) => h("p", { class: "small" }, say.words(text.trim())))) : null,
      h("p", { class: "adds" }, button("do:hinted", hint.orders.length > 1 ? `Order these ${hint.orders.length}` : "Order this", () => table.give(hint.orders), { class: "main" })),
    );
    say.polite(`The program would: ${hint.orders.map(say.words).join("; ")}`);
  };
  keys.on("base", "W", "what the program would do", ask);
  store.on((_, frame) => frame.kind !== "note" && frame.kind !== "here" && forget());
  return { ask, forget };
}
