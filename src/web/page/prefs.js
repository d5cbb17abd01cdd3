/** What a person prefers, kept in this browser. */

const KEY = "sandtable";
const usual = { sheet: "half", theme: "auto", motion: "auto", singleKeys: true, ownColours: false, hosted: [] };

const query = new URLSearchParams(location.search);

function read() {
  try {
    return { ...usual, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...usual };
  }
}

let prefs = read();
const listeners = new Set();

/** @param {keyof typeof usual | string} name */
export const get = (name) => prefs[name];

/** @param {string} name @param {any} value */
export function set(name, value) {
  prefs = { ...prefs, [name]: value };
  try {
    localStorage.setItem(KEY, JSON.stringify(prefs));
  } catch {
    // A browser may keep nothing: it then holds until the page is left.
  }
  apply();
  listeners.forEach((fn) => fn(prefs));
}

/** Called when something is preferred anew. */
export function on(fn) {
  listeners.add(fn);
  return () => listeners.delete(fn);
}

/** Whether things may move: `?motion=0`, the system and the person may each say no. */
export const moves = () =>
  query.get("motion") !== "0" && get("motion") !== "none" && !matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Shows on the page what is preferred. */
export function apply() {
  document.documentElement.dataset.theme = get("theme");
  document.documentElement.classList.toggle("still", !moves());
}
