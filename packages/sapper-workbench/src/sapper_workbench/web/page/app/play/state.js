// The state of Play: the game with the tree of its moves, and what the page shows about it.

import { stepped } from "../parts/replay.js";
import { moved, treeOf, visited } from "../tree/tree.js";

/**
 * @typedef {object} Playing
 * @property {any} game as the server describes it, null before there is one
 * @property {any} tree all that was tried in the game, with the cursor at its position
 * @property {string | null} unknown the name in the address of a game that is not here
 * @property {any} advice `{title, decision, made}`, `{title, cell, why}` or `{clicks}`
 * @property {any} choice of the next board
 * @property {string | null} risks the game whose risks are shown
 * @property {boolean} flagging whether taps flag cells
 * @property {boolean} held whether a cell is held down
 * @property {number[] | null} lit the cell to highlight
 * @property {{words: string, kind?: string} | null} notice
 */

/**
 * - `load`: the server sent a game and its tree; `visit`: the game at another node of it.
 * - `move`: the server answered a move of a `player`, null for the visitor.
 * - `leave`: another game is being opened; `miss`: no game has this name.
 * - `set` changes other fields, and `settle` removes a notice, unless another one is shown by now.
 * @typedef {{type: "load", game: any, tree: {nodes: any[], at: number}} | {type: "visit", game: any}
 *   | {type: "move", answer: any, player: string | null} | {type: "leave"} | {type: "miss", name: string}
 *   | {type: "set", fields: Partial<Playing>} | {type: "settle", notice: any}} Event
 */

/** @type {Omit<Playing, "choice">} */
export const NOTHING = {
  game: null,
  tree: null,
  unknown: null,
  advice: null,
  risks: null,
  flagging: false,
  held: false,
  lit: null,
  notice: null,
};

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
