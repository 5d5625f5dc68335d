// Mouse, pen and touch on the board, as gestures on cells.

/** Whether the visitor points with fingers. */
export const byFingers = () => matchMedia("(pointer: coarse)").matches;

const LONG = 380; // milliseconds of a long press
const SLIP = 10; // pixels that a finger may move during a press
const NOTCH = 40; // pixels of the wheel that count as one turn

/**
 * Report gestures: `open`, `flag` or `chord` with a cell; `hover` with a cell or null; and while
 * `painting()` is true, `paint` for every cell that the pointer crosses and `wheel(cell, 1 or -1)`
 * for turns of the wheel up or down. While `magnifying()` is true, a long press does not flag at
 * once: `magnify(x, y)` gets the point of the finger as it slides, null when it is lifted, which
 * flags the cell there. `hold(cell)` gets the pressed cell that would open, null when it no
 * longer is. While `arrows()` is true, the right button acts when it is released, and `arrow` gets
 * both cells where it was dragged; so does the left button while it is "both". Returns a function
 * that removes the listeners.
 */
export function listen(element, cellAt, callbacks) {
  const { act, hover, hold, painting, wheel, magnifying, magnify, arrows } = callbacks;
  let press = null;
  let spot = []; // the last place of the pointer
  let turned = 0; // pixels of the wheel since its last notch

  const forget = () => {
    if (press) clearTimeout(press.timer);
    if (press?.magnified) magnify(null);
    press = null;
    hold?.(null);
  };

  const paint = (cell) => {
    if (!cell || String(cell) === String(press.painted)) return;
    press.painted = cell;
    act("paint", cell);
  };

  const down = (event) => {
    const cell = cellAt(event.clientX, event.clientY);
    forget();
    if (!cell || event.isPrimary === false) return; // a second finger changes the size
    if (event.pointerType === "mouse" && event.button === 2) {
      if (event.buttons & 1) act("chord", cell);
      else if (arrows?.()) press = { cell, right: true };
      else act("flag", cell);
      return;
    }
    if (event.button === 1) {
      event.preventDefault();
      act("chord", cell);
      return;
    }
    press = { cell, x: event.clientX, y: event.clientY, timer: 0, painted: null };
    if (!painting?.()) hold?.(cell);
    if (painting?.() && event.pointerType === "mouse") {
      paint(cell);
    } else if (event.pointerType !== "mouse") {
      press.timer = setTimeout(() => {
        navigator.vibrate?.(12);
        if (magnifying?.()) {
          press.magnified = true;
          magnify(press.x, press.y);
          hover(press.cell);
          return;
        }
        forget();
        act("flag", cell);
      }, LONG);
    }
  };

  const move = (event) => {
    // Browsers also report moves when the page moves below a resting pointer.
    const rests = event.clientX === spot[0] && event.clientY === spot[1];
    spot = [event.clientX, event.clientY];
    const cell = cellAt(event.clientX, event.clientY);
    if (event.pointerType === "mouse" && !rests) hover(cell);
    // The second of two buttons comes as a move: the pointer is down already.
    if (event.pointerType === "mouse" && event.buttons === 3 && [0, 2].includes(event.button)) {
      forget();
      if (cell && !painting?.()) act("chord", cell);
      return;
    }
    if (!press || press.right) return;
    if (press.magnified) {
      magnify(event.clientX, event.clientY);
      hover(cell);
      return;
    }
    if (!press.painted) hold?.(String(cell) === String(press.cell) ? cell : null);
    if (press.painted) paint(cell);
    else if (Math.hypot(event.clientX - press.x, event.clientY - press.y) > SLIP) {
      if (event.pointerType !== "mouse") forget();
    }
  };

  const up = (event) => {
    if (!press || event.button !== (press.right ? 2 : 0)) return;
    const { cell, painted, magnified, right } = press;
    forget();
    const released = cellAt(event.clientX, event.clientY);
    const same = released && String(released) === String(cell);
    if (right && same) act("flag", cell);
    else if (released && !same && (right || arrows?.() === "both")) act("arrow", cell, released);
    if (right) return;
    if (magnified) {
      hover(null);
      if (released) act("flag", released);
      return;
    }
    if (!painted && same) {
      act(painting?.() ? "paint" : "open", cell);
    }
  };

  const turn = (event) => {
    const cell = cellAt(event.clientX, event.clientY);
    if (!cell || !wheel || !painting?.() || event.ctrlKey) return;
    event.preventDefault();
    turned += event.deltaMode ? Math.sign(event.deltaY) * NOTCH : event.deltaY;
    if (Math.abs(turned) < NOTCH) return;
    wheel(cell, turned < 0 ? 1 : -1);
    turned = 0;
  };

  const leave = () => {
    spot = [];
    hold?.(null);
    hover(null);
  };
  const menu = (event) => event.preventDefault();
  const listeners = {
    pointerdown: down,
    pointermove: move,
    pointerup: up,
    pointercancel: forget,
    pointerleave: leave,
    contextmenu: menu,
    wheel: turn,
  };
  for (const [name, handler] of Object.entries(listeners))
    element.addEventListener(name, handler, name === "wheel" ? { passive: false } : undefined);
  return () => {
    forget();
    for (const [name, handler] of Object.entries(listeners))
      element.removeEventListener(name, handler);
  };
}

const MAGNIFIED = 2.2; // how many times as large, at most
const ACROSS = 3; // cells that the magnifier shows in a row, at least
const ABOVE = 28; // pixels between the finger and the magnifier

/**
 * Report two fingers: `begin()` when they are down, then `pinch(ratio, x, y)` with their distance
 * as a share of that at the beginning, and the point between them. While `held()` is true, one
 * finger does not scroll. Returns a function that removes the listeners.
 */
export function listenForPinch(element, { begin, pinch, held }) {
  let apart = 0; // the distance at the beginning, 0 without two fingers
  const distance = ([one, two]) =>
    Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY);
  const start = (event) => {
    if (event.touches.length !== 2) return;
    event.preventDefault();
    apart = Math.max(1, distance(event.touches));
    begin();
  };
  const move = (event) => {
    const { touches } = event;
    if (apart && touches.length === 2) {
      event.preventDefault();
      const [x, y] = ["clientX", "clientY"].map((at) => (touches[0][at] + touches[1][at]) / 2);
      pinch(distance(touches) / apart, x, y);
    } else if (held()) event.preventDefault();
  };
  const end = (event) => {
    if (event.touches.length < 2) apart = 0;
  };
  const listeners = { touchstart: start, touchmove: move, touchend: end, touchcancel: end };
  for (const [name, handler] of Object.entries(listeners))
    element.addEventListener(name, handler, { passive: false });
  return () => {
    for (const [name, handler] of Object.entries(listeners))
      element.removeEventListener(name, handler);
  };
}

/** How many times as large a magnifier of a width shows cells of a size, both in pixels. */
export const magnified = (wide, size) => Math.min(MAGNIFIED, Math.max(1, wide / (ACROSS * size)));

/** A magnifier of a canvas: `show(x, y, size)` at a point of the window, with cells of a size in
 * pixels; `hide()`. */
export class Magnifier {
  constructor(canvas) {
    this.canvas = canvas;
    this.glass = null;
  }

  show(x, y, size) {
    if (!this.glass) {
      this.glass = document.createElement("canvas");
      this.glass.className = "magnifier";
      this.glass.ariaHidden = "true";
      document.body.append(this.glass);
    }
    const { glass, canvas } = this;
    const wide = glass.clientWidth;
    const density = window.devicePixelRatio || 1;
    glass.width = glass.height = wide * density;
    const left = Math.min(Math.max(4, x - wide / 2), window.innerWidth - wide - 4);
    const above = y - wide - ABOVE;
    const top = above > 4 ? above : y + ABOVE;
    glass.style.setProperty("left", `${left}px`);
    glass.style.setProperty("top", `${top}px`);
    const frame = canvas.getBoundingClientRect();
    const part = (wide / magnified(wide, size)) * density;
    const from = (at) => at * density - part / 2;
    const context = glass.getContext("2d");
    if (!context) return;
    context.drawImage(canvas, from(x - frame.left), from(y - frame.top), part, part, 0, 0, glass.width, glass.height);
    context.fillStyle = getComputedStyle(glass).borderTopColor; // a dot where the finger points
    context.beginPath();
    context.arc(glass.width / 2, glass.height / 2, 3 * density, 0, 2 * Math.PI);
    context.fill();
  }

  hide() {
    this.glass?.remove();
    this.glass = null;
  }
}
