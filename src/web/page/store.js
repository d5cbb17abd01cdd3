/**
 * How the game stands, by the frames of the server: what changes is replaced, nothing is worked out here.
 *
 * @typedef {object} Store
 * @property {any} edition what the protocol's `rules` answers
 * @property {any} board the geometry
 * @property {State} state
 * @property {State | null} past an earlier position, while one is looked at; nothing can be ordered then
 * @property {(fn: (state: State, frame: any) => void) => () => void} on called after each frame; ends with what it returns
 *
 * @typedef {object} State
 * @property {number} at how many orders there are
 * @property {Record<string, any>} spaces what is where: a `Holding` each, only spaces that somebody owns or stands in
 * @property {any} summary round, power, phase, winner, powers with treasury and income
 * @property {Record<string, number>} counters
 * @property {Record<string, number>} bought
 * @property {string} digest
 * @property {{pending: any, winner: string | null}} awaited
 * @property {{power: string, seat: string, me: boolean}[]} seats
 * @property {any[]} log the last orders: {at, power, by, deed, order, events}
 * @property {string | null} plan the plan that is being tried
 * @property {number} redo how many orders could be done again
 * @property {any[]} notes
 */

/** @returns {Store & {take: (frame: any, id: string) => void, me: () => string[], mine: () => boolean, shown: () => State, look: (past: {at: number, position: any} | null) => void}} */
export function makeStore({ board, edition }) {
  const listeners = new Set();
  const store = { board, edition, state: empty(), past: null, frames: 0, snapshots: 0 };
  store.on = (fn) => {
    listeners.add(fn);
    return () => listeners.delete(fn);
  };
  store.take = (frame, id) => {
    store.state = next(store.state, frame);
    store.state.id = id;
    store.frames += 1;
    if (frame.kind === "snapshot") store.snapshots += 1;
    for (const fn of listeners) fn(store.state, frame);
  };
  /** What is to be shown: the present, or an earlier position that is looked at. */
  store.shown = () => store.past ?? store.state;
  /** Looks at an earlier position, as the protocol's `state` tells it; `null`: at the present again. */
  store.look = (past) => {
    store.past = past && { ...store.state, ...position(past.position), at: past.at, awaited: { pending: null, winner: null } };
    for (const fn of listeners) fn(store.shown(), { kind: "look" });
  };
  /** The powers that are played from here. */
  store.me = () => store.state.seats.filter((seat) => seat.me).map((seat) => seat.power);
  /** Whether the game waits for somebody here. */
  store.mine = () => store.me().includes(store.state.awaited.pending?.power);
  return store;
}

const empty = () => ({ at: 0, spaces: {}, summary: { powers: [] }, counters: {}, bought: {}, awaited: {}, seats: [], log: [], notes: [], plan: null, redo: 0 });

const LOG = 500;

function next(state, frame) {
  switch (frame.kind) {
    case "snapshot":
      return { ...state, ...position(frame.position), ...head(frame), seats: frame.seats, log: frame.log };
    case "order": {
      const { at, power, by, deed, order, events } = frame;
      const log = [...state.log, { at, power, by, deed, order, events }].slice(-LOG);
      return { ...state, ...patched(state, frame), ...head(frame), log };
    }
    case "back":
      return { ...state, ...patched(state, frame), ...head(frame), log: state.log.filter((entry) => entry.at <= frame.at) };
    case "seats":
      return { ...state, seats: frame.seats };
    case "note":
      return { ...state, notes: [...state.notes, frame].slice(-LOG) };
    default:
      return state;
  }
}

const head = ({ at, awaited, plan, redo }) => ({ at, awaited, plan: plan ?? null, redo: redo ?? 0 });

function position({ spaces, counters, bought, digest, ...summary }) {
  return { spaces, counters, bought, digest, summary };
}

function patched(state, { spaces, summary, counters, bought, digest }) {
  return { spaces: { ...state.spaces, ...spaces }, summary, counters, bought, digest };
}
