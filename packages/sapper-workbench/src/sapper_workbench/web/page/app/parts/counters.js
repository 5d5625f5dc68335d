// The line over a board: its title, the mines left, the lives, and the menu of its view.

import { html } from "../preact.js";
import { unflagged } from "../board/position.js";
import { hasGold } from "./legend.js";

/** `start` is the title or the choice of the board, `children` follow the counts, `tools` come last. */
export function Counters({ board, start, tools, children }) {
  return html`<div class="counters">
    <span class="counters-start">${start}</span>
    <span class="counters-middle">
      <${Count} glyph="mine" title="Mines without a flag" unit="mines left">${unflagged(board)}<//>
      ${hasGold(board) && html`<${Count} glyph="life" title="Lives" unit="lives">
        ${board.lives_left}<//>`}
      ${children}
    </span>
    <span class="counters-end">${tools}</span>
  </div>`;
}

/** A number with a glyph; screen readers get its unit. */
export function Count({ glyph, title, unit, children }) {
  return html`<span class="count" title=${title}>
    <i class=${`glyph glyph-${glyph}`} aria-hidden="true"></i><b>${children}</b>${" "}
    <span class="unseen">${unit}</span>
  </span>`;
}
