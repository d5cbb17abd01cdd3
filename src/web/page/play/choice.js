/** Which units are chosen: by their numbers, out of what can move. */

/** @typedef {{space: string, unit: string, ids: number[], left: number, moved: boolean, acts: boolean, aboard: any, damage: number, cargo: any}} Stack */

export function makeChoice() {
  /** @type {Stack[]} */
  let stacks = [];
  /** How many of each stack, by its first number. */
  let counts = new Map();
  const key = (stack) => stack.ids[0];
  const able = (test) => stacks.filter((stack) => stack.acts && test(stack));
  const choice = {
    /** What can move now; what is chosen stays as far as it is still there. @param {Stack[]} now */
    know(now) {
      stacks = now;
      counts = new Map([...counts].filter(([first]) => able((s) => key(s) === first).length > 0));
    },
    /** All of one type in a space, or all that is there. */
    able: (space, type) => able((s) => s.space === space && (type === undefined || s.unit === type)),
    take(some, { add = false } = {}) {
      if (!add) counts.clear();
      for (const stack of some) counts.set(key(stack), stack.ids.length);
    },
    set(stack, count) {
      counts.set(key(stack), Math.min(count, stack.ids.length));
    },
    count: (stack) => counts.get(key(stack)) ?? 0,
    clear() {
      counts.clear();
    },
    /** The stacks of which some are chosen, or may be: those of the tray. */
    rows: () => stacks.filter((s) => counts.has(key(s))),
    /** What is chosen, each stack cut to its count. */
    chosen: () => choice.rows().map((s) => ({ ...s, ids: s.ids.slice(0, choice.count(s)) })).filter((s) => s.ids.length > 0),
    ids: () => choice.chosen().flatMap((s) => s.ids),
    spaces: () => [...new Set(choice.chosen().map((s) => s.space))],
    /** A digit: so many of the type that was chosen last. */
    digit(count) {
      const last = choice.rows().at(-1);
      if (last) choice.set(last, count);
      return last !== undefined;
    },
    all: () => stacks,
    unmoved: () => able((s) => !s.moved),
  };
  return choice;
}
