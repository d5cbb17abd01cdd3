/** The lobby: games of this house, and a form for a new one. */
import { h, fill } from "../dom.js";
import * as prefs from "../prefs.js";
import * as house from "./house.js";
import { newGame } from "./create.js";
import { addresses } from "./share.js";

const place = document.getElementById("lobby");

/** Whoever comes by the house's address enters once; the address is cleaned of what opens it. */
async function enter() {
  const token = location.hash.slice(1);
  if (token === "") return;
  history.replaceState(null, "", location.pathname + location.search);
  await house.post("lobby/enter", { token });
}

/** A game; its host takes the save along, which the form below goes on with as a new game. */
const game = ({ game, title, pack, orders }) => {
  const place = `g/${encodeURIComponent(game)}/`;
  const save = prefs.get("hosted").includes(game) ? h("a", { href: `${place}save`, download: `${title || pack}.save`, testid: `save:${game}` }, "Save") : null;
  return h("li", { class: "between", testid: `game:${game}` }, h("span", {}, h("a", { href: place }, title || pack)), h("span", {}, h("small", {}, `${pack} · ${orders} orders `), save));
};

async function show() {
  const { games } = await house.read("lobby/games");
  const { packs, overlays, programs } = await house.read("lobby/packs");
  const list = games.length > 0 ? h("ul", { class: "plain", testid: "games" }, ...games.map(game)) : h("p", { class: "small" }, "No game is played here yet.");
  const begun = (made, title) => {
    fill(place, addresses(made, title, show));
    place.focus();
  };
  fill(place, h("section", {}, h("h2", {}, "Games"), list), h("section", {}, h("h2", {}, "A new game"), newGame({ packs, overlays, programs, begun })));
}

const closed = (error) =>
  h(
    "section",
    {},
    h("h2", {}, "This house is closed"),
    h("p", {}, "Who plays here comes by the address of a seat; who begins games comes by the address that the server said when it was started."),
    h("p", { class: "warn", role: "alert" }, error.message),
  );

prefs.apply();
const shown = enter()
  .then(show)
  .catch((error) => fill(place, closed(error)));
window.sandtable = { idle: () => shown };
