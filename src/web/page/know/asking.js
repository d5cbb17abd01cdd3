/** Questions of panels: about the position that is looked at, where only the latest answer of a kind counts. */
import { h, fill } from "../dom.js";

/**
 * @returns {(query: {do: string}, then: (ok: any) => void, place?: HTMLElement) => Promise<void>} asks; an answer that
 *   a later question of the same kind has overtaken is dropped, a refusal is written into `place`
 */
export function makeAsk(wire, store) {
  const latest = new Map();
  return async (query, then, place) => {
    const kind = `${query.do}${place?.id ?? ""}`;
    latest.get(kind)?.abort();
    const control = new AbortController();
    latest.set(kind, control);
    const at = store.past?.at;
    try {
      const ok = await wire.ask(at === undefined ? query : { at, ...query }, { signal: control.signal });
      if (!control.signal.aborted) then(ok);
    } catch (error) {
      if (control.signal.aborted || error.name === "AbortError") return;
      if (place) fill(place, problem(error));
    }
  };
}

/** A refusal as people read it. */
export const problem = (error) =>
  h("p", { class: "warn", role: "alert" }, error.message, error.help ? h("small", {}, ` ${error.help}`) : null);

/** A space that is flown to when it is pressed. */
export const spaceLink = (ctx, space, words = space, testid = undefined) =>
  h("button", { type: "button", class: "place", testid, on: { click: () => ctx.fly(space) } }, words);

/** Words with a link to each space between them. */
export const spaceLinks = (ctx, spaces) => spaces.flatMap((space, n) => [n > 0 ? ", " : null, spaceLink(ctx, space)]);

/** What is one's own stands first. @template T @param {T[]} all @param {(one: T) => string} power @returns {T[]} */
export const ownFirst = (ctx, all, power) => {
  const me = ctx.me();
  return [...all].sort((a, b) => me.includes(power(b)) - me.includes(power(a)));
};
