// What the canvas draws on a board: cells of the API as sets of indices.

import { lettersOf } from "./letters.js";
import { indexOf, neighboursOf } from "./position.js";

/** Cells of the API as a set of indices of a board. @param {Board} board @param {number[][]} cells */
export function indices(board, cells) {
  return new Set((cells ?? []).map((/** @type {number[]} */ cell) => indexOf(board, cell)));
}

/**
 * The overlay of an analysis: probabilities, certain cells, the best cell (-1 without one),
 * and `away`, the cells away from the clues, which all have one probability, `elsewhere`.
 * @param {Board} board @param {any} analysis
 */
export function overlayOf(board, analysis) {
  if (!analysis?.consistent) return null;
  const { suggestion, promise } = analysis;
  // Where the rules promise the first cell, no cell has a risk worth a figure.
  const probability = risksOf(analysis).map((/** @type {number | null} */ risk) => (promise && risk === 0 ? null : risk));
  const away = board.variant ? new Set() : awayFromClues(board, probability); // other rules tell cells apart
  return {
    probability,
    safe: indices(board, analysis.safe),
    mines: indices(board, analysis.certain_mines),
    best: suggestion?.action === "open" && !promise ? indexOf(board, suggestion.cell) : -1,
    away,
    elsewhere: away.size ? probability[away.values().next().value] : null,
  };
}

/** The risk of opening each cell, by index: none where the rules promise the first cell. @param {any} given */
export function risksOf({ mine_probability: risks, promise }) {
  return promise ? risks.map((/** @type {number} */ risk) => (risk > 0 && risk < 1 ? 0 : risk)) : risks;
}

/** The cell with the ring of the best one, -1 without: a cell that is marked as the move has none.
 * @param {any} overlay @param {any} marks */
export function ringOf(overlay, marks) {
  return overlay && overlay.best !== marks?.target ? overlay.best : -1;
}

/** The uncertain hidden cells that touch no clue. @param {Board} board @param {number[]} probability */
function awayFromClues(board, probability) {
  const away = new Set();
  /** @param {number} i */
  const closed = (i) => ["H", "F", "*", "#"].includes(board.cells[i]);
  for (const [index, p] of probability.entries()) {
    if (!(p > 0 && p < 1)) continue;
    if (neighboursOf(board, index)?.every(closed)) away.add(index);
  }
  return away;
}

/** The mines and the gold, once a game is over. @param {Board} board @param {any} truth */
export function truthOf(board, truth) {
  return truth && { mines: indices(board, truth.mines), gold: indices(board, truth.gold) };
}

/**
 * The candidates of a decision as `[cell, figure, visits]`, in the order in which the player ranked
 * them, the chosen one first: a search by what it recommends, not by the figure alone.
 * @param {any} given
 */
export function rankedOf({ cell, considered, effort }) {
  const searched = effort?.kind === "search" ? effort.moves : null;
  const rows = searched
    ? searched.map((/** @type {any} */ move) => [move.cell, move.value, move.visits])
    : (considered ?? []);
  /** @param {any} given */
  const chosen = ([each]) => String(each) === String(cell);
  return [...rows.filter(chosen), ...rows.filter((/** @type {number} */ row) => !chosen(row))];
}

const MAX_LETTERED_CANDIDATES = 9;

/**
 * The letters of the cells of a decision, by which its words and the board name them: its candidates
 * by their ranks, or its cell; then the cells that its reason names, and what is `said` besides.
 * @param {any} decision @param {string} [said]
 */
export function lettersOfDecision(decision, said) {
  const ranked = rankedOf(decision).slice(0, MAX_LETTERED_CANDIDATES).map(([cell]) => cell);
  return lettersOf([decision.reason, said], [...ranked, decision.cell].filter(Boolean));
}

/** The marks of a board without any. */
export const NO_MARKS = { target: null, clues: new Set(), mines: new Set() };

/**
 * A decision's cell, clues, mines and best candidates as marks on the board, and cells `said` besides.
 * @returns {any}
 * @param {Board} board @param {any} decision @param {string} [said]
 */
export function marksOf(board, decision, said) {
  if (!decision) return null;
  const { guess, action } = decision;
  return {
    target: decision.cell ? indexOf(board, decision.cell) : null,
    action: guess ? "guess" : action,
    tone: guess ? "warn" : "good",
    clues: indices(board, decision.clues),
    mines: indices(board, decision.mines),
    letters: lettersOn(board, lettersOfDecision(decision, said)),
    variables: null,
  };
}

/** Letters of cells by their indices on a board. @param {Board} board @param {Map<string, string>} letters */
export function lettersOn(board, letters) {
  return new Map([...letters].map(([cell, name]) => [indexOf(board, cell.split(",").map(Number)), name]));
}

/** Whether a learned rule decided, whose sentence and variables say why. @param {any} given */
export const ruled = ({ effort }) => effort?.kind === "rule";

/** The variables of a rule with their values, `[name, value]` each, by name. @param {any} given */
export function bound({ bindings }) {
  return Object.entries(bindings ?? {}).sort(([one], [other]) => (one < other ? -1 : 1));
}

/** The names of the variables that each cell is bound to. @param {Board} board @param {any[]} bindings */
export function variablesOf(board, bindings) {
  const variables = new Map();
  for (const [name, { clue, cells = clue ? [clue] : [] }] of bindings) {
    for (const cell of indices(board, cells)) variables.set(cell, (variables.get(cell) ?? "") + name);
  }
  return variables;
}

/** A decision's cell alone as a mark, once its move has been made. @param {Board} board @param {any} decision */
export function moveOf(board, decision) {
  return { ...marksOf(board, decision), clues: new Set(), mines: new Set(), letters: new Map() };
}

/** An answer that was not right as marks: its cell, and the clues and mines of the reason.
 * @param {Board} board @param {any} given1 */
export function answerOf(board, { cell, clues, mines, words }) {
  const marks = marksOf(board, { cell, clues, mines, reason: words });
  return { ...marks, action: null, tone: "danger" };
}

/** The cells that a step changed. @param {any} step */
export function freshOf(step) {
  return step && new Set(step.changed.map((/** @type {any} */ [cell]) => cell));
}

/** The cells at fault in an impossible position. @param {Board} board @param {any} analysis */
export function faultsOf(board, analysis) {
  const found = (analysis.faults ?? []).map((/** @type {any} */ fault) => fault.cell).filter(Boolean);
  const cells = analysis.conflict?.clues ?? found;
  return { ...NO_MARKS, faults: indices(board, cells) };
}
