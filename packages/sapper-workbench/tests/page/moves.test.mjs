import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { addHelp, helpOf, helpWords } from "../../src/sapper_workbench/web/page/app/play/advice.js";
import { actionOf, guessMarks, stepWords } from "../../src/sapper_workbench/web/page/app/play/moves.js";
import { boardOf } from "./tools.mjs";

const BOARD = boardOf(["HF0", "1*G"]);
const CELLS = { hidden: [0, 0], flagged: [0, 1], empty: [0, 2], clue: [1, 0], mine: [1, 1], gold: [1, 2] };

/** The action of a gesture on each kind of cell that has one. */
function actions(gesture, { flagging = false, board = BOARD } = {}) {
  const found = Object.entries(CELLS).map(([kind, cell]) => [kind, actionOf(gesture, board, cell, flagging)]);
  return Object.fromEntries(found.filter(([, action]) => action));
}

test("a gesture means what the cell allows", () => {
  assert.deepEqual(actions("open"), { hidden: "open", clue: "chord" });
  assert.deepEqual(actions("flag"), { hidden: "flag", flagged: "unflag" });
  assert.deepEqual(actions("chord"), { clue: "chord" });
});

test("while clicks flag, they open nothing but the neighbours of a clue", () => {
  assert.deepEqual(actions("open", { flagging: true }), { hidden: "flag", flagged: "unflag", clue: "chord" });
});

test("nothing can be done once the game is over", () => {
  for (const gesture of ["open", "flag", "chord"]) {
    assert.deepEqual(actions(gesture, { board: { ...BOARD, outcome: "lost" } }), {});
  }
});

test("a step is told by what it opened and how the game stands", () => {
  const decision = { action: "open", cell: [0, 0], strategy: "you" };
  const words = (changed, outcome = "playing", helped = false) =>
    stepWords({ decision, changed, outcome }, helped);
  assert.equal(words([[0, "1"]]), "Opened [0, 0]: clue 1.");
  assert.equal(words([[0, "0"], [2, "1"]]), "Opened [0, 0]: 2 cells opened.");
  assert.equal(words([[0, "F"]]), "Opened [0, 0].");
  assert.equal(words([[0, "*"]]), "Opened [0, 0]: a mine, which cost a life.");
  assert.equal(words([[0, "*"]], "lost"), "Opened [0, 0]: a mine. The game is lost.");
  assert.equal(words([[0, "1"]], "won"), "Opened [0, 0]. You won!");
  assert.equal(words([[0, "1"]], "won", true), "Opened [0, 0]. The game is won, with help.");
});

test("a guess is marked before it is made, with the better cell if there is one", () => {
  const review = { guesses: [{ step: 3, cell: [0, 0], clues: [[1, 0]], best: [0, 1] }] };
  const { target, better, clues, tone } = guessMarks(BOARD, review, 2);
  assert.deepEqual([target, better, clues, tone], [0, 1, new Set([3]), "warn"]);
  assert.equal(guessMarks(BOARD, review, 3), null);
  assert.equal(guessMarks(BOARD, null, 2), null);
  const same = { guesses: [{ ...review.guesses[0], best: [0, 0] }] };
  assert.equal(guessMarks(BOARD, same, 2).better, null);
});

beforeEach(() => {
  const stored = new Map();
  globalThis.localStorage = {
    getItem: (name) => stored.get(name) ?? null,
    setItem: (name, value) => stored.set(name, value),
  };
});

test("help is counted by game, and taken back with the agent's move", () => {
  const [one, other] = [{ id: "one" }, { id: "other" }];
  addHelp(one, { hints: 1 });
  addHelp(one, { moves: 1, risks: true });
  addHelp(one, { moves: -1, hints: 1 });
  assert.deepEqual(helpOf(one), { hints: 2, moves: 0, risks: true, any: true });
  assert.equal(helpOf(other).any, false);
  addHelp(other, { hints: 1 });
  assert.deepEqual(helpOf(other), { hints: 1, moves: 0, risks: false, any: true });
  assert.equal(helpOf(null).any, false);
  assert.equal(helpOf({ id: "elsewhere", player: "swift" }).moves, 1); // in another browser
});

test("only the latest hundred games are remembered", () => {
  for (let game = 0; game < 101; game++) addHelp({ id: `game ${game}` }, { hints: 1 });
  assert.deepEqual([helpOf({ id: "game 0" }).any, helpOf({ id: "game 1" }).any], [false, true]);
});

test("help is one sentence", () => {
  assert.equal(helpWords({ hints: 0, moves: 9, risks: false }, 9), "Every move was made for you.");
  assert.equal(
    helpWords({ hints: 1, moves: 2, risks: true }, 9),
    "2 of 9 moves were made for you, you used 1 hint and the risks were shown.",
  );
  assert.equal(helpWords({ hints: 2, moves: 0, risks: false }, 9), "You used 2 hints.");
});
