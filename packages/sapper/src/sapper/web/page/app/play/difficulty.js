// The difficulty of a no-guess board.

import { html, useEffect, useState } from "../preact.js";
import { get } from "../api.js";
import { sentence } from "../format.js";

const DAILY = /^daily-/;
const COVERED = new Set(["H", "F"]);

/** The difficulty of a board that needs no guess; the server may keep it until the game has ended. */
export function Difficulty({ game }) {
  const certain = game.no_guess || DAILY.test(game.world ?? "");
  const begun = game.board.cells.some((cell) => !COVERED.has(cell));
  const [words, setWords] = useState("");
  useEffect(() => {
    setWords("");
    if (!certain || !begun) return undefined;
    const leaving = new AbortController();
    get(`/api/games/${game.id}/difficulty`, leaving.signal)
      .then((found) => setWords(found.words))
      .catch(() => {}); // the game does not depend on it
    return () => leaving.abort();
  }, [game.id, certain, begun, game.ended]);
  if (!certain) return null;
  if (!begun) return html`<p class="soft small">The board is dealt at your first click: no guess will be needed.</p>`;
  return html`<p class="soft small">${sentence(`no guess is needed${words && `: ${words}`}`)}</p>`;
}
