/** Playing: what is chosen, ordered, decided. */

/**
 * @param {{sheet: HTMLElement, bar: HTMLElement, board: any, store: import("../store.js").Store, wire: any}} parts
 */
export function mountPlay({ sheet, bar, board, store, wire }) {}
