/** What screen readers are told, and what things are called. */

const PAUSE = 1500;
const queue = [];
let timer;
let lastSaid = "";

const region = (id) => document.getElementById(id);

function next() {
  timer = undefined;
  if (queue.length === 0) return;
  // A burst is summed up by its first and last.
  const burst = queue.splice(0);
  const text = burst.length <= 2 ? burst.join(". ") : `${burst[0]}. ${burst.length - 2} more. ${burst.at(-1)}`;
  if (text !== lastSaid) region("polite").textContent = text;
  lastSaid = text;
  timer = setTimeout(next, PAUSE);
}

/** Says something when there is time. @param {string} text */
export function polite(text) {
  queue.push(text);
  timer ??= setTimeout(next, 50);
}

/** Says at once that something must be decided. @param {string} text */
export function assertive(text) {
  region("assertive").textContent = text;
}

/** Names as people read them. @param {string} name */
export const words = (name) => String(name ?? "").replaceAll("_", " ");

const plurals = new Map();

/** What several of a type are called. @param {{units: {name: string, plural: string}[]}} edition */
export const learn = ({ units }) => units.forEach(({ name, plural }) => plurals.set(name, plural));

/** What so many of a type are called. @param {number} count @param {string} type */
export const several = (count, type) => words(count === 1 ? type : (plurals.get(type) ?? type));

/** `1 fighter`, `2 fighters`. @param {number} count @param {string} type */
export const count = (count, type) => `${count} ${several(count, type)}`;

/** `3 infantry, 1 fighter`. @param {Record<string, number>} units */
export const units = (units) =>
  Object.entries(units).map(([type, n]) => count(n, type)).join(", ");
