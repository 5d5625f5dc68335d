// The rows of a list of moves, and the names of the moves in them.

import { counted } from "../format.js";
import { lineOf, pathTo } from "./tree.js";

const MAX_WHOLE_MOVES = 600; // of a tree that is shown as a whole
const AROUND_MOVES = 60; // of a larger one: of the line before and after the cursor
const MAX_VARIATIONS = 5; // at each of them
const VARIATION_MOVES = 4; // of each of these

/**
 * The rows of a tree: `{level, moves, more}`. `moves` are nodes; `more` is `{count, to}` if moves
 * or variations were left out there, and which of them to go to.
 */
export function rowsOf(tree) {
  return tree.nodes.size > MAX_WHOLE_MOVES ? around(tree) : whole(tree);
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
  const [from, to] = [Math.max(0, here - AROUND_MOVES), Math.min(line.length, here + AROUND_MOVES)];
  const rows = [];
  /** @type {Row} */
  let row = { level: 0, moves: [] };
  if (from > 0) rows.push({ level: 0, moves: [], more: { count: from, to: root } });
  for (const node of line.slice(from, to)) {
    row.moves.push(node);
    const others = nodes.get(node.parent).children.filter((id) => id !== node.id);
    if (!others.length) continue;
    rows.push(row);
    for (const id of others.slice(0, MAX_VARIATIONS)) rows.push(beginning(nodes, id));
    const left = others.slice(MAX_VARIATIONS);
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
  while (node && moves.length < VARIATION_MOVES) {
    moves.push(node);
    node = nodes.get(node.children[0]);
  }
  return { level: 1, moves, more: node ? { count: 0, to: node.id } : null };
}

const SIGNS = { open: "", flag: "⚑ ", unflag: "unflag ", chord: "chord " };
const CODES = { H: "hidden", F: "flag", "*": "mine", G: "gold", "G+1": "marked gold" };

const place = (cell) => `[${cell.join(", ")}]`;

/** The name of a move in the list. */
export function shortWords({ action, cell, cells = [], mines }) {
  if (action) return `${SIGNS[action]}${place(cell)}`;
  const [first] = cells;
  if (!first) return mines == null ? "start" : counted(mines, "mine", "mines");
  const more = cells.length > 1 ? ` +${cells.length - 1}` : "";
  const code = first[1] === "F" ? "⚑" : first[1] === "H" ? "hidden" : first[1];
  return `${place(first[0])} ${code}${more}`;
}

/** The description of a move for screen readers. */
export function longWords(node, variations) {
  const { action, cell, cells = [], mines, player, outcome, depth, comment } = node;
  const parts = [];
  if (action) parts.push(`${action} ${place(cell)}`);
  const [first] = cells;
  if (first) parts.push(`${place(first[0])}: ${CODES[first[1]] ?? first[1]}`);
  if (cells.length > 1) parts.push(`${counted(cells.length - 1, "more cell", "more cells")}`);
  if (mines != null) parts.push(counted(mines, "mine", "mines"));
  if (player) parts.push(`by ${player}`);
  if (outcome && outcome !== "playing") parts.push(outcome);
  if (variations) parts.push(counted(variations, "variation", "variations"));
  if (comment) parts.push(`comment: ${comment}`);
  return `move ${depth}: ${parts.join(", ")}`;
}
