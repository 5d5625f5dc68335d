// The line under the board that explains the risks on it.

import { html } from "../preact.js";
import { ringOf } from "../board/scene.js";
import { percent } from "../format.js";

/** The meaning of the ring, if one is drawn, and the risk of all cells away from the clues. */
export function Elsewhere({ overlay, marks }) {
  const ring = ringOf(overlay, marks) >= 0;
  if (!overlay || (!ring && overlay.elsewhere == null)) return null;
  return html`<p class="legend elsewhere">
    ${ring && html`<span><i class="swatch swatch-best"></i>best cell</span>`}
    ${overlay.elsewhere != null && html`<span><i class="swatch swatch-tile"></i>away from the
      clues <b>${percent(overlay.elsewhere, 1)}</b> each</span>`}
  </p>`;
}
