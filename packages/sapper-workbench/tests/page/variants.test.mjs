// Games by other rules: moves, chords, the clock, and where hexagons are.

import assert from "node:assert/strict";
import { test } from "node:test";
import { cellAt, extentOf, pixelsOf, placeOf } from "../../src/sapper_workbench/web/page/app/board/geometry.js";
import { boardOf, gameOf, played, secondsOf, turned } from "../../src/sapper_workbench/web/page/app/variants/game.js";

// * 1 0
// 1 1 0, where each clue counts the mines around it
const around = (i) => [0, 1, 2, 3, 4, 5].filter((j) => j !== i && Math.abs((j % 3) - (i % 3)) <= 1);
const made = (fields) => ({
  variant: "standard",
  width: 3,
  height: 2,
  mines: 1,
  grid: "square",
  cells: ["H", "H", "H", "1", "H", "H"],
  lines: [],
  beside: [],
  views: [0, 1, 2, 3, 4, 5].map(around),
  plain: true,
  solution: ["*", "1", "0", "1", "1", "0"],
  ...fields,
});

test("a plain 0 opens what it looks at, and all safe cells win", () => {
  const begun = gameOf(made());
  assert.equal(boardOf(begun).outcome, "playing");
  const won = played(begun, "open", [0, 2], 1000);
  assert.deepEqual(boardOf(won).cells, ["H", "1", "0", "1", "1", "0"]);
  assert.equal(boardOf(won).outcome, "won");
  const liar = played(gameOf(made({ plain: false })), "open", [0, 2], 1000);
  assert.deepEqual(boardOf(liar).cells, ["H", "H", "0", "1", "H", "H"]);
  assert.equal(boardOf(liar).outcome, "playing");
});

test("a mine loses, and taking the move back goes on", () => {
  const lost = played(gameOf(made()), "open", [0, 0], 1000);
  assert.equal(boardOf(lost).outcome, "lost");
  assert.equal(played(lost, "open", [0, 1], 2000), lost);
  const back = turned(lost, -1, 3000);
  assert.equal(boardOf(back).outcome, "playing");
  assert.equal(boardOf(turned(back, 1, 4000)).outcome, "lost");
  assert.equal(turned(back, -1, 4000), back);
});

test("a chord needs the flags of a plain clue, and flags keep cells shut", () => {
  const flagged = played(gameOf(made()), "flag", [0, 0], 0);
  assert.equal(played(flagged, "open", [0, 0], 0), flagged);
  const chorded = played(flagged, "chord", [1, 0], 0);
  assert.deepEqual(boardOf(chorded).cells.slice(0, 2), ["F", "1"]);
  const plain = gameOf(made());
  assert.equal(played(plain, "chord", [1, 0], 0), plain);
  const other = played(gameOf(made({ plain: false })), "flag", [0, 0], 0);
  assert.equal(played(other, "chord", [1, 0], 0), other);
});

test("the clock starts with the first move, and stands when the game is over", () => {
  const begun = gameOf(made({ plain: false }));
  assert.equal(secondsOf(begun, 9000), 0);
  const first = played(begun, "open", [0, 1], 10_000);
  assert.equal(secondsOf(first, 12_000), 2);
  const lost = played(first, "open", [0, 0], 13_000);
  assert.equal(lost.seconds, 3);
  assert.equal(secondsOf(lost, 99_000), 3);
});

test("every hexagon is found at its middle, and nothing beside the board", () => {
  const board = { grid: "hex", width: 5, height: 4, beside: [] };
  const view = { size: 40, gutter: 0, left: 0, top: 0 };
  for (let row = 0; row < 4; row++)
    for (let column = 0; column < 5; column++) {
      const [across, down] = placeOf(board, row, column);
      const middle = [(across + 0.5) * 40, (down + 0.5) * 40];
      assert.deepEqual(cellAt(middle, board, view), [row, column]);
      const { width, height } = extentOf(board);
      assert.ok(across >= 0 && across + 1 <= width && down >= 0 && down + 1 <= height);
    }
  assert.equal(cellAt([5, 5], board, view), null);
  // Neighbours of one row and of the next are as far from each other.
  const [one, side, below] = [[1, 1], [1, 2], [2, 1]].map(([row, column]) => placeOf(board, row, column));
  const far = ([x, y], [a, b]) => Math.hypot(x - a, y - b);
  assert.ok(Math.abs(far(one, side) - far(one, below)) < 1e-9);
});

test("clues beside a board have a row and a column of their own", () => {
  const board = { grid: "square", width: 5, height: 5, beside: [[[0, -1], "1"]] };
  const room = { width: 302, height: 302, scale: 1 };
  const { size, gutter } = pixelsOf(board, "auto", room, { fingers: false, picture: false, bare: false });
  assert.deepEqual([size, gutter], [50, 50]);
  assert.deepEqual(extentOf({ ...board, beside: [[[5, 1], "1"]] }), { width: 6, height: 6 });
});
