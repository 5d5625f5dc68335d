// The cell under the pointer or the cursor: its figures at once, and the reason after a moment.

import { html, useEffect, useRef, useState } from "../preact.js";
import { indexOf } from "../board/position.js";
import { risksOf } from "../board/scene.js";
import { codeWords } from "../board/speech.js";
import { percent, sentence } from "../format.js";
import { Words } from "../parts/words.js";
import { candidateAt, chanceWords } from "./candidates.js";

const DWELL = 250; // milliseconds on a cell before the server is asked why

/** A line about the cell `at`; `ask(cell)` requests its explanation. */
export function CellLine({ at, board, analysis, live, ask, onLit }) {
  const [why, setWhy] = useState(null); // {board, cell, words}
  const known = useRef();
  known.current = board;
  const cell = at && at[0] < board.height && at[1] < board.width ? at : null;
  useEffect(() => {
    if (!cell || !analysis?.consistent) return undefined;
    const timer = setTimeout(async () => {
      const found = await ask(cell);
      if (found && known.current === board) setWhy({ board, cell, words: found.words });
    }, DWELL);
    return () => clearTimeout(timer);
  }, [String(cell), analysis]);
  if (!cell)
    return html`<p class="cell-line cell-line-empty">Point at a cell to see its figures and the reason for them.</p>`;
  const reason = why?.board === board && String(why.cell) === String(cell) ? why.words : "";
  return html`<p class="cell-line">
    <b>[${cell.join(", ")}]</b> ${figuresOf(cell, board, analysis, live).join(" · ")}
    ${reason && html`. <${Words} text=${sentence(reason)} onLit=${onLit} />`}
  </p>`;
}

/** The findings about a cell, in a few words each. */
export function figuresOf(cell, board, analysis, live) {
  const index = indexOf(board, cell);
  const code = board.cells[index];
  const words = [codeWords(code)];
  if (code !== "H" && code !== "F") return words;
  const risk = analysis && risksOf(analysis)?.[index];
  if (risk === 0) words.push(analysis.promise || "certainly safe");
  else if (risk === 1) words.push("certainly a mine");
  else if (risk != null) words.push(`${percent(risk, 1)} risk`);
  const found = live.board === board ? candidateAt(live, cell) : null;
  if (found?.progress != null) words.push(`${percent(found.progress)} progress`);
  if (found?.chance != null) words.push(`wins ${chanceWords(found)}`);
  return words;
}
