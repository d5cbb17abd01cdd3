/** The line above the map: whose turn it is, which phase, and the treasury. */

/**
 * @param {{where: HTMLElement, money: HTMLElement, store: import("./store.js").Store}} parts
 */
export function heading({ where, money, store }) {
  const show = () => {
    const { summary, awaited, plan } = store.state;
    const phase = summary.phase ?? "";
    const power = awaited.pending?.power ?? summary.power ?? "";
    where.textContent = awaited.winner
      ? `${store.edition.title} · won by the ${awaited.winner}`
      : `${store.edition.title} · R${summary.round} ${power} · ${phase.replaceAll("_", " ")}`;
    document.body.classList.toggle("planning", Boolean(plan));
    const figures = summary.powers.find((p) => p.name === power);
    money.textContent = figures ? `${figures.treasury} (+${figures.income}) ${store.edition.currency}` : "";
  };
  store.on(show);
  show();
}
