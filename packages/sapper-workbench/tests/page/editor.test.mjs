import assert from "node:assert/strict";
import { test } from "node:test";
import { beginning, editorAfter } from "../../src/sapper_workbench/web/page/app/analyse/state.js";
import { positionText } from "../../src/sapper_workbench/web/page/app/board/position.js";
import { boardOf } from "./tools.mjs";

/** The state after events. */
const all = (...events) => events.reduce(editorAfter, beginning());
const position = (rows, fields) => ({ board: boardOf(rows, fields), text: "" });
const READ = { type: "read", answer: position(["1H", "HH"]) };
const edit = (rows) => ({ type: "edit", board: boardOf(rows) });
const rowsOf = ({ board }) => positionText(board).split("\n").slice(1);

test("a change of a cell is undone and redone, and a change from there is a variation", () => {
  const changed = all(READ, edit(["1F", "HH"]), edit(["1F", "FH"]));
  const undone = editorAfter(changed, { type: "undo" });
  assert.deepEqual([rowsOf(undone), rowsOf(editorAfter(undone, { type: "redo" }))], [["1F", "HH"], ["1F", "FH"]]);
  const other = editorAfter(undone, edit(["1F", "1H"]));
  assert.equal(other.tree.nodes.size, 4);
  assert.deepEqual(rowsOf(editorAfter(other, { type: "walk", direction: "before" })), ["1F", "FH"]);
});

test("undo at the start of a tree returns to the one before, and redo to it", () => {
  const larger = all(READ, edit(["1HH"]));
  const before = editorAfter(larger, { type: "undo" });
  assert.deepEqual([rowsOf(before), before.undone.length], [["1H", "HH"], 1]);
  const again = editorAfter(before, { type: "redo" });
  assert.deepEqual([rowsOf(again), again.done.length, again.undone.length], [["1HH"], larger.done.length, 0]);
  const first = [1, 2, 3].reduce((state) => editorAfter(state, { type: "undo" }), larger);
  assert.equal(editorAfter(first, { type: "undo" }), first);
});

test("of the trees before, the last twenty can be returned to", () => {
  const many = all(...Array.from({ length: 30 }, (_, i) => edit(["H".repeat(i + 1)])));
  assert.equal(many.done.length, 20);
});

test("a position that is shown already keeps its tree, and brings its analysis", () => {
  const known = all(READ, edit(["1F", "HH"]));
  const read = editorAfter(known, { type: "read", answer: { ...position(["1F", "HH"]), safe: [] } });
  assert.deepEqual([read.tree, read.analysis.safe], [known.tree, []]);
});

test("the cells of a picture are doubtful until they are corrected", () => {
  const reading = { doubtful: [[0, 0], [1, 1]], words: "two cells are doubtful" };
  const read = all({ type: "read", answer: { ...position(["1H", "HH"]), reading } });
  assert.match(read.notice.words, /2×2/);
  assert.deepEqual(editorAfter(read, edit(["2H", "HH"])).doubtful.cells, [[1, 1]]);
});

const TREE = { at: 1, moves: [{ parent: 0, cells: [[[0, 1], "F"]] }] };

test("a game is shown from its start, and a tree at its cursor", () => {
  const answer = { board: boardOf(["1H", "HH"]), tree: TREE };
  const [game, tree] = [{ ...answer, replay: true, record: "{}" }, answer].map((each) => all({ type: "read", answer: each }));
  assert.deepEqual([rowsOf(game), rowsOf(tree)], [["1H", "HH"], ["1F", "HH"]]);
  assert.deepEqual([game.walks, game.game.record, tree.game], [true, "{}", null]);
  assert.match(game.notice.words, /^A game of 1 move\..*Review/);
});

test("a comment changes the tree alone, and what is deleted takes the cursor along", () => {
  const shown = all(READ, edit(["1F", "HH"]));
  const { tree } = shown;
  const here = new Map(tree.nodes).set(tree.at, { ...tree.nodes.get(tree.at), comment: "why?" });
  const noted = editorAfter(shown, { type: "change", tree: { ...tree, nodes: here } });
  assert.equal(noted.board, shown.board);
  assert.deepEqual(rowsOf(editorAfter(noted, { type: "change", tree: { ...tree, at: tree.root } })), ["1H", "HH"]);
});
