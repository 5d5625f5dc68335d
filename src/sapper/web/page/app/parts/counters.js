// Over a board: mines left, lives, and whatever else its view counts.

import { html } from "../kit.js";
import { unflagged } from "../board/speech.js";

/** `children` stand between the counts and the outcome; `tools` at the end of the line. */
export function Counters({ board, outcome, tools, children }) {
  const { lives_left: lives, rules } = board;
  const counted = rules?.lives > 1 || (rules?.signs ?? "none") !== "none";
  return html`<div class="counters">
    <${Count} glyph="mine" title="mines that no flag stands for" unit="mines left">${unflagged(board)}<//>
    ${counted && html`<${Count} glyph="life" title="lives" unit="lives">${lives}<//>`}
    ${children}
    <span class=${`outcome outcome-${board.outcome}`}>${outcome}</span>
    ${tools}
  </div>`;
}

/** A number with a glyph; screen readers hear its unit. */
export function Count({ glyph, title, unit, children }) {
  return html`<span title=${title}>
    <i class=${`glyph glyph-${glyph}`} aria-hidden="true"></i><b>${children}</b>
    <span class="unseen">${unit}</span>
  </span>`;
}
