/** Knowing: log, history, politics, goals and the rest of what can be looked up. */

/**
 * @param {{tabs: HTMLElement, past: HTMLElement, board: any, store: import("../store.js").Store, wire: any}} parts
 */
export function mountKnow({ tabs, past, board, store, wire }) {}
