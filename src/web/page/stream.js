/**
 * The frames of a game, over one line for all tabs of a browser: it has six lines to a server, and a stream keeps one for itself.
 * The tab that holds the lock listens and tells the others; when it goes, the next one goes on after the last frame it was told.
 */

const NAME = `sandtable ${location.pathname}`;
/** So long a line may be broken before anybody is told. */
const LOST = 2000;

/** The first frame of a stream: how the game stands. @param {AbortSignal} signal */
async function snapshot(signal) {
  const response = await fetch("follow", { headers: { Accept: "text/event-stream" }, signal });
  if (!response.ok) throw new Error(`the server says ${response.status}`);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let text = ""; ; ) {
    const { value, done } = await reader.read();
    if (done) throw new Error("the line is broken");
    text += value;
    const frame = text.split("\n\n").slice(0, -1).find((event) => /^data: /m.test(event));
    if (!frame) continue;
    const field = (name) => frame.split("\n").find((line) => line.startsWith(`${name}: `)).slice(name.length + 2);
    return { id: field("id"), data: field("data") };
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
  const take = ({ id, data }) => {
    if (known(id)) return;
    last = id;
    onFrame(JSON.parse(data), id);
  };
  const ready = () => {
    const waiting = early ?? [];
    early = null;
    waiting.forEach(take);
  };

  /** Listens for all tabs. */
  const lead = () => {
    let lost;
    const tell = (link) => {
      onLink(link);
      channel.postMessage({ link });
    };
    source?.close();
    source = new EventSource(last ? `follow?after=${encodeURIComponent(last)}` : "follow");
    source.addEventListener("frame", ({ lastEventId: id, data }) => {
      channel.postMessage({ id, data });
      take({ id, data });
      ready();
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
  channel.onmessage = ({ data: told }) => {
    if (told.anew) return source && lead();
    if (told.link) return onLink(told.link);
    return early ? early.push(told) : take(told);
  };
  /** Another tab listens: how the game stands is asked for once, what came meanwhile follows. */
  const join = async () => {
    const gone = new AbortController();
    while (early && !source) {
      try {
        take(await snapshot(gone.signal));
        ready();
      } catch {
        onLink("lost");
        await new Promise((done) => setTimeout(done, LOST));
      }
    }
    gone.abort();
  };

  const held = () => new Promise(() => lead());
  // Only where nobody can listen in between has a page locks.
  if (!navigator.locks) return lead();
  return navigator.locks.request(NAME, { ifAvailable: true }, (lock) => {
    if (lock) return held();
    join();
    navigator.locks.request(NAME, held);
    return undefined;
  });
}

/** Another seat was taken in this browser: whoever listens does so for it, too. */
export function anew() {
  new BroadcastChannel(NAME).postMessage({ anew: true });
}
