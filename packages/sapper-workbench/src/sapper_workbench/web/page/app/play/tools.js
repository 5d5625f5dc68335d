// The tools below the board of Play, its clock, and what is shown before there is a game.

import { html, useEffect, useRef, useState } from "../preact.js";
import { byFingers } from "../board/gestures.js";
import { clock, percent } from "../format.js";
import { titled } from "../keys.js";
import { Count } from "../parts/around.js";
import { Notice, Tool, Waiting } from "../parts/controls.js";
import { Stepper } from "../parts/stepper.js";
import { usePreferences } from "../preferences/preferences.js";
import { helpOf } from "./advice.js";

/** Whether a game has ended. */
export const over = (game) => game != null && game.board.outcome !== "playing";

/** Shown until there is a game: it is being dealt, could not be dealt, or is unknown. */
export function NoGame({ notice, unknown, again }) {
  if (unknown)
    return html`<${Waiting}><section class="card narrow" role="alert">
      <h2>Game not found</h2>
      <p>This server has no game “${unknown}”. It may have been deleted
        because it was old, or it was played on another server.</p>
      <p class="row"><button type="button" class="button" onClick=${again}>New game</button></p>
    </section><//>`;
  return html`<${Waiting}><${Notice} notice=${notice ?? { words: "Dealing …" }} />
    ${notice?.kind === "trouble" && html`<button type="button" class="button" onClick=${again}>Try again</button>`}<//>`;
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
  const exact = milliseconds || game.ended;
  const seconds = useElapsed(game, milliseconds ? 53 : 500);
  return html`<${Count} glyph="clock" title="Time" unit="played">${clock(exact ? Math.round(100 * seconds) / 100 : seconds, { hundredths: exact })}<//>`;
}

/** How to play, until the visitor has won a game. */
export function Welcome({ moves, level }) {
  const [press, flag] = byFingers() ? ["Tap", "A long press"] : ["Click", "A right click"];
  return html`<section class=${level === "beginner" ? "card welcome" : "card welcome only-beside"}>
    <h2>${moves ? "Your move" : "A game is ready"}</h2>
    <ul class="plain">
      <li>${press} a cell to open it. Its number says how many of the eight cells around it are
        mines. Open every cell without a mine to win.</li>
      <li>${flag} flags a mine. ${press} a number whose mines are all flagged to open its other
        neighbours.</li>
      <li>New to Minesweeper? <a href="#learn">Learn</a> teaches it in short lessons.</li>
    </ul>
    ${!byFingers() && html`<p class="soft small">No mouse? Arrow keys move, <kbd>Enter</kbd> opens,${" "}
      <kbd>f</kbd> flags, <kbd>?</kbd> shows all keys.</p>`}
  </section>`;
}

/** What has just happened, over the lower edge of the window: the board stays where it is. */
export const Toast = ({ notice }) => html`<div class="toast"><${Notice} notice=${notice} /></div>`;

/** The tools of a game, which are off until there is one. */
export function GameTools({ game, does, risks, flagging, onFlagging, children }) {
  return html`<div class=${over(game) ? "dock dock-over" : "dock"}><div class="tools" role="toolbar" aria-label="Game tools">
    <${Tool} main group="play" name="hint" off=${!game} onClick=${does?.hint}>Hint<//>
    ${
      byFingers()
        ? html`<${Tool} words="Taps flag cells" off=${!game} pressed=${flagging} onClick=${onFlagging}>Flags<//>`
        : html`<${Tool} group="play" name="probabilities" off=${!game} pressed=${risks}
            onClick=${does?.probabilities}>Risks<//>`
    }
    ${children}
  </div></div>`;
}

const RACED = "The share of its board that is open by now. Its cells are shaded on yours; they say nothing about your mines.";

/** What is special about a game that runs: it is one with help, or a race. */
export function Tags({ game, risks, race, share }) {
  return html`<span class="tags">
    ${(risks || helpOf(game).any) && html`<span class="tag tag-plain"
      title="This game counts as one with help: it gets no best time and continues no streak">with help</span>`}
    ${share !== null && html`<span class="tag tag-plain race" title=${RACED}>${race.name} <b>${percent(share)}</b></span>`}
  </span>`;
}

/** What comes after a game: another try if it was lost, or another game. */
export function EndTools({ game, does }) {
  const again = game.board.outcome === "lost" && game.undoable;
  return html`<div class="tools end-tools" role="toolbar" aria-label="Next game">
    ${again && html`<button type="button" class="button" title=${titled("Take the last move back", "play", "undo")}
      onClick=${does.undo}>Try again from there</button>`}
    ${again ? html`<${Tool} onClick=${does.new}>New game<//>` : html`<button type="button" class="button" onClick=${does.new}>New game</button>`}
  </div>`;
}

/** The steps of a review, beside the board or below it. */
export function ReviewTools({ review: { replay, stepper, tryHere }, does }) {
  return html`<div class="review-tools"><${Stepper} stepper=${stepper} count=${replay.steps.length} />
    <div class="tools" role="toolbar" aria-label="Review tools">
      <${Tool} words="Go back to the game at this move and try another" off=${stepper.atEnd}
        onClick=${tryHere}>Try another move<//>
      <${Tool} group="play" name="examine" words="Analyse this position" onClick=${does.examine}>Analyse<//>
      <${Tool} group="play" name="review" words="Back to the end of the game"
        onClick=${does.review}>Close<//>
    </div></div>`;
}
