/** Fingers, pens and the mouse: a press, a drag of units, a drag of the map, a pinch. Never two of them at once. */

const MOUSE = 4;
const TOUCH = 10;
const LONG = 550;

/**
 * @param {HTMLElement} el
 * @param {{camera: any, press: (what: any) => void, hold: (what: any) => void, drag: (what: any) => any, hover: (space: string | null, el: Element | null) => void, find: (x: number, y: number) => Element | null}} to
 */
export function listen(el, { camera, press, hold, drag, hover, find }) {
  const fingers = new Map();
  let gesture = null;
  let last = { touch: false, moved: false };

  const spot = (event) => {
    const { left, top } = el.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  };
  const under = (event) => find(event.clientX, event.clientY);
  const what = ({ dataset }) => ({ space: dataset.space, power: dataset.power, type: dataset.type, home: dataset.home });

  function begin(event) {
    if (event.button > 0 && event.pointerType === "mouse") return;
    // Boxes over the map have presses of their own.
    if (event.target.closest(".board-tool, .fan")) return;
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (fingers.size === 2) {
      if (gesture?.does === "drag") drag({ phase: "cancel", ...gesture.what, over: null });
      gesture = { does: "pinch" };
      last.moved = true;
      return;
    }
    if (fingers.size > 2) return;
    const target = event.target.closest("[data-space]");
    last = { touch: event.pointerType === "touch", moved: false };
    gesture = { does: "wait", x: event.clientX, y: event.clientY, target, what: target ? what(target) : null };
    if (last.touch && target) wait(gesture);
  }

  /** A finger that stays where it is asks what that is, and presses nothing. */
  function wait(begun) {
    setTimeout(() => {
      if (gesture !== begun || begun.does !== "wait" || fingers.size !== 1) return;
      last.moved = true;
      hold(begun.what);
    }, LONG);
  }

  function move(event) {
    const before = fingers.get(event.pointerId);
    if (!before) return over(event);
    const [dx, dy] = [event.clientX - before[0], event.clientY - before[1]];
    if (gesture?.does === "pinch" && fingers.size === 2) {
      pinch(event, dx, dy);
    } else if (gesture?.does === "wait") {
      const far = Math.hypot(event.clientX - gesture.x, event.clientY - gesture.y);
      if (far < (last.touch ? TOUCH : MOUSE)) return;
      last.moved = true;
      el.setPointerCapture?.(event.pointerId);
      const held = gesture.what?.power ?? gesture.what?.home;
      const units = held && drag({ phase: "start", ...gesture.what, over: null }) !== false;
      gesture.does = units ? "drag" : "pan";
      el.classList.toggle("dragging", Boolean(units));
      if (!units) camera.pan(event.clientX - gesture.x, event.clientY - gesture.y);
      else ghost(event);
    } else if (gesture?.does === "pan") {
      camera.pan(dx, dy);
    } else if (gesture?.does === "drag") {
      ghost(event);
      const space = under(event)?.dataset.space ?? null;
      if (space !== gesture.over) drag({ phase: "over", ...gesture.what, over: space });
      gesture.over = space;
    }
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
  }

  function pinch(event, dx, dy) {
    const other = [...fingers].find(([id]) => id !== event.pointerId)[1];
    const now = [event.clientX, event.clientY];
    const before = fingers.get(event.pointerId);
    const apart = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]) || 1;
    const { left, top } = el.getBoundingClientRect();
    camera.pan(dx / 2, dy / 2);
    camera.zoom(apart(now, other) / apart(before, other), (now[0] + other[0]) / 2 - left, (now[1] + other[1]) / 2 - top);
  }

  function end(event, dropped) {
    if (!fingers.delete(event.pointerId)) return;
    if (gesture?.does === "drag") {
      const space = dropped ? under(event)?.dataset.space ?? null : null;
      drag({ phase: space ? "drop" : "cancel", ...gesture.what, over: space });
    }
    el.classList.remove("dragging");
    shadow?.remove();
    shadow = null;
    if (fingers.size === 0) gesture = null;
    else if (fingers.size === 1) gesture = { does: "pan" };
  }

  let shadow = null;
  /** What is dragged follows the pointer. */
  function ghost(event) {
    if (!shadow) {
      shadow = gesture.target.cloneNode(true);
      shadow.removeAttribute("data-testid");
      shadow.classList.add("ghost");
      shadow.setAttribute("aria-hidden", "true");
      el.append(shadow);
    }
    const [x, y] = spot(event);
    shadow.style.setProperty("transform", `translate(${x + 8}px, ${y + 8}px)`);
  }

  let hovered = null;
  function over(event) {
    if (event.pointerType === "touch") return;
    const target = event.target.closest?.("[data-space]");
    const space = target?.dataset.space ?? null;
    if (space === hovered) return;
    hovered = space;
    hover(space, target ?? null);
  }

  el.addEventListener("pointerdown", begin);
  el.addEventListener("pointermove", move);
  el.addEventListener("pointerup", (event) => end(event, true));
  el.addEventListener("pointercancel", (event) => end(event, false));
  el.addEventListener("pointerleave", () => {
    if (fingers.size > 0 || hovered === null) return;
    hovered = null;
    hover(null, null);
  });
  el.addEventListener("contextmenu", (event) => event.preventDefault());
  el.addEventListener("click", (event) => {
    // What began as a drag or a pinch is no press.
    if (last.moved && event.detail > 0) return;
    const target = event.target.closest("[data-space]") ?? (event.target.closest(".board-tool, .fan") ? null : under(event));
    if (!target) return;
    const { shiftKey: shift, ctrlKey, metaKey, detail } = event;
    press({ ...what(target), el: target, shift, ctrl: ctrlKey || metaKey, double: detail === 2, touch: last.touch && detail > 0 });
  });
  el.addEventListener("dblclick", (event) => {
    if (event.target.closest(".chip, .board-tool, .fan")) return;
    const [x, y] = spot(event);
    camera.zoom(1.6, x, y);
  });
}
