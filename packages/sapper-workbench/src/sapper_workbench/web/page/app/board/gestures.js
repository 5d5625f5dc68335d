// Mouse, pen and touch on the board, as gestures on cells.

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
