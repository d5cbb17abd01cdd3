/** Elements from data. Texts are texts: nothing here reads markup. */

const SVG = "http://www.w3.org/2000/svg";
const SVG_TAGS = new Set(["svg", "g", "path", "use", "symbol", "circle", "rect", "line", "polyline", "polygon", "text", "tspan", "defs", "pattern", "marker", "title"]);

/**
 * @param {string} tag
 * @param {Record<string, any>} [props] attributes; `on: {click: fn}`, `style: {left: "1px"}`, `dataset: {testid: "…"}`, `class`
 * @param {...(Node | string | number | null | undefined | false)} children
 * @returns {any} the element
 */
export function h(tag, props = {}, ...children) {
  const el = SVG_TAGS.has(tag) ? document.createElementNS(SVG, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) set(el, name, value);
  el.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return el;
}

function set(el, name, value) {
  if (value === undefined || value === null || value === false) return;
  if (name === "on") for (const [event, fn] of Object.entries(value)) el.addEventListener(event, fn);
  else if (name === "dataset") Object.assign(el.dataset, value);
  else if (name === "style") for (const [rule, to] of Object.entries(value)) el.style.setProperty(rule, to);
  else if (name === "testid") el.dataset.testid = value;
  else el.setAttribute(name, value === true ? "" : value);
}

/** Puts these children in the place of all others. */
export function fill(el, ...children) {
  el.replaceChildren(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return el;
}

/** A button with its words. */
export const button = (testid, words, click, props = {}) =>
  h("button", { type: "button", testid, on: { click }, ...props }, words);
