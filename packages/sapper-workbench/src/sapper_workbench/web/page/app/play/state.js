// The state of Play: the game with the tree of its moves, and what the page shows about it.

import { stepped } from "../parts/replay.js";
import { moved, treeOf, visited } from "../tree/tree.js";

export const NOTHING = {
  game: /** @type {any} */ (null), // as the server describes it, null before there is one
  tree: /** @type {any} */ (null), // all that was tried in the game, with the cursor at its position
  unknown: /** @type {string | null} */ (null), // the name in the address of a game that is not here
  advice: /** @type {any} */ (null), // `{title, decision, made}`, `{title, cell, why}` or `{clicks}`
  risks: /** @type {string | null} */ (null), // the game whose risks are shown
  flagging: false, // whether taps flag cells
  held: false, // whether a cell is held down
  lit: /** @type {number[] | null} */ (null), // the cell to highlight
  notice: /** @type {{words: string, kind?: string} | null} */ (null),
};

/** The state, with the choice of the next board. @typedef {typeof NOTHING & {choice: any}} Playing */

/**
 * - `load`: the server sent a game and its tree; `visit`: the game at another node of it.
 * - `move`: the server answered a move of a `player`, null for the visitor.
 * - `leave`: another game is being opened; `miss`: no game has this name.
 * - `set` changes other fields, and `settle` removes a notice, unless another one is shown by now.
 * @typedef {{type: "load", game: any, tree: {nodes: any[], at: number}} | {type: "visit", game: any}
 *   | {type: "move", answer: any, player: string | null} | {type: "leave"} | {type: "miss", name: string}
 *   | {type: "set", fields: Partial<Playing>} | {type: "settle", notice: any}} Event
 */

/**
 * The state after an event.
 * @param {Playing} state
 * @param {Event} event
 * @returns {Playing}
 */
export function playAfter(state, event) {
  switch (event.type) {
    case "load":
      return { ...state, game: event.game, tree: treeOf(event.tree.nodes, event.tree.at) };
    case "visit":
      return { ...state, game: event.game, tree: visited(state.tree, event.game.node) };
    case "move":
      return { ...state, ...afterMove(state, event.answer, event.player) };
    case "leave":
      return { ...state, unknown: null, advice: null };
    case "miss":
      return { ...state, unknown: event.name };
    case "settle":
      return state.notice === event.notice ? { ...state, notice: null } : state;
    case "set":
      return { ...state, ...event.fields };
  }
}

/** The game and its tree after a move of a player, from the server's answer to it.
 * @param {Pick<Playing, "game" | "tree">} state @param {any} answer @param {string | null} player */
export function afterMove({ game, tree }, answer, player = null) {
  const { step, seconds, seed, node, undoable, redoable, ended, repaired, truth } = answer;
  const { action, cell } = step.decision;
  return {
    game: {
      ...game,
      ...{ node, undoable, redoable, ended, repaired, truth },
      board: stepped(game.board, step),
      moves: game.moves + 1,
      last: step,
      seconds: seconds ?? game.seconds,
      seed: seed ?? game.seed,
    },
    tree: moved(tree, { id: node, action, cell, player, outcome: step.outcome }),
  };
}

/** Whether a player decided a step, not the visitor. @param {any} step */
export const byAgent = (step) => step != null && step.decision.strategy !== "you";
