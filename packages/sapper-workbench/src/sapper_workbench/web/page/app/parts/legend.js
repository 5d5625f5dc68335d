// The meaning of the signs of Daggers & Gold.

import { html } from "../preact.js";

/** Whether a board may have gold, or the game several lives. */
export function hasGold({ rules }) {
  return rules?.lives > 1 || (rules?.signs ?? "none") !== "none";
}

/** The signs and rules of Daggers & Gold, as a board's rules have them. */
export function WorldLegend({ rules }) {
  const { signs = "marks", zeros_open: zeros = true, won_by: won = "opening" } = rules ?? {};
  const opened = zeros ? " and open with it" : "";
  return html`<section class="card" aria-label="What the signs mean">
    <h2>Daggers & Gold</h2>
    <ul class="signs">
      <li><i class="glyph glyph-mine" aria-hidden="true"></i>
        <span>A dagger is a mine. Opening one costs a life.</span></li>
      <li><i class="glyph glyph-life" aria-hidden="true"></i>
        <span>The number beside the heart is the number of lives left. At 0 the game is lost.</span></li>
      <li><${Gem} /><span>Gold adds a life. Its neighbours are never daggers${opened}.</span></li>
      ${signs !== "none" && html`<li><${Gem} small /><span>${
          signs === "counts"
            ? "A small diamond on a clue counts the gold on its neighbours."
            : "A small diamond on a clue: gold lies directly above, below, left or right of it."
        }</span></li>`}
    </ul>
    <p class="soft small">You win when ${
      won === "flagging"
        ? "every dagger is flagged and every other cell open"
        : "every cell without a dagger is open"
    }. The amount of gold is not shown. Random maps are easy, medium or hard; maps with a
      number are always the same.</p>
  </section>`;
}

/** Gold as the board draws it: large in its own cell, small on a clue beside it. */
function Gem({ small }) {
  return html`<svg class=${small ? "gem gem-small" : "gem"} viewBox="0 0 16 16" aria-hidden="true">
    <path d="M8 1l7 7-7 7-7-7z" />
  </svg>`;
}
