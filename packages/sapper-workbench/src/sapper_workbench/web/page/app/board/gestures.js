// Mouse, pen and touch on the board, as gestures on cells.

/** Whether the visitor points with fingers. */
export const byFingers = () => matchMedia("(pointer: coarse)").matches;

const LONG_MILLISECONDS = 380; // of a long press
const MAX_SLIP_PIXELS = 10; // that a finger may move during a press
const NOTCH_PIXELS = 40; // of the wheel that count as one turn

/**
 * What gestures do, and what they may do.
 * @typedef {object} Callbacks
 * @property {(gesture: string, cell: number[], to?: number[]) => void} act `open`, `flag` or `chord` a cell, `paint` it,
 *   or draw an `arrow` to another
 * @property {(cell: number[] | null) => void} hover over a cell, or none
 * @property {(cell: number[] | null) => void} [hold] the pressed cell that would open, null when it no longer is
 * @property {() => boolean} [painting] whether every cell that the pointer crosses is painted
 * @property {(cell: number[], direction: number) => void} [wheel] while painting: 1 or -1 for a turn up or down
 * @property {() => boolean} [magnifying] whether a long press magnifies; it flags the cell where the finger is lifted
 * @property {(x: number | null, y?: number) => void} magnify the point of that finger, null when it is lifted
 * @property {() => boolean | "right" | "both"} [arrows] the buttons that draw; the right one then acts when released
 */

/** Call handlers for the events of their names on an element; returns a function that ends this.
 * @param {HTMLElement} element @param {Record<string, (event: any) => void>} handlers */
function listening(element, handlers) {
  const leaving = new AbortController();
  for (const [name, handler] of Object.entries(handlers))
    element.addEventListener(name, handler, { passive: false, signal: leaving.signal });
  return () => leaving.abort();
}

/** Report gestures on an element, whose cells `cellAt(x, y)` finds; returns a function that ends this.
 * @param {HTMLElement} element @param {(x: number, y: number) => number[] | null} cellAt @param {Callbacks} callbacks */
export function listen(element, cellAt, callbacks) {
  const pointer = new Pointer(cellAt, callbacks);
  const end = listening(element, {
    pointerdown: (event) => pointer.down(event),
    pointermove: (event) => pointer.move(event),
    pointerup: (event) => pointer.up(event),
    pointercancel: () => pointer.forget(),
    pointerleave: () => pointer.leave(),
    contextmenu: (event) => event.preventDefault(),
    wheel: (event) => pointer.turn(event),
  });
  return () => {
    pointer.forget();
    end();
  };
}

/** @param {any} one @param {any} other */
const same = (one, other) => String(one) === String(other);

/** The pointer over a board, and the press that it is making. */
class Pointer {
  /** @type {any} */
  #press = null; // {cell, x, y, timer, painted, magnified}, or {cell, right} for the right button
  #spot = [NaN, NaN]; // its last place
  #turned = 0; // pixels of the wheel since its last notch

  /** @param {(x: number, y: number) => number[] | null} cellAt @param {Callbacks} callbacks */
  constructor(cellAt, callbacks) {
    this.at = (/** @type {any} */ event) => cellAt(event.clientX, event.clientY);
    this.callbacks = callbacks;
  }

  forget() {
    if (this.#press) clearTimeout(this.#press.timer);
    if (this.#press?.magnified) this.callbacks.magnify(null);
    this.#press = null;
    this.callbacks.hold?.(null);
  }

  /** @param {number[] | null} cell */
  #paint(cell) {
    if (!cell || same(cell, this.#press.painted)) return;
    this.#press.painted = cell;
    this.callbacks.act("paint", cell);
  }

  /** @param {any} event */
  down(event) {
    const { act, hold, painting, arrows } = this.callbacks;
    const cell = this.at(event);
    this.forget();
    if (!cell || event.isPrimary === false) return; // a second finger changes the size
    const mouse = event.pointerType === "mouse";
    if (mouse && event.button === 2) {
      if (event.buttons & 1) act("chord", cell);
      else if (arrows?.()) this.#press = { cell, right: true };
      else act("flag", cell);
      return;
    }
    if (event.button === 1) {
      event.preventDefault();
      act("chord", cell);
      return;
    }
    this.#press = { cell, x: event.clientX, y: event.clientY, timer: 0, painted: null };
    if (!painting?.()) hold?.(cell);
    else if (mouse) this.#paint(cell);
    if (!mouse) this.#press.timer = setTimeout(() => this.#pressLong(), LONG_MILLISECONDS);
  }

  #pressLong() {
    const { act, hover, magnifying, magnify } = this.callbacks;
    const { cell, x, y } = this.#press;
    navigator.vibrate?.(12);
    if (magnifying?.()) {
      this.#press.magnified = true;
      magnify(x, y);
      hover(cell);
      return;
    }
    this.forget();
    act("flag", cell);
  }

  /** @param {any} event */
  move(event) {
    const { act, hover, hold, painting, magnify } = this.callbacks;
    const mouse = event.pointerType === "mouse";
    // Browsers also report moves when the page moves below a resting pointer.
    const rests = event.clientX === this.#spot[0] && event.clientY === this.#spot[1];
    this.#spot = [event.clientX, event.clientY];
    const cell = this.at(event);
    if (mouse && !rests) hover(cell);
    // The second of two buttons comes as a move: the pointer is down already.
    if (mouse && event.buttons === 3 && [0, 2].includes(event.button)) {
      this.forget();
      if (cell && !painting?.()) act("chord", cell);
      return;
    }
    const press = this.#press;
    if (!press || press.right) return;
    if (press.magnified) {
      magnify(event.clientX, event.clientY);
      hover(cell);
      return;
    }
    if (press.painted) this.#paint(cell);
    else {
      hold?.(same(cell, press.cell) ? cell : null);
      const slipped = Math.hypot(event.clientX - press.x, event.clientY - press.y) > MAX_SLIP_PIXELS;
      if (slipped && !mouse) this.forget();
    }
  }

  /** @param {any} event */
  up(event) {
    const { act, hover, painting, arrows } = this.callbacks;
    if (!this.#press || event.button !== (this.#press.right ? 2 : 0)) return;
    const { cell, painted, magnified, right } = this.#press;
    this.forget();
    const released = this.at(event);
    const stayed = released && same(released, cell);
    if (right && stayed) act("flag", cell);
    else if (released && !stayed && (right || arrows?.() === "both")) act("arrow", cell, released);
    if (right) return;
    if (magnified) {
      hover(null);
      if (released) act("flag", released);
    } else if (!painted && stayed) act(painting?.() ? "paint" : "open", cell);
  }

  /** @param {any} event */
  turn(event) {
    const { wheel, painting } = this.callbacks;
    const cell = this.at(event);
    if (!cell || !wheel || !painting?.() || event.ctrlKey) return;
    event.preventDefault();
    this.#turned += event.deltaMode ? Math.sign(event.deltaY) * NOTCH_PIXELS : event.deltaY;
    if (Math.abs(this.#turned) < NOTCH_PIXELS) return;
    wheel(cell, this.#turned < 0 ? 1 : -1);
    this.#turned = 0;
  }

  leave() {
    this.#spot = [NaN, NaN];
    this.callbacks.hold?.(null);
    this.callbacks.hover(null);
  }
}

const MAX_MAGNIFICATION = 2.2;
const MIN_MAGNIFIED_CELLS = 3; // in a row
const MAGNIFIER_GAP_PIXELS = 28; // between the finger and the magnifier

/**
 * Report two fingers: `begin()` when they are down, then `pinch(ratio, x, y)` with their distance
 * as a share of that at the beginning, and the point between them. While `held()` is true, one
 * finger does not scroll. Returns a function that removes the listeners.
 * @param {HTMLElement} element @param {any} given1
 */
export function listenForPinch(element, { begin, pinch, held }) {
  let apart = 0; // the distance at the beginning, 0 without two fingers
  /** @param {any} given */
  const distance = ([one, two]) => Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY);
  /** @param {any} event */
  const end = ({ touches }) => {
    if (touches.length < 2) apart = 0;
  };
  return listening(element, {
    touchstart: (event) => {
      if (event.touches.length !== 2) return;
      event.preventDefault();
      apart = Math.max(1, distance(event.touches));
      begin();
    },
    touchmove: (event) => {
      const { touches } = event;
      const two = apart && touches.length === 2;
      if (two || held()) event.preventDefault();
      if (!two) return;
      const [x, y] = ["clientX", "clientY"].map((at) => (touches[0][at] + touches[1][at]) / 2);
      pinch(distance(touches) / apart, x, y);
    },
    touchend: end,
    touchcancel: end,
  });
}

/** How many times as large a magnifier of a width shows cells of a size, both in pixels.
 * @param {any} wide @param {number} size */
export const magnified = (wide, size) => Math.min(MAX_MAGNIFICATION, Math.max(1, wide / (MIN_MAGNIFIED_CELLS * size)));

/** A magnifier of a canvas: shown at a point of the window, with cells of a size in pixels; hidden without one. */
export class Magnifier {
  /** @param {any} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    this.glass = document.createElement("canvas");
    this.glass.className = "magnifier";
    this.glass.ariaHidden = "true";
  }

  /** @param {number | null} x @param {any} y @param {number} size */
  show(x, y, size) {
    const { glass, canvas } = this;
    if (x === null) return glass.remove();
    if (!glass.isConnected) document.body.append(glass);
    const wide = glass.clientWidth;
    const density = window.devicePixelRatio || 1;
    glass.width = glass.height = wide * density;
    const above = y - wide - MAGNIFIER_GAP_PIXELS;
    glass.style.left = `${Math.min(Math.max(4, x - wide / 2), window.innerWidth - wide - 4)}px`;
    glass.style.top = `${above > 4 ? above : y + MAGNIFIER_GAP_PIXELS}px`;
    const frame = canvas.getBoundingClientRect();
    const part = (wide / magnified(wide, size)) * density;
    /** @param {number} at */
    const from = (at) => at * density - part / 2;
    const context = /** @type {CanvasRenderingContext2D} */ (glass.getContext("2d"));
    context.drawImage(canvas, from(x - frame.left), from(y - frame.top), part, part, 0, 0, glass.width, glass.height);
    context.fillStyle = getComputedStyle(glass).borderTopColor; // a dot where the finger points
    context.beginPath();
    context.arc(glass.width / 2, glass.height / 2, 3 * density, 0, 2 * Math.PI);
    context.fill();
  }
}
