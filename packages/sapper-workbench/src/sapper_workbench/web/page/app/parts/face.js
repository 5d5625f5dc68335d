// The face over a board: it smiles, gasps at a press, and shows how the game ended.

import { html } from "../preact.js";

const EYES = html`<circle class="face-ink" cx="11" cy="13" r="1.8" /><circle class="face-ink" cx="21" cy="13" r="1.8" />`;
const MOODS = {
  playing: html`${EYES}<path d="M9.5 19c2.5 4.5 10.5 4.5 13 0" />`,
  gasp: html`${EYES}<circle class="face-ink" cx="16" cy="21.5" r="3" />`,
  won: html`<path class="face-ink" d="M6 11h20v2c0 3.5-1 5-4 5s-4-1.5-4.5-4h-3c-.5 2.5-1.5 4-4.5 4s-4-1.5-4-5z" />
    <path d="M10.5 21.5c2.5 3 8.5 3 11 0" />`,
  lost: html`<path d="M9 11l4 4m0-4l-4 4M19 11l4 4m0-4l-4 4M10.5 24c2-3.5 9-3.5 11 0" />`,
};

/** The face of an outcome, or of a `gasp`. */
export function Face({ mood }) {
  return html`<svg class="face" viewBox="0 0 32 32" aria-hidden="true">
    <circle class="face-skin" cx="16" cy="16" r="14" />${MOODS[mood]}</svg>`;
}
