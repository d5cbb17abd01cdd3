/** What is where on the board: the geometry of the server, put together with the edition's facts. */

/**
 * @typedef {object} Place
 * @property {number} id
 * @property {string} name
 * @property {string} d its outline, as path data
 * @property {boolean} sea
 * @property {boolean} closed
 * @property {[number, number]} centre
 * @property {[number, number]} free its free room
 * @property {[number, number][]} slots from the centre: one a side, one for others, one for a battle's sign
 * @property {string} [host]
 * @property {number} income
 * @property {string | null} capital_of
 * @property {string | null} city
 * @property {string[]} borders
 * @property {string[]} aliases
 */

/** @returns {{w: number, h: number, round: boolean, places: Map<string, Place>, lines: Record<string, string>, links: any[], gates: any[]}} */
export function geometry({ board, edition }) {
  const facts = new Map(edition.spaces.map((space) => [space.name, space]));
  const places = new Map();
  for (const [id, { rings, ...shape }] of board.spaces.entries()) {
    const d = rings.map((ring) => outline(board.lines, ring)).join("");
    places.set(shape.name, { ...facts.get(shape.name), closed: false, ...shape, d, id });
  }
  const shores = board.round ? beach(board, places) : "";
  const drawn = (test) => board.lines.filter(test).map(({ steps }) => path(steps)).join("");
  const kinds = ["coast", "land", "sea"].map((kind) => [kind, drawn(({ of }) => of === kind)]);
  const lines = Object.fromEntries(kinds);
  return { ...board, places, lines: { ...lines, coast: lines.coast + shores, wall: drawn(({ wall }) => wall) } };
}

/** Where a round board is cut, land that ends at the sea beyond its edge has a coast there. */
function beach({ w, lines, spaces }, places) {
  const along = (at) =>
    spaces.flatMap(({ name, rings }) =>
      rings.flat().map((n) => lines[n < 0 ? -1 - n : n].steps).filter(([x, , ...steps]) => x === at && steps.every((step, i) => i % 2 === 1 || step === 0))
        .map(([, y, ...steps]) => [y, y + steps.reduce((sum, step, i) => sum + (i % 2 ? step : 0), 0)].sort((a, b) => a - b))
        .map(([top, bottom]) => ({ top, bottom, sea: places.get(name).sea })));
  const [left, right] = [along(0), along(w)];
  const meetings = left.flatMap((a) => right.filter((b) => a.sea !== b.sea).map((b) => [Math.max(a.top, b.top), Math.min(a.bottom, b.bottom)]));
  return meetings.filter(([top, bottom]) => top < bottom).map(([top, bottom]) => `M0 ${top}V${bottom}M${w} ${top}V${bottom}`).join("");
}

/** A line as path data: `steps` is where it begins, then how it goes on. */
const path = ([x, y, ...further]) => `M${x} ${y}l${further.join(" ")}`;

/** The way along lines, some of them backwards, as path data. */
function outline(lines, ring) {
  const forth = (steps) => steps.slice(2);
  const back = (steps) => {
    const turned = [];
    for (let i = steps.length - 2; i >= 2; i -= 2) turned.push(-steps[i], -steps[i + 1]);
    return turned;
  };
  const end = (steps) => steps.reduce(([x, y], n, i) => (i % 2 ? [x, y + n] : [x + n, y]), [0, 0]);
  const first = ring[0] < 0 ? end(lines[-1 - ring[0]].steps) : lines[ring[0]].steps.slice(0, 2);
  const further = ring.flatMap((n) => (n < 0 ? back(lines[-1 - n].steps) : forth(lines[n].steps)));
  return `M${first.join(" ")}l${further.join(" ")}z`;
}

const plain = (text) => text.toLowerCase().normalize("NFKD").replace(/[^\p{L}\p{N}]+/gu, " ").trim();

/** The place that is meant: by its whole name first, then its beginning, then any part of it. */
export function meant(places, text) {
  const wanted = plain(text);
  if (!wanted) return undefined;
  const names = [...places.values()].map((place) => [place, [place.name, place.city ?? "", ...(place.aliases ?? [])].map(plain)]);
  const by = (test) => names.find(([, all]) => all.some((name) => name && test(name)))?.[0];
  return by((n) => n === wanted) ?? by((n) => n.startsWith(wanted)) ?? by((n) => n.includes(wanted));
}

/** The neighbour that lies most in a direction, seen from a place. */
export function beside(board, place, [dx, dy]) {
  let best;
  let least = Infinity;
  for (const name of place.borders) {
    const other = board.places.get(name);
    if (!other) continue;
    let across = other.centre[0] - place.centre[0];
    if (board.round && Math.abs(across) > board.w / 2) across -= Math.sign(across) * board.w;
    const down = other.centre[1] - place.centre[1];
    const along = across * dx + down * dy;
    const off = Math.abs(across * dy) + Math.abs(down * dx);
    if (along <= 0 || off > along * 2.5) continue;
    const cost = along + off * 2;
    if (cost < least) [best, least] = [other, cost];
  }
  return best;
}
