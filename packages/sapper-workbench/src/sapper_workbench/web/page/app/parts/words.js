// Prose in which the names of cells highlight them on the board.

import { html } from "../preact.js";

const CELL = /((?<=\d) at)?( ?)\[(\d{1,5}), ?(\d{1,5})\]([,.;:)]*)/g;

/**
 * A text in which every name of a cell, `[row, column]`, is a button. `onLit` gets the cell that is
 * pointed at, or null. Cells with one of the `numbers` (see `numbersOf`) are named by it, as the board
 * marks them: "the 1 ①".
 */
export function Words({ text, numbers, onLit }) {
  if (!onLit) return html`<span>${text}</span>`;
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(CELL)) {
    const [whole, at = "", space, row, column, after] = match;
    const cell = [Number(row), Number(column)];
    const number = numbers?.get(String(cell));
    parts.push(text.slice(end, match.index), number ? "" : at, space);
    parts.push(html`<${CellName} cell=${cell} number=${number} after=${after} onLit=${onLit} />`);
    end = match.index + whole.length;
  }
  return html`<span>${parts}${text.slice(end)}</span>`;
}

const ONE = 0x2460; // the sign ①
const IN_FONTS = 10; // many fonts have no ⑪

/**
 * The name of a cell, or the sign of its number, as a button that highlights it. The punctuation
 * `after` it stays on its line.
 */
export function CellName({ cell, number, after, onLit }) {
  const name = `[${cell[0]}, ${cell[1]}]`;
  const light = () => onLit?.(cell);
  const dim = () => onLit?.(null);
  const button = html`<button
    type="button"
    class=${number ? "cell-name cell-number" : "cell-name"}
    title=${number ? name : null}
    aria-label=${number ? `cell ${number}, ${name}` : null}
    onMouseEnter=${light}
    onMouseLeave=${dim}
    onFocus=${light}
    onBlur=${dim}
    onClick=${light}
  >${number ? html`<${Sign} number=${number} />` : name}</button>`;
  return after ? html`<span class="unbroken">${button}${after}</span>` : button;
}

/** The sign of a number: ①, or the number in a circle. */
function Sign({ number }) {
  if (number > IN_FONTS) return html`<span class="encircled">${number}</span>`;
  return String.fromCodePoint(ONE + number - 1);
}
