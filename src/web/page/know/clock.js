/** The clock of a game on several machines: how long whoever is asked still has. */

/** `1:05`, `2 h`, `3 days`: as exact as it matters. @param {number} seconds */
function length(seconds) {
  if (seconds >= 2 * 86_400) return `${Math.floor(seconds / 86_400)} days`;
  if (seconds >= 2 * 3600) return `${Math.floor(seconds / 3600)} h`;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** @param {HTMLElement} place */
export async function mountClock(place, { store, wire }) {
  const learn = () => (wire.alone ? null : wire.read("seats").catch(() => null));
  const house = await learn();
  if (!house?.clock) return;
  // Before the dice are fixed none runs.
  const until = (seconds) => ({ at: store.state.at, until: performance.now() + (seconds ?? Infinity) * 1000 });
  // The first question may have come long before the page.
  let asked = until(house.left);
  const show = () => {
    const { awaited, at } = store.state;
    if (at !== asked.at) asked = until(house.clock);
    const left = Math.min(house.clock, Math.max(0, Math.round((asked.until - performance.now()) / 1000)));
    place.hidden = !awaited.pending;
    place.textContent = length(left);
    place.title = `${awaited.pending?.power ?? ""}: so long until a program answers`;
    place.classList.toggle("warn", left <= 30);
  };
  /** After a broken line, or when the dice are fixed and the game begins. */
  const anew = async () => {
    asked = until((await learn())?.left);
    show();
  };
  store.on((_, frame) => (frame.kind === "snapshot" ? anew() : show()));
  setInterval(show, 1000);
  show();
}
