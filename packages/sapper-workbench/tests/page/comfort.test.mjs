import assert from "node:assert/strict";
import { test } from "node:test";
import { listenForPinch, magnified } from "../../src/sapper_workbench/web/page/app/board/gestures.js";
import { clickMarks } from "../../src/sapper_workbench/web/page/app/play/advice.js";
import { actionOf, questionOf } from "../../src/sapper_workbench/web/page/app/play/moves.js";
import { clock } from "../../src/sapper_workbench/web/page/app/format.js";
import { boardOf, eventOf } from "./tools.mjs";

const BOARD = boardOf(["HF1", "H11"]);

test("without chords by clicks, a click on a clue does nothing", () => {
  assert.equal(actionOf("open", BOARD, [0, 2], false), "chord");
  assert.equal(actionOf("open", BOARD, [0, 2], false, false), null);
  assert.equal(actionOf("chord", BOARD, [0, 2], false, false), "chord");
  assert.equal(actionOf("open", BOARD, [0, 0], false, false), "open");
});

test("a flag becomes a question mark, and that goes without a flag", () => {
  const none = new Set();
  assert.equal(questionOf("flag", BOARD, [0, 1], none), "add");
  assert.equal(questionOf("flag", BOARD, [0, 0], new Set([0])), "remove");
  assert.equal(questionOf("flag", BOARD, [0, 0], none), null);
  assert.equal(questionOf("open", BOARD, [0, 0], new Set([0])), null);
  assert.equal(questionOf("flag", { ...BOARD, outcome: "lost" }, [0, 1], none), null);
});

test("the clock has hundredths if they are wanted", () => {
  assert.deepEqual([clock(61.25), clock(61.25, { hundredths: true })], ["1:01", "1:01.25"]);
});

test("the best clicks are marked with the cells that they open", () => {
  const move = (action, cell) => ({ action, cell });
  const best = { moves: [move("flag", [0, 0]), move("chord", [1, 1])], opens: [[1, 0]] };
  const marks = clickMarks(BOARD, { plans: [best] });
  assert.deepEqual([marks.target, marks.action, [...marks.clues]], [0, "flag", [4]]);
  assert.deepEqual([[...marks.mines], [...marks.picked]], [[], [[3, "right"]]]);
  assert.equal(clickMarks(BOARD, { plans: [] }), null);
});

test("two fingers report how far they are apart; one scrolls unless it is held", () => {
  const board = new EventTarget();
  const found = [];
  let held = false;
  const end = listenForPinch(board, {
    begin: () => found.push("begin"),
    pinch: (ratio, x, y) => found.push([ratio, x, y]),
    held: () => held,
  });
  const touch = (type, ...points) => {
    const touches = points.map(([clientX, clientY]) => ({ clientX, clientY }));
    const event = eventOf(`touch${type}`, { touches });
    board.dispatchEvent(event);
    return event.defaultPrevented;
  };
  assert.equal(touch("start", [0, 0]), false);
  assert.equal(touch("move", [0, 9]), false);
  assert.equal(touch("start", [0, 0], [10, 0]), true);
  assert.equal(touch("move", [0, 0], [20, 0]), true);
  touch("end", [0, 0]);
  assert.equal(touch("move", [0, 9]), false);
  held = true;
  assert.equal(touch("move", [0, 9]), true);
  assert.deepEqual(found, ["begin", [2, 10, 0]]);
  end();
});

test("the magnifier shows at least three cells in a row, however large they are", () => {
  assert.equal(magnified(130, 15), 2.2);
  assert.ok(130 / magnified(130, 28) >= 3 * 28);
  assert.equal(magnified(130, 75), 1);
});
