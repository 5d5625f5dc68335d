// Words: prose, names of cells that highlight them on the board, times and counts.

import { html } from "../kit.js";

const FIRM = "\u00a0"; // a no-break space
const CELL = /\[(\d{1,5}), ?(\d{1,5})\]/g;

/** A reason or message as prose: with a capital letter, and a full stop where it lacks one. */
export function sentence(words) {
  const text = (words ?? "").trim();
  if (!text) return "";
  const whole = text[0].toUpperCase() + text.slice(1);
  return /[.!?…]["”’)]?$/.test(whole) ? whole : `${whole}.`;
}

/**
 * A text in which every name of a cell, `[row, column]`, is a button. `onLit` gets the cell that is
 * pointed at, or null.
 */
export function Words({ text: given, onLit }) {
  const text = given.replaceAll(" %", `${FIRM}%`); // keeps a figure and its sign on one line
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

/** A time span in the unit that suits it. */
export function duration(seconds) {
  if (!seconds) return "";
  if (seconds < 0.001) return `${Math.max(1, Math.round(seconds * 1e6))}${FIRM}µs`;
  if (seconds < 0.01) return `${(seconds * 1000).toFixed(1)}${FIRM}ms`;
  if (seconds < 1) return `${Math.round(seconds * 1000)}${FIRM}ms`;
  if (seconds < 60) return `${seconds.toFixed(1)}${FIRM}s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

/** Minutes and seconds, as on a clock. */
export function clock(seconds) {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** A count with its noun: "no guesses", "1 guess". */
export function counted(count, one, many) {
  return `${count === 0 ? "no" : count} ${count === 1 ? one : many}`;
}
