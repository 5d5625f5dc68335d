// The stops of a walk through an explanation, and the marks on the board at each.

import { cellsIn } from "./letters.js";
import { indexOf } from "./position.js";
import { indices, lettersOn } from "./scene.js";

/**
 * The stops of a walk, in order. A stop has the `words` of one sentence, its `clues`, its conclusions (`safe`, `mines`, `counts`), and in `known` the
 * earlier ones. Stops under a supposition have a `depth` above 0 and the `supposed` cells.
 * @param {any[]} steps
 * @returns {any[]}
 */
export function stopsOf(steps, before = NOTHING, depth = 0) {
  const stops = [];
  let known = before;
  for (const step of steps) {
    const { words, clues, beside = [], safe, mines, counts = [], pattern = "", lesson = null } = step;
    const stop = { words, clues, beside, safe, mines, counts, known, depth, pattern, lesson };
    const { suppose } = step;
    if (suppose && words.includes(". ")) { // one sentence: as an earlier one
      const end = words.lastIndexOf(". ") + 1; // between what is supposed and what follows from it
      const under = { ...known, supposed: [...known.supposed, suppose.cell] };
      const first = { ...stop, clues: [], beside: [], safe: [], mines: [], counts: [], known: under };
      stops.push({ ...first, words: words.slice(0, end) }, ...stopsOf(step.steps, under, depth + 1));
      stops.push({ ...stop, clues: [], words: words.slice(end).trim() });
    } else stops.push(stop);
    known = { ...known, safe: [...known.safe, ...safe], mines: [...known.mines, ...mines] };
  }
  return stops;
}

/** @type {{safe: number[][], mines: number[][], supposed: number[][]}} */
const NOTHING = { safe: [], mines: [], supposed: [] };

/** The letters that the board shows at the current stop of a walk. @param {any} given */
export function lettersAt({ letters, stop, named, explanation }) {
  const cells = [...named, ...cellsIn((stop ?? explanation).words)];
  return new Map(cells.map((cell) => [String(cell), letters.get(String(cell))]));
}

/** The marks on the board at the current stop of a walk; null without one. @param {Board} board @param {any} walk */
export function walkMarks(board, walk) {
  if (!walk?.stop) return null;
  const { explanation, stop, proof, proofShown, last } = walk;
  const mine = explanation.verdict === "mine";
  const target = {
    target: indexOf(board, explanation.cell),
    tone: mine ? "danger" : "good",
    action: last || proofShown ? (mine ? "flag" : "open") : null,
  };
  if (proofShown) return { ...target, clues: indices(board, proof), mines: new Set(), letters: new Map() };
  return {
    ...target,
    target: walk.asked.length > 1 ? null : target.target,
    clues: indices(board, stop.clues),
    beside: new Set(stop.beside),
    mines: indices(board, [...stop.known.mines, ...stop.mines]),
    safe: indices(board, [...stop.known.safe, ...stop.safe]),
    within: indices(board, [...stop.counts.flatMap((/** @type {any} */ { cells }) => cells), ...stop.known.supposed]),
    letters: lettersOn(board, lettersAt(walk)),
  };
}
