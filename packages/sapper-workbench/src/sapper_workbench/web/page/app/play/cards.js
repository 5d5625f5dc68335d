// Cards and counters of a game: instructions at the start, and the time.

import { html, useEffect, useRef, useState } from "../preact.js";
import { clock } from "../format.js";
import { Count } from "../parts/counters.js";
import { Notice } from "../parts/notice.js";
import { usePreferences } from "../preferences/preferences.js";

/** Whether a game has ended. */
export const over = (game) => game != null && game.board.outcome !== "playing";

/** Shown until there is a game: it is being dealt, could not be dealt, or is unknown. */
export function Waiting({ notice, unknown, again }) {
  const trouble = notice?.kind === "trouble";
  if (unknown)
    return html`<main class="view" id="main"><section class="stage waiting">
    <section class="card narrow" role="alert">
      <h2>Game not found</h2>
      <p>This server has no game “${unknown}”. It may have been deleted
        because it was old, or it was played on another server.</p>
      <p class="row"><button type="button" class="button" onClick=${again}>New game</button></p>
    </section>
  </section></main>`;
  return html`<main class="view" id="main"><section class="stage waiting">
    <${Notice} notice=${notice ?? { words: "Dealing …" }} />
    ${trouble && html`<button type="button" class="button" onClick=${again}>Try again</button>`}
  </section></main>`;
}

/** The seconds played, updated at an interval in milliseconds while the game runs. */
export function useElapsed(game, every) {
  const [, tick] = useState(0);
  const since = useRef({ game: null, at: 0 });
  if (since.current.game !== game) since.current = { game, at: performance.now() };
  const running = !game.ended && game.moves > 0;
  useEffect(() => {
    if (!running) return undefined;
    const timer = setInterval(() => tick((n) => n + 1), every);
    return () => clearInterval(timer);
  }, [running, every]);
  const passed = running ? (performance.now() - since.current.at) / 1000 : 0;
  return (game.seconds ?? 0) + passed;
}

/** The time played. */
export function Clock({ game }) {
  const { milliseconds } = usePreferences();
  const seconds = useElapsed(game, milliseconds ? 53 : 500);
  return html`<${Count} glyph="clock" title="Time" unit="played">${clock(seconds, { milliseconds })}<//>`;
}

export const FINGERS = matchMedia("(pointer: coarse)").matches;

/** How to play, until the visitor has won a game. */
export function Welcome({ moves }) {
  const [press, flag] = FINGERS ? ["Tap", "A long press"] : ["Click", "A right click"];
  return html`<section class="card welcome">
    <h2>${moves ? "Your move" : "A game is ready"}</h2>
    <ul class="plain">
      <li>To win, open every cell without a mine.</li>
      <li>${press} a cell to open it. Its number says how many of the eight cells around it are
        mines.</li>
      <li>${flag} flags a mine. ${press} a number whose mines are all flagged to open its other
        neighbours.</li>
      <li>Stuck? Hint names a move and highlights the clues that prove it.</li>
      <li>New to Minesweeper? <a href="#learn">Learn</a> teaches it in short lessons.</li>
      <li>Stuck in another game? Ask <a href="#guess">Is this a guess?</a></li>
    </ul>
    ${!FINGERS && html`<p class="soft small">No mouse? Arrow keys move, <kbd>Enter</kbd> opens,${" "}
      <kbd>f</kbd> flags, <kbd>?</kbd> shows all keys.</p>`}
  </section>`;
}
