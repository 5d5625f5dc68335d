// The difficulty of a no-guess board.

import { html } from "../preact.js";
import { sentence } from "../format.js";
import { useFetched } from "../parts/fetched.js";

const DAILY = /^daily-/;
const COVERED = new Set(["H", "F"]);

/** The difficulty of a board that needs no guess; the server may keep it until the game has ended. */
export function Difficulty({ game }) {
  const certain = game.no_guess || DAILY.test(game.world ?? "");
  const begun = game.board.cells.some((cell) => !COVERED.has(cell));
  const path = certain && begun ? `/api/games/${game.id}/difficulty` : null;
  const words = useFetched(path, `${path} ${game.ended}`).found?.words ?? "";
  if (!certain) return null;
  if (!begun) return html`<p class="soft small">The board is dealt at your first click: no guess will be needed.</p>`;
  return html`<p class="soft small">${sentence(`no guess is needed${words && `: ${words}`}`)}</p>`;
}
