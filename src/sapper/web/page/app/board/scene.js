// What is on a board, as the canvas draws it: lists of the API turned into sets of indices.

const index = (board, [row, column]) => row * board.width + column;

/** Cells of the API as a set of indices of a board. */
export function indices(board, cells) {
  return new Set((cells ?? []).map((cell) => index(board, cell)));
}

/** The overlay of an analysis: probabilities, and what is certain. */
export function overlayOf(board, analysis) {
  if (!analysis?.consistent) return null;
  return {
    probability: analysis.mine_probability,
    safe: indices(board, analysis.safe),
    mines: indices(board, analysis.certain_mines),
  };
}

/** Where mines and gold lay, once a game is over. */
export function truthOf(board, truth) {
  return truth && { mines: indices(board, truth.mines), gold: indices(board, truth.gold) };
}

/** A decision's cell, clues, mines and candidates as marks on the board. */
export function marksOf(board, decision) {
  if (!decision) return null;
  const ranked = (decision.considered ?? []).slice(0, 9).map(([cell]) => index(board, cell));
  const { guess, action, effort } = decision;
  return {
    target: decision.cell ? index(board, decision.cell) : null,
    action: guess ? "guess" : action,
    tone: guess ? "warn" : "good",
    clues: indices(board, decision.clues),
    mines: indices(board, decision.mines),
    ranks: new Map(ranked.map((cell, i) => [cell, i + 1])),
    letters: effort?.kind === "rule" ? lettersOf(board, bound(effort)) : null,
  };
}

/** What the variables of a rule stand for, `[name, value]` each, in the order of their names. */
export function bound({ bindings }) {
  return Object.entries(bindings ?? {}).sort(([one], [other]) => (one < other ? -1 : 1));
}

/** The names that stand for each cell, of bindings to a clue or to sets of cells. */
export function lettersOf(board, bindings) {
  const letters = new Map();
  for (const [name, { clue, cells = clue ? [clue] : [] }] of bindings) {
    for (const cell of indices(board, cells)) letters.set(cell, (letters.get(cell) ?? "") + name);
  }
  return letters;
}

/** The cells that a step of a film changed. */
export function freshOf(step) {
  return step && new Set(step.changed.map(([cell]) => cell));
}

/** Cells at fault, in an impossible position. */
export function faultsOf(board, analysis) {
  const found = (analysis.faults ?? []).map((fault) => fault.cell).filter(Boolean);
  const cells = analysis.conflict?.clues ?? found;
  return { target: null, clues: new Set(), mines: new Set(), faults: indices(board, cells) };
}
