// The rows of a list of moves, and the names of the moves in them.

import { counted } from "../format.js";

const MAX_WHOLE_MOVES = 600; // of a tree that is shown as a whole
const AROUND_MOVES = 200; // of a larger one: before and after the cursor

/**
 * The rows of a tree: `{level, moves, more}`. `moves` are nodes; `more` is `{count, to}` if moves were left out there, and
 * which of them to go to.
 */
export function rowsOf(tree) {
  const rows = whole(tree);
  const all = rows.flatMap(({ moves }) => moves);
  if (all.length <= MAX_WHOLE_MOVES) return rows;
  const here = all.findIndex(({ id }) => id === tree.at);
  const [from, to] = [Math.max(0, here - AROUND_MOVES), Math.min(all.length, here + AROUND_MOVES)];
  const near = new Set(all.slice(from, to));
  const shown = rows.map((row) => ({ ...row, moves: row.moves.filter((node) => near.has(node)) }));
  const more = (count, there) => (count > 0 ? [{ level: 0, moves: [], more: { count, to: there } }] : []);
  return [...more(from, tree.root), ...shown.filter(({ moves }) => moves.length), ...more(all.length - to, all[to]?.id)];
}

function whole({ nodes, root }) {
  /** @type {{level: number, moves: any[]}[]} */
  const rows = [];
  const waiting = nodes.get(root).children.slice(0, 1).map((id) => ({ id, level: 0, begins: true }));
  while (waiting.length) {
    const { id, level, begins } = waiting.pop();
    const node = nodes.get(id);
    if (begins) rows.push({ level, moves: [] });
    rows[rows.length - 1].moves.push(node);
    const { children } = nodes.get(node.parent);
    const forks = id === children[0] && children.length > 1;
    if (node.children.length) waiting.push({ id: node.children[0], level, begins: forks });
    for (let i = forks ? children.length - 1 : 0; i > 0; i -= 1) waiting.push({ id: children[i], level: level + 1, begins: true });
  }
  return rows;
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
