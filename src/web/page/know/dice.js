/**
 * The dice of a game of several people: before it begins this browser adds a text of its own, and afterwards it makes sure
 * that this counted and that the server kept to the secret it named.
 */
import { h, fill, button } from "../dom.js";
import { chance } from "../chance.js";

const KEY = `dice:${location.pathname}`;

/** What this browser has added, and which secret the server had named by then. */
function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "null");
  } catch {
    return null;
  }
}

function keep(what) {
  try {
    localStorage.setItem(KEY, JSON.stringify(what));
  } catch {
    // A browser may keep nothing: then it cannot make sure later.
  }
}

/** @returns {{el: HTMLElement}} a line while the game has not begun, or when something is wrong */
export function diceLine({ store, wire }) {
  const el = h("div", { testid: "dice", role: "status" });
  const begin = button("do:begin", "Begin without them", () => wire.tell("begin", {}).then(learn, (error) => fill(el, error.message)));
  let house = null;

  const add = async ({ commitment }) => {
    const text = chance();
    await wire.tell("dice", { text });
    keep({ text, commitment });
  };
  const draw = (dice) => {
    const own = kept();
    const honest = !own || dice.open || (dice.commitment === own.commitment && dice.added.includes(`\t${own.text}\n`));
    const waits = `The game begins when everybody has been here, for each browser adds to the dice. Awaited: ${dice.awaited.join(", ")}.`;
    if (!honest) fill(el, h("p", { class: "warn" }, "The dice of this game do not hold what this browser added to them: ask whoever runs the server."));
    else if (dice.open && dice.awaited.length > 0) fill(el, h("p", {}, waits), house?.host ? begin : null);
    else fill(el);
  };
  const learn = async () => {
    const dice = await wire.read("dice");
    if (!dice) return;
    house = await wire.read("seats");
    if (dice.open && house.me.some((name) => dice.awaited.includes(name))) return add(dice);
    draw(dice);
  };
  const told = (work) => work.catch((error) => fill(el, h("p", { class: "warn" }, error.message)));
  if (!wire.alone) {
    store.on((_, frame) => {
      if (frame.kind === "dice") draw(frame);
      if (frame.kind === "seats") told(learn());
    });
    told(learn());
  }
  return { el };
}
