// The line over a board: mines left, lives, and what its view adds.

import { html } from "../preact.js";
import { unflagged } from "../board/position.js";
import { hasGold } from "./legend.js";

/** `children` are shown between the counts and the outcome, `tools` at the end of the line. */
export function Counters({ board, outcome, tools, children }) {
  return html`<div class="counters">
    <${Count} glyph="mine" title="Mines without a flag" unit="mines left">${unflagged(board)}<//>
    ${hasGold(board) && html`<${Count} glyph="life" title="Lives" unit="lives">
      ${board.lives_left}<//>`}
    ${children}
    <span class=${`outcome outcome-${board.outcome}`}>${outcome}</span>
    ${tools}
  </div>`;
}

/** A number with a glyph; screen readers get its unit. */
export function Count({ glyph, title, unit, children }) {
  return html`<span title=${title}>
    <i class=${`glyph glyph-${glyph}`} aria-hidden="true"></i><b>${children}</b>${" "}
    <span class="unseen">${unit}</span>
  </span>`;
}
