import assert from "node:assert/strict";
import { test } from "node:test";
import { positionText } from "../../src/sapper_workbench/web/page/app/board/position.js";
import { boardWords, cellWords, codeWords } from "../../src/sapper_workbench/web/page/app/board/speech.js";
import { effortMarks } from "../../src/sapper_workbench/web/page/app/watch/demo.js";
import { boardOf } from "./tools.mjs";

test("every code of a cell has words", () => {
  const codes = ["H", "F", "*", "G", "#", "0", "3", "2+1", "2+3", "G+1"];
  assert.deepEqual(codes.map(codeWords), [
    "hidden",
    "flagged",
    "open mine",
    "open gold",
    "blocked",
    "empty",
    "clue 3",
    "clue 2, gold beside it",
    "clue 2, 3 gold beside it",
    "open gold, gold beside it",
  ]);
});

test("the split level that decides a cell is said", () => {
  const board = boardOf(["HHF"]);
  const marks = effortMarks(board, { levels: [[[0, 1], 2, true], [[0, 2], 0, true]] });
  const words = [0, 1, 2].map((index) => cellWords({ board, marks }, index));
  assert.deepEqual(words, ["hidden", "hidden, a mine, decided at split level 2", "flagged"]);
  assert.equal(effortMarks(boardOf(["H"]), null), null);
});

test("a board is said in one sentence", () => {
  assert.equal(
    boardWords(boardOf(["HHF", "110"])),
    "Minesweeper board, 2 rows of 3 cells, 1 mine; 2 hidden, 1 flagged",
  );
});

test("what an analysis knows of a hidden cell is said, and nothing of an open one", () => {
  const board = boardOf(["HHH1"]);
  const probability = [0, 1, 0.25, null];
  const overlay = { probability, safe: new Set([0, 3]), mines: new Set([1]) };
  const said = board.cells.map((_, index) => cellWords({ board, overlay }, index));
  assert.deepEqual(said, ["hidden, certainly safe", "hidden, certainly a mine", "hidden, 25% mine", "clue 1"]);
});

test("at the end it is said where the mines and the gold were, and which flags were wrong", () => {
  const board = boardOf(["HFFH"], { outcome: "lost" });
  const truth = { mines: new Set([0, 1]), gold: new Set([3]) };
  const said = board.cells.map((_, index) => cellWords({ board, truth }, index));
  assert.deepEqual(said, [
    "hidden, a mine was here",
    "flagged, a mine was here",
    "flagged, no mine was here",
    "hidden, gold was here",
  ]);
});

test("every mark on a cell is said", () => {
  const marks = {
    target: 0,
    better: 0,
    letters: new Map([[0, "B"]]),
    clues: new Set([0]),
    mines: new Set([0]),
    faults: new Set([0]),
    variables: new Map([[0, "ST"]]),
  };
  const words = cellWords({ board: boardOf(["H"]), marks, fresh: new Set([0]) }, 0);
  assert.equal(
    words,
    "hidden, changed by this move, the cell of this move, marked B, better than the move made, " +
      "a clue that the reason uses, a mine that the reason uses, at fault, in S, T",
  );
});

test("a board is position text, with words for its rules where they are unusual", () => {
  const board = boardOf(["H1", "F*"], { mines: 2 });
  assert.equal(positionText(board), "2x2x2\nH1\nF*");
  assert.equal(positionText({ ...board, rules: { first: "safe", lives: 1, signs: "none" } }), "2x2x2\nH1\nF*");
  const world = {
    ...board,
    cells: ["H", "2+1", "G", "#"],
    lives_left: 2,
    grid: "hex",
    rules: { first: "opening", lives: 3, zeros_open: false, won_by: "flagging", signs: "marks" },
  };
  assert.equal(
    positionText(world),
    "2x2x2 first=opening lives=3 zeros=closed won=flagging signs=marks grid=hex\nH(2+1)\nG#",
  );
});
