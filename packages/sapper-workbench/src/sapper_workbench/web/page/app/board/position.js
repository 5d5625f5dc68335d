// A board of the API: the places of its cells, its counter, and its position text.

/**
 * The index of a cell `[row, column]` in the cells of a board.
 * @param {Pick<Api.BoardJson, "width">} board
 * @param {number[]} cell
 */
export function indexOf(board, [row, column]) {
  return row * board.width + column;
}

/** The index of the cell of a step, -1 without one. @param {Board} board @param {any} step */
export function indexOfStep(board, step) {
  return step ? indexOf(board, step.decision.cell) : -1;
}

/** The cell with an index, as `[row, column]`. @param {Board} board @param {number} index */
export function cellOf(board, index) {
  return [Math.floor(index / board.width), index % board.width];
}

const AROUND = [-1, 0, 1].flatMap((down) => [-1, 0, 1].map((right) => [down, right]));
const SQUARE = AROUND.filter(([down, right]) => down || right);
const HEX = SQUARE.filter(([down, right]) => down + right);

/** The indices of the neighbours of a cell, in variants those that its clue looks at; null on a graph, whose edges only the server knows.
 * @param {Board} board @param {number} index */
export function neighboursOf(board, index) {
  if (board.views) return board.views[index];
  if (board.grid === "graph") return null;
  const { width, height } = board;
  const [row, column] = cellOf(board, index);
  const near = new Set();
  for (const [down, right] of board.grid === "hex" ? HEX : SQUARE) {
    let [r, c] = [row + down, column + right];
    if (board.grid === "torus") [r, c] = [(r + height) % height, (c + width) % width];
    if (r >= 0 && r < height && c >= 0 && c < width) near.add(indexOf(board, [r, c]));
  }
  near.delete(index);
  return [...near].filter((i) => board.cells[i] !== "#");
}

/** The classic counter: mines that are neither open nor flagged; 0 once the game is won. @param {Board} board */
export function unflagged(board) {
  if (board.outcome === "won") return 0;
  return board.mines_left - board.cells.filter((/** @type {string} */ code) => code === "F").length;
}

/** Whether the number of mines of a board is known; else `mines` are the open ones. @param {any} board */
export const minesKnown = ({ rules }) => rules?.mines_known !== false;

/** The board with another number of mines, which is not known if the text of its input is empty.
 * @param {any} board @param {number | string} mines */
export function withMines(board, mines) {
  const known = mines !== "";
  const rules = known === minesKnown(board) ? board.rules : { ...board.rules, mines_known: known };
  const opened = board.cells.filter((/** @type {string} */ code) => code === "*").length;
  return { ...board, rules, mines: known ? Number(mines) : opened };
}

/** A board as position text: a heading, then one line per row. @param {Board} board */
export function positionText(board) {
  if (board.variant) return variantText(board);
  const words = [`${board.width}x${board.height}x${minesKnown(board) ? board.mines : "?"}`];
  const rules = board.rules ?? {};
  if (rules.first && rules.first !== "safe") words.push(`first=${rules.first}`);
  if (board.lives_left > 1 || (rules.lives ?? 1) > 1) words.push(`lives=${rules.lives}`);
  if (rules.zeros_open === false) words.push("zeros=closed");
  if (rules.won_by === "flagging") words.push("won=flagging");
  if (rules.signs && rules.signs !== "none") words.push(`signs=${rules.signs}`);
  if (board.grid && board.grid !== "square") words.push(`grid=${board.grid}`);
  return [words.join(" "), ...rowsOf(board, (code) => (code.length > 1 ? `(${code})` : code), "")].join("\n");
}

/** The rows of a board as text. @param {any} board @param {(code: string) => string} letter @param {string} between */
function rowsOf({ width, height, cells }, letter, between) {
  return Array.from({ length: height }, (_, row) => cells.slice(row * width, (row + 1) * width).map(letter).join(between));
}

/** The position of a variant as `sapper variant` reads it. @param {any} board */
function variantText(board) {
  const { variant, width, height, mines, cells, lines } = board;
  const wide = Math.max(...cells.map((/** @type {string} */ code) => code.length));
  const rows = rowsOf(board, (code) => code.padStart(wide), " ");
  return [`${width}x${height}x${mines} ${variant}`, ...rows, ...lines].join("\n");
}
