// The board in words: for screen readers, and for whoever wants it as text.

const CODES = {
  H: "hidden",
  F: "flagged",
  "*": "open mine",
  G: "open gold",
  "#": "blocked",
  0: "empty",
};

/** What a code says: "clue 2, one gold beside it". */
export function codeWords(code) {
  if (code in CODES) return CODES[code];
  const [clue, gold] = code.split("+");
  return gold ? `clue ${clue}, gold sign ${gold}` : `clue ${clue}`;
}

/** A probability of a mine in percent, with words at both ends. */
export function percent(probability, digits = 0) {
  if (probability == null) return "unknown";
  if (probability > 0 && probability < 0.005 && digits === 0) return "under 1 %";
  if (probability < 1 && probability > 0.995 && digits === 0) return "over 99 %";
  return `${(100 * probability).toFixed(digits)} %`;
}

/** The same, as short as a cell is wide. */
export function figure(probability) {
  if (probability > 0 && probability < 0.005) return "<1";
  if (probability < 1 && probability > 0.995) return ">99";
  return String(Math.round(probability * 100));
}

/** Everything a board shows of a cell, in words. */
export function cellWords({ board, overlay, marks, truth, fresh }, index) {
  const code = board.cells[index];
  const words = [codeWords(code)];
  const closed = code === "H" || code === "F";
  const probability = overlay?.probability?.[index];
  if (closed && overlay?.safe.has(index)) words.push("certainly safe");
  else if (closed && overlay?.mines.has(index)) words.push("certainly a mine");
  else if (closed && probability != null) words.push(`${percent(probability)} mine`);
  if (closed && truth?.mines.has(index)) words.push("a mine lay here");
  else if (code === "F" && truth) words.push("no mine lay here");
  if (closed && truth?.gold.has(index)) words.push("gold lay here");
  if (fresh?.has(index)) words.push("changed by this move");
  if (marks?.target === index) words.push("the cell of this move");
  if (marks?.better === index) words.push("better than the move that was made");
  if (marks?.clues?.has(index)) words.push("a clue of the reason");
  if (marks?.mines?.has(index)) words.push("a mine of the reason");
  if (marks?.faults?.has(index)) words.push("at fault");
  if (marks?.letters?.has(index)) words.push(`in ${[...marks.letters.get(index)].join(", ")}`);
  return words.join(", ");
}

/** The board in one sentence. */
export function boardWords(board) {
  const count = (wanted) => board.cells.filter((code) => code === wanted).length;
  const size = `${board.height} rows of ${board.width} cells`;
  const hidden = `${count("H")} hidden, ${count("F")} flagged`;
  const mines = `${board.mines} ${board.mines === 1 ? "mine" : "mines"}`;
  return `Minesweeper board, ${size}, ${mines}; ${hidden}`;
}

/** The classic counter: mines that are neither open nor flagged. */
export function unflagged(board) {
  return board.mines_left - board.cells.filter((code) => code === "F").length;
}

/** The rows of a board as a table of letters, for reading line by line. */
export function boardText(board) {
  const rows = [];
  for (let row = 0; row < board.height; row++) {
    const cells = board.cells.slice(row * board.width, (row + 1) * board.width);
    rows.push(cells.map(letter).join(""));
  }
  return rows.join("\n");
}

function letter(code) {
  return code.length > 1 ? `(${code})` : code;
}

/** A board as position text, which the server reads: a heading, then a row a line. */
export function positionText(board) {
  const words = [`${board.width}x${board.height}x${board.mines}`];
  const rules = board.rules ?? {};
  if (rules.first && rules.first !== "safe") words.push(`first=${rules.first}`);
  if (board.lives_left > 1 || rules.lives > 1) words.push(`lives=${rules.lives}`);
  if (rules.zeros_open === false) words.push("zeros=closed");
  if (rules.won_by === "flagging") words.push("won=flagging");
  if (rules.signs && rules.signs !== "none") words.push(`signs=${rules.signs}`);
  if (board.grid && board.grid !== "square") words.push(`grid=${board.grid}`);
  return `${words.join(" ")}\n${boardText(board)}`;
}
