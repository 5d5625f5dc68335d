// The game in the address of Play.

import { useEffect } from "../preact.js";
import { FIRST_CHOICE, linkedFields } from "../choice.js";
import { recall } from "../storage.js";
import { over } from "./cards.js";

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
    if (found) send({ type: "set", fields: { notice: { words: "A new game on the linked board." } } });
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
