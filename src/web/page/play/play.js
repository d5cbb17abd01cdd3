/** Playing: what is chosen, ordered, decided. Which part is shown follows what the game waits for. */
import { h, fill } from "../dom.js";
import { makeTable } from "./table.js";
import { makeMoves } from "./moves.js";
import { makeShop } from "./shop.js";
import { makePlace } from "./place.js";
import { makeDecision } from "./decision.js";
import { makeOthers } from "./others.js";
import { makeCurtain } from "./curtain.js";
import { makeLine } from "./line.js";
import { makeHint } from "./hint.js";
import { makeFights } from "./fights.js";
import { makeCompare } from "./compare.js";
import { makeBar, isPhase } from "./bar.js";
import { dice } from "./battle.js";

/**
 * @param {{sheet: HTMLElement, bar: HTMLElement, board: any, store: import("../store.js").Store, wire: any}} parts
 */
export function mountPlay({ sheet, bar, board, store, wire }) {
  const word = h("div", { class: "words" });
  const el = h("div", { class: "play" });
  sheet.append(word, el);
  const table = makeTable({ store, wire, board, word });
  const moves = makeMoves(table, el);
  const shop = makeShop(table, el);
  const place = makePlace(table, el);
  const decision = makeDecision(table, el);
  const others = makeOthers(table, el);
  const parts = [moves, shop, place, decision, others];
  const line = makeLine(table);
  const hint = makeHint(table);
  const fights = makeFights(table);
  const shown = makeBar(table, bar, { moves, shop, place, line, hint, fights, compare: makeCompare(table) });

  const part = (pending) => {
    const phases = { purchase: shop, "combat-move": moves, "noncombat-move": moves, mobilize: place };
    return phases[pending.kind] ?? (isPhase(pending) ? others : decision);
  };
  /** Others play: what their battles roll is still to be seen. */
  const watch = () => {
    const events = store.state.log.slice(-6).flatMap((entry) => entry.events);
    const began = events.findLastIndex((event) => event.event === "battle-began");
    fill(el, began < 0 ? null : h("h2", {}, events[began].text ?? `Battle for ${events[began].space}`), began < 0 ? null : dice(events.slice(began)));
  };
  const refresh = () => {
    const pending = store.state.awaited.pending;
    const hidden = curtain.hides();
    const now = !hidden && pending && store.mine() && !store.past ? part(pending) : null;
    parts.filter((one) => one !== now).forEach((one) => one.stop());
    shown.show();
    if (now) return Promise.resolve(now.play()).then(shown.show);
    if (hidden || store.past) fill(el);
    else watch();
  };
  const curtain = makeCurtain(store, () => refresh());
  store.on(refresh);
  board.onPress(() => queueMicrotask(shown.show));
  new MutationObserver(shown.show).observe(el, { childList: true });
  refresh();
}
