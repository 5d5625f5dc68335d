// A game of a player that streams in.

import { useRef } from "../preact.js";
import { query } from "../api.js";
import { counted } from "../format.js";
import { Replay } from "../parts/replay.js";
import { useStream } from "../stream.js";

const NOTHING = {
  game: 0, // counts the games watched
  player: null,
  fields: null, // what was requested
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
    return { ...state, replay: new Replay(board), player, deal };
  }
  if (name === "step") {
    state.replay.add(data);
    return { ...state, count: state.replay.steps.length };
  }
  if (name === "waiting") return { ...state, before: data.before };
  if (name === "end") return { ...state, end: data };
  return state;
}

/** The game watched; `begin(fields)` requests another. */
export function useWatchedGame() {
  const games = useRef(0);
  const stream = useStream(NOTHING, gameAfter);
  const begin = (fields) => {
    games.current += 1;
    stream.start(`/api/watch?${query(fields)}`, {
      game: games.current,
      player: fields.player,
      fields,
    });
  };
  return { ...stream, begin };
}

/** The message while the next move has not arrived. */
export function waitingWords({ replay, before }) {
  if (replay) return "thinking …";
  if (before == null) return "starting …";
  return before ? `waiting for ${counted(before, "other game", "other games")} …` : "waiting …";
}
