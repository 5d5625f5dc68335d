// One line under the board that says what happened; screen readers hear it.

import { html } from "../kit.js";

/** `notice` is `{words, kind}`: kind "trouble" for what went wrong. */
export function Notice({ notice }) {
  const trouble = notice?.kind === "trouble";
  return html`<p class=${trouble ? "notice trouble" : "notice"} role="status" aria-live="polite">
    ${notice?.words ?? ""}
  </p>`;
}
