// The names of moves in a tree: short in the list, in words for screen readers.

import { counted } from "../format.js";

const SIGNS = { open: "", flag: "⚑ ", unflag: "unflag ", chord: "chord " };
const CODES = { H: "hidden", F: "flag", "*": "mine", G: "gold" };

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
