import assert from "node:assert/strict";
import { test } from "node:test";
import { levelOf, raceWords, recordWords, rivalIn, shareAt, shareOpen } from "../../src/sapper_workbench/web/page/app/play/result.js";
import { sameFields } from "../../src/sapper_workbench/web/page/app/play/moves.js";

const BOARD = {
  width: 3,
  height: 1,
  mines: 1,
  cells: ["1", "*", "H"],
  outcome: "lost",
  rules: { first: "safe" },
};

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

test("a challenge names whom its reader races, and their times", () => {
  const { name, points } = rivalIn(new URLSearchParams({ by: "Anna", pace: "0.250.375" }));
  assert.deepEqual([name, points], ["Anna", [[0, 0.05], [2.5, 0.1], [3.75, 0.15]]]);
  for (const wrong of ["", "1.x", "-1", Array(21).fill(1).join(".")])
    assert.equal(rivalIn(new URLSearchParams({ pace: wrong })), null);
});

test("the result of a race compares the times", () => {
  const won = { board: { ...BOARD, outcome: "won" }, seconds: 62.31 };
  assert.equal(raceWords(won, [[0, 0.5], [48.02, 1]], "swift"), "You: 1:02.31, swift: 48.02\u00a0s. You lost the race.");
  assert.match(raceWords(won, [[0, 0.5], [70, 1]], "swift"), /You won the race\.$/);
  assert.match(raceWords(won, [[0, 0.25]], "Anna"), /^You won the race: Anna opened only 25%/);
  assert.match(raceWords({ board: BOARD, seconds: 9 }, [[0, 0.25]], "Anna"), /^You had opened 50% of the board, Anna 25%\.$/);
});
