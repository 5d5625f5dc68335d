// The line under the board that explains the risks on it.

import { html } from "../preact.js";
import { percent } from "../format.js";

/** What the ring means, and the one risk of all cells away from the clues. */
export function Elsewhere({ overlay }) {
  if (!overlay || (overlay.best < 0 && overlay.elsewhere == null)) return null;
  return html`<p class="legend elsewhere">
    ${overlay.best >= 0 && html`<span><i class="swatch swatch-best"></i>best cell</span>`}
    ${overlay.elsewhere != null && html`<span><i class="swatch swatch-tile"></i>away from the
      clues <b>${percent(overlay.elsewhere, 1)}</b> each</span>`}
  </p>`;
}
