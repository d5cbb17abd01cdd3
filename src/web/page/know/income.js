/** Income to come: what each power would collect if its income came now, and what for. */
import { h, fill } from "../dom.js";
import { ownFirst } from "./asking.js";

/** @returns {{el: HTMLElement, show: () => void}} */
export function incomePanel(ctx) {
  const el = h("div", { testid: "income" });
  const currency = ctx.store.edition.currency;
  const account = ({ power, account, total, treasury, diced }) =>
    h(
      "details",
      { open: ctx.me().includes(power), dataset: { testid: `income:${power}` } },
      h("summary", {}, h("b", {}, power), ` · ${treasury} in the treasury, ${total} ${currency} to come`),
      h("ul", { class: "plain" }, ...account.map((line) => h("li", { class: line.ipc < 0 ? "warn" : "" }, line.text)), account.length === 0 ? h("li", {}, "nothing: it collects no income as the board stands") : null),
      diced ? h("p", { class: "small" }, "Dice will decide a part of it; here they do their least.") : null,
    );
  const show = () => ctx.ask({ do: "income" }, ({ powers }) => fill(el, ...ownFirst(ctx, powers, (one) => one.power).map(account)), el);
  return { el, show };
}
