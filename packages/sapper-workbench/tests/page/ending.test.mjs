import assert from "node:assert/strict";
import { test } from "node:test";
import { levelOf, recordWords, shareAt, shareOpen } from "../../src/sapper_workbench/web/page/app/play/result.js";
import { fatal, sameFields } from "../../src/sapper_workbench/web/page/app/play/moves.js";

const BOARD = {
  width: 3,
  height: 1,
  mines: 1,
  cells: ["1", "*", "H"],
  outcome: "lost",
  rules: { first: "safe" },
};
const STEP = { changed: [[1, "*"]], decision: { strategy: "you", cell: [0, 1], action: "open" } };

test("the position before a lost game's last move hides what the move opened", () => {
  const { before, cell } = fatal({ board: BOARD, last: STEP });
  assert.deepEqual(before.cells, ["1", "H", "H"]);
  assert.equal(before.outcome, "playing");
  assert.deepEqual(cell, [0, 1]);
  assert.deepEqual(BOARD.cells, ["1", "*", "H"]);
});

test("a chord is explained by the mine that it opened", () => {
  const board = { ...BOARD, width: 4, cells: ["1", "1", "*", "H"] };
  const step = { changed: [[1, "1"], [2, "*"]], decision: { strategy: "you", cell: [0, 0], action: "chord" } };
  const { before, cell } = fatal({ board, last: step });
  assert.deepEqual([before.cells, cell], [["1", "H", "H", "H"], [0, 2]]);
});

test("nothing is explained where the visitor did not lose", () => {
  assert.equal(fatal(null), null);
  assert.equal(fatal({ board: { ...BOARD, outcome: "won" }, last: STEP }), null);
  const agent = { ...STEP, decision: { ...STEP.decision, strategy: "swift" } };
  assert.equal(fatal({ board: BOARD, last: agent }), null);
});

test("the same board has the same seed, size and rule", () => {
  const game = { board: BOARD, world: null, seed: 7, number: 0, no_guess: false };
  assert.deepEqual(sameFields(game), { width: 3, height: 1, mines: 1, first: "safe", seed: 7, number: 0 });
  assert.equal(sameFields({ ...game, no_guess: true }).no_guess, true);
  assert.deepEqual(sameFields({ ...game, world: "HARD10" }), { world: "HARD10", seed: 7 });
});

test("a win is compared with the best time", () => {
  const game = { seconds: 12.5, level: "beginner", world: null };
  const of = (best, wins, streak) => recordWords(game, { best_seconds: best, wins, streak });
  assert.equal(of(12.5, 1, 1), "Your first win at beginner level.");
  assert.equal(of(12.5, 4, 1), "A new best time at beginner level!");
  assert.equal(of(10, 4, 3), "2.50\u00a0s slower than your best time, 10.00\u00a0s. 3 wins in a row.");
  assert.equal(recordWords(game, undefined), "");
});

test("a level is named without the seed of its world or the date of its board", () => {
  assert.equal(levelOf({ world: "daily-2026-11-25", level: "beginner" }), "daily");
  assert.equal(levelOf({ world: "small-12-0", level: "6x6x4" }), "small");
  assert.equal(levelOf({ world: "HARD10", level: "6x6x4" }), "HARD10");
  assert.equal(levelOf({ world: null, level: "expert" }), "expert");
});

test("a race shows what was open at the same time", () => {
  const points = [[0, 0.1], [2, 0.5], [3.5, 1]];
  assert.deepEqual([0, 1.9, 2, 99].map((seconds) => shareAt(points, seconds)), [0.1, 0.1, 0.5, 1]);
  assert.equal(shareOpen({ cells: ["1", "F", "H", "0"], mines: 1 }), 2 / 3);
});
