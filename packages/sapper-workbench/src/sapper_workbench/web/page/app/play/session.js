// The visitor's game, which is a session on the server.

import { useEffect, useRef, useState } from "../preact.js";
import { get, post, query, Refusal, report } from "../api.js";
import { positionText } from "../board/position.js";
import { gameFields } from "../choice.js";
import { preferences } from "../preferences/preferences.js";
import { Replay } from "../parts/replay.js";
import { go, routeOf } from "../route.js";
import { remember } from "../storage.js";
import { moved, treeOf, visited } from "../tree/tree.js";
import { addHelp } from "./help.js";
import { afterMove } from "./moves.js";

/** The game on the server. Requests are sent one by one, so quick clicks keep their order. */
export function useSession(about, setNotice) {
  const [game, setGame] = useState(null);
  const [tree, setTree] = useState(null); // all that was tried in the game
  const now = useRef({ game: null, tree: null, queue: Promise.resolve(), asking: null });

  const setCurrent = (next, grown) => {
    Object.assign(now.current, { game: next, tree: grown });
    setGame(next);
    setTree(grown);
  };
  const loaded = async (next) => {
    const { nodes, at } = await get(`/api/games/${next.id}/tree`);
    setCurrent(next, treeOf(nodes, at));
    return next;
  };
  /** Tell the other tabs, which may show the same game. */
  const tell = ({ id }) => now.current.channel?.postMessage(id);
  const walked = (next) => {
    setCurrent(next, visited(now.current.tree, next.node));
    tell(next);
    return next;
  };
  const edit = (what, fields) =>
    inOrder(async (from) => {
      const { nodes, at } = await post(`/api/games/${from.id}/${what}`, fields);
      const grown = treeOf(nodes, at);
      if (at === from.node) setCurrent({ ...from }, grown);
      else setCurrent(await get(`/api/games/${from.id}`), grown);
      tell(from);
      return true;
    });
  const begin = async (fields) => {
    const { name } = preferences();
    const from = viewNow();
    const next = await post("/api/games", name ? { ...fields, name } : fields);
    const before = routeOf(location.hash).argument; // Back returns to the game before this one
    await loaded(next);
    remember("game", next.id);
    goTo(next, from, !before);
    return next;
  };
  const stop = () => now.current.asking?.abort();
  const inOrder = (task) => {
    stop(); // the next request does not wait for a hint
    now.current.queue = now.current.queue
      .then(() => task(now.current.game))
      .catch((error) => report(error, setNotice));
    return now.current.queue;
  };
  const made = (answer, from, player = null) => {
    if (answer.step) {
      setCurrent(afterMove(from, answer), movedBy(now.current.tree, answer, player));
      tell(from);
    }
    return answer;
  };
  useEffect(() => {
    const channel = new BroadcastChannel("sapper.games");
    channel.onmessage = ({ data: id }) => {
      const here = () => now.current.game?.id === id;
      if (here()) inOrder(async () => here() && loaded(await get(`/api/games/${id}`)));
    };
    now.current.channel = channel;
    return () => channel.close();
  }, []);
  return {
    game,
    tree,
    start: (choice) => inOrder(() => begin(gameFields(choice, about))),
    /** Begin the game of the fields of a link. */
    deal: (fields) => inOrder(() => begin(fields)),
    /** Continue a game from a record, a session, or the text or the link of its moves. */
    open: (record) => inOrder(() => begin({ record })),
    begun: () => now.current.game !== null,
    /** Go to a node; when its turn comes, `choose(tree)` returns its number, or null for none. */
    visit: (choose) =>
      inOrder(async (from) => {
        const node = choose(now.current.tree);
        if (node === null) return null;
        return walked(await post(`/api/games/${from.id}/visit`, { node }));
      }),
    remark: (node, text) => edit("comment", { node, text }),
    promote: (node) => edit("promote", { node }),
    remove: (node) => edit("delete", { node }),
    text: () => inOrder((from) => get(`/api/games/${from.id}/variations`)),
    reopen: (id) =>
      inOrder(async () => {
        if (!id) return false;
        const from = viewNow();
        const found = await get(`/api/games/${encodeURIComponent(id)}`).catch((error) => {
          if (error instanceof Refusal && error.status >= 400) return null; // it is not here
          throw error;
        });
        if (!found) return false;
        await loaded(found);
        goTo(found, from, true);
        return found;
      }),
    /** Make a move; when its turn comes, `choose(board)` returns the action, or null for none, and
     * `pathOf()` the path of the pointer. */
    move: (cell, choose, pathOf) =>
      inOrder(async (from) => {
        const action = from && choose(from.board); // no game: it could not be dealt
        if (!action) return null;
        return made(await post(`/api/games/${from.id}/moves`, { action, cell, path: pathOf() }), from);
      }),
    agent: (player) =>
      inOrder(async (from) => {
        if (from.board.outcome !== "playing") return null; // it ended while the key was pressed
        const answer = await post(`/api/games/${from.id}/agent`, { player });
        if (answer.step) addHelp(from, { moves: 1 });
        return made(answer, from, player);
      }),
    undoOrRedo: (which) =>
      inOrder(async (from) => {
        const next = await post(`/api/games/${from.id}/${which}`, {});
        // An agent's move that was undone still counts as a hint.
        if (which === "undo" && byAgent(from.last)) addHelp(from, { moves: -1, hints: 1 });
        if (which === "redo" && byAgent(next.last)) addHelp(from, { moves: 1, hints: -1 });
        return walked(next);
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
    clicks: () => inOrder((from) => post("/api/clicks", { text: positionText(from.board) })),
    replay: () =>
      inOrder(async (from) => {
        const { board, steps } = await get(`/api/games/${from.id}/steps`);
        return new Replay(board, steps);
      }),
  };
}

/** Whether a player decided a step, not the visitor. */
const viewNow = () => routeOf(location.hash).view || "play";

/** Go to a game, unless the visitor went to another view while the page waited for it. */
function goTo({ id }, from, quietly) {
  if (viewNow() === from) go(`play/${id}`, quietly);
}

const byAgent = (step) => step != null && step.decision.strategy !== "you";

/** The tree after a move, from the server's answer to it. */
function movedBy(tree, { node: id, step }, player) {
  const { action, cell } = step.decision;
  return moved(tree, { id, action, cell, player, outcome: step.outcome });
}
