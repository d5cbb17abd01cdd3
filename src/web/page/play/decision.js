/** A decision that waits: the battle sheet if one is fought, the question, and the component that answers it. */
import { h } from "../dom.js";
import * as keys from "../keys.js";
import * as say from "../say.js";
import { redraw } from "./table.js";
import { decide } from "./decide.js";
import { sheet, story } from "./battle.js";

/** Keys sleep so long after dice have landed: a held one never answers what it has not seen. */
const SLEEP = 400;
/** More answers than this are not given by themselves in one battle. */
const MOST = 200;

/** @param {import("./table.js").Table} table @param {HTMLElement} el */
export function makeDecision(table, el) {
  const { store, board } = table;
  let live = false;
  let leave = () => {};
  let asked = null;
  let memory = {};
  let shown = {};
  let woke = 0;
  let running = false;

  const awake = (fn) => (event) => {
    if (event.repeat || performance.now() < woke || !fn?.()) return undefined;
    return fn()?.();
  };
  keys.on("decision", "Enter", "take what is proposed", awake(() => shown.enter));
  keys.on("decision", " ", "roll on", awake(() => shown.roll ?? (asked?.pending.kind === "fight" ? shown.enter : undefined)));
  board.onPress(({ space }) => {
    const lit = live && !store.past && shown.lit?.find((one) => one.space === space);
    if (lit) table.give(lit.order);
  });

  const pending = () => store.state.awaited.pending;
  /** Answers what it is asked in a battle until the round or the battle ends, or somebody else must speak. */
  const fightOn = async (until) => {
    const space = pending()?.space;
    const power = pending()?.power;
    running = true;
    for (let n = 0; n < MOST; n += 1) {
      const now = pending();
      if (!now || now.power !== power || now.space !== space || !store.mine()) break;
      if (now.kind === "retreat" && now.must) break;
      if (now.kind === "retreat" && n > 0 && until === "round") break;
      const answer = await next(now);
      if (!answer || !(await table.give(answer))) break;
    }
    running = false;
    play();
  };
  const next = async (now) => {
    if (now.kind === "retreat") return "press";
    if (now.kind === "casualties") return (await table.ask({ do: "battle" }))?.proposal?.order;
    return undefined;
  };

  const show = () => {
    if (!live || !asked || running) return;
    shown = decide({ table, asked, memory, show, fightOn });
    board.light((shown.lit ?? []).map(({ space, does, label }) => ({ space, does, label, part: false })));
    const where = asked.pending.space ?? asked.battle?.space;
    const events = where ? story(store.state.log, where) : [];
    const question = shown.question ?? asked.pending.text ?? asked.pending.question.split("\n")[0];
    redraw(
      el,
      h("section", { class: "decision", testid: `decide:${asked.pending.kind}`, "aria-label": "Your decision" }, h("p", { class: "question", testid: "fact:question" }, question), ...shown.parts),
      ...(asked.battle ? sheet(asked.battle, events, store.edition.currency) : []),
    );
  };
  const play = async () => {
    if (!live) leave = keys.enter("decision");
    live = true;
    const now = store.state.at;
    const waits = pending();
    const battle = await table.ask({ do: "battle" }, "battle").catch((error) => (table.refuse(error), undefined));
    if (!battle || now !== store.state.at || !live) return;
    const same = asked?.at === now;
    asked = { ...battle, pending: waits, at: now };
    if (!same) {
      memory = {};
      woke = performance.now() + SLEEP;
      say.assertive(waits.question.split("\n")[0]);
      if (waits.space) board.fly(waits.space);
    }
    show();
    if (!battle.battle) return;
    const odds = await table.ask({ do: "battle", odds: true }, "battle").catch(() => undefined);
    if (!odds?.battle || now !== store.state.at || !live) return;
    asked = { ...asked, battle: odds.battle };
    show();
  };
  return {
    play: () => (running ? undefined : play()),
    stop() {
      if (!live) return;
      live = false;
      asked = null;
      board.light([]);
      leave();
    },
  };
}
