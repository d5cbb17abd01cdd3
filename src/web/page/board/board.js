/** The board: where everything is. */

/**
 * @param {HTMLElement} el
 * @param {import("../store.js").Store} store
 */
export function mountBoard(el, store) {
  return { select() {}, light() {}, arrows() {}, fly() {}, onPress() {}, onDrag() {}, overlay() {} };
}
