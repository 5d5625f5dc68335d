// The game on the server.

import { useRef, useState } from "../kit.js";
import { get, post, query, Refusal, messageOf } from "../api.js";
import { positionText } from "../board/speech.js";
import { boardFields } from "../parts/forms.js";
import { Film, stepped } from "../parts/film.js";
import { go, remember } from "../route.js";
import { addHelp } from "./help.js";

/** The game on the server. Requests are sent one by one, so quick clicks keep their order. */
export function useTable(about, setNotice) {
  const [game, setGame] = useState(null);
  const [truth, setTruth] = useState(null);
  const now = useRef({ game: null, queue: Promise.resolve(), asking: null });

  const take = (next) => {
    now.current.game = next;
    setGame(next);
    setTruth(next.truth ?? null);
  };
  const stop = () => now.current.asking?.abort();
  const inOrder = (task) => {
    stop(); // the next request does not wait for a hint
    const result = now.current.queue.then(async () => {
      try {
        return await task(now.current.game);
      } catch (error) {
        const words = messageOf(error);
        if (words) setNotice({ words, kind: "trouble" });
        return null;
      }
    });
    now.current.queue = result;
    return result;
  };
  const settle = (answer, from) => {
    if (!answer.step) return answer;
    const { step, undoable, redoable } = answer;
    const next = {
      ...from,
      board: stepped(from.board, step),
      moves: from.moves + 1,
      last: step,
      undoable,
      redoable,
      seconds: answer.seconds ?? from.seconds,
      seed: answer.seed ?? from.seed,
    };
    now.current.game = next;
    setGame(next);
    setTruth(answer.truth ?? null);
    return answer;
  };
  return {
    game,
    truth,
    start: (choice) =>
      inOrder(async () => {
        const extra =
          choice.noGuess && !about.worlds.includes(choice.level) ? { no_guess: true } : {};
        const fields = Object.entries({ ...boardFields(choice, about), ...extra });
        const next = await post(
          "/api/games",
          Object.fromEntries(fields.filter(([, v]) => v != null)),
        );
        take(next);
        remember("game", next.id);
        go(`play/${next.id}`, true);
        return next;
      }),
    reopen: (id) =>
      inOrder(async () => {
        if (!id) return false;
        try {
          const found = await get(`/api/games/${encodeURIComponent(id)}`);
          take(found);
          go(`play/${found.id}`, true);
          return found;
        } catch (error) {
          if (error instanceof Refusal && error.status >= 400) return false;
          throw error;
        }
      }),
    /** Make a move; when its turn comes, `choose(board)` returns the action, or null for none. */
    move: (cell, choose) =>
      inOrder(async (from) => {
        const action = choose(from.board);
        if (!action) return null;
        return settle(await post(`/api/games/${from.id}/moves`, { action, cell }), from);
      }),
    agent: (player) =>
      inOrder(async (from) => {
        const answer = await post(`/api/games/${from.id}/agent`, { player });
        if (answer.step) addHelp(from, { moves: 1 });
        return settle(answer, from);
      }),
    turn: (which) =>
      inOrder(async (from) => {
        const next = await post(`/api/games/${from.id}/${which}`, {});
        // What an agent did and was taken back still showed a move.
        if (which === "undo" && byAgent(from.last)) addHelp(from, { moves: -1, hints: 1 });
        if (which === "redo" && byAgent(next.last)) addHelp(from, { moves: 1, hints: -1 });
        take(next);
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
    film: () => inOrder(async (from) => filmOf(await get(`/api/games/${from.id}/steps`))),
  };
}

/** Whether somebody other than the visitor decided a step. */
const byAgent = (step) => step != null && step.decision.strategy !== "you";

function filmOf({ board, steps }) {
  const film = new Film(board);
  for (const step of steps) film.add(step);
  return film;
}
