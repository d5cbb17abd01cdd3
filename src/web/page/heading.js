/** The line above the map: whose turn it is, which phase, and the treasury. */
import { fill, h } from "./dom.js";

/**
 * @param {{where: HTMLElement, money: HTMLElement, store: import("./store.js").Store}} parts
 */
export function heading({ where, money, store }) {
  const show = () => {
    const { summary, awaited, plan } = store.state;
    const phase = summary.phase ?? "";
    const power = awaited.pending?.power ?? summary.power ?? "";
    const now = awaited.winner ? `won by the ${awaited.winner}` : `R${summary.round} ${power} · ${phase.replaceAll("_", " ")}`;
    // Where there is little room, what happens now is more than what is played.
    fill(where, h("span", { class: "edition" }, `${store.edition.title} · `), now);
    document.body.classList.toggle("planning", Boolean(plan));
    const figures = summary.powers.find((p) => p.name === power);
    money.textContent = figures ? `${figures.treasury} (+${figures.income}) ${store.edition.currency}` : "";
  };
  store.on(show);
  show();
}
