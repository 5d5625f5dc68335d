import assert from "node:assert/strict";
import { test } from "node:test";
import { exploredIn, lessonAfter } from "../../src/sapper_workbench/web/page/app/machine/learning.js";
import { apartOf, gameAfter, inStep, partedAt, waitingWords } from "../../src/sapper_workbench/web/page/app/watch/game.js";
import { boardOf } from "./tools.mjs";

/** The state after events, from another. */
const all = (after, state, events) =>
  events.reduce((now, [name, data]) => after(now, name, data), state);

const GAME = { fields: { player: "csp", level: "expert" }, player: "csp", before: null, replay: null, count: 0 };
const START = { board: boardOf(["HH"]), player: "single-point > csp", seed: 4, number: 0 };
const STEP = { changed: [[0, "1"]], lives_left: 1, mines_left: 1, outcome: "won" };

test("a game watched is a replay, and can be played again from its address", () => {
  const state = all(gameAfter, GAME, [["start", START], ["step", STEP], ["end", { outcome: "won" }]]);
  assert.deepEqual([state.count, state.player, state.end.outcome], [1, "single-point > csp", "won"]);
  assert.deepEqual(state.deal, { player: "csp", level: "expert", seed: 4, number: null });
  assert.equal(state.replay.board(1).cells[0], "1");
});

test("a second game shares the first step of the one beside it", () => {
  const first = { board: boardOf(["HH"]), step: { ...STEP, number: 1 } };
  const state = all(gameAfter, { ...GAME, first }, [["start", { ...START, board: boardOf(["1H"]) }]]);
  assert.equal(state.count, 1);
  assert.deepEqual([0, 1].map((at) => state.replay.board(at).cells[0]), ["H", "1"]);
});

test("until the first move it is said what is waited for", () => {
  assert.equal(waitingWords(GAME), "starting …");
  assert.equal(waitingWords(gameAfter(GAME, "waiting", { before: 1 })), "waiting for 1 other game …");
  assert.equal(waitingWords(gameAfter(GAME, "waiting", { before: 0 })), "waiting …");
  assert.equal(waitingWords(gameAfter(GAME, "start", START)), "thinking …");
});

test("events that are not known change nothing", () => {
  assert.equal(gameAfter(GAME, "news", {}), GAME);
  assert.equal(lessonAfter(LESSON, "news", {}), LESSON);
});

const LESSON = { latest: null, found: [], proofs: {}, explored: {}, counts: { examples: 0, counterexamples: 0 } };

test("examples are counted, and the latest is shown as what it is", () => {
  const state = all(lessonAfter, LESSON, [["example", { at: 1 }], ["example", { at: 2 }], ["counterexample", { at: 3 }]]);
  assert.deepEqual(state.counts, { examples: 2, counterexamples: 1 });
  assert.deepEqual(state.latest, { at: 3, counter: true });
});

test("a rule that is found again keeps its board and counts its search anew", () => {
  const rule = { clause: "a", target: "safe", iteration: 1, explored: 5, board: "a board", marks: "marks" };
  const again = { clause: "a", target: "safe", iteration: 2, explored: 7 };
  const same = { clause: "b", target: "safe", iteration: 2, explored: 9 };
  const state = all(lessonAfter, LESSON, [["rule", rule], ["rule", again], ["rule", same]]);
  assert.deepEqual(state.found.map(({ clause, board }) => [clause, board]), [["a", "a board"], ["b", undefined]]);
  assert.equal(exploredIn(state), 14);
});

test("a proof belongs to its clause", () => {
  const state = all(lessonAfter, LESSON, [["proof", { clause: "a", sound: true }], ["search", 1], ["end", 2]]);
  assert.deepEqual([state.proofs.a.sound, state.search, state.end], [true, 1, 2]);
});

const going = (count) => ({ count, live: true, replay: {}, trouble: null });
const over = (count) => ({ count, live: false, replay: {}, trouble: null });
const step = (action, ...cell) => ({ decision: { action, cell } });

test("two games show the steps that both have made, and go on until both are over", () => {
  assert.deepEqual(inStep(going(5), null), { count: 5, live: true });
  const waiting = { count: 0, live: false, replay: null, trouble: null };
  assert.deepEqual(inStep(over(5), waiting), { count: 0, live: true });
  assert.deepEqual(inStep(going(5), going(3)), { count: 3, live: true });
  assert.deepEqual(inStep(over(5), going(8)), { count: 8, live: true });
  assert.deepEqual(inStep(over(5), going(2)), { count: 2, live: true });
  assert.deepEqual(inStep(over(5), over(8)), { count: 8, live: false });
  assert.deepEqual(inStep(over(5), { ...waiting, trouble: "refused" }), { count: 5, live: false });
});

test("games part at the first move with another cell or another action", () => {
  const steps = [step("open", 0, 0), step("open", 1, 2), step("flag", 1, 1)];
  assert.equal(partedAt(steps, steps), null);
  assert.equal(partedAt(steps, steps.slice(0, 1)), null);
  assert.equal(partedAt(steps, [steps[0], step("open", 2, 2)]), 1);
  assert.equal(partedAt(steps, [...steps.slice(0, 2), step("open", 1, 1)]), 2);
});

test("the cells that differ are those whose codes do", () => {
  assert.deepEqual([...apartOf(boardOf(["1H", "H2"]), boardOf(["1H", "02"]))], [2]);
});
