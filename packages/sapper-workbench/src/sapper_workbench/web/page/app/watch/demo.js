// The boards and splits of the demo of the limited reasoner, each one click away.

import { html } from "../preact.js";
import { AS_IN_DEMO, DEMO_BOARDS, namedSizes } from "../choice.js";
import { indexOf } from "../board/position.js";
import { NO_MARKS } from "../board/scene.js";
import { Tool } from "../parts/controls.js";

const SPLITS = [...Array(10).keys()];

/** The splits of a recipe of limited belief, or null for another player. */
export function splitsOf(recipe) {
  const found = /^limited(?:\((?:splits=)?(\d)\))?$/.exec(recipe);
  return found && Number(found[1] ?? 2);
}

/** The split levels of an answer as marks on the cells without a flag; null without one. @param {any} board @param {any} effort */
export function effortMarks(board, effort) {
  if (!effort) return null;
  const levels = effort.levels.map(([cell, level, mine]) => [indexOf(board, cell), { level, mine }]);
  return { ...NO_MARKS, levels: new Map(levels.filter(([index]) => board.cells[index] === "H")) };
}

/**
 * Buttons for boards and splits: `onWatch(recipe, level, first)` shows a game. `levels` says whether
 * the board shows the split level of each cell, which `onLevels` switches.
 */
export function DemoButtons({ recipe, choice, about, levels, onWatch, onLevels }) {
  const { level } = choice;
  const splits = splitsOf(recipe) ?? 2;
  const demo = choice.first === AS_IN_DEMO;
  const first = demo ? AS_IN_DEMO : "opening";
  const sizes = new Map(namedSizes(about).map((size) => [size.name, size]));
  const words = ({ width, height, mines }) => `${width}×${height}, ${mines} mines`;
  const row = (label, buttons) => html`<p class="demo-row" role="group" aria-label=${label}>
    <span class="soft small demo-label">${label}</span><span class="row">${buttons}</span></p>`;
  return html`<section class="card demo" aria-label="Limited belief">
    <h2>Limited belief</h2>
    ${row(
      "Board",
      Object.entries(DEMO_BOARDS).map(
        ([name, board]) => html`<${Tool} key=${name} pressed=${level === board} words=${words(sizes.get(board))}
          onClick=${() => onWatch(`limited(splits=${splits})`, board, first)}>${name}<//>`,
      ),
    )}
    ${row(
      "Splits",
      SPLITS.map(
        (each) => html`<${Tool} key=${each} pressed=${splits === each}
          words=${`Reason with up to ${each} nested case splits`}
          onClick=${() => onWatch(`limited(splits=${each})`, level, first)}>${each}<//>`,
      ),
    )}
    ${row(
      "Deal",
      html`<${Tool} pressed=${demo} words="The demo's own boards by seed, its first cell and its goal"
        onClick=${() => onWatch(`limited(splits=${splits})`, level, demo ? "opening" : AS_IN_DEMO)}>as in the demo<//>
      ${demo && html`<span class="soft small">Every mine must be flagged, too.</span>`}`,
    )}
    ${row(
      "Effort",
      html`<${Tool} pressed=${levels} words="Show the split level at which each hidden cell is decided" onClick=${onLevels}>on the board<//>
      ${levels && html`<span class="soft small">The split level that decides each cell: green is safe, red a mine.</span>`}`,
    )}
    <p class="soft small demo-more">The reasoner answers other questions, too:${" "}<a href="#believe">limited belief</a>.</p>
  </section>`;
}
