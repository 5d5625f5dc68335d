// The state of Watch: what the visitor has chosen to watch, and what the page says about it.

import { boardFields, choiceOf, sameBoard } from "../choice.js";
import { query } from "../api.js";

/**
 * @typedef {object} Watching
 * @property {any} choice of a board
 * @property {string} recipe the player
 * @property {string} against the recipe of a second player, empty without one
 * @property {boolean} risks whether they are shown
 * @property {number} forms how often a player was chosen outside the form, which then begins anew
 * @property {boolean} finds whether the visitor finds the moves of this game
 * @property {string | null} followed the query of the address whose game it is
 * @property {{choice: any, recipe: string, against: string} | null} own chosen before a link
 * @property {number | null} over the game whose end was shown, which then stays visible
 * @property {number[] | null} lit the cell to highlight
 * @property {{words: string, kind?: string} | null} notice
 */

/**
 * - `set` changes some fields, such as those of the form, and `choose` those that the form shows anew.
 * - `begin`: a game of the visitor's own begins, whose moves they may find.
 * - `follow`: the game of an address begins, with the query as it stands there.
 * - `refuse`: there is no such game, so what its link names is not remembered.
 * @typedef {{type: "set" | "choose", fields: Partial<Watching>} | {type: "begin", finds: boolean}
 *   | {type: "follow", given: any, followed: string, about: any} | {type: "refuse"}} Event
 */

/** @type {Pick<Watching, "forms" | "finds" | "followed" | "own" | "over" | "lit" | "notice">} */
export const NOTHING = { forms: 0, finds: false, followed: null, own: null, over: null, lit: null, notice: null };

/**
 * The state after an event.
 * @param {Watching} state
 * @param {Event} event
 * @returns {Watching}
 */
export function watchAfter(state, event) {
  const { choice, recipe, against } = state;
  const forms = state.forms + 1;
  switch (event.type) {
    case "set":
      return { ...state, ...event.fields };
    case "choose":
      return { ...state, ...event.fields, forms };
    case "begin":
      return { ...state, finds: event.finds, followed: null, own: null, notice: null };
    case "follow": {
      const { given, followed, about } = event;
      const linked = { recipe: given.player, against: given.against ?? "", choice: choiceOf(given, choice, about) };
      return { ...state, ...linked, forms, finds: false, followed, own: { choice, recipe, against }, notice: null };
    }
    case "refuse":
      return state.own ? { ...state, ...state.own, forms } : state;
  }
}

/**
 * The fields of the request for a game; other players play on the board `dealt` before, unless
 * another board was chosen. Moves are found in the game of one player.
 * @param {Watching} state
 */
export function nextFields({ choice, recipe, against }, about, dealt, finds) {
  const fields = boardFields(choice, about);
  const second = finds ? "" : against;
  const others = dealt?.player !== recipe || (dealt.against ?? "") !== second;
  return { player: recipe, against: second, ...fields, ...(others && sameDeal(fields, dealt)) };
}

/** The seed and number of the game `dealt`, to deal its board again, if the `fields` name that board. */
export const sameDeal = (fields, dealt) =>
  sameBoard(fields, dealt) && { seed: dealt.seed, number: dealt.number };

/** Whether the address of a game that was dealt replaces the one before: a link, or no game yet. */
export const replaces = ({ followed }, hash) => followed !== null || !hash.includes("player=");

/** Whether an address, with its fields, names the game that is followed, or none is. */
export const isFollowed = ({ followed }, fields) =>
  followed === null || query(Object.fromEntries(fields)) === followed;
