/** Waypoints: the way of those who are chosen leads through them, in the order in which they were pressed. */

/** @param {{board: any}} table */
export function makeVia({ board }) {
  let points = [];
  const show = () => board.overlay("via", points.map((space, n) => ({ space, text: `via ${n + 1}`, weight: 0.5 })));
  const quoted = (name) => `"${name}"`;
  /** The order in words, in which only the waypoints are named: the engine finds what lies between. */
  const words = ({ units, path, intent }, stacks) => {
    const type = (id) => stacks.find((stack) => stack.ids.includes(id))?.unit;
    const named = units.map((id) => `${type(id)}#${id}`).join(", ");
    const attack = intent === "attack" ? " attacking" : "";
    return `move ${named} from ${quoted(path[0])} via ${points.map(quoted).join(", ")} to ${quoted(path.at(-1))}${attack}`;
  };
  return {
    points: () => points,
    /** One more of them, or one less. */
    toggle(space) {
      points = points.includes(space) ? points.filter((one) => one !== space) : [...points, space];
      show();
    },
    clear() {
      if (points.length === 0) return;
      points = [];
      show();
    },
    /** The same orders by these ways. @param {any[]} orders @param {{unit: string, ids: number[]}[]} stacks */
    through: (orders, stacks) => (points.length === 0 ? orders : orders.map((order) => (order.move ? words(order.move, stacks) : order))),
  };
}
