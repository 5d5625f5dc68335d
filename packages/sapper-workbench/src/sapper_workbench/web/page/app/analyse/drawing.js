// What the visitor draws on a board: mines, marks and arrows.

import { useEffect, useState } from "../preact.js";
import { lettersOf } from "../board/letters.js";
import { neighboursOf, withMines } from "../board/position.js";
import { indices, lettersOn } from "../board/scene.js";
import { blank } from "../choice.js";

const CLOSED = ["H", "F", "#"];
const isOpen = (code) => !CLOSED.includes(code);

/** Whether mines can be drawn on a board, that is, whether the page knows the neighbours of its cells. */
export const canDraw = (board) => board.grid !== "graph";

/** A board to draw on: its mines are the flags, the open mines and the certain mines. */
export function toDraw(board, certain) {
  const marked = board.cells.map((code, i) => (code === "F" || code === "*" ? i : -1));
  const drawn = new Set([...marked.filter((i) => i >= 0), ...certain]);
  const cells = board.cells.map((code, i) => (code === "*" || (drawn.has(i) && code !== "F") ? "H" : code));
  return withClues({ ...board, cells, drawn });
}

/** The same board without its mines, as a player sees it. */
export function asSeen({ drawn, ...board }) {
  return board;
}

/** A board of a size with every cell open, to draw mines on. */
export function allOpen(size) {
  const board = blank(size);
  return withClues({ ...board, cells: board.cells.map(() => "0"), drawn: new Set() });
}

/** A drawn board after a change of a cell: `*` draws or removes a mine, a clue opens the cell. */
export function drawnWith(board, index, code) {
  const drawn = new Set(board.drawn);
  let cells = board.cells;
  if (code === "*") {
    if (!drawn.delete(index)) drawn.add(index);
    if (isOpen(cells[index])) cells = cells.with(index, "H");
  } else if (isOpen(code)) {
    drawn.delete(index);
    cells = cells.with(index, "0");
  } else {
    if (code === "#") drawn.delete(index);
    cells = cells.with(index, code);
  }
  return withClues({ ...board, cells, drawn }, isOpen(code) ? index : -1);
}

/** The board with the clues of its mines; a 0 at `opened` opens its region. */
function withClues(board, opened = -1) {
  const cells = [...board.cells];
  const shown = { ...board, cells };
  const clue = (i) => (neighboursOf(shown, i) ?? []).filter((each) => board.drawn.has(each)).length;
  const waiting = [opened].filter((i) => i >= 0 && isOpen(cells[i]));
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    if (clue(index)) continue;
    for (const near of neighboursOf(shown, index) ?? []) {
      if (cells[near] !== "H") continue;
      cells[near] = "0";
      waiting.push(near);
    }
  }
  for (const [index, code] of cells.entries()) if (isOpen(code)) cells[index] = String(clue(index));
  const mines = board.drawn.size;
  return { ...withMines(shown, mines), mines_left: mines };
}

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
  const letters = lettersOn(board, lettersOf([], marks));
  return marks.length || arrows.length ? { noted: indices(board, marks), letters, arrows } : null;
}

/** A list with one more value, or without it if it is there. */
export function turned(list = [], value) {
  const others = list.filter((each) => String(each) !== String(value));
  return others.length < list.length ? others : [...list, value];
}
