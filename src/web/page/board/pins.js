/** What stands at points of the map and stays as large as it is: only what is in sight is in the document. */

/** So far beyond the edge things are there already, for what is looked at moves. */
const MARGIN = 160;

/**
 * @typedef {{el: HTMLElement, point: number[], at: string, in: boolean}} Pin
 * @param {HTMLElement} layer moved by the camera as a whole
 */
export function makePins(layer) {
  const pins = new Set();
  let seen = null;

  function put(pin) {
    const { view, size, nearest } = seen;
    const [x, y] = [nearest(pin.point[0]) * view.k, pin.point[1] * view.k];
    const across = x + view.x > -MARGIN && x + view.x < size.width + MARGIN;
    const inside = across && y + view.y > -MARGIN && y + view.y < size.height + MARGIN;
    const at = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
    // A transform of its own for each: a variable that all of them read would have everything styled anew.
    if (inside && at !== pin.at) pin.el.style.setProperty("transform", (pin.at = at));
    if (inside !== pin.in) inside ? layer.append(pin.el) : pin.el.remove();
    pin.in = inside;
  }
  return {
    /** Puts something at a point of the map; ends with what it returns. @param {HTMLElement} el @param {number[]} point */
    add(el, point) {
      const pin = { el, point, at: "", in: false };
      pins.add(pin);
      if (seen) put(pin);
      return () => {
        pins.delete(pin);
        el.remove();
      };
    },
    /** The camera looks elsewhere. @param {{view: {x: number, y: number, k: number}, size: {width: number, height: number}, nearest: (x: number) => number}} camera */
    look(camera) {
      seen = camera;
      for (const pin of pins) put(pin);
    },
  };
}
