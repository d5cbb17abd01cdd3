/**
 * The frames of a game, over one line for all tabs of a browser: it has six lines to a server, and a stream keeps one for itself.
 * The tab that holds the lock listens and tells the others; when it goes, the next one goes on after the last frame it was told.
 */

const NAME = `sandtable ${location.pathname}`;
/** So long a line may be broken before anybody is told. */
const LOST = 2000;

/**
 * How the game stands, and after which frame, as soon as the server says so.
 * @param {(state: "lost") => void} onLink
 * @returns {Promise<{id: string, frame: any}>}
 */
async function stands(onLink) {
  for (;;) {
    const told = await fetch("frame.json").then((response) => (response.ok ? response.json() : null)).catch(() => null);
    if (told) return told;
    onLink("lost");
    await new Promise((done) => setTimeout(done, LOST));
  }
}

/**
 * @param {(frame: any, id: string) => void} onFrame
 * @param {(state: "open" | "lost") => void} onLink
 */
export function stream(onFrame, onLink) {
  const channel = new BroadcastChannel(NAME);
  let last;
  let early = [];
  let source;

  const known = (id) => {
    const [[was, before], [run, number]] = [(last ?? ".").split("."), id.split(".")];
    return was === run && Number(number) <= Number(before);
  };
  const take = ({ id, frame }) => {
    if (known(id)) return;
    last = id;
    onFrame(frame, id);
  };

  /** Listens for all tabs. */
  const lead = () => {
    let lost;
    const tell = (link) => {
      onLink(link);
      channel.postMessage({ link });
    };
    source?.close();
    source = new EventSource(`follow?after=${encodeURIComponent(last)}`);
    source.addEventListener("frame", ({ lastEventId: id, data }) => {
      const told = { id, frame: JSON.parse(data) };
      channel.postMessage(told);
      take(told);
    });
    source.addEventListener("open", () => {
      clearTimeout(lost);
      lost = undefined;
      tell("open");
    });
    source.addEventListener("error", ({ target }) => {
      lost ??= setTimeout(() => tell("lost"), LOST);
      // The browser tries again by itself, unless the server has turned it away.
      if (target.readyState === EventSource.CLOSED) setTimeout(() => target === source && lead(), LOST);
    });
  };
  /** Another seat was taken in this browser: whose turn it is to order is another matter now. */
  const reseat = async () => {
    if (source) lead();
    let told = await stands(onLink);
    // What came while that was on its way is newer.
    while (told.id !== last && known(told.id)) told = await stands(onLink);
    last = told.id;
    onFrame(told.frame, last);
  };
  channel.onmessage = ({ data: told }) => {
    if (told.anew) return early ? undefined : reseat();
    if (told.link) return onLink(told.link);
    return early ? early.push(told) : take(told);
  };
  /** How the game stands is asked for once; what other tabs heard meanwhile follows. */
  const join = async () => {
    take(await stands(onLink));
    early.splice(0).forEach(take);
    early = null;
  };

  const joined = join();
  const held = () => joined.then(lead).then(() => new Promise(() => {}));
  // Only where nobody can listen in between has a page locks.
  return navigator.locks ? navigator.locks.request(NAME, held) : held();
}

/** Another seat was taken in this browser: its other tabs sit there, too. */
export function anew() {
  new BroadcastChannel(NAME).postMessage({ anew: true });
}
