// The stops of a walk through an explanation, and the marks on the board at each.

import { indexOf } from "./position.js";
import { indices, ranksOf } from "./scene.js";

/**
 * The stops of a walk, in order. A stop has the `words` of one sentence with marks, the cells of its
 * `marks` in order, its `clues`, its conclusions (`safe`, `mines`, `counts`), and in `known` the
 * earlier ones. Stops under a supposition have a `depth` above 0 and the `supposed` cells.
 * @param {any[]} steps
 * @returns {any[]}
 */
export function stopsOf(steps, before = NOTHING, depth = 0) {
  const stops = [];
  let known = before;
  for (const step of steps) {
    const { clues, safe, mines, counts, marks, marked, pattern = "", lesson = null } = step;
    const stop = { words: marked, marks, clues, safe, mines, counts, known, depth, pattern, lesson };
    const { suppose } = step;
    if (suppose) {
      const end = marked.lastIndexOf(". ") + 1; // between what is supposed and what follows from it
      const under = { ...known, supposed: [...known.supposed, suppose.cell] };
      const first = { ...stop, clues: [], safe: [], mines: [], counts: [], known: under };
      stops.push({ ...first, words: marked.slice(0, end) }, ...stopsOf(step.steps, under, depth + 1));
      stops.push({ ...stop, clues: [], words: marked.slice(end).trim() });
    } else stops.push(stop);
    known = { ...known, safe: [...known.safe, ...safe], mines: [...known.mines, ...mines] };
  }
  return stops;
}

/** @type {{safe: number[][], mines: number[][], supposed: number[][]}} */
const NOTHING = { safe: [], mines: [], supposed: [] };

/**
 * The numbers of all cells that some stops name, a map of "row,column": first the `asked` cells, then
 * in the order in which they are named. A cell has the same number at every stop.
 * @param {number[][]} asked @param {any[]} stops
 */
export function numbersOfStops(asked, stops) {
  const cells = new Set([...asked, ...stops.flatMap((/** @type {any} */ { marks }) => marks)].map(String));
  return new Map([...cells].map((cell, i) => [cell, i + 1]));
}

/** The numbers that the board shows at the current stop of a walk. @param {any} given */
export function numbersAt({ numbers, stop, asked }) {
  const cells = [...(asked.length > 1 ? [] : asked), ...(stop?.marks ?? [])];
  return new Map(cells.map((cell) => [String(cell), numbers.get(String(cell))]));
}

/** The marks on the board at the current stop of a walk; null without one. @param {Board} board @param {any} walk */
export function walkMarks(board, walk) {
  if (!walk?.stop) return null;
  const { explanation, stop, proof, proofShown, last } = walk;
  const mine = explanation.verdict === "mine";
  const several = walk.asked.length > 1;
  const target = {
    target: indexOf(board, explanation.cell),
    tone: mine ? "danger" : "good",
    action: last || proofShown ? (mine ? "flag" : "open") : null,
  };
  const none = new Set();
  if (proofShown)
    return { ...target, clues: indices(board, proof), mines: none, ranks: new Map() };
  return {
    ...target,
    target: several ? null : target.target,
    clues: indices(board, stop.clues),
    mines: indices(board, [...stop.known.mines, ...stop.mines]),
    safe: indices(board, [...stop.known.safe, ...stop.safe]),
    within: indices(board, [
      ...stop.counts.flatMap((/** @type {any} */ count) => count.cells),
      ...stop.known.supposed,
    ]),
    ranks: ranksOf(board, numbersAt(walk)),
  };
}
