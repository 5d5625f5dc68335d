// The cards and counters around a game: how to begin, the time.

import { html, useEffect, useRef, useState } from "../preact.js";
import { clock } from "../format.js";
import { Count } from "../parts/counters.js";
import { Notice } from "../parts/notice.js";
import { Tool } from "../parts/tool.js";
import { usePreferences } from "../preferences/preferences.js";

/** Whether a game has ended. */
export const over = (game) => game != null && game.board.outcome !== "playing";

/** Shown until there is a game: it is being dealt, could not be dealt, or is unknown. */
export function Waiting({ notice, unknown, again }) {
  const trouble = notice?.kind === "trouble";
  if (unknown)
    return html`<main class="view" id="main"><section class="stage waiting">
    <section class="card narrow" role="alert">
      <h2>This game is not here</h2>
      <p>This server has no game “${unknown}”. It may have been deleted because it was old, or been
        played on another server.</p>
      <p class="row"><button type="button" class="button" onClick=${again}>New game</button></p>
    </section>
  </section></main>`;
  return html`<main class="view" id="main"><section class="stage waiting">
    <${Notice} notice=${notice ?? { words: "Dealing …" }} />
    ${trouble && html`<button type="button" class="button" onClick=${again}>Try again</button>`}
  </section></main>`;
}

/** The time played; it runs while the game does. */
export function Clock({ game }) {
  const [, tick] = useState(0);
  const since = useRef({ game: null, at: 0 });
  if (since.current.game !== game) since.current = { game, at: performance.now() };
  const running = !game.ended && game.moves > 0;
  const { milliseconds } = usePreferences();
  useEffect(() => {
    if (!running) return undefined;
    const timer = setInterval(() => tick((n) => n + 1), milliseconds ? 53 : 500);
    return () => clearInterval(timer);
  }, [running, milliseconds]);
  const passed = running ? (performance.now() - since.current.at) / 1000 : 0;
  return html`<${Count} glyph="clock" title="Time" unit="played">
    ${clock((game.seconds ?? 0) + passed, { milliseconds })}<//>`;
}

const FINGERS = matchMedia("(pointer: coarse)").matches;

export function Welcome({ moves, onHint }) {
  const [press, flag] = FINGERS ? ["Tap", "A long press"] : ["Click", "A right click"];
  return html`<section class="card welcome">
    <h2>${moves ? "Your move" : "A game is ready"}</h2>
    <ul class="plain">
      <li>${press} a cell to open it. Its number says how many mines touch it.</li>
      <li>${flag} flags a mine. ${press} a number whose mines are all flagged to open its other
        neighbours.</li>
      <li>Stuck? A hint names a move and highlights the clues that prove it.</li>
      <li>New to Minesweeper? <a href="#learn">Short lessons</a> teach it.</li>
    </ul>
    <p class="row"><button type="button" class="button" onClick=${onHint}>Give me a hint</button></p>
    ${!FINGERS && html`<p class="soft small">No mouse? Arrow keys move, <kbd>Enter</kbd> opens,${" "}
      <kbd>f</kbd> flags, <kbd>?</kbd> shows all keys.</p>`}
  </section>`;
}

const QUICK = ["beginner", "intermediate", "expert"];

/** Buttons that start a game of a usual level, on a board that needs no guess if `certain`. */
export function Levels({ level, certain, onLevel, onCertain }) {
  return html`<div class="chips" role="group" aria-label="New game of a level">
    ${QUICK.map(
      (name) => html`<${Tool} key=${name} words=${`New ${name} game`} pressed=${name === level}
        onClick=${() => onLevel(name)}>${name}<//>`,
    )}
    <${Tool} words="Boards that need no guess" pressed=${certain} onClick=${onCertain}>no guess<//>
  </div>`;
}
