// Solving a puzzle: the chosen cells, the server's judgement, and their marks on the board.

import { useRef, useState } from "../preact.js";
import { post, report } from "../api.js";
import { indexOf } from "../board/position.js";
import { lettersOn } from "../board/scene.js";
import { lettersAt, walkMarks } from "../board/walk.js";

const NONE = new Set();

/** The effect of choosing a cell: `safe` takes several cells, the other kinds one. */
export function chosenAfter(kind, chosen, cell) {
  const same = (each) => String(each) === String(cell);
  if (chosen.some(same)) return chosen.filter((each) => !same(each));
  return kind === "safe" ? [...chosen, cell] : [cell];
}

/** How each cell is shown: chosen; and once it is judged, right, wrong, or missed. */
export function pickedOf(board, kind, chosen, verdict) {
  const index = (cell) => indexOf(board, cell);
  if (!verdict?.done) return new Map(chosen.map((cell) => [index(cell), "chosen"]));
  const right = new Set(verdict.solution.map(index));
  if (kind === "ending" && verdict.right) return new Map(); // all is open
  const tried = verdict.shown ? [] : chosen.map(index);
  const asked = kind === "safe" && !verdict.shown; // for all of them
  return new Map([
    ...[...right].map((at) => [at, asked && !tried.includes(at) ? "missed" : "right"]),
    ...tried.filter((at) => !right.has(at)).map((at) => [at, "wrong"]),
  ]);
}

/** The marks on the board: the chosen cells, and those of the current stop of a walk. */
export function puzzleMarks(board, state, walk) {
  const stop = walkMarks(board, walk) ?? { clues: NONE, mines: NONE, letters: walk && lettersOn(board, lettersAt(walk)) };
  return { ...stop, target: null, picked: pickedOf(board, state.puzzle.kind, state.chosen, state.verdict) };
}

const START = { puzzle: null, board: null, chosen: [], made: [], verdict: null, warned: false };
const WARNING =
  "Showing the solution counts as a loss and lowers your rating. Press again to show it, or try another puzzle.";

/**
 * The puzzle that is asked: `{state, ask, choose, check, none, show}`. `show` warns before it shows the
 * solution. `onJudged(verdict)` is called once for each puzzle. In a `storm`, the first cell chosen is
 * the answer, which is not rated.
 */
export function useSolver(setNotice, onJudged, storm = false) {
  const [state, setState] = useState(START);
  const now = useRef({ state: START, busy: false });
  const change = (next) => {
    now.current.state = next;
    setState(next);
  };
  const ask = (puzzle) => change({ ...START, puzzle, board: puzzle?.board ?? null });
  const judged = async (answer) => {
    const from = now.current.state;
    if (now.current.busy || !from.puzzle || from.verdict?.done) return;
    now.current.busy = true;
    try {
      const found = await post(`/api/puzzles/${from.puzzle.id}`, answer);
      const verdict = { ...found, shown: answer.show ?? false };
      if (now.current.state.puzzle !== from.puzzle) return;
      const made = found.done ? from.made : (answer.cells ?? []);
      const chosen = found.done ? from.chosen : [];
      change({ ...from, board: found.board, made, chosen, verdict });
      if (found.done) onJudged(verdict);
    } catch (error) {
      report(error, setNotice);
    } finally {
      now.current.busy = false;
    }
  };
  const choose = (cell) => {
    const from = now.current.state;
    if (!from.puzzle || from.verdict?.done) return;
    if (from.board.cells[indexOf(from.board, cell)] !== "H") return;
    change({ ...from, chosen: chosenAfter(from.puzzle.kind, from.chosen, cell) });
    if (storm) judged({ cells: [cell], rated: false });
  };
  return {
    state,
    ask,
    choose,
    check: () => {
      const { chosen, made } = now.current.state;
      if (chosen.length) judged({ cells: [...made, ...chosen] });
    },
    none: () => now.current.state.puzzle?.kind === "certain" && judged({ none: true }),
    show: () => {
      const { puzzle, verdict, warned } = now.current.state;
      if (!puzzle || verdict?.done) return;
      if (warned) {
        setNotice(null);
        judged({ show: true });
        return;
      }
      change({ ...now.current.state, warned: true });
      setNotice({ words: WARNING });
    },
  };
}
