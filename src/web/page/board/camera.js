/** What part of the board is seen, and how large: wheel, drag, pinch, keys and flights. */
import { moves } from "../prefs.js";

const MOST = 3;
const FLIGHT = 300;
const REST = 140;
/** So much emptiness beyond the board is shown where nobody moves it by hand. */
const EDGE = 24;

/**
 * @param {HTMLElement} el what is looked through
 * @param {{w: number, h: number, round: boolean}} board
 * @param {(camera: any, rest: boolean) => void} draw
 */
export function makeCamera(el, board, draw) {
  const view = { x: 0, y: 0, k: 1 };
  let size = { width: el.clientWidth, height: el.clientHeight };
  let frame = 0;
  let still;
  let flight = 0;

  const least = () => Math.min(1, size.width / board.w, size.height / board.h) * 0.92;
  function hold() {
    view.k = Math.min(MOST, Math.max(least(), view.k));
    // Some of the board always stays in sight.
    Object.assign(view, inside(view, [size.width * 0.4, size.height * 0.4]));
  }
  /** What is seen without more emptiness at an edge than this; a round board goes on for ever. */
  function inside({ x, y, k }, [across, down]) {
    const within = (at, length, seen, room) => {
      const slack = Math.max(room, (seen - length) / 2);
      return Math.min(slack, Math.max(seen - length - slack, at));
    };
    return { k, x: board.round ? x : within(x, board.w * k, size.width, across), y: within(y, board.h * k, size.height, down) };
  }
  /** What is seen with a point in the middle, or as near to it as the board reaches. */
  const centred = ([x, y], k) => inside({ k, x: size.width / 2 - x * k, y: size.height / 2 - y * k }, [EDGE, EDGE]);
  function show() {
    hold();
    el.classList.add("moving");
    clearTimeout(still);
    still = setTimeout(rest, REST);
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      draw(camera, false);
    });
  }
  /** The copy of a point of a round board that is nearest to the middle of what is seen. */
  const nearest = (x) => (board.round ? x + board.w * Math.round(((size.width / 2 - view.x) / view.k - x) / board.w) : x);
  function rest() {
    el.classList.remove("moving");
    if (board.round) view.x += Math.floor((size.width / 2 - view.x) / view.k / board.w) * board.w * view.k;
    draw(camera, true);
  }
  function stop() {
    cancelAnimationFrame(flight);
    flight = 0;
  }

  const camera = {
    view,
    get size() {
      return size;
    },
    /** Moves what is seen by so many pixels. */
    pan(dx, dy) {
      stop();
      view.x += dx;
      view.y += dy;
      show();
    },
    /** Makes it so many times larger around a point of the element. */
    zoom(by, x = size.width / 2, y = size.height / 2) {
      stop();
      const k = Math.min(MOST, Math.max(least(), view.k * by));
      view.x = x - ((x - view.x) * k) / view.k;
      view.y = y - ((y - view.y) * k) / view.k;
      view.k = k;
      show();
    },
    /** Goes somewhere: at once, or in a short flight that the next gesture ends. */
    go(to) {
      stop();
      const from = { ...view };
      if (!moves()) {
        Object.assign(view, to);
        hold();
        return rest();
      }
      const begun = performance.now();
      const step = (now) => {
        const t = Math.min(1, (now - begun) / FLIGHT);
        const s = t * t * (3 - 2 * t);
        for (const key of ["x", "y", "k"]) view[key] = from[key] + (to[key] - from[key]) * s;
        show();
        flight = t < 1 ? requestAnimationFrame(step) : 0;
      };
      flight = requestAnimationFrame(step);
    },
    /** Looks at a rectangle of the board. */
    fit([left, top, right, bottom], most = 1.2, fly = true) {
      const pad = 48;
      const across = (size.width - 2 * pad) / Math.max(1, right - left);
      const down = (size.height - 2 * pad) / Math.max(1, bottom - top);
      const k = Math.max(least(), Math.min(most, across, down));
      const to = centred([(left + right) / 2, (top + bottom) / 2], k);
      if (fly) return camera.go(to);
      Object.assign(view, to);
      hold();
      return rest();
    },
    /** Looks at a point, at once. */
    look(point, k) {
      Object.assign(view, centred(point, k));
      hold();
      rest();
    },
    /** Goes to a point, if it is not well in sight; never makes anything smaller. */
    fly([from, y], k = Math.max(view.k, 0.8)) {
      const x = nearest(from);
      const at = { x: x * view.k + view.x, y: y * view.k + view.y };
      const edge = 60;
      const seen = at.x > edge && at.y > edge && at.x < size.width - edge && at.y < size.height - edge;
      if (seen && k <= view.k) return;
      camera.go(centred([x, y], k));
    },
    nearest,
    all: () => camera.fit([0, 0, board.w, board.h], MOST),
    /** A point of the element on the board. */
    at: (x, y) => [(x - view.x) / view.k, (y - view.y) / view.k],
  };

  new ResizeObserver(() => {
    const { clientWidth: width, clientHeight: height } = el;
    if (width === size.width && height === size.height) return;
    view.x += (width - size.width) / 2;
    view.y += (height - size.height) / 2;
    size = { width, height };
    show();
  }).observe(el);
  el.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const { left, top } = el.getBoundingClientRect();
      const lines = event.deltaMode === 1 ? 18 : 1;
      const speed = event.ctrlKey ? 0.01 : 0.0016;
      camera.zoom(Math.exp(-event.deltaY * lines * speed), event.clientX - left, event.clientY - top);
    },
    { passive: false },
  );
  el.addEventListener("gesturestart", (event) => event.preventDefault());
  return camera;
}
