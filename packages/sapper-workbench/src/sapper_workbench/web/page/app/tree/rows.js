// The layout of a list of moves: rows of moves, variations indented under the move they replace.
// However large the tree is, only some hundred moves are laid out: those around the cursor.

import { lineOf, pathTo } from "./tree.js";

const WHOLE = 600; // moves of a tree that is shown as a whole
const AROUND = 60; // of a larger one, moves of the line before and after the cursor
const MOST = 5; // and variations at each of them
const FEW = 4; // and moves of each of these

/**
 * The rows of a tree: `{level, moves, more}`. `moves` are nodes; `more` is `{count, to}` if moves
 * or variations were left out there, and which of them to go to.
 */
export function rowsOf(tree) {
  return tree.nodes.size > WHOLE ? around(tree) : whole(tree);
}

/** @typedef {{level: number, moves: any[], more?: object | null}} Row */

function whole({ nodes, root }) {
  const rows = [];
  /** @type {Row | null} */
  let row = null;
  const waiting = nodes.get(root).children.slice(0, 1).map((id) => ({ id, level: 0, begins: true }));
  while (waiting.length) {
    const { id, level, begins } = waiting.pop();
    const node = nodes.get(id);
    if (begins || !row) rows.push((row = { level, moves: [] }));
    row.moves.push(node);
    const [first, ...others] = nodes.get(node.parent).children;
    const forks = id === first && others.length > 0;
    if (node.children.length) waiting.push({ id: node.children[0], level, begins: forks });
    if (!forks) continue;
    for (const other of others.reverse()) waiting.push({ id: other, level: level + 1, begins: true });
  }
  return rows;
}

function around(tree) {
  const { nodes, root, at } = tree;
  const line = lineOf(tree);
  const here = pathTo(tree, at).length;
  const [from, to] = [Math.max(0, here - AROUND), Math.min(line.length, here + AROUND)];
  const rows = [];
  /** @type {Row} */
  let row = { level: 0, moves: [] };
  if (from > 0) rows.push({ level: 0, moves: [], more: { count: from, to: root } });
  for (const node of line.slice(from, to)) {
    row.moves.push(node);
    const others = nodes.get(node.parent).children.filter((id) => id !== node.id);
    if (!others.length) continue;
    rows.push(row);
    for (const id of others.slice(0, MOST)) rows.push(beginning(nodes, id));
    const left = others.slice(MOST);
    if (left.length) rows.push({ level: 1, moves: [], more: { count: left.length, to: left[0], variations: true } });
    row = { level: 0, moves: [] };
  }
  if (row.moves.length) rows.push(row);
  const rest = line.length - to;
  if (rest > 0) rows.push({ level: 0, moves: [], more: { count: rest, to: line[to].id } });
  return rows;
}

function beginning(nodes, id) {
  const moves = [];
  let node = nodes.get(id);
  while (node && moves.length < FEW) {
    moves.push(node);
    node = nodes.get(node.children[0]);
  }
  return { level: 1, moves, more: node ? { count: 0, to: node.id } : null };
}
