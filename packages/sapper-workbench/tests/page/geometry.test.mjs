import assert from "node:assert/strict";
import { test } from "node:test";
import { cellAt, moved, MOVES, pixelsOf, scrolled, tagsOf, visible } from "../../src/sapper_workbench/web/page/app/board/geometry.js";
import { cellOf, indexOf } from "../../src/sapper_workbench/web/page/app/board/position.js";
import { nextSize } from "../../src/sapper_workbench/web/page/app/parts/around.js";
import { boardOf } from "./tools.mjs";

const EXPERT = { width: 30, height: 16 };
const DESKTOP = { width: 860, height: 600 };
const PHONE = { width: 370, height: 420 };
const MOUSE = { fingers: false, picture: false };

test("indices and cells are each other's inverse", () => {
  const board = boardOf(["HHH", "HHH"]);
  board.cells.forEach((_, index) => assert.equal(indexOf(board, cellOf(board, index)), index));
});

test("a board that fits has the largest cells that fit beside its numbers", () => {
  const { size, gutter, across } = pixelsOf(EXPERT, "auto", DESKTOP, MOUSE);
  assert.ok(gutter > 0);
  assert.ok(30 * size + gutter <= 860 && 16 * size + gutter <= 600);
  assert.ok(30 * (size + 1) + gutter > 858 || 16 * (size + 1) + gutter > 598);
  assert.equal(across, 30 * size + gutter + 2);
});

test("a board that does not fit keeps cells that can be read and tapped", () => {
  const auto = pixelsOf(EXPERT, "auto", PHONE, MOUSE); // a phone is narrow, so it is tapped
  assert.deepEqual([auto.size, auto.gutter, auto.across], [28, 15, 370]);
  assert.equal(pixelsOf(EXPERT, "fit", PHONE, MOUSE).size, 11);
  assert.equal(pixelsOf({ width: 100, height: 100 }, "auto", DESKTOP, MOUSE).size, 18);
  assert.equal(pixelsOf({ width: 100, height: 100 }, "fit", DESKTOP, MOUSE).size, 5);
  const tapped = { fingers: true, picture: false };
  assert.equal(pixelsOf({ width: 100, height: 100 }, "auto", DESKTOP, tapped).size, 28);
});

test("on a large screen, where text is larger, cells may be larger too", () => {
  const beginner = { width: 9, height: 9 };
  const sizes = [1, 2].map((scale) => pixelsOf(beginner, "auto", { width: 3000, height: 1700, scale }, MOUSE).size);
  assert.deepEqual(sizes, [104, 183]);
});

test("a size that was chosen is kept, and a picture is as wide as its room", () => {
  assert.equal(pixelsOf(EXPERT, 64, PHONE, MOUSE).size, 64);
  const picture = { fingers: true, picture: true };
  assert.equal(pixelsOf({ width: 10, height: 99 }, "auto", PHONE, picture).size, 34);
  assert.equal(pixelsOf({ width: 2, height: 2 }, "auto", PHONE, picture).size, 52);
});

test("larger and smaller go through the sizes, from any size, to their ends", () => {
  assert.deepEqual([nextSize(24, 1), nextSize(24, -1), nextSize(25, -1)], [28, 20, 24]);
  assert.deepEqual([nextSize(104, 1), nextSize(3, -1), nextSize(3, 1)], [104, 3, 8]);
});

test("every point of a board belongs to the cell drawn there, wherever it is scrolled", () => {
  const board = { width: 7, height: 5 };
  const [size, gutter] = [10, 22];
  for (const [left, top] of [[0, 0], [13, 4], [30, 30]]) {
    for (let row = 0; row < 5; row++) {
      for (let column = 0; column < 7; column++) {
        const point = [gutter + column * size - left + 5, gutter + row * size - top + 5];
        const hidden = point[0] < gutter || point[1] < gutter; // under the numbers
        const found = cellAt(point, board, { size, gutter, left, top });
        assert.deepEqual(found, hidden ? null : [row, column]);
      }
    }
  }
  assert.deepEqual(cellAt([gutter, gutter], board, { size, gutter, left: 0, top: 0 }), [0, 0]);
  assert.equal(cellAt([gutter + 70, gutter], board, { size, gutter, left: 0, top: 0 }), null);
  assert.equal(cellAt([gutter, gutter + 50], board, { size, gutter, left: 0, top: 0 }), null);
});

test("only rows and columns of which something is seen are drawn", () => {
  assert.deepEqual(visible(0, 100, 10, 30), [0, 10]);
  assert.deepEqual(visible(15, 100, 10, 30), [1, 12]);
  assert.deepEqual(visible(250, 100, 10, 30), [25, 30]);
});

test("a board is scrolled no further than needed to show a cell", () => {
  const view = { size: 10, gutter: 20, seen: 120 }; // ten cells are seen
  assert.equal(scrolled(4, 0, { ...view, from: 0 }), 0);
  assert.equal(scrolled(10, 0, { ...view, from: 0 }), 10);
  assert.equal(scrolled(10, 2, { ...view, from: 0 }), 30);
  assert.equal(scrolled(3, 0, { ...view, from: 50 }), 30);
  assert.equal(scrolled(3, 2, { ...view, from: 50 }), 10);
});

test("moves of the cursor stay on the board", () => {
  const all = (cell) => MOVES.map((name) => moved(name, cell, { width: 3, height: 2 }).join(""));
  assert.deepEqual(all([0, 0]), ["00", "01", "00", "10", "00", "02", "00", "10"]);
  assert.deepEqual(all([1, 2]), ["11", "12", "02", "12", "10", "12", "02", "12"]);
  assert.equal(moved("hint", [0, 0], EXPERT), null);
});

test("a letter outside its cell covers no marked cell and no other letter, and rather hidden cells than digits", () => {
  const board = boardOf(["11111111", "1HHHHHH1", "12345678", "HHHHHHHH"]);
  const letters = new Map([[9, "A"], [18, "B"], [19, "C"], [10, "C"]]);
  for (const size of [18, 10, 6]) {
    const busy = new Set([11, 25]);
    const tags = tagsOf(board, letters, busy, size);
    assert.deepEqual(tags.map(({ cells }) => cells), [[9], [18], [19, 10]].slice(0, tags.length));
    const covered = tags.flatMap(({ at: [row, column], side }) =>
      Array.from({ length: side * side }, (_, i) => (row + Math.floor(i / side)) * 8 + column + (i % side)));
    assert.equal(new Set(covered).size, covered.length);
    assert.ok(covered.every((index) => !busy.has(index) && !letters.has(index) && index >= 0 && index < 32));
    if (size === 18) assert.ok(tags.length === 3 && covered.every((index) => board.cells[index] === "H"));
  }
});
