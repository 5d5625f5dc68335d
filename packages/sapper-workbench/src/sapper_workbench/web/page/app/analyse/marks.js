// The marks of a position: cells and arrows that its author draws to explain it.

import { useEffect, useState } from "../preact.js";
import { indexOf } from "../board/position.js";

/** Brushes of Analyse: a click marks a cell, or is where an arrow begins or ends. */
export const MARK = "mark";
export const ARROW = "arrow";

/**
 * The marks at the cursor of the editor's tree: `shown`, as marks on the board, null without any, and
 * `from`, the cell where an arrow begins. `turn(cell)` marks a cell or removes its mark, `arrow(from, to)` draws
 * an arrow or removes it, and `point(cell)` begins or ends one.
 */
export function useMarks({ board, tree, note }) {
  const [from, setFrom] = useState(null);
  useEffect(() => setFrom(null), [tree.at, tree.start]);
  const arrow = (start, end) => {
    setFrom(null);
    note((node) => ({ arrows: turned(node.arrows, [start, end]) }));
  };
  const point = (cell) => {
    if (!from) setFrom(cell);
    else if (String(from) === String(cell)) setFrom(null);
    else arrow(from, cell);
  };
  return {
    from,
    shown: notedOn(board, tree.nodes.get(tree.at)),
    turn: (cell) => note((node) => ({ marks: turned(node.marks, cell) })),
    arrow,
    point,
  };
}

/** The marks of a node of a tree as marks on the board, null without any. */
export function notedOn(board, { marks = [], arrows = [] }) {
  const ranks = new Map(marks.map((cell, i) => [indexOf(board, cell), i + 1]));
  return marks.length || arrows.length ? { noted: new Set(ranks.keys()), ranks, arrows } : null;
}

/** A list with one more value, or without it if it is there. */
export function turned(list = [], value) {
  const others = list.filter((each) => String(each) !== String(value));
  return others.length < list.length ? others : [...list, value];
}
