import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { listen } from "../../src/sapper_workbench/web/page/app/board/gestures.js";
import { eventOf } from "./tools.mjs";

const SIZE = 20; // pixels of a cell, on a board of 5 × 5
const LONG = 380;
let board, done, hovered, painting, turned, magnifying, arrows, seen, end;

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  [board, done, hovered, painting, turned] = [new EventTarget(), [], [], false, []];
  [magnifying, arrows, seen] = [false, undefined, []];
  const cellAt = (x, y) =>
    x >= 0 && y >= 0 && x < 100 && y < 100 ? [Math.floor(y / SIZE), Math.floor(x / SIZE)] : null;
  end = listen(board, cellAt, {
    act: (gesture, cell, to = []) => done.push([gesture, ...cell, ...to].join(" ")),
    hover: (cell) => hovered.push(cell && cell.join(" ")),
    painting: () => painting,
    arrows: () => arrows,
    magnifying: () => magnifying,
    magnify: (x, y) => seen.push(x === null ? "hidden" : `${x} ${y}`),
    wheel: (cell, direction) => turned.push([...cell, direction].join(" ")),
  });
});

function pointer(type, [x, y], fields = {}) {
  const event = eventOf(`pointer${type}`, {
    clientX: x,
    clientY: y,
    pointerType: "mouse",
    button: 0,
    buttons: 0,
    ...fields,
  });
  board.dispatchEvent(event);
  return event;
}
const finger = { pointerType: "touch" };

test("a click opens the cell where it began and ended", () => {
  pointer("down", [30, 50]);
  pointer("up", [35, 55]);
  assert.deepEqual(done, ["open 2 1"]);
});

test("a press that is released elsewhere does nothing", () => {
  pointer("down", [30, 50]);
  pointer("up", [90, 50]);
  pointer("down", [30, 50]);
  pointer("up", [300, 50]);
  pointer("down", [300, 50]);
  pointer("up", [30, 50]);
  assert.deepEqual(done, []);
});

test("the right button flags, the middle one and both together chord", () => {
  pointer("down", [5, 5], { button: 2, buttons: 2 });
  pointer("down", [5, 5], { button: 2, buttons: 3 });
  const middle = pointer("down", [5, 5], { button: 1, buttons: 4 });
  assert.deepEqual(done, ["flag 0 0", "chord 0 0", "chord 0 0"]);
  assert.ok(middle.defaultPrevented, "the middle button must not scroll");
});

test("where it draws arrows, the right button flags a cell or draws when it is released", () => {
  arrows = "right";
  const right = { button: 2, buttons: 2 };
  pointer("down", [5, 5], right);
  assert.deepEqual(done, []);
  pointer("up", [6, 6], right);
  pointer("down", [5, 5], right);
  pointer("move", [50, 5], { button: -1, buttons: 2 });
  pointer("up", [50, 25], right);
  pointer("down", [5, 5], right);
  pointer("up", [500, 5], right);
  pointer("down", [5, 5]);
  pointer("up", [50, 25]);
  assert.deepEqual(done, ["flag 0 0", "arrow 0 0 1 2"]);
  arrows = "both";
  pointer("down", [5, 5]);
  pointer("up", [50, 25]);
  pointer("down", [5, 5]);
  pointer("up", [5, 5]);
  assert.deepEqual(done.slice(2), ["arrow 0 0 1 2", "open 0 0"]);
});

test("the second of two buttons chords, and its release opens nothing", () => {
  pointer("down", [5, 5], { buttons: 1 });
  pointer("down", [5, 5], { button: 2, buttons: 3 });
  pointer("up", [5, 5], { button: 2 });
  pointer("up", [5, 5]);
  assert.deepEqual(done, ["chord 0 0"]);
});

test("browsers report the second of two buttons as a move", () => {
  pointer("down", [5, 5], { buttons: 1 });
  pointer("move", [5, 5], { button: 2, buttons: 3 });
  pointer("move", [5, 5], { button: 0, buttons: 2 });
  pointer("up", [5, 5], { button: 2 });
  assert.deepEqual(done, ["chord 0 0"]);
  done.length = 0;
  pointer("down", [25, 5], { button: 2, buttons: 2 });
  pointer("move", [25, 5], { button: 0, buttons: 3 });
  pointer("up", [25, 5], { button: 0 });
  assert.deepEqual(done, ["flag 0 1", "chord 0 1"]);
});

test("with the magnifier a long press flags the cell where the finger is lifted", () => {
  magnifying = true;
  pointer("down", [5, 5], finger);
  mock.timers.tick(LONG);
  pointer("move", [45, 25], finger);
  assert.deepEqual(done, []);
  pointer("up", [45, 25], finger);
  assert.deepEqual(done, ["flag 1 2"]);
  assert.deepEqual(seen, ["5 5", "45 25", "hidden"]);
});

test("a second finger takes the press back", () => {
  pointer("down", [5, 5], finger);
  pointer("down", [65, 5], { ...finger, isPrimary: false });
  mock.timers.tick(LONG);
  pointer("up", [5, 5], finger);
  pointer("up", [65, 5], { ...finger, isPrimary: false });
  assert.deepEqual(done, []);
});

test("a tap opens, a long press flags and its release opens nothing", () => {
  pointer("down", [5, 5], finger);
  mock.timers.tick(LONG - 1);
  pointer("up", [5, 5], finger);
  assert.deepEqual(done, ["open 0 0"]);
  mock.timers.tick(LONG);
  pointer("down", [5, 5], finger);
  mock.timers.tick(LONG);
  pointer("up", [5, 5], finger);
  assert.deepEqual(done, ["open 0 0", "flag 0 0"]);
});

test("a finger that slips scrolls, and neither opens nor flags", () => {
  pointer("down", [5, 5], finger);
  pointer("move", [5, 18], finger);
  mock.timers.tick(LONG);
  pointer("up", [5, 18], finger);
  assert.deepEqual(done, []);
  pointer("down", [5, 5], finger);
  pointer("move", [9, 9], finger);
  pointer("up", [9, 9], finger);
  assert.deepEqual(done, ["open 0 0"]);
});

test("a press that the browser takes over is forgotten", () => {
  pointer("down", [5, 5], finger);
  pointer("cancel", [5, 5], finger);
  mock.timers.tick(LONG);
  pointer("up", [5, 5], finger);
  assert.deepEqual(done, []);
});

test("a mouse paints each cell that it crosses once; a finger only the one it taps", () => {
  painting = true;
  pointer("down", [5, 5]);
  pointer("move", [15, 5]);
  pointer("move", [25, 5]);
  pointer("move", [28, 5]);
  pointer("move", [300, 5]);
  pointer("up", [25, 5]);
  assert.deepEqual(done, ["paint 0 0", "paint 0 1"]);
  done.length = 0;
  pointer("down", [5, 5], finger);
  pointer("up", [5, 5], finger);
  assert.deepEqual(done, ["paint 0 0"]);
});

test("only a mouse hovers", () => {
  pointer("move", [25, 5]);
  pointer("move", [5, 5], finger);
  pointer("leave", [300, 5]);
  assert.deepEqual(hovered, ["0 1", null]);
});

test("the wheel turns cells only while painting, one turn at a time", () => {
  const turn = (deltaY) => {
    const event = eventOf("wheel", { clientX: 25, clientY: 5, deltaY, deltaMode: 0, ctrlKey: false });
    board.dispatchEvent(event);
    return event.defaultPrevented;
  };
  assert.equal(turn(-100), false); // the page scrolls
  painting = true;
  assert.equal(turn(-100), true);
  assert.ok(turn(15) && turn(15) && turn(15)); // a touchpad
  assert.deepEqual(turned, ["0 1 1", "0 1 -1"]);
});

test("no menu opens over the board, and listening ends", () => {
  const menu = eventOf("contextmenu");
  board.dispatchEvent(menu);
  assert.ok(menu.defaultPrevented);
  pointer("down", [5, 5], finger);
  end();
  mock.timers.tick(LONG);
  pointer("down", [5, 5], { button: 2 });
  assert.deepEqual(done, []);
});

test("a pointer that rests has come to no other cell when the page moves below it", () => {
  pointer("move", [10, 10]);
  pointer("move", [10, 10]);
  pointer("move", [30, 10]);
  assert.deepEqual(hovered, ["0 0", "0 1"]);
});
