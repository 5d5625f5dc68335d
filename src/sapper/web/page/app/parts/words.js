// Prose in which the names of cells highlight them on the board.

import { html } from "../preact.js";

const CELL = /\[(\d{1,5}), ?(\d{1,5})\]/g;

/**
 * A text in which every name of a cell, `[row, column]`, is a button. `onLit` gets the cell that is
 * pointed at, or null.
 */
export function Words({ text, onLit }) {
  if (!onLit) return html`<span>${text}</span>`;
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(CELL)) {
    parts.push(text.slice(end, match.index), cellName(match, onLit));
    end = match.index + match[0].length;
  }
  return html`<span>${parts}${text.slice(end)}</span>`;
}

function cellName([words, row, column], onLit) {
  return html`<${CellName} cell=${[Number(row), Number(column)]} words=${words} onLit=${onLit} />`;
}

/** The name of a cell, as a button that highlights it. */
export function CellName({ cell, words, onLit }) {
  const light = () => onLit?.(cell);
  const dim = () => onLit?.(null);
  return html`<button
    type="button"
    class="cell-name"
    onMouseEnter=${light}
    onMouseLeave=${dim}
    onFocus=${light}
    onBlur=${dim}
    onClick=${light}
  >${words ?? `[${cell[0]}, ${cell[1]}]`}</button>`;
}
