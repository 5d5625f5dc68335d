// Tools of a board: the size of its cells, and the board as text.

import { html, useRef, useState } from "../kit.js";
import { boardWords, positionText } from "../board/speech.js";
import { useRemembered } from "../route.js";

const STEPS = [8, 12, 16, 20, 24, 28, 34, 42, 52, 64, 80, 104];

/** The size of the cells, kept between visits: the `zoom` and `sized` of a board. */
export function useZoom() {
  const [zoom, setZoom] = useRemembered("zoom", "auto");
  const sized = useRef(24);
  return { zoom, setZoom, sized };
}

/** Buttons for the size of the cells: smaller, the whole board, larger. */
export function Zoom({ of: { zoom, setZoom: onZoom, sized } }) {
  const next = (direction) => {
    const sizes = direction > 0 ? STEPS : [...STEPS].reverse();
    return sizes.find((size) => (size - sized.current) * direction > 0) ?? sized.current;
  };
  return html`<div class="zoom" role="group" aria-label="Size of the board">
    <button type="button" class="tool tool-icon" aria-label="Smaller cells"
      onClick=${() => onZoom(next(-1))}>−</button>
    <button type="button" class="tool" aria-pressed=${zoom === "fit"} title="As much of the board as fits"
      onClick=${() => onZoom(zoom === "fit" ? "auto" : "fit")}>Fit</button>
    <button type="button" class="tool tool-icon" aria-label="Larger cells"
      onClick=${() => onZoom(next(1))}>+</button>
  </div>`;
}

/** The board as position text, written only while it is shown. */
export function AsText({ board }) {
  const [open, setOpen] = useState(false);
  return html`<details class="as-text" onToggle=${(event) => setOpen(event.currentTarget.open)}>
    <summary>Board as text</summary>
    ${
      open &&
      html`<p class="unseen">${boardWords(board)}</p>
      <pre tabindex="0" aria-label="The position, one row per line">${positionText(board)}</pre>`
    }
  </details>`;
}
