/** Ways over the board as arrows. */
import { fill, h } from "../dom.js";

/** @param {{board: any, routes: any, pins: any, numbers: Map<string, number>}} parts */
export function makeRoutes({ board, routes, pins, numbers }) {
  const layers = new Map();
  return (list, name = "plan") => {
    if (!layers.has(name)) {
      const group = h("g", { class: `routes-${name}` });
      routes.append(group);
      layers.set(name, { group, labels: [] });
    }
    const here = layers.get(name);
    here.labels.forEach((remove) => remove());
    here.labels = [];
    const arrows = [];
    for (const { way, path, does, kind, power, label, text, plan, quiet } of list) {
      const points = (way ?? path ?? []).map((space) => board.places.get(space)?.centre).filter(Boolean);
      if (points.length < 2) continue;
      const own = power && numbers.has(power) ? ` own${numbers.get(power)}` : "";
      const what = `route ${does ?? kind ?? "move"}${plan ? " plan" : ""}${quiet ? " quiet" : ""}${own}`;
      arrows.push(h("g", { class: what }, ...drawn(unrolled(points, board))));
      const words = label ?? text;
      if (!words) continue;
      const [x, y] = points[points.length - 1].map((n, i) => (n + points[points.length - 2][i]) / 2);
      here.labels.push(pins.add(h("span", { class: "mark" }, h("span", { class: "tag route-tag" }, words)), [x, y]));
    }
    fill(here.group, ...arrows);
  };
}

/** A way over the edge of a round board goes on beyond it. */
function unrolled(points, { round, w }) {
  if (!round) return points;
  let by = 0;
  return points.map(([x, y], i) => {
    const step = i > 0 ? x - points[i - 1][0] : 0;
    if (Math.abs(step) > w / 2) by -= Math.sign(step) * w;
    return [x + by, y];
  });
}

/** A smooth line through points, with a head that ends a little before the last. */
function drawn(points) {
  const last = points.length - 1;
  const [tx, ty] = points[last];
  const [fx, fy] = points[last - 1];
  const length = Math.hypot(tx - fx, ty - fy) || 1;
  const [ux, uy] = [(tx - fx) / length, (ty - fy) / length];
  const back = Math.min(10, length / 4);
  const tip = [tx - ux * back, ty - uy * back];
  const neck = [tip[0] - ux * 11, tip[1] - uy * 11];
  let d = `M${points[0].join(" ")}`;
  for (let i = 1; i < last; i++) {
    const [x, y] = points[i];
    const [nx, ny] = i + 1 === last ? neck : points[i + 1];
    d += `Q${x} ${y} ${((x + nx) / 2).toFixed(1)} ${((y + ny) / 2).toFixed(1)}`;
  }
  d += `L${neck.map((n) => n.toFixed(1)).join(" ")}`;
  const side = (s) => `${(neck[0] - uy * 7 * s).toFixed(1)} ${(neck[1] + ux * 7 * s).toFixed(1)}`;
  return [h("path", { class: "under", d }), h("path", { class: "way", d }), h("path", { class: "head", d: `M${tip.map((n) => n.toFixed(1)).join(" ")}L${side(1)}L${side(-1)}z` })];
}
