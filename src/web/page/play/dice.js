/** Dice as dice: pips, the hits among them filled. */
import { h } from "../dom.js";
import * as say from "../say.js";

const spots = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

function die(face, hit) {
  const name = `${face}${hit ? ", a hit" : ""}`;
  const pips = spots[face];
  const dots = pips?.map((at) => h("circle", { cx: 5 + (at % 3) * 7, cy: 5 + Math.floor(at / 3) * 7, r: 2.4 }));
  const inside = dots ?? [h("text", { x: 12, y: 16, "text-anchor": "middle" }, String(face))];
  return h("svg", { class: `die${hit ? " hit" : ""}`, viewBox: "0 0 24 24", width: 24, height: 24, role: "img", "aria-label": name }, h("rect", { x: 0.75, y: 0.75, width: 22.5, height: 22.5, rx: 4 }), ...inside);
}

/** The dice of each salvo of a volley; which are hits is shown where the count agrees with what was told. */
function salvos({ shots, dice, hits }) {
  let from = 0;
  const groups = shots.map((shot) => {
    const faces = dice.slice(from, from + shot.dice);
    from += shot.dice;
    return { ...shot, faces, hit: faces.map((face) => face <= shot.at) };
  });
  const same = groups.flatMap((g) => g.hit).filter(Boolean).length === hits && from === dice.length;
  return groups.map((g) => (same ? g : { ...g, hit: g.hit.map(() => false) }));
}

/** A volley. @param {any} event `fired` or `bombed` */
export function volley(event) {
  const who = event.role === "attacker" ? "Attacker" : event.role === "defender" ? "Defender" : event.power;
  if (event.event === "bombed") {
    return h("div", { class: "volley" }, h("p", {}, `${who}: bombs`), h("div", { class: "dice" }, ...event.dice.map((face) => die(face, false))));
  }
  const groups = salvos(event).map((g) =>
    h("div", { class: "salvo" }, h("small", {}, `${say.count(g.count, g.unit)} at ${g.at}`), h("span", { class: "dice" }, ...g.faces.map((face, n) => die(face, g.hit[n])))),
  );
  const hits = event.hits === 1 ? "1 hit" : `${event.hits} hits`;
  return h("div", { class: `volley of-${event.role}` }, h("p", {}, `${who}: ${event.step} · `, h("strong", {}, hits)), ...groups);
}
