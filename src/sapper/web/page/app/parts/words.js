// Words that name cells, `[row, column]`: each lights up on the board when it is pointed at.

import { html } from "../kit.js";

const FIRM = "\u00a0"; // a space that breaks no line
const CELL = /\[(\d{1,5}), ?(\d{1,5})\]/g;

/** A sentence of the server; `onLit(cell)` hears which cell is pointed at, null for none. */
export function Words({ text: said, onLit }) {
  const text = said.replaceAll(" %", `${FIRM}%`); // a figure keeps its sign beside it
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

/** One cell's name as something to point at. */
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

/** A time as people say it. */
export function duration(seconds) {
  if (!seconds) return "";
  if (seconds < 0.001) return `${Math.max(1, Math.round(seconds * 1e6))}${FIRM}µs`;
  if (seconds < 0.01) return `${(seconds * 1000).toFixed(1)}${FIRM}ms`;
  if (seconds < 1) return `${Math.round(seconds * 1000)}${FIRM}ms`;
  if (seconds < 60) return `${seconds.toFixed(1)}${FIRM}s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

/** Minutes and seconds of a clock. */
export function clock(seconds) {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** A count with its noun: "no guesses", "1 guess". */
export function counted(count, one, many) {
  return `${count === 0 ? "no" : count} ${count === 1 ? one : many}`;
}
