/** The clock of a game on several machines: how long whoever is asked still has. */

/** `1:05`, `2 h`, `3 days`: as exact as it matters. @param {number} seconds */
function length(seconds) {
  if (seconds >= 2 * 86_400) return `${Math.floor(seconds / 86_400)} days`;
  if (seconds >= 2 * 3600) return `${Math.floor(seconds / 3600)} h`;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** @param {HTMLElement} place */
export async function mountClock(place, { store, wire }) {
  const house = wire.alone ? null : await wire.read("seats").catch(() => null);
  if (!house?.clock) return;
  // When the question came is known of those that come from now on; of the first it may have been long ago.
  let asked = { at: store.state.at, since: performance.now(), most: "≤ " };
  const show = () => {
    const { awaited, at } = store.state;
    if (at !== asked.at) asked = { at, since: performance.now(), most: "" };
    const left = Math.max(0, Math.round(house.clock - (performance.now() - asked.since) / 1000));
    place.hidden = !awaited.pending;
    place.textContent = `${asked.most}${length(left)}`;
    place.title = `${awaited.pending?.power ?? ""}: so long until a program answers`;
    place.classList.toggle("warn", left <= 30);
  };
  store.on(show);
  setInterval(show, 1000);
  show();
}
