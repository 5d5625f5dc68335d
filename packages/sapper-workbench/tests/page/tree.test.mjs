import assert from "node:assert/strict";
import { test } from "node:test";
import { boardAt, changedTo, fieldsOf, treeOfAnswer, treeOfBoard } from "../../src/sapper_workbench/web/page/app/tree/positions.js";
import { longWords, rowsOf, shortWords } from "../../src/sapper_workbench/web/page/app/tree/rows.js";
import { below, isMain, lineOf, moved, next, noted, pathTo, promoted, removed, treeOf, visited } from "../../src/sapper_workbench/web/page/app/tree/tree.js";
import { boardOf } from "./tools.mjs";

// 0 - 1 - 2 - 3
//       \ 4 - 5
//   \ 6
const SMALL = treeOf(
  [[0, null], [1, 0], [2, 1], [3, 2], [4, 1], [5, 4], [6, 0]].map(([id, parent]) => ({ id, parent, comment: "" })),
  5,
);
const ids = (nodes) => nodes.map(({ id }) => id);

/** The invariants of a tree. */
function check(tree) {
  const { nodes, root, at } = tree;
  assert.ok(nodes.has(at));
  assert.equal(below(tree, root).length, nodes.size);
  for (const node of nodes.values()) {
    assert.equal(pathTo(tree, node.id).length, node.depth);
    for (const child of node.children) assert.equal(nodes.get(child).parent, node.id);
    if (node.children.length) assert.ok(node.children.includes(node.latest));
    else assert.equal(node.latest, null);
  }
  for (const { id, parent } of pathTo(tree, at)) assert.equal(nodes.get(parent).latest, id);
}

test("the cursor stays on the line visited last", () => {
  check(SMALL);
  assert.deepEqual(ids(lineOf(SMALL)), [1, 4, 5]);
  assert.deepEqual(ids(lineOf(visited(SMALL, 0))), [1, 4, 5]);
  assert.deepEqual(ids(lineOf(visited(SMALL, 2))), [1, 2, 3]);
});

test("keys go back, forward, to other variations and to both ends", () => {
  const to = (at) => (direction) => next(visited(SMALL, at), direction);
  assert.deepEqual(["back", "forward", "before", "after", "start", "end"].map(to(5)), [4, null, 2, 6, 0, null]);
  assert.deepEqual(["back", "forward", "before", "after", "start", "end"].map(to(0)), [null, 1, null, null, null, 5]);
  assert.deepEqual(["before", "after"].map(to(3)), [null, 4]);
});

test("random edits keep a tree sound", () => {
  let luck = 7;
  const draw = (below) => (luck = (luck * 48271) % 2147483647) % below;
  let tree = SMALL;
  for (let i = 0; i < 2000; i += 1) {
    const all = [...tree.nodes.keys()];
    const id = all[draw(all.length)];
    tree = [
      () => moved(tree, { cells: [] }),
      () => moved(visited(tree, id), { cells: [] }),
      () => visited(tree, id),
      () => promoted(tree, id),
      () => (draw(4) ? tree : removed(tree, id)),
      () => noted(tree, id, { comment: "x" }),
    ][draw(6)]();
    check(tree);
  }
});

test("a promoted variation is the main line of its fork", () => {
  assert.ok(!isMain(SMALL, 5));
  assert.ok(isMain(promoted(SMALL, 5), 5));
  assert.equal(promoted(SMALL, 3), SMALL);
});

test("a deleted move takes what follows it, and a cursor there goes back", () => {
  const left = removed(SMALL, 4);
  assert.deepEqual([left.at, left.nodes.size], [1, 5]);
  assert.equal(removed(SMALL, 0), SMALL);
  assert.ok(moved(left, {}).at > 6); // numbers are not used again
});

test("rows indent variations under the move that they replace", () => {
  const rows = rowsOf(SMALL).map(({ level, moves }) => [level, ids(moves)]);
  assert.deepEqual(rows, [[0, [1]], [1, [6]], [0, [2]], [1, [4, 5]], [0, [3]]]);
});

test("rows of the largest trees have some hundred moves, the cursor's among them", () => {
  const many = [{ id: 0, parent: null, comment: "" }];
  for (let id = 1; id <= 10000; id += 1) many.push({ id, parent: id <= 400 ? id - 1 : id % 400, comment: "" });
  for (const at of [0, 200, 400, 9999]) {
    const shown = rowsOf(treeOf(many, at)).flatMap(({ moves }) => ids(moves));
    assert.ok(shown.length < 3000);
    assert.equal(new Set(shown).size, shown.length);
    if (at) assert.ok(shown.includes(at));
  }
  const deep = Array.from({ length: 10000 }, (_, id) => ({ id, parent: id ? id - 1 : null, comment: "" }));
  assert.ok(rowsOf(treeOf(deep, 5000)).flatMap(({ moves }) => ids(moves)).includes(5000));
});

test("changes of a board are moves; the same change is the same move", () => {
  const board = boardOf(["H1", "HH"]);
  const start = treeOfBoard(board);
  const flagged = { ...board, cells: board.cells.with(0, "F") };
  const one = changedTo(start, board, flagged);
  assert.deepEqual(boardAt(one).cells, flagged.cells);
  const back = visited(one, 0);
  assert.equal(changedTo(back, board, flagged).nodes.size, 2);
  assert.equal(changedTo(back, board, { ...board }), back);
  assert.equal(changedTo(back, board, boardOf(["HHH"])), null);
  const mines = changedTo(back, board, { ...board, mines: board.mines + 1 });
  assert.equal(boardAt(mines).mines, board.mines + 1);
  const again = treeOfAnswer({ board, tree: fieldsOf(mines) });
  assert.deepEqual(fieldsOf(again), fieldsOf(mines));
  assert.equal(shortWords(mines.nodes.get(mines.at)), `${board.mines + 1} mine${board.mines ? "s" : ""}`);
});

test("moves are named in short, and in words for screen readers", () => {
  const move = { action: "flag", cell: [1, 2], player: "csp", outcome: "lost", depth: 3, comment: "<b>" };
  assert.equal(shortWords(move), "⚑ [1, 2]");
  assert.equal(longWords(move, 2), "move 3: flag [1, 2], by csp, lost, 2 variations, comment: <b>");
  const change = { cells: [[[0, 0], "2"], [[0, 1], "1"]], depth: 1 };
  assert.equal(shortWords(change), "[0, 0] 2 +1");
  assert.equal(longWords(change, 0), "move 1: [0, 0]: 2, 1 more cell");
});
