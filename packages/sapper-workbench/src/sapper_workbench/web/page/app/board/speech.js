// The board in words, for screen readers.

import { counted, percent } from "../format.js";
import { indexOf, minesKnown } from "./position.js";

/** @type {Record<string, string>} */
const CODES = {
  H: "hidden",
  F: "flagged",
  "*": "open mine",
  G: "open gold",
  "#": "blocked",
  "?": "safe, without a clue",
  0: "empty",
};

/** @type {Record<string, string>} */
const PICKED = { chosen: "chosen", right: "right", wrong: "wrong", missed: "right, but not chosen", counted: "counted" };

const MARKED = [
  ["clues", "a clue that the reason uses"],
  ["mines", "a mine that the reason uses"],
  ["apart", "differs from the other board"],
  ["faults", "at fault"],
  ["doubts", "may have been misread"],
];

/** The contents of a cell in words. @param {string} code */
export function codeWords(code) {
  if (code in CODES) return CODES[code];
  const [shown, gold] = code.split("+");
  const cell = CODES[shown] && gold ? CODES[shown] : `clue ${shown}`;
  return gold ? `${cell}, ${gold === "1" ? "gold" : `${gold} gold`} beside it` : cell;
}

/** Everything the board shows about a cell, in words. @param {any} given @param {number} index */
export function cellWords({ board, overlay, marks, truth, fresh, questions }, index) {
  const code = board.cells[index];
  const words = [codeWords(code)];
  const closed = code === "H" || code === "F";
  if (code === "H" && questions?.has(index)) words.push("question mark");
  const probability = overlay?.probability?.[index];
  if (closed && overlay?.safe.has(index)) words.push("certainly safe");
  else if (closed && overlay?.mines.has(index)) words.push("certainly a mine");
  else if (closed && probability != null) words.push(`${percent(probability)} mine`);
  if (closed && overlay?.best === index) words.push("the best cell");
  if (closed && truth?.mines.has(index)) words.push(truth.drawn ? "a mine" : "a mine was here");
  else if (code === "F" && truth) words.push(truth.drawn ? "no mine" : "no mine was here");
  if (closed && truth?.gold.has(index)) words.push("gold was here");
  if (fresh?.has(index)) words.push("changed by this move");
  if (marks?.region?.has(index)) words.push("where the hint points");
  if (marks?.target === index) words.push("the cell of this move");
  if (marks?.letters?.has(index)) words.push(`marked ${marks.letters.get(index)}`);
  if (marks?.better === index) words.push("better than the move made");
  if (marks?.trail?.some((/** @type {number[]} */ cell) => indexOf(board, cell) === index)) words.push("on the path of the pointer");
  for (const [from, to] of marks?.arrows ?? [])
    if (indexOf(board, from) === index) words.push(`arrow to row ${to[0]}, column ${to[1]}`);
  for (const [kind, meaning] of MARKED) if (marks?.[kind]?.has(index)) words.push(meaning);
  if (marks?.picked?.has(index)) words.push(PICKED[marks.picked.get(index)]);
  if (marks?.levels?.has(index)) words.push(levelWords(marks.levels.get(index)));
  if (marks?.variables?.has(index)) words.push(`in ${[...marks.variables.get(index)].join(", ")}`);
  return words.join(", ");
}

/** @param {{level: number, mine: boolean}} decided */
const levelWords = ({ level, mine }) => `${mine ? "a mine" : "safe"}, decided at split level ${level}`;

/** The number of mines in words. @param {any} board */
export const minesWords = (board) => (minesKnown(board) ? counted(board.mines, "mine", "mines") : "unknown number of mines");

/** The board in one sentence. @param {Board} board */
export function boardWords(board) {
  /** @param {any} wanted */
  const count = (wanted) => board.cells.filter((/** @type {string} */ code) => code === wanted).length;
  const size = `${board.height} rows of ${board.width} cells`;
  const hidden = `${count("H")} hidden, ${count("F")} flagged`;
  return `Minesweeper board, ${size}, ${minesWords(board)}; ${hidden}`;
}
