// The visitor's game, which is a session on the server.

import { useRef, useState } from "../preact.js";
import { get, post, query, Refusal, report } from "../api.js";
import { positionText } from "../board/position.js";
import { gameFields } from "../choice.js";
import { Replay, stepped } from "../parts/replay.js";
import { go } from "../route.js";
import { remember } from "../storage.js";
import { addHelp } from "./help.js";

/** The game on the server. Requests are sent one by one, so quick clicks keep their order. */
export function useSession(about, setNotice) {
  const [game, setGame] = useState(null);
  const now = useRef({ game: null, queue: Promise.resolve(), asking: null });

  const setCurrent = (next) => {
    now.current.game = next;
    setGame(next);
  };
  const stop = () => now.current.asking?.abort();
  const inOrder = (task) => {
    stop(); // the next request does not wait for a hint
    now.current.queue = now.current.queue
      .then(() => task(now.current.game))
      .catch((error) => report(error, setNotice));
    return now.current.queue;
  };
  const moved = (answer, from) => {
    if (answer.step) setCurrent(afterMove(from, answer));
    return answer;
  };
  return {
    game,
    start: (choice) =>
      inOrder(async () => {
        const next = await post("/api/games", gameFields(choice, about));
        setCurrent(next);
        remember("game", next.id);
        go(`play/${next.id}`, true);
        return next;
      }),
    reopen: (id) =>
      inOrder(async () => {
        if (!id) return false;
        const found = await get(`/api/games/${encodeURIComponent(id)}`).catch((error) => {
          if (error instanceof Refusal && error.status >= 400) return null; // it is not here
          throw error;
        });
        if (!found) return false;
        setCurrent(found);
        go(`play/${found.id}`, true);
        return found;
      }),
    /** Make a move; when its turn comes, `choose(board)` returns the action, or null for none. */
    move: (cell, choose) =>
      inOrder(async (from) => {
        const action = choose(from.board);
        if (!action) return null;
        return moved(await post(`/api/games/${from.id}/moves`, { action, cell }), from);
      }),
    agent: (player) =>
      inOrder(async (from) => {
        const answer = await post(`/api/games/${from.id}/agent`, { player });
        if (answer.step) addHelp(from, { moves: 1 });
        return moved(answer, from);
      }),
    undoOrRedo: (which) =>
      inOrder(async (from) => {
        const next = await post(`/api/games/${from.id}/${which}`, {});
        // What an agent did and was taken back still showed a move.
        if (which === "undo" && byAgent(from.last)) addHelp(from, { moves: -1, hints: 1 });
        if (which === "redo" && byAgent(next.last)) addHelp(from, { moves: 1, hints: -1 });
        setCurrent(next);
        return next;
      }),
    hint: (player) => {
      const leaving = new AbortController();
      const answer = inOrder(async (from) => {
        const path = `/api/games/${from.id}/hint?${query({ player })}`;
        const decision = await get(path, leaving.signal);
        if (decision.cell) addHelp(from, { hints: 1 });
        return decision;
      });
      now.current.asking = leaving;
      return answer;
    },
    stop,
    why: (cell) => inOrder((from) => post("/api/why", { text: positionText(from.board), cell })),
    replay: () =>
      inOrder(async (from) => {
        const { board, steps } = await get(`/api/games/${from.id}/steps`);
        return new Replay(board, steps);
      }),
  };
}

/** Whether somebody other than the visitor decided a step. */
const byAgent = (step) => step != null && step.decision.strategy !== "you";

/** A game after a move, from the server's answer to it. */
export function afterMove(game, { step, undoable, redoable, truth, seconds, seed }) {
  return {
    ...game,
    board: stepped(game.board, step),
    moves: game.moves + 1,
    last: step,
    undoable,
    redoable,
    truth,
    seconds: seconds ?? game.seconds,
    seed: seed ?? game.seed,
  };
}
