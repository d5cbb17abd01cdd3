/**
 * The only module that knows where the engine is. Everything else asks and orders through it, so that
 * the engine may one day run inside the page.
 */

import { anew, stream } from "./stream.js";

/** What the engine said against a request. */
export class Refusal extends Error {
  /** @param {{code: string, message: string, help?: string, rules?: string[]}} error @param {number} status @param {number} at */
  constructor(error, status, at) {
    super(error.message);
    Object.assign(this, { error, code: error.code, help: error.help, rules: error.rules ?? [], status, at });
  }
}

let flying = 0;
let waiting = [];
let latest = 0;
let frame = 0;
const awaited = new Set();

async function flight(work) {
  flying += 1;
  try {
    return await work();
  } finally {
    flying -= 1;
    if (flying === 0) waiting.splice(0).forEach((done) => done());
  }
}

/** Resolves when nothing is asked or ordered any more and the frames that answers speak of have come. */
export async function idle() {
  for (;;) {
    // Whoever has an answer may ask for more with it.
    await new Promise((done) => setTimeout(done));
    if (flying === 0) return;
    await new Promise((done) => waiting.push(done));
  }
}

async function json(response) {
  const body = await response.json().catch(() => ({}));
  if (body.error) throw new Refusal(body.error, response.status, body.at);
  body.frame = Number(response.headers.get("Frame") ?? 0);
  if (!response.ok) throw new Refusal({ code: "board/failed", message: `the server says ${response.status}` }, response.status);
  return body;
}

const post = (what, body, signal) =>
  flight(async () => {
    const headers = { "Content-Type": "application/json" };
    return json(await fetch(what, { method: "POST", headers, body: JSON.stringify(body), signal }));
  });

/** Whether this is a game on one's own machine, without a house around it. */
export const alone = location.pathname.endsWith("/g/here/");

/** What the game is called in addresses. */
export const game = decodeURIComponent(location.pathname.split("/").at(-2));

/** Takes the seat that the address names, once; then the address is cleaned of what opens it. */
export async function join() {
  const token = location.hash.slice(1);
  if (token === "") return null;
  history.replaceState(null, "", location.pathname + location.search);
  await tell("join", { token });
  anew();
  // What was asked for before that was refused.
  location.reload();
  return new Promise(() => {});
}

/** Says something to the house that is no order: `note`, `hand`, `resign`. @param {string} what @param {any} body */
export const tell = async (what, body) => (await post(what, body)).ok;

/** What the house says of the game's people: `seats`, `dice`. @param {string} what */
export const read = (what) => flight(async () => (await json(await fetch(what))).ok);

/** What never changes while the game is played. */
export const open = () =>
  flight(async () => {
    const [board, edition] = await Promise.all(["board.json", "edition.json"].map((name) => fetch(name).then(json)));
    return { board, edition: edition.ok ?? edition };
  });

/**
 * Asks about the position, or with `at` about an earlier one.
 * @param {{do: string, at?: number}} query as the engine protocol has it
 * @param {{signal?: AbortSignal}} [options]
 * @returns {Promise<any>} what is in `ok`; a `Refusal` is thrown
 */
export const ask = async (query, { signal } = {}) => (await post("ask", query, signal)).ok;

let given = 0;
const run = Math.random().toString(36).slice(2);

/**
 * Has something done: `{do: "apply", order}` or `{do: "apply", orders}`, `undo`, `redo`, …
 * The page changes by the frames that follow; this resolves when the last of them has come.
 * @param {{do: string}} what
 * @returns {Promise<{notes?: string[]}>} a `Refusal` is thrown
 */
export const give = (what) =>
  flight(async () => {
    const body = { id: `${run}.${(given += 1)}`, at: latest, ...what };
    const { ok, frame: last } = await send(body);
    await come(last);
    return ok;
  });

/** Resolves when a frame has come. */
const come = (number) => {
  if (frame >= number) return Promise.resolve();
  return new Promise((done) => awaited.add({ number, done }));
};

function came(id) {
  frame = Number(id.split(".")[1]);
  for (const one of awaited) {
    if (one.number <= frame) {
      awaited.delete(one);
      one.done();
    }
  }
}

/** The same text again after a broken line: it is done once. */
async function send(body) {
  for (let tries = 0; ; tries += 1) {
    try {
      return await post("give", body);
    } catch (error) {
      if (error instanceof Refusal || tries === 3) throw error;
      await new Promise((done) => setTimeout(done, 500 * 2 ** tries));
    }
  }
}

/**
 * Follows the game.
 * @param {(frame: any, id: string) => void} onFrame
 * @param {(state: "open" | "lost") => void} onLink
 */
export function follow(onFrame, onLink = () => {}) {
  stream((told, id) => {
    if (told.at !== undefined) latest = told.at;
    onFrame(told, id);
    came(id);
  }, onLink);
}
