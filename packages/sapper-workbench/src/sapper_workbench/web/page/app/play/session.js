// The visitor's game, which is a session on the server, and the one in the address.

import { useEffect, useState } from "../preact.js";
import { get, post, query, Refusal, report } from "../api.js";
import { positionText } from "../board/position.js";
import { FIRST_CHOICE, gameFields, linkedFields } from "../choice.js";
import { Replay } from "../parts/replay.js";
import { preferences } from "../preferences/preferences.js";
import { go, routeOf } from "../route.js";
import { recall, remember } from "../storage.js";
import { addHelp } from "./advice.js";
import { rivalIn } from "./result.js";
import { byAgent } from "./state.js";
import { over } from "./tools.js";

/**
 * The requests about the game of Play's state. They are sent one by one, so quick clicks keep their
 * order, and those that do not wait for anything stop a hint.
 */
export function useSession(store, about) {
  const [session] = useState(() => new Session(store));
  session.about = about;
  useEffect(() => session.follow(), []);
  return session;
}

class Session {
  #queue = Promise.resolve();
  #asking = new AbortController(); // of the hint under way
  /** @type {BroadcastChannel | null} */
  #channel = null;
  about = null;

  constructor({ send, latest }) {
    this.send = send;
    this.latest = latest;
  }

  /** Follow the moves of other tabs, which may show the same game; returns a function that ends this. */
  follow() {
    const channel = (this.#channel = new BroadcastChannel("sapper.games"));
    const here = (id) => this.latest().game?.id === id;
    channel.onmessage = ({ data: id }) => {
      if (here(id)) this.#inOrder(async () => here(id) && this.#load(await get(`/api/games/${id}`)));
    };
    return () => channel.close();
  }

  stop() {
    this.#asking.abort();
  }

  #inOrder(task) {
    this.stop(); // the next request does not wait for a hint
    const setNotice = (notice) => this.send({ type: "set", fields: { notice } });
    this.#queue = this.#queue
      .then(() => task(this.latest().game))
      .catch((error) => report(error, setNotice));
    return this.#queue;
  }

  async #load(game) {
    this.send({ type: "load", game, tree: await get(`/api/games/${game.id}/tree`) });
    return game;
  }

  #tell({ id }) {
    this.#channel?.postMessage(id);
  }

  #visit(game) {
    this.send({ type: "visit", game });
    this.#tell(game);
    return game;
  }

  #move(game, answer, player = null) {
    if (answer.step) {
      this.send({ type: "move", answer, player });
      this.#tell(game);
    }
    return answer;
  }

  async #begin(fields) {
    const { name } = preferences();
    const from = viewNow();
    const game = await post("/api/games", name ? { ...fields, name } : fields);
    const before = routeOf(location.hash).argument; // Back returns to the game before this one
    await this.#load(game);
    remember("game", game.id);
    goTo(game, from, !before);
    return game;
  }

  begun() {
    return this.latest().game !== null;
  }

  start(choice) {
    return this.#inOrder(() => this.#begin(gameFields(choice, this.about)));
  }

  /** Begin the game of the fields of a link. */
  deal(fields) {
    return this.#inOrder(() => this.#begin(fields));
  }

  /** Continue a game from a record, a session, or the text or the link of its moves. */
  open(record) {
    return this.#inOrder(() => this.#begin({ record }));
  }

  /** Go back to the game with an id: the game, or false if it is not here. */
  reopen(id) {
    return this.#inOrder(async () => {
      if (!id) return false;
      const from = viewNow();
      const found = await get(`/api/games/${encodeURIComponent(id)}`).catch((error) => {
        if (error instanceof Refusal && error.status >= 400) return false;
        throw error;
      });
      if (!found) return false;
      await this.#load(found);
      goTo(found, from, true);
      return found;
    });
  }

  /** Make a move; when its turn comes, `choose(board)` returns the action, or null for none, and
   * `pathOf()` the path of the pointer. */
  move(cell, choose, pathOf) {
    return this.#inOrder(async (game) => {
      const action = game && choose(game.board); // no game: it could not be dealt
      if (!action) return null;
      return this.#move(game, await post(`/api/games/${game.id}/moves`, { action, cell, path: pathOf() }));
    });
  }

  agent(player) {
    return this.#inOrder(async (game) => {
      if (game.board.outcome !== "playing") return null; // it ended while the key was pressed
      const answer = await post(`/api/games/${game.id}/agent`, { player });
      if (answer.step) addHelp(game, { moves: 1 });
      return this.#move(game, answer, player);
    });
  }

  undoOrRedo(which) {
    return this.#inOrder(async (game) => {
      const next = await post(`/api/games/${game.id}/${which}`, {});
      // An agent's move that was undone still counts as a hint.
      if (which === "undo" && byAgent(game.last)) addHelp(game, { moves: -1, hints: 1 });
      if (which === "redo" && byAgent(next.last)) addHelp(game, { moves: 1, hints: -1 });
      return this.#visit(next);
    });
  }

  /** Go to a node; when its turn comes, `choose(tree)` returns its number, or null for none. */
  visit(choose) {
    return this.#inOrder(async (game) => {
      const node = choose(this.latest().tree);
      return node === null ? null : this.#visit(await post(`/api/games/${game.id}/visit`, { node }));
    });
  }

  /** Change the tree: `what` is `comment`, `promote` or `delete`. */
  edit(what, fields) {
    return this.#inOrder(async (game) => {
      const tree = await post(`/api/games/${game.id}/${what}`, fields);
      const next = tree.at === game.node ? { ...game } : await get(`/api/games/${game.id}`);
      this.send({ type: "load", game: next, tree });
      this.#tell(game);
    });
  }

  hint(player) {
    const leaving = new AbortController();
    const answer = this.#inOrder(async (game) => {
      const decision = await get(`/api/games/${game.id}/hint?${query({ player })}`, leaving.signal);
      if (decision.cell) addHelp(game, { hints: 1 });
      return decision;
    });
    this.#asking = leaving;
    return answer;
  }

  why(cell) {
    return this.#inOrder(({ board }) => post("/api/why", { text: positionText(board), cell }));
  }

  clicks() {
    return this.#inOrder(({ board }) => post("/api/clicks", { text: positionText(board) }));
  }

  challenge(by) {
    return this.#inOrder(({ id }) => get(`/api/games/${id}/challenge?${query({ by })}`));
  }

  text() {
    return this.#inOrder(({ id }) => get(`/api/games/${id}/variations`));
  }

  replay() {
    return this.#inOrder(async ({ id }) => {
      const { board, steps } = await get(`/api/games/${id}/steps`);
      return new Replay(board, steps);
    });
  }
}

const viewNow = () => routeOf(location.hash).view || "play";

/** Go to a game, unless the visitor went to another view while the page waited for it. */
function goTo({ id }, from, quietly) {
  if (viewNow() === from) go(`play/${id}`, quietly);
}

/**
 * Follows the `route`: a game by its id, a board by its seed, or a tree of moves; without any, the game
 * that was played last. `start(choice)` deals a game, `open(text)` continues one, and `review` is that
 * of `useReview`.
 */
export function useAddress(route, { send, latest }, session, { start, open, review }) {
  const otherwise = (quietly) => start(recall("board", FIRST_CHOICE), quietly);
  const reopen = async (name) => {
    const found = await session.reopen(name || recall("game", null));
    if (found) {
      send({ type: "set", fields: { unknown: null } });
      if (over(found) && route.fields.has("review")) review.want(found.id);
    } else if (found === false && name) send({ type: "miss", name });
    else if (found === false) otherwise();
  };
  const deal = async (fields) => {
    const found = await session.deal(fields);
    if (found) {
      const rival = rivalIn(route.fields);
      if (rival) remember("rival", { ...rival, game: found.id });
      const words = rival ? `A new game on the linked board: you race ${rival.name}.` : "A new game on the linked board.";
      send({ type: "set", fields: { notice: { words } } });
    }
    else if (!session.begun()) otherwise(true);
  };
  useEffect(() => {
    const [name, linked] = [route.argument, route.fields.get("tree")];
    const dealt = linkedFields(route.fields); // a link to a board
    const { game } = latest();
    if (!dealt && !linked && game && (!name || name === game.id)) {
      send({ type: "set", fields: { unknown: null } });
      return;
    }
    review.close();
    send(dealt || linked ? { type: "leave" } : { type: "set", fields: { advice: null } });
    if (dealt) deal(dealt);
    else if (linked) open(`#play?tree=${linked}`).then(() => session.begun() || otherwise(true));
    else reopen(name);
  }, [route]);
}
