/** Boot: reads what never changes, follows the game, and hands both to the parts of the page. */
import * as wire from "./wire.js";
import { makeStore } from "./store.js";
import { heading } from "./heading.js";
import * as prefs from "./prefs.js";
import * as keys from "./keys.js";
import * as say from "./say.js";

const part = (id) => document.getElementById(id);

async function boot() {
  prefs.apply();
  keys.listen(document);
  await wire.join();
  // Everything is fetched at once; what happens before the board is there waits for it.
  let early = [];
  let take = (...told) => early.push(told);
  let first;
  const begun = new Promise((resolve) => (first = resolve));
  wire.follow((frame, id) => {
    take(frame, id);
    first();
  }, link);
  const [{ mountBoard }, { board: picture, edition }] = await Promise.all([import("./board/board.js"), wire.open(), begun]);
  const store = makeStore({ board: picture, edition });
  ({ take } = store);
  say.learn(edition);
  early.forEach((told) => take(...told));
  early = [];
  document.title = edition.title;
  const board = mountBoard(part("map"), store);
  heading({ where: part("where"), money: part("money"), store });
  performance.mark("board");
  // The board is there first; what one plays with and what is known come after it.
  const { mountPlay } = await import("./play/play.js");
  mountPlay({ sheet: part("sheet"), bar: part("bar"), board, store, wire });
  performance.mark("play");
  grip();
  const { mountKnow } = await import("./know/know.js");
  mountKnow({ tabs: part("tabs"), past: part("past"), board, store, wire });
  window.sandtable = { idle: () => wire.idle().then(painted), store, board, wire };
}

/** Says whether the server is there. */
function link(state) {
  const sign = part("link");
  sign.hidden = state === "open";
  sign.textContent = state === "open" ? "" : "Reconnecting …";
  if (state !== "open") say.polite("Connection lost, reconnecting");
}

/** On a phone the sheet has three heights. */
function grip() {
  const heights = ["low", "half", "high"];
  const side = part("side");
  side.dataset.height = prefs.get("sheet");
  part("grip").addEventListener("click", () => {
    const next = heights[(heights.indexOf(side.dataset.height) + 1) % heights.length];
    side.dataset.height = next;
    prefs.set("sheet", next);
  });
}

/** After what has come is drawn. */
const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));

boot().catch((error) => {
  const line = document.createElement("p");
  line.className = "fatal";
  line.setAttribute("role", "alert");
  line.textContent = `The board cannot be shown: ${error.message}`;
  document.body.prepend(line);
  console.error(error);
});
