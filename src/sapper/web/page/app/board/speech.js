// The board in words, for screen readers, and as position text.

const CODES = {
  H: "hidden",
  F: "flagged",
  "*": "open mine",
  G: "open gold",
  "#": "blocked",
  0: "empty",
};

/** What a cell shows, in words. */
export function codeWords(code) {
  if (code in CODES) return CODES[code];
  const [clue, gold] = code.split("+");
  return gold ? `clue ${clue}, ${gold === "1" ? "gold" : `${gold} gold`} beside it` : `clue ${clue}`;
}

/** A probability in percent; without decimals, those close to 0 and 1 are bounds. */
export function percent(probability, digits = 0) {
  if (probability == null) return "unknown";
  if (probability > 0 && probability < 0.005 && digits === 0) return "under 1 %";
  if (probability < 1 && probability > 0.995 && digits === 0) return "over 99 %";
  return `${(100 * probability).toFixed(digits)} %`;
}

/** The same, short enough for a cell. */
export function figure(probability) {
  if (probability > 0 && probability < 0.005) return "<1";
  if (probability < 1 && probability > 0.995) return ">99";
  return String(Math.round(probability * 100));
}

/** Everything the board shows about a cell, in words. */
export function cellWords({ board, overlay, marks, truth, fresh }, index) {
  const code = board.cells[index];
  const words = [codeWords(code)];
  const closed = code === "H" || code === "F";
  const probability = overlay?.probability?.[index];
  if (closed && overlay?.safe.has(index)) words.push("certainly safe");
  else if (closed && overlay?.mines.has(index)) words.push("certainly a mine");
  else if (closed && probability != null) words.push(`${percent(probability)} mine`);
  if (closed && truth?.mines.has(index)) words.push("a mine was here");
  else if (code === "F" && truth) words.push("no mine was here");
  if (closed && truth?.gold.has(index)) words.push("gold was here");
  if (fresh?.has(index)) words.push("changed by this move");
  if (marks?.target === index) words.push("the cell of this move");
  if (marks?.ranks?.has(index)) words.push(`candidate ${marks.ranks.get(index)}`);
  if (marks?.better === index) words.push("better than the move made");
  if (marks?.clues?.has(index)) words.push("a clue that the reason uses");
  if (marks?.mines?.has(index)) words.push("a mine that the reason uses");
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

/** The classic counter: mines that are neither open nor flagged; 0 once the game is won. */
export function unflagged(board) {
  if (board.outcome === "won") return 0;
  return board.mines_left - board.cells.filter((code) => code === "F").length;
}

/** The rows of a board as letters, one line each. */
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

/** A board as position text: a heading, then one line per row. */
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
