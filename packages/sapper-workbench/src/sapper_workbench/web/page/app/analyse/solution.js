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
      ${solution.twins && html`<${Twins} board=${board} twins=${solution.twins} />`}
      ${solution.stuck && html`<${Tool} onClick=${() => editor.edit({ ...board, cells: solution.stuck })}>Show where no cell is safe<//>`}`}
  </section>`;
}

const MAX_BESIDE = 10; // columns of boards that stand side by side

/** Two boards that cannot be told apart, with the cells that differ lit: the part around these cells. */
function Twins({ board, twins: { words, layouts, ...size } }) {
  const part = { ...board, ...size, drawn: null };
  const [one, two] = layouts.map((cells) => indices(part, cells));
  const apart = one.symmetricDifference(two);
  return html`<div class="twins">
    <p class="small">${words}</p>
    <div class=${part.width > MAX_BESIDE ? "pair pair-stacked" : "pair"}>
      ${[["Another board", one], ["Your board", two]].map(([label, mines]) => html`<section class="half" key=${label}>
        <${Board} board=${part} truth=${{ mines, gold: new Set(), drawn: true }}
          marks=${{ ...NO_MARKS, apart, noted: apart }} small label=${label} />
        <p class="half-head small">${label}</p>
      </section>`)}
    </div>
  </div>`;
}
