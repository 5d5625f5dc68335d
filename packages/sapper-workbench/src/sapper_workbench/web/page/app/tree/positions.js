// A tree of positions in Analyse: each node is a change of the board before it, and may have `drawn`,
// the mines that the visitor has drawn.

import { cellOf, indexOf, positionText } from "../board/position.js";
import { below, moved, noted, pathTo, treeOf } from "./tree.js";

const START = { id: 0, parent: null, comment: "" };

/**
 * A tree that contains only a board, `{…tree, start}`.
 * @param {any} board
 */
export function treeOfBoard({ drawn, ...board }) {
  return { ...treeOf([{ ...START, drawn }], 0), start: board };
}

/**
 * A tree from the server's answer: a board and the moves from it.
 * @param {any} answer
 */
export function treeOfAnswer({ board, tree }) {
  const list = tree.moves.map((/** @type {any} */ move, /** @type {number} */ i) => ({ comment: "", ...move, id: i + 1 }));
  const { comment = "", marks, arrows } = tree;
  return { ...treeOf([{ ...START, comment, marks, arrows }, ...list], tree.at), start: board };
}

/** The fields of a tree in requests and in files. @param {Tree} tree */
export function fieldsOf(tree) {
  const places = new Map([[tree.root, 0]]);
  const moves = [];
  for (const { id, parent, cells = [], mines = null, comment, marks = [], arrows = [] } of below(tree, tree.root)) {
    if (id === tree.root) continue;
    places.set(id, places.size);
    moves.push({ parent: places.get(parent), cells, mines, comment, marks, arrows });
  }
  const { comment, marks = [], arrows = [] } = tree.nodes.get(tree.root);
  const start = positionText(tree.start);
  return { kind: "position", start, moves, comment, marks, arrows, at: places.get(tree.at) };
}

/** The board at the cursor. @param {Tree} tree */
export function boardAt(tree) {
  const cells = [...tree.start.cells];
  let { mines } = tree.start;
  for (const node of pathTo(tree, tree.at)) {
    for (const [cell, code] of node.cells ?? []) cells[indexOf(tree.start, cell)] = code;
    mines = node.mines ?? mines;
  }
  /** @param {string} code */
  const count = (code) => cells.filter((each) => each === code).length;
  const hidden = count("H") + count("F");
  const gold = cells.filter((code) => code.startsWith("G")).length;
  const lives = (tree.start.rules?.lives ?? 1) - count("*") + gold;
  const left = mines - count("*");
  const all = hidden === left && !(count("H") && tree.start.rules?.won_by === "flagging");
  const outcome = lives <= 0 ? "lost" : all ? "won" : "playing";
  const { drawn } = tree.nodes.get(tree.at);
  const board = { ...tree.start, cells, mines, mines_left: left, lives_left: lives, outcome };
  return drawn ? { ...board, drawn } : board;
}

/** The tree after a change of its board; null for a board of another size or other rules.
 * @param {Tree} tree @param {Board} board @param {any} next */
export function changedTo(tree, board, next) {
  const same = /** @type {(keyof Board)[]} */ (["width", "height", "grid"]).every((key) => board[key] === next[key]);
  const rules = JSON.stringify(board.rules ?? {}) === JSON.stringify(next.rules ?? {});
  const blocked = next.cells.every((/** @type {string} */ code, /** @type {number} */ i) => (code === "#") === (board.cells[i] === "#"));
  if (!same || !rules || !blocked) return null;
  /** @type {[number[], string][]} */
  const cells = [];
  next.cells.forEach((/** @type {string} */ code, /** @type {number} */ i) => code !== board.cells[i] && cells.push([cellOf(board, i), code]));
  const mines = next.mines === board.mines ? null : next.mines;
  const { drawn } = next;
  if (!cells.length && mines === null) return listed(drawn) === listed(board.drawn) ? tree : noted(tree, tree.at, { drawn });
  /** @param {any} node */
  const textOf = (node) => JSON.stringify([node.cells, node.mines ?? null, listed(node.drawn)]);
  const made = { cells, mines, drawn };
  const { children } = tree.nodes.get(tree.at);
  const id = children.find((/** @type {number} */ each) => textOf(tree.nodes.get(each)) === textOf(made));
  return moved(tree, id === undefined ? made : { ...made, id });
}

/** @param {any} drawn */
const listed = (drawn) => drawn && [...drawn].sort((a, b) => a - b).join();
