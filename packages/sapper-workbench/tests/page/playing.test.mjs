import assert from "node:assert/strict";
import { test } from "node:test";
import { NOTHING, playAfter } from "../../src/sapper_workbench/web/page/app/play/state.js";
import { boardOf } from "./tools.mjs";

const GAME = { id: "a", board: boardOf(["HHH", "1HH"]), moves: 4, seconds: 7, seed: null, truth: null, node: 1 };
const TREE = { nodes: [{ id: 0, parent: null, comment: "" }, { id: 1, parent: 0, comment: "", action: "open", cell: [1, 0] }], at: 1 };
const LOADED = playAfter({ ...NOTHING, choice: null }, { type: "load", game: GAME, tree: TREE });
const STEP = { decision: { action: "open", cell: [0, 0], strategy: "you" }, changed: [[0, "*"]], lives_left: 0, mines_left: 0, outcome: "lost" };
const ANSWER = { step: STEP, node: 2, ended: true, undoable: 5, redoable: 0, repaired: false, truth: { mines: [] }, seed: 3 };
const made = (player = null) => playAfter(LOADED, { type: "move", answer: ANSWER, player });

test("a game after a move has its board, and keeps what the answer does not tell", () => {
  const { game } = made();
  assert.deepEqual([game.id, game.moves, game.seconds, game.seed], ["a", 5, 7, 3]);
  assert.deepEqual([game.board.outcome, game.board.cells[0], game.last], ["lost", "*", STEP]);
  assert.deepEqual([game.truth, GAME.board.cells[0]], [{ mines: [] }, "H"]);
});

test("the cursor of the tree is always at the node of the game", () => {
  const moved = made("csp");
  assert.deepEqual([moved.tree.at, moved.game.node, moved.tree.nodes.get(2).player], [2, 2, "csp"]);
  const back = playAfter(moved, { type: "visit", game: { ...GAME, node: 0 } });
  assert.deepEqual([back.tree.at, back.tree.nodes.size], [0, 3]);
  assert.equal(LOADED.tree.nodes.size, 2);
});

test("a name that is not here is unknown until another game is looked for", () => {
  const missing = playAfter({ ...LOADED, advice: { clicks: [] } }, { type: "miss", name: "b" });
  assert.equal(missing.unknown, "b");
  const { unknown, advice, game } = playAfter(missing, { type: "leave" });
  assert.deepEqual([unknown, advice, game], [null, null, GAME]);
});

test("an answer that comes late takes only its own notice away", () => {
  const [waits, other] = [{ words: "thinking" }, { words: "Opened." }];
  const shown = (notice) => playAfter(LOADED, { type: "set", fields: { notice } });
  assert.equal(playAfter(shown(waits), { type: "settle", notice: waits }).notice, null);
  assert.equal(playAfter(shown(other), { type: "settle", notice: waits }).notice, other);
});
