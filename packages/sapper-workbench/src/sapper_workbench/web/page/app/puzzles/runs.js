// Runs of puzzles that get harder: a streak until the first mistake, and a storm of three minutes.

import { html, useEffect, useState } from "../preact.js";
import { clock, counted, titleOf } from "../format.js";
import { Tool } from "../parts/controls.js";

export const MODES = ["streak", "storm"];
export const MEANINGS = {
  streak: "Each puzzle is a little harder; the first mistake ends the streak.",
  storm: "Find the safe cell of as many puzzles as you can in three minutes. A mistake costs ten seconds; five right in a row win three back.",
};
export const STORM_MILLISECONDS = 180_000;
const [MISTAKE_MILLISECONDS, COMBO_MILLISECONDS, COMBO] = [10_000, 3_000, 5];
export const RIGHT_MILLISECONDS = 250; // that a right answer is shown before the next puzzle
export const WRONG_MILLISECONDS = 1200; // and a wrong one
export const STORM_THEME = "one cell";
export const STORM_TASK = "Choose the only safe cell.";

/** No run: the puzzles solved, those in a row, the end of a storm on the page's clock, and whether it is over. */
export const NO_RUN = { solved: 0, row: 0, end: null, over: false };

/** The run after an answer. */
export function runAfter(run, right, storm) {
  const row = right ? run.row + 1 : 0;
  const gained = right ? (row % COMBO ? 0 : COMBO_MILLISECONDS) : -MISTAKE_MILLISECONDS;
  return { ...run, solved: run.solved + (right ? 1 : 0), row, end: storm ? run.end + gained : null };
}

/** The time left in a storm; `onOver` is called when there is none. */
export function StormClock({ run, onOver }) {
  const left = () => Math.max(0, Math.ceil((run.end - performance.now()) / 1000));
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => (left() ? tick(left()) : onOver()), 200);
    return () => clearInterval(timer);
  }, [run]);
  return html`<b class="storm-clock" role="timer" aria-label="Time left">${clock(left())}</b>
    ${" "}<span>${counted(run.solved, "puzzle", "puzzles")} solved${run.row > 1 && `, ${run.row} in a row`}</span>`;
}

/** Shown before a storm, and after it with its result. */
export const Start = ({ run, onBegin }) => html`<section class="card narrow" role="status">
  <h2>${run.over ? `${counted(run.solved, "puzzle", "puzzles")} solved` : "Storm"}</h2>
  ${run.over && run.solved > 0 && run.solved >= run.best && html`<p class="record">Your best storm!</p>`}
  <p>${MEANINGS.storm}</p>
  <p class="soft small">${run.best ? `Your best: ${run.best}.` : "No storm yet."} The answers do not change your rating.</p>
  <p class="row"><${Tool} main group="puzzles" name="next" words="Begin a storm" onClick=${onBegin}>${run.over ? "Once more" : "Begin"}<//></p>
</section>`;

/** The puzzles solved in the run, and the most of the player. */
export function RunCard({ mode, run, over }) {
  return html`<section class="card" aria-label=${titleOf(mode)} role="status">
    <p class="overline">${titleOf(mode)}</p>
    <p><b class="puzzle-rating">${run.solved}</b>${" "}<span class="soft small">best ${run.best}</span></p>
    <p class="soft small">${over ? "The streak is over." : MEANINGS[mode]}</p>
  </section>`;
}
