import assert from "node:assert/strict";
import { test } from "node:test";
import { Replay, stepped } from "../../src/sapper_workbench/web/page/app/parts/replay.js";
import { boardOf } from "./tools.mjs";

const START = boardOf(["HHH"]);
const STEPS = [
  { changed: [[0, "1"]], lives_left: 1, mines_left: 1, outcome: "playing" },
  { changed: [[1, "F"]], lives_left: 1, mines_left: 1, outcome: "playing" },
  { changed: [[1, "H"], [2, "1"]], lives_left: 1, mines_left: 1, outcome: "won" },
];

test("a replay shows the same board after as many steps, however it got there", () => {
  const played = STEPS.reduce((boards, step) => [...boards, stepped(boards.at(-1), step)], [START]);
  const replay = new Replay(START, STEPS);
  for (const at of [0, 1, 2, 3, 2, 1, 0, 3, 0, 2]) {
    assert.deepEqual(replay.board(at), played[at]);
  }
});

test("steps may arrive later, and boards shown before stay as they were", () => {
  const replay = new Replay(START);
  const first = replay.board(0);
  for (const step of STEPS) replay.add(step);
  assert.deepEqual(replay.board(3).cells, ["1", "H", "1"]);
  assert.deepEqual(first.cells, ["H", "H", "H"]);
  assert.equal(replay.board(3).outcome, "won");
});
