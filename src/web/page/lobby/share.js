/** The addresses of a game that has just begun: they are told once. */
import { h, button } from "../dom.js";

/**
 * @param {{game: string, host: string, onlookers: string, seats: {name: string, powers: string[], token: string}[], commitment: string}} made
 * @param {string} title
 * @param {() => void} back
 */
export function addresses(made, title, back) {
  const address = (token) => new URL(`g/${encodeURIComponent(made.game)}/#${token}`, location.href).href;
  const row = (name, about, token, testid) => {
    const field = h("input", { type: "text", readonly: true, value: address(token), "aria-label": `Address of ${name}`, testid, on: { focus: (event) => event.target.select() } });
    const copy = button(`copy:${name}`, "Copy", async () => {
      await navigator.clipboard?.writeText(field.value);
      copy.textContent = "Copied";
    });
    return h("li", { class: "address" }, h("div", {}, h("b", {}, name), h("small", {}, ` ${about}`)), h("div", { class: "acts" }, field, copy));
  };
  return h(
    "section",
    {},
    h("h2", {}, title),
    h("p", {}, "These addresses are told this once. Send each to who sits there; whoever has one can play that seat."),
    h("ul", { class: "plain" }, row("Host", "you: hands seats over, takes the save", made.host, "link:host"), ...made.seats.map((one) => row(one.name, one.powers.join(", "), one.token, `link:${one.name}`)), row("Onlookers", "look and order nothing", made.onlookers, "link:onlookers")),
    h("p", { class: "small" }, "The dice come from a secret of the server whose hash is ", h("code", {}, made.commitment), " and from what the browser of everybody adds when it first opens the game: it begins when all have been there. At the end the secret is told, so that everybody can check them."),
    h("div", { class: "acts" }, h("a", { href: address(made.host), class: "button", testid: "do:open-game" }, "Open the board"), button("do:lobby", "Back to the lobby", back)),
  );
}
