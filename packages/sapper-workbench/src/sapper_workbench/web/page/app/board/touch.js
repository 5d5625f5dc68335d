// Two fingers on the board change the size of its cells; a magnifier shows what a finger covers.

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
