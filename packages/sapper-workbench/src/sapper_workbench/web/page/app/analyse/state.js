// The state of a position that is edited: its board, the tree of positions tried, and its analysis.

import { indexOf, minesKnown, positionText, withMines } from "../board/position.js";
import { blank } from "../choice.js";
import { counted } from "../format.js";
import { boardAt, changedTo, treeOfAnswer, treeOfBoard } from "../tree/positions.js";
import { next, visited } from "../tree/tree.js";
import { readingNotice } from "./picture.js";

const MAX_UNDO_TREES = 20;

/** No position yet: a hidden board. @returns {any} */
export const beginning = () => ({
  ...shown(treeOfBoard(blank({ width: 9, height: 9, mines: 10 }))),
  done: [], // trees before this one
  undone: [], // trees that were left by undo
  linked: null, // the tree that the address names, as long as that is shown
  analysis: null, // of the board; that of the board before until it comes
  late: false, // whether the analysis takes long
  notice: null,
  refused: null, // the notice of the last request that was refused
  doubtful: null, // cells of a picture that may be wrong: {text, cells}, in a position
});

/** A tree of positions with its board at the cursor; `walks` if it was read as moves, which are walked through, and `game`
 * is the answer with the record of the game that was opened. @param {any} tree @param {any} [game] */
const shown = (tree, walks = false, game = null) => ({ tree, board: boardAt(tree), walks, game });

/** The state after each event. @type {Record<string, (state: any, event: any) => any>} */
const AFTER = {
  visit: (state, { tree }) => at(state, tree),
  walk: (state, { direction }) => {
    const id = next(state.tree, direction);
    return id === null ? state : at(state, visited(state.tree, id));
  },
  undo: (state) => stepped(state, "parent", "done", "undone"),
  redo: (state) => stepped(state, "latest", "undone", "done"),
  open: (state, { tree, walks, game }) => opened(state, tree, walks, game),
  restore: (state, { tree }) => ({ ...state, ...shown(tree) }), // the tree of the last visit
  read: (state, { answer }) => (answer.tree ? moves(state, answer) : position(state, answer)),
  edit: (state, { board }) => edited(state, board),
  change: (state, { tree }) => (tree.at === state.tree.at ? { ...state, tree } : at(state, tree)), // of the tree only
  link: (state) => ({ ...state, linked: state.tree }), // the address names the tree
  refuse: (state, { notice }) => ({ ...state, notice, refused: notice }),
  set: (state, { fields }) => ({ ...state, ...fields }),
};

/** The state after an event, whose `type` is a key of `AFTER`. @param {any} state @param {any} event */
export const editorAfter = (state, event) => AFTER[event.type](state, event);

/** The state at the cursor of a tree. @param {any} state @param {Tree} tree */
const at = (state, tree) => ({ ...state, tree, board: boardAt(tree), notice: null });

/** The state with another tree; undo at its start returns to the one before. @param {any} state @param {Tree} tree */
function opened(state, tree, walks = false, game = null) {
  const done = [...state.done, state.tree].slice(-MAX_UNDO_TREES);
  return { ...state, ...shown(tree, walks, game), done, undone: [], notice: null };
}

/** The state at the position before or after; at an end of the tree, with the last tree of one list, while the one shown goes
 * to the other. @param {any} state @param {string} way @param {string} from @param {string} to */
function stepped(state, way, from, to) {
  const { tree } = state;
  const id = tree.nodes.get(tree.at)[way];
  if (id !== null) return at(state, visited(tree, id));
  if (!state[from].length) return state;
  return { ...state, ...shown(state[from].at(-1)), [from]: state[from].slice(0, -1), [to]: [...state[to], tree] };
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
