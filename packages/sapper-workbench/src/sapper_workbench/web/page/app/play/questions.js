// Question marks on hidden cells: the visitor's own notes, which the server does not know.

import { useState } from "../preact.js";
import { indexOf } from "../board/position.js";
import { recall, remember } from "../storage.js";

/** What the gesture `flag` on a cell means for its question mark: `"add"` after the flag is removed,
 * `"remove"` instead of a flag, or null. */
export function questionOf(gesture, board, cell, marked) {
  if (gesture !== "flag" || board.outcome !== "playing") return null;
  const index = indexOf(board, cell);
  if (board.cells[index] === "F") return "add";
  return board.cells[index] === "H" && marked.has(index) ? "remove" : null;
}

/** The question marks of the current game: the set of their cells' indices, and a function that
 * changes one. They are kept until another game has some.
 * @returns {[Set<number>, (index: number, how: string) => void]} */
export function useQuestions(game) {
  const [kept, setKept] = useState(() => recall("questions", { id: null, cells: [] }));
  const cells = kept.id === game?.id ? kept.cells : [];
  const turn = (index, how) => {
    const others = cells.filter((each) => each !== index);
    const next = { id: game.id, cells: how === "add" ? [...others, index] : others };
    remember("questions", next);
    setKept(next);
  };
  return [new Set(cells), turn];
}
