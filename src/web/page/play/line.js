/** The order line: everything that may be ordered, in words, with completion. */
import { h, fill } from "../dom.js";
import * as keys from "../keys.js";

/** @param {import("./table.js").Table} table */
export function makeLine(table) {
  const list = h("datalist", { id: "orders" });
  const input = h("input", { type: "text", id: "line", testid: "order-line", list: "orders", "aria-label": "Order in words", placeholder: ": order in words", autocomplete: "off", spellcheck: "false" });
  const el = h("form", { class: "line", hidden: true }, input, list);
  let timer;
  const complete = async () => {
    const words = input.value.split(";").at(-1).trim();
    const legal = words ? await table.ask({ do: "legal", words }, "line").catch(() => undefined) : undefined;
    if (legal) fill(list, ...legal.orders.slice(0, 40).map((order) => h("option", { value: order })));
  };
  const close = () => {
    el.hidden = true;
    input.blur();
  };
  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(complete, 120);
  });
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    close();
  });
  el.addEventListener("submit", async (event) => {
    event.preventDefault();
    const words = input.value.trim();
    if (words && (await table.give(words))) {
      input.value = "";
      close();
    }
  });
  const open = () => {
    el.hidden = false;
    input.focus();
  };
  keys.on("base", ":", "order in words", open);
  return { el, open };
}
