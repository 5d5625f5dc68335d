// A message under the board, which screen readers announce.

import { html } from "../preact.js";
import { sentence } from "../format.js";

/** `notice` is `{words, kind}`; the kind is "trouble" for errors. */
export function Notice({ notice }) {
  const trouble = notice?.kind === "trouble";
  return html`<p class=${trouble ? "notice trouble" : "notice"} role="status" aria-live="polite">
    ${sentence(notice?.words)}
  </p>`;
}
