// Whether a board whose mines are known needs a guess from its first cell.

import { html, useState } from "../preact.js";
import { messageOf, post } from "../api.js";
import { Board } from "../board/board.js";
import { cellOf } from "../board/position.js";
import { indices, NO_MARKS } from "../board/scene.js";
import { sentence } from "../format.js";
import { Notice, Tool } from "../parts/controls.js";
import { Words } from "../parts/reasons.js";

/** The mines of a board as text, one row per line; null if they are not known or the text cannot show them. */
export function mineMap(board, truth) {
  const mines = board.drawn ?? (truth && indices(board, truth.mines));
  if (!mines?.size || board.grid !== "square" || board.cells.includes("#")) return null;
  const letters = board.cells.map((_, i) => (mines.has(i) ? "*" : "."));
  return Array.from({ length: board.height }, (_, row) =>
    letters.slice(row * board.width, (row + 1) * board.width).join(""),
  ).join("\n");
}

/** The question and its answer; the first cell is the one that was asked about, or the first open one. */
export function Solution({ editor, truth, asked, onLit }) {
  const { board } = editor;
  const map = mineMap(board, truth);
  const [found, setFound] = useState(null); // {map, solution} or {map, trouble}
  if (!map) return null;
  const zeros = board.cells.indexOf("0");
  const opened = zeros < 0 ? board.cells.findIndex((code) => code >= "1" && code <= "8") : zeros;
  const start = asked ?? (opened < 0 ? null : cellOf(board, opened));
  const ask = () =>
    post("/api/solve", { text: map, start }).then(
      (solution) => setFound({ map, solution }),
      (error) => setFound({ map, trouble: { words: messageOf(error), kind: "trouble" } }),
    );
  const { solution, trouble } = found?.map === map ? found : {}; // not of the board before
  return html`<section class="card" aria-label="Whether it needs a guess">
    <p class="row row-between"><span>Does this board need a guess?</span>
      <${Tool} onClick=${ask}>From ${start ? `[${start.join(", ")}]` : "the best first cell"}<//></p>
    <${Notice} notice=${trouble} />
    ${solution && html`<p><${Words} text=${sentence(solution.words)} onLit=${onLit} /></p>
      ${solution.hardest && html`<p class="reason small">The hardest step: <${Words} text=${solution.hardest} onLit=${onLit} /></p>`}
      ${solution.layouts && html`<${Twins} board=${{ ...board, cells: solution.stuck }} layouts=${solution.layouts} />`}
      ${solution.stuck && html`<${Tool} onClick=${() => editor.edit({ ...board, cells: solution.stuck })}>Show where no cell is safe<//>`}`}
  </section>`;
}

const MAX_WHOLE = 10; // rows or columns of a board that is drawn whole
const MARGIN = 2; // rows and columns drawn around the cells that differ
const MAX_BESIDE = 10; // columns of boards that stand side by side

/** Two boards that cannot be told apart, with the cells that differ lit: the part around these cells. */
function Twins({ board, layouts }) {
  const [one, two] = layouts.map((cells) => indices(board, cells));
  const differing = [...one].filter((i) => !two.has(i)).concat([...two].filter((i) => !one.has(i)));
  const places = differing.map((i) => cellOf(board, i));
  const rows = span(places.map(([row]) => row), board.height);
  const columns = span(places.map(([, column]) => column), board.width);
  const part = partOf(board, rows, columns);
  const within = (mines) => new Set(part.from.flatMap((i, at) => (mines.has(i) ? [at] : [])));
  const apart = within(new Set(differing));
  const whole = part.cells.length === board.cells.length;
  const [top, bottom, left, right] = [rows[0], rows.at(-1), columns[0], columns.at(-1)];
  return html`<div class="twins">
    <p class="small">Nobody can tell these two boards apart: they show the same numbers, and differ only in the${" "}
      ${differing.length} cells with a frame.${whole ? "" : ` Drawn are rows ${top} to ${bottom} and columns ${left} to ${right}.`}</p>
    <div class=${part.width > MAX_BESIDE ? "pair pair-stacked" : "pair"}>
      ${[one, two].map((mines, at) => html`<section class="half" key=${at}>
        <${Board} board=${part} truth=${{ mines: within(mines), gold: new Set(), drawn: true }}
          marks=${{ ...NO_MARKS, apart, noted: apart }} small label=${at ? "Your board" : "Another board"} />
        <p class="half-head small">${at ? "Your board" : "Another board"}</p>
      </section>`)}
    </div>
  </div>`;
}

/** The rows or columns to draw around some of them. */
function span(places, count) {
  if (count <= MAX_WHOLE) return Array.from({ length: count }, (_, i) => i);
  const from = Math.max(0, Math.min(...places) - MARGIN);
  const to = Math.min(count - 1, Math.max(...places) + MARGIN);
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}

/** These rows and columns of a board as a board, and the indices that its cells come `from`. */
function partOf(board, rows, columns) {
  const from = rows.flatMap((row) => columns.map((column) => row * board.width + column));
  const cells = from.map((i) => board.cells[i]);
  return { ...board, width: columns.length, height: rows.length, cells, from, drawn: null };
}
