import assert from "node:assert/strict";
import { test } from "node:test";
import { allOpen, asSeen, drawnWith, toDraw } from "../../src/sapper_workbench/web/page/app/analyse/drawing.js";
import { boardOf } from "./tools.mjs";

const rows = ({ cells, width }) =>
  Array.from({ length: cells.length / width }, (_, row) =>
    cells.slice(row * width, (row + 1) * width).join(""),
  );

test("a mine drawn on an open board hides its cell, and the clues follow", () => {
  let board = allOpen({ width: 4, height: 3, mines: 5 });
  assert.deepEqual(rows(board), ["0000", "0000", "0000"]);
  board = drawnWith(board, 0, "*");
  board = drawnWith(board, 10, "*");
  assert.deepEqual(rows(board), ["H100", "1211", "01H1"]);
  assert.deepEqual([board.mines, board.mines_left], [2, 2]);
  board = drawnWith(board, 0, "*"); // removes it
  assert.deepEqual([board.mines, rows(board)[0]], [1, "H000"]);
});

test("opening a cell without mines around it opens its region", () => {
  let board = toDraw(boardOf(["HHHH", "HHHH"]), []);
  board = drawnWith(board, 3, "*");
  board = drawnWith(board, 0, "5"); // any clue opens it
  assert.deepEqual(rows(board), ["001H", "001H"]);
  board = drawnWith(board, 0, "H");
  assert.deepEqual(rows(board), ["H01H", "001H"]);
});

test("opening a mine removes it; a flag does not", () => {
  let board = drawnWith(toDraw(boardOf(["HHH"]), []), 1, "*");
  board = drawnWith(board, 1, "F");
  assert.deepEqual([rows(board), [...board.drawn]], [["HFH"], [1]]);
  board = drawnWith(board, 1, "0");
  assert.deepEqual([rows(board), board.mines], [["000"], 0]);
});

test("flags, open mines and certain mines are drawn at first; the position keeps no mines", () => {
  const board = toDraw(boardOf(["1F2", "H*H"]), [5]);
  assert.deepEqual([...board.drawn].sort(), [1, 4, 5]);
  assert.deepEqual(rows(board), ["2F3", "HHH"]);
  assert.equal("drawn" in asSeen(board), false);
});
