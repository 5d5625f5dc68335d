// Letters for cells: sentences name [row, column], and beside a board these cells are A, B, C, …

const CELL = String.raw`\[\d{1,7}, ?\d{1,7}\]`;
const MAX_SINGLE = 12; // letters up to which every cell has its own

/** Cells that a sentence names together: `[0, 1], [0, 2] and [0, 3]`, and the punctuation after them. */
export const CELLS = new RegExp(String.raw`(${CELL}(?:(?:, ${CELL})* (and|or) ${CELL})?)([,.;:)]*)`, "g");

/** The cells that a text names, in its order. @param {string | undefined} text @returns {number[][]} */
export function cellsIn(text) {
  return [...(text ?? "").matchAll(/\[(\d+), ?(\d+)\]/g)].map(([, row, column]) => [Number(row), Number(column)]);
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/**
 * The letters of the cells of some texts, a map of "row,column": first those `asked` about, then in
 * order of first mention. If there are too many, cells that are always named together share a letter; those
 * for which no letter is left have none.
 * @param {(string | undefined)[]} texts @param {number[][]} asked @returns {Map<string, string>}
 */
export function lettersOf(texts, asked = []) {
  const lists = asked.map((cell) => [String(cell)]);
  for (const text of texts)
    for (const [, cells] of (text ?? "").matchAll(CELLS)) lists.push(cellsIn(cells).map(String));
  const cells = [...new Set(lists.flat())];
  /** @param {string} cell */
  const among = (cell) => (cells.length > MAX_SINGLE ? lists.map((list) => (list.includes(cell) ? "x" : "-")).join("") : cell);
  const groups = [...new Set(cells.map(among))];
  const lettered = cells.filter((cell) => groups.indexOf(among(cell)) < LETTERS.length);
  return new Map(lettered.map((cell) => [cell, LETTERS[groups.indexOf(among(cell))]]));
}

/**
 * How a sentence calls cells that it names together: the words `before`, a cell for each of its `names`, and
 * the conjunction before the `last`. A letter of several cells is called once.
 * @param {string} list @param {string | undefined} last @param {Map<string, string> | null | undefined} letters
 */
export function namesOf(list, last, letters) {
  const cells = cellsIn(list);
  const names = new Map(); // with the first cell of each
  for (const cell of cells) {
    const name = letters?.get(String(cell)) ?? String(cell);
    if (!names.has(name)) names.set(name, cell);
  }
  const before = names.size === cells.length ? "" : last === "or" ? "one of the cells " : "the cells ";
  return { before, names: [...names.values()], last: before ? "and" : last };
}
