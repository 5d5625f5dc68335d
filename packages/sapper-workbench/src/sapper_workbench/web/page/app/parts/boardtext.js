// The board as position text.

import { html, useState } from "../preact.js";
import { positionText } from "../board/position.js";
import { boardWords } from "../board/speech.js";

/** The board as position text, written only while it is shown. */
export function BoardText({ board }) {
  const [open, setOpen] = useState(false);
  return html`<details class="as-text" onToggle=${(event) => setOpen(event.currentTarget.open)}>
    <summary>Board as text</summary>
    ${open && html`<p class="unseen">${boardWords(board)}</p>
      <pre tabindex="0" aria-label="The position, one row per line">${positionText(board)}</pre>`}
  </details>`;
}
