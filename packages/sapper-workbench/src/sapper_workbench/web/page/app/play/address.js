// The game in the address of Play.

import { useEffect, useState } from "../preact.js";
import { FIRST_CHOICE, linkedFields } from "../choice.js";
import { recall } from "../storage.js";
import { over } from "./cards.js";

/**
 * Follows the `route`: a game by its id, a board by its seed, or a tree of moves; without any, the game
 * that was played last. Returns `[unknown, setUnknown]`, the address of a game that is not here.
 * `start(choice)` deals a game, `open(text)` continues one, and `review` is that of `useReview`.
 */
export function useAddress(route, session, { start, open, review, setAdvice, setNotice }) {
  const { game } = session;
  const [unknown, setUnknown] = useState(null);
  const otherwise = (quietly) => start(recall("board", FIRST_CHOICE), quietly);

  const reopen = async (named) => {
    const found = await session.reopen(named || recall("game", null));
    if (found) {
      setUnknown(null);
      if (over(found) && route.fields.has("review")) review.want(found.id);
    } else if (found === false && named) setUnknown(named);
    else if (found === false) otherwise();
  };
  useEffect(() => {
    const [named, linked] = [route.argument, route.fields.get("tree")];
    const dealt = linkedFields(route.fields); // a link to a board
    if (!dealt && !linked && game && (!named || named === game.id)) {
      setUnknown(null);
      return;
    }
    review.close();
    setAdvice(null);
    if (dealt || linked) setUnknown(null);
    if (dealt) {
      session.deal(dealt).then((found) => {
        if (found) setNotice({ words: "A new game on the linked board." });
        else if (!session.begun()) otherwise(true);
      });
    } else if (linked) open(`#play?tree=${linked}`).then(() => session.begun() || otherwise(true));
    else reopen(named);
  }, [route]);
  return [unknown, setUnknown];
}
