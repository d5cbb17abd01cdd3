/**
 * Keys by scopes. The scope on top hears a key first; what it does not know goes to those below,
 * unless it keeps all keys to itself.
 */

const scopes = new Map([["base", { keys: new Map(), modal: false }]]);
let stack = ["base"];
let single = true;

const scopeOf = (name) => {
  if (!scopes.has(name)) scopes.set(name, { keys: new Map(), modal: false });
  return scopes.get(name);
};

/** `Shift+A`, `Ctrl+Z`, `Escape`, `[`: modifiers in this order, then the key. */
const named = (event) => {
  const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
  const shift = event.shiftKey && (event.key.length > 1 || /[A-Z]/.test(key)) ? "Shift+" : "";
  return `${event.ctrlKey || event.metaKey ? "Ctrl+" : ""}${event.altKey ? "Alt+" : ""}${shift}${key}`;
};

/**
 * Has a key do something in a scope.
 * @param {string} scope "base" always counts
 * @param {string} key as `Ctrl+Z`
 * @param {string} name what it does, for the list of keys
 * @param {(event: KeyboardEvent) => void | false} fn `false`: not meant after all
 */
export function on(scope, key, name, fn) {
  scopeOf(scope).keys.set(key, { name, fn });
  return () => scopeOf(scope).keys.delete(key);
}

/** Puts a scope on top; ends with what it returns. @param {{modal?: boolean}} [options] */
export function enter(scope, { modal = false } = {}) {
  scopeOf(scope).modal = modal;
  stack = [...stack.filter((s) => s !== scope), scope];
  return () => leave(scope);
}

/** Takes a scope away. */
export function leave(scope) {
  if (scope !== "base") stack = stack.filter((s) => s !== scope);
}

/** Every key that counts now. @returns {{scope: string, key: string, name: string}[]} */
export const all = () =>
  [...stack].reverse().flatMap((scope) => [...scopeOf(scope).keys].map(([key, { name }]) => ({ scope, key, name })));

/** Whether keys without Ctrl or Alt count. */
export const allowSingle = (allowed) => {
  single = allowed;
};

const typing = (target) =>
  target instanceof Element && target.matches("input:not([type=checkbox]):not([type=radio]):not([type=range]), textarea, select, [contenteditable]");

/** Begins to listen. @param {EventTarget} target */
export function listen(target) {
  target.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing) return;
    const key = named(event);
    const plain = !/^(Ctrl|Alt)\+/.test(key) && event.key.length === 1;
    if (typing(event.target) && (plain || key !== "Escape")) return;
    if (plain && !single) return;
    // A focused button is pressed by these; they must not also do something else.
    const pressed = event.target instanceof Element && event.target.matches("button, a, summary, [role=tab]");
    if (pressed && (event.key === "Enter" || event.key === " ")) return;
    for (const scope of [...stack].reverse()) {
      const { keys, modal } = scopeOf(scope);
      const found = keys.get(key);
      if (found && found.fn(event) !== false) {
        event.preventDefault();
        return;
      }
      if (modal) return;
    }
  });
}
