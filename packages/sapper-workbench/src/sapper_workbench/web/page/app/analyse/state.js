// The state of a position that is edited: its board, the tree of positions tried, and its analysis.

import { indexOf, minesKnown, positionText, withMines } from "../board/position.js";
import { blank } from "../choice.js";
import { counted } from "../format.js";
import { boardAt, changedTo, treeOfAnswer, treeOfBoard } from "../tree/positions.js";
import { next, visited } from "../tree/tree.js";
import { readingNotice } from "./picture.js";

const MAX_UNDO_TREES = 20;

/**
 * @typedef {object} Editing
 * @property {any} tree the positions tried, with a cursor
 * @property {any} board that of the cursor
 * @property {boolean} walks whether the tree was read as moves, which are walked through
 * @property {any} game the answer with the record of the game that was opened, or null
 * @property {any[]} done trees before this one
 * @property {any[]} undone trees that were left by undo
 * @property {any} linked the tree that the address names, as long as that is shown
 * @property {any} analysis of the board; that of the board before until it comes
 * @property {boolean} late whether the analysis takes long
 * @property {any} notice
 * @property {any} refused the notice of the last request that was refused
 * @property {{text: string, cells: number[][]} | null} doubtful cells of a picture that may be wrong, in a position
 */

/**
 * - `visit` goes to the cursor of a tree, `walk` in a direction (see `next`), `undo` and `redo` to the
 *   position before or after, or to the tree.
 * - `open` shows another tree, `restore` that of the last visit, and `read` what the server has read.
 * - `edit` changes the board, and `change` the tree only.
 * - `analyse`, `refuse` and `set` bring an analysis, a refusal and other fields.
 * - `link` says that the address names the tree.
 * @typedef {{type: "visit" | "restore" | "change", tree: any} | {type: "walk", direction: string}
 *   | {type: "open", tree: any, walks?: boolean, game?: any} | {type: "read", answer: any}
 *   | {type: "edit", board: any} | {type: "undo"} | {type: "redo"} | {type: "link"}
 *   | {type: "refuse", notice: any} | {type: "set", fields: Partial<Editing>}} Event
 */

/** @returns {Editing} */
export const beginning = () => ({
  ...shown(treeOfBoard(blank({ width: 9, height: 9, mines: 10 }))),
  done: [],
  undone: [],
  linked: null,
  analysis: null,
  late: false,
  notice: null,
  refused: null,
  doubtful: null,
});

/** @param {any} tree @param {any} [game] */
const shown = (tree, walks = false, game = null) => ({ tree, board: boardAt(tree), walks, game });

/**
 * The state after an event.
 * @param {Editing} state
 * @param {Event} event
 * @returns {Editing}
 */
export function editorAfter(state, event) {
  const { tree } = state;
  const here = tree.nodes.get(tree.at);
  switch (event.type) {
    case "visit":
      return at(state, event.tree);
    case "walk": {
      const id = next(tree, event.direction);
      return id === null ? state : at(state, visited(tree, id));
    }
    case "undo":
      return here.parent === null ? swapped(state, "done", "undone") : at(state, visited(tree, here.parent));
    case "redo":
      return here.latest === null ? swapped(state, "undone", "done") : at(state, visited(tree, here.latest));
    case "open":
      return opened(state, event.tree, event.walks, event.game);
    case "restore":
      return { ...state, ...shown(event.tree) };
    case "read":
      return event.answer.tree ? moves(state, event.answer) : position(state, event.answer);
    case "edit":
      return edited(state, event.board);
    case "change":
      return event.tree.at === tree.at ? { ...state, tree: event.tree } : at(state, event.tree);
    case "link":
      return { ...state, linked: tree };
    case "refuse":
      return { ...state, notice: event.notice, refused: event.notice };
    case "set":
      return { ...state, ...event.fields };
  }
}

/** The state at the cursor of a tree. @param {any} state @param {Tree} tree */
const at = (state, tree) => ({ ...state, tree, board: boardAt(tree), notice: null });

/** The state with another tree; undo at its start returns to the one before. @param {any} state @param {Tree} tree */
function opened(state, tree, walks = false, game = null) {
  const done = [...state.done, state.tree].slice(-MAX_UNDO_TREES);
  return { ...state, ...shown(tree, walks, game), done, undone: [], notice: null };
}

/** The state with the last tree of one list, while the one shown goes to the other.
 * @param {any} state @param {string} from @param {string} to */
function swapped(state, from, to) {
  if (!state[from].length) return state;
  const lists = { [from]: state[from].slice(0, -1), [to]: [...state[to], state.tree] };
  return { ...state, ...shown(state[from].at(-1)), ...lists };
}

/** @param {any} state @param {Board} given */
function edited(state, given) {
  const board = minesKnown(given) ? given : withMines(given, "");
  const { doubtful, tree } = state;
  const cells = doubtful && stillDoubtful(doubtful.cells, state.board, board);
  const kept = { ...state, doubtful: cells && { text: positionText(board), cells } };
  const grown = changedTo(tree, state.board, board);
  return grown ? at(kept, grown) : opened(kept, treeOfBoard(board));
}

/** The state with moves that the server has read: a game is shown from its start, if it has no variations.
 * @param {any} state @param {any} answer */
function moves(state, answer) {
  const { record } = answer;
  const read = treeOfAnswer(answer);
  const single = [...read.nodes.values()].every(({ children }) => children.length < 2);
  const length = counted(read.nodes.size - 1, "move", "moves");
  const reviews = record ? ", and Review to see what went wrong" : "";
  const words = `A ${record ? "game" : "tree"} of ${length}. Use ← and → to step through it${reviews}.`;
  const start = record && single ? visited(read, read.root) : read;
  return { ...opened(state, start, true, record ? answer : null), notice: { words } };
}

/** The state with a position that the server has read and analysed.
 * @param {any} state @param {any} answer */
function position(state, answer) {
  const { board, reading, text } = answer;
  const same = positionText(board) === positionText(state.board);
  return {
    ...(same ? state : opened(state, treeOfBoard(board))),
    analysis: answer,
    notice: reading ? readingNotice(reading, board) : null,
    doubtful: reading ? { text, cells: reading.doubtful } : null,
  };
}

/** The doubtful cells that a change has not corrected.
 * @param {number[][]} cells @param {Board} before @param {any} after */
function stillDoubtful(cells, before, after) {
  if (before.width !== after.width || before.height !== after.height) return [];
  return cells.filter((/** @type {number[]} */ cell) => {
    const index = indexOf(before, cell);
    return before.cells[index] === after.cells[index];
  });
}
