// Games of players that stream in: one, or two on the same deal.

import { useRef } from "../preact.js";
import { query } from "../api.js";
import { boardFields, choiceOf, sameBoard } from "../choice.js";
import { counted } from "../format.js";
import { Replay } from "../parts/replay.js";
import { useStream } from "../stream.js";

const NO_GAME = {
  game: 0, // counts the games watched
  player: null,
  fields: null, // what was requested
  first: null, // the first step of another game that this one shares: {board, step}
  before: null, // how many other games are waited for
  replay: null,
  count: 0, // steps that have arrived
  deal: null, // the fields that play the same game again
  end: null,
  live: false,
  trouble: null,
};

/** The state after an event of the stream. @param {any} state @param {string} name @param {any} data */
export function gameAfter(state, name, data) {
  if (name === "start") {
    const { board, player, seed, number } = data;
    const deal = { ...state.fields, seed, number: number || null };
    const { first } = state;
    const replay = first ? new Replay(first.board, [first.step]) : new Replay(board);
    return { ...state, replay, count: replay.steps.length, player, deal };
  }
  if (name === "step") {
    state.replay.add(data);
    return { ...state, count: state.replay.steps.length };
  }
  if (name === "waiting") return { ...state, before: data.before };
  if (name === "end") return { ...state, end: data };
  return state;
}

/**
 * The game watched; `begin(fields, first)` requests another, which may share its `first` step with
 * another game. A second player, `against`, is requested for itself.
 */
export function useWatchedGame() {
  const games = useRef(0);
  const stream = useStream(NO_GAME, gameAfter);
  /** @param {any} fields @param {any} [first] */
  const begin = (fields, first = null) => {
    games.current += 1;
    const { against: _, ...asked } = fields;
    const opened = first?.step.decision.cell.join();
    stream.start(`/api/watch?${query({ ...asked, opened })}`, {
      game: games.current,
      player: fields.player,
      fields,
      first,
    });
  };
  return { ...stream, begin };
}

/** @param {any} given */
export const settled = ({ live, replay, trouble }) => !live && Boolean(replay ?? trouble);

/** How many steps of two games can be shown in step, and whether more are coming; `rival` may be null.
 * @param {any} game @param {any} rival */
export function inStep(game, rival) {
  if (!rival) return { count: game.count, live: game.live };
  const both = [game, rival];
  const most = Math.max(game.count, rival.count);
  const ready = both.map((each) => (settled(each) ? most : each.count));
  return { count: Math.min(...ready), live: !both.every(settled) };
}

/** The cells that two boards show differently. @param {Board} board @param {any} other */
export function apartOf(board, other) {
  return new Set(board.cells.flatMap((/** @type {string} */ code, /** @type {number} */ i) => (code === other.cells[i] ? [] : [i])));
}

/** After how many moves two games are no longer the same, null as long as their steps do not tell.
 * @param {any[]} steps @param {any[]} others */
export function partedAt(steps, others) {
  /** @param {any} step @param {any} other */
  const same = (step, other) =>
    step.decision.action === other.decision.action && String(step.decision.cell) === String(other.decision.cell);
  const both = Math.min(steps.length, others.length);
  const at = steps.slice(0, both).findIndex((/** @type {any} */ step, /** @type {number} */ i) => !same(step, others[i]));
  return at < 0 ? null : at;
}

/** The message while the next move has not arrived. @param {any} given */
export function waitingWords({ replay, before }) {
  if (replay) return "thinking …";
  if (before == null) return "starting …";
  return before ? `waiting for ${counted(before, "other game", "other games")} …` : "waiting …";
}

/** What Watch begins with, beside the `choice` of a board, the `recipe` of a player, that of a second one (`against`, or empty) and
 * whether `risks` are shown. */
export const NOTHING = {
  levels: false, // whether the split level of each cell is shown, for limited belief
  forms: 0, // how often a player was chosen outside the form, which is then reset
  finds: false, // whether the visitor finds the moves of this game
  followed: null, // the query of the address whose game it is
  own: null, // the choice, recipe and second player before a link
  over: null, // the game whose end was shown, which then stays visible
  lit: null, // the cell to highlight
  notice: null,
};

/** The state after each event. @type {Record<string, (state: any, event: any) => any>} */
const AFTER = {
  set: (state, { fields }) => ({ ...state, ...fields }),
  choose: (state, { fields }) => ({ ...state, ...fields, forms: state.forms + 1 }), // resets the form as well
  /** A game of the visitor's own begins, whose moves they may find. */
  begin: (state, { finds }) => ({ ...state, finds, followed: null, own: null, notice: null }),
  /** The game of an address begins, with the query as it stands there. */
  follow: ({ choice, recipe, against, ...state }, { given, followed, about }) => {
    const linked = { recipe: given.player, against: given.against ?? "", choice: choiceOf(given, choice, about) };
    return { ...state, ...linked, forms: state.forms + 1, finds: false, followed, own: { choice, recipe, against }, notice: null };
  },
  /** There is no such game, so what its link names is not remembered. */
  refuse: (state) => (state.own ? { ...state, ...state.own, forms: state.forms + 1 } : state),
};

/** The state after an event, whose `type` is a key of `AFTER`. @param {any} state @param {any} event */
export const watchAfter = (state, event) => AFTER[event.type](state, event);

/**
 * The fields of the request for a game; other players play on the board `dealt` before, unless
 * another board was chosen. Moves are found in the game of one player.
 * @param {any} state @param {any} about @param {any} dealt @param {boolean} finds
 */
export function nextFields({ choice, recipe, against }, about, dealt, finds) {
  const fields = boardFields(choice, about);
  const second = finds ? "" : against;
  const others = dealt?.player !== recipe || (dealt.against ?? "") !== second;
  return { player: recipe, against: second, ...fields, ...(others && sameDeal(fields, dealt)) };
}

/** The seed and number of the game `dealt`, to deal its board again, if the `fields` name that board.
 * @param {any} fields @param {any} dealt */
export const sameDeal = (fields, dealt) =>
  sameBoard(fields, dealt) && { seed: dealt.seed, number: dealt.number };

/** Whether the address of a game that was dealt replaces the one before: a link, or no game yet.
 * @param {any} given @param {string} hash */
export const replaces = ({ followed }, hash) => followed !== null || !hash.includes("player=");

/** Whether an address, with its fields, names the game that is followed, or none is.
 * @param {any} given @param {any} fields */
export const isFollowed = ({ followed }, fields) =>
  followed === null || query(Object.fromEntries(fields)) === followed;
