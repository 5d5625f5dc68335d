// Games of players that stream in: one, or two on the same deal.

import { useRef } from "../preact.js";
import { query } from "../api.js";
import { counted } from "../format.js";
import { Replay } from "../parts/replay.js";
import { useStream } from "../stream.js";

const NOTHING = {
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

/** The state after an event of the stream. */
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
  const stream = useStream(NOTHING, gameAfter);
  /** @param {any} [first] */
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

export const settled = ({ live, replay, trouble }) => !live && Boolean(replay ?? trouble);

/** How many steps of two games can be shown in step, and whether more are coming; `rival` may be null. */
export function inStep(game, rival) {
  if (!rival) return { count: game.count, live: game.live };
  const both = [game, rival];
  const most = Math.max(game.count, rival.count);
  const ready = both.map((each) => (settled(each) ? most : each.count));
  return { count: Math.min(...ready), live: !both.every(settled) };
}

/** The cells that two boards show differently. */
export function apartOf(board, other) {
  return new Set(board.cells.flatMap((code, i) => (code === other.cells[i] ? [] : [i])));
}

/** After how many moves two games are no longer the same, null as long as their steps do not tell. */
export function partedAt(steps, others) {
  const same = (step, other) =>
    step.decision.action === other.decision.action && String(step.decision.cell) === String(other.decision.cell);
  const both = Math.min(steps.length, others.length);
  const at = steps.slice(0, both).findIndex((step, i) => !same(step, others[i]));
  return at < 0 ? null : at;
}

/** The message while the next move has not arrived. */
export function waitingWords({ replay, before }) {
  if (replay) return "thinking …";
  if (before == null) return "starting …";
  return before ? `waiting for ${counted(before, "other game", "other games")} …` : "waiting …";
}
