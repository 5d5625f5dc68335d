import assert from "node:assert/strict";
import { test } from "node:test";
import { daysInARow, resultLine, weeksOf } from "../../src/sapper_workbench/web/page/app/puzzles/daily.js";
import { chosenAfter, pickedOf, puzzleMarks } from "../../src/sapper_workbench/web/page/app/puzzles/solving.js";

const board = { width: 5, height: 2 };
const judged = { done: true, right: false, shown: false, solution: [[0, 1], [0, 2]] };

test("all safe cells are chosen one by one, and of guesses only the last", () => {
  assert.deepEqual(chosenAfter("safe", [[0, 1]], [0, 2]), [[0, 1], [0, 2]]);
  assert.deepEqual(chosenAfter("safe", [[0, 1], [0, 2]], [0, 1]), [[0, 2]]);
  assert.deepEqual(chosenAfter("guess", [[0, 1]], [0, 2]), [[0, 2]]);
  assert.deepEqual(chosenAfter("guess", [[0, 1]], [0, 1]), []);
  assert.deepEqual(chosenAfter("certain", [[0, 1]], [0, 2]), [[0, 2]]);
});

test("before the judgement the board shows only what is chosen", () => {
  assert.deepEqual([...pickedOf(board, "safe", [[0, 1]], null)], [[1, "chosen"]]);
  assert.deepEqual([...pickedOf(board, "ending", [[1, 0]], { done: false, solution: [] })], [[5, "chosen"]]);
});

test("a judgement shows what is right, wrong and missed", () => {
  const chosen = [[0, 1], [1, 0]];
  const shown = (kind, verdict) => Object.fromEntries(pickedOf(board, kind, chosen, verdict));
  assert.deepEqual(shown("safe", judged), { 1: "right", 2: "missed", 5: "wrong" });
  assert.deepEqual(shown("safe", { ...judged, shown: true }), { 1: "right", 2: "right" });
  assert.deepEqual(shown("certain", judged), { 1: "right", 2: "right", 5: "wrong" });
  assert.deepEqual(shown("ending", { ...judged, right: true }), {});
});

test("the board names the cells of a judgement, of a proof and of a compared guess", () => {
  const state = { puzzle: { kind: "guess" }, chosen: [], verdict: judged };
  const letters = new Map([["0,1", "A"], ["0,2", "B"], ["1,0", "C"], ["1,1", "D"]]);
  const explanation = { cell: [0, 1], words: "the 1 at [1, 0]", verdict: "safe" };
  const walk = { explanation, letters, named: [[0, 1], [0, 2]], asked: [[0, 1], [0, 2]], stop: undefined };
  const shown = (at) => [...puzzleMarks(board, state, at).letters].map(String);
  assert.deepEqual(shown(walk), ["1,A", "2,B", "5,C"]);
  const known = { safe: [], mines: [], supposed: [] };
  const stop = { words: "so [1, 1] is safe", clues: [], beside: [], mines: [], safe: [], counts: [], known };
  assert.deepEqual(shown({ ...walk, stop }), ["1,A", "2,B", "6,D"]);
});

test("the line to share is that of the command line", () => {
  const won = { won: true, seconds: 83.9, moves: 57 };
  assert.equal(
    resultLine("2026-11-22", won, [true, false, null]),
    "Daily Minesweeper 2026-11-22: board in 1:23.90 and 57 moves, puzzles 1/3 +-.",
  );
  assert.match(
    resultLine("2026-11-22", { won: true, seconds: 9, moves: 8, helped: true }, [null, null, null]),
    /: board in 9.00\u00a0s and 8 moves, with help, puzzles 0\/3 \.\.\.$/,
  );
  assert.equal(
    resultLine("2026-11-22", null, [true, true, true]),
    "Daily Minesweeper 2026-11-22: board not won, puzzles 3/3 +++",
  );
});

test("a calendar has every day of the month once, in weeks from Monday on", () => {
  for (const [month, long, first] of [["2026-02", 28, 6], ["2024-02", 29, 3], ["2026-11", 30, 6]]) {
    const weeks = weeksOf(month);
    assert.equal(weeks[0].findIndex(Boolean), first);
    assert.ok(weeks.every((week) => week.length === 7));
    const days = weeks.flat().filter(Boolean);
    assert.deepEqual([days.length, days[0], days.at(-1)], [long, `${month}-01`, `${month}-${long}`]);
  }
});

test("days in a row end with a day that was not won in time, except for today", () => {
  const days = ["2026-03-01", "2026-02-28", "2026-02-26"];
  assert.equal(daysInARow(days, "2026-03-01"), 2);
  assert.equal(daysInARow(days, "2026-03-02"), 2);
  assert.equal(daysInARow(days, "2026-03-03"), 0);
  assert.equal(daysInARow([], "2026-03-03"), 0);
});
