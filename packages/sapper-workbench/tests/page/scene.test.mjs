import assert from "node:assert/strict";
import { test } from "node:test";
import {
  bound,
  faultsOf,
  freshOf,
  indices,
  marksOf,
  overlayOf,
  risksOf,
  rankedOf,
  variablesOf,
  ringOf,
  truthOf,
} from "../../src/sapper_workbench/web/page/app/board/scene.js";
import { neighboursOf } from "../../src/sapper_workbench/web/page/app/board/position.js";
import { boardOf } from "./tools.mjs";

const BOARD = boardOf(["1HH", "1HH"]); // cells 0 to 5
const DECISION = { action: "open", cell: [1, 2], guess: false, clues: [[0, 0]], mines: [[0, 1]] };

test("cells are indices, row by row", () => {
  assert.deepEqual(indices(BOARD, [[0, 0], [0, 2], [1, 1]]), new Set([0, 2, 4]));
  assert.deepEqual(indices(BOARD, null), new Set());
});

test("an impossible position, or none, has no overlay", () => {
  assert.equal(overlayOf(BOARD, null), null);
  assert.equal(overlayOf(BOARD, { consistent: false }), null);
  const analysis = { consistent: true, mine_probability: [], safe: [[1, 2]], certain_mines: [] };
  assert.deepEqual(overlayOf(BOARD, analysis).safe, new Set([5]));
});

test("the cells away from the clues have one figure, and the best cell is named", () => {
  const board = boardOf(["1HHH", "HHHH"]);
  const probability = [null, 0.5, 0.2, 0.2, 0.5, 0, 0.2, 0.2];
  const suggestion = { action: "open", cell: [1, 1] };
  const analysis = { consistent: true, mine_probability: probability, suggestion };
  const { away, elsewhere, best } = overlayOf(board, analysis);
  assert.deepEqual([away, elsewhere, best], [new Set([2, 3, 6, 7]), 0.2, 5]);
  const flag = { ...analysis, suggestion: { action: "flag", cell: [1, 1] } };
  assert.equal(overlayOf(board, flag).best, -1);
  const graph = overlayOf({ ...board, grid: "graph" }, analysis);
  assert.deepEqual([graph.away, graph.elsewhere], [new Set(), null]);
});

test("a promised first cell risks nothing, but a mine that is certain stays one", () => {
  const analysis = { consistent: true, mine_probability: [0.5, 0.5, 1, null], promise: "safe" };
  assert.deepEqual(risksOf(analysis), [0, 0, 1, null]);
  assert.deepEqual(risksOf({ ...analysis, promise: "" }), [0.5, 0.5, 1, null]);
  const board = boardOf(["HHH1"]);
  assert.deepEqual(overlayOf(board, analysis).probability, [null, null, 1, null]); // no board full of zeros
});

test("neighbours on every grid that the page knows", () => {
  const board = boardOf(["HHHH", "HHHH", "HHHH"]);
  const near = (grid, index) => neighboursOf({ ...board, grid }, index).toSorted((a, b) => a - b);
  assert.deepEqual(near("square", 0), [1, 4, 5]);
  assert.deepEqual(near("square", 5), [0, 1, 2, 4, 6, 8, 9, 10]);
  assert.deepEqual(near("hex", 5), [0, 1, 4, 6, 9, 10]);
  assert.deepEqual(near("torus", 0), [1, 3, 4, 5, 7, 8, 9, 11]);
  assert.equal(neighboursOf({ ...board, grid: "graph" }, 0), null);
});

test("the truth is only there when the game is over", () => {
  assert.equal(truthOf(BOARD, null), null);
  const truth = truthOf(BOARD, { mines: [[0, 1]], gold: [] });
  assert.deepEqual(truth, { mines: new Set([1]), gold: new Set() });
});

test("candidates keep their order, but for the chosen one, which is first", () => {
  const considered = [[[0, 1], 0.2], [[1, 2], 0.3], [[1, 1], 0.1]];
  const cells = rankedOf({ cell: [1, 2], considered }).map(([cell]) => cell.join());
  assert.deepEqual(cells, ["1,2", "0,1", "1,1"]);
  assert.deepEqual(rankedOf({ cell: [1, 2] }), []);
});

test("a search is ranked by what it recommends, with its visits", () => {
  const moves = [{ cell: [1, 1], value: 0.5, visits: 90 }, { cell: [0, 1], value: 0.6, visits: 2 }];
  const decision = { cell: [1, 1], considered: [[[0, 1], 0.6]], effort: { kind: "search", moves } };
  assert.deepEqual(rankedOf(decision), [[[1, 1], 0.5, 90], [[0, 1], 0.6, 2]]);
});

test("a decision marks its cell, its reason and at most nine candidates", () => {
  const marks = marksOf(BOARD, DECISION);
  assert.deepEqual(
    [marks.target, marks.action, marks.tone, marks.clues, marks.mines],
    [5, "open", "good", new Set([0]), new Set([1])],
  );
  const wide = boardOf(["H".repeat(12)]);
  const considered = Array.from({ length: 12 }, (_, column) => [[0, column], 0.1]);
  const { letters, action, tone } = marksOf(wide, { cell: [0, 4], guess: true, considered });
  assert.deepEqual([...letters].map(String), ["4,A", "0,B", "1,C", "2,D", "3,E", "5,F", "6,G", "7,H", "8,I"]);
  assert.deepEqual([action, tone], ["guess", "warn"]);
  assert.equal(marksOf(BOARD, null), null);
});

test("the variables of a rule stand on their cells, in the order of their names", () => {
  const bindings = { T: { cells: [[0, 1], [1, 1]] }, S: { cells: [[1, 1]] }, C: { clue: [0, 0] }, N: { number: 1 } };
  const effort = { kind: "rule", bindings };
  assert.deepEqual(bound(effort).map(([name]) => name), ["C", "N", "S", "T"]);
  const variables = variablesOf(BOARD, bound(effort));
  assert.deepEqual(variables, new Map([[0, "C"], [4, "ST"], [1, "T"]]));
});

test("the cells at fault are those of a conflict, else those that the server names", () => {
  const faults = [{ cell: [0, 0] }, { cell: null, words: "too many mines" }];
  assert.deepEqual(faultsOf(BOARD, { faults }).faults, new Set([0]));
  assert.deepEqual(faultsOf(BOARD, { faults, conflict: { clues: [[1, 0]] } }).faults, new Set([3]));
  assert.deepEqual(faultsOf(BOARD, {}).faults, new Set());
});

test("a step's fresh cells are those it changed", () => {
  assert.deepEqual(freshOf({ changed: [[3, "1"], [4, "*"]] }), new Set([3, 4]));
  assert.equal(freshOf(undefined), undefined);
});

test("the best cell has a ring unless it is marked as the move", () => {
  const rings = [ringOf({ best: 4 }, null), ringOf({ best: 4 }, { target: 4 }), ringOf(null, null)];
  assert.deepEqual(rings, [4, -1, -1]);
});
