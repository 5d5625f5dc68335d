// The findings about a position: the summary, the suggestion, the answer about a cell, and the cell pointed at.

import { html, useEffect, useLayoutEffect, useRef, useState } from "../preact.js";
import { indexOf } from "../board/position.js";
import { faultsOf, indices, marksOf, risksOf } from "../board/scene.js";
import { codeWords, minesWords } from "../board/speech.js";
import { walkMarks } from "../board/walk.js";
import { percent, plural, sentence } from "../format.js";
import { titled } from "../keys.js";
import { Tool } from "../parts/controls.js";
import { ACTIONS, DecisionCard, useWalk, useWhy, WhyCard, Words } from "../parts/reasons.js";
import { candidateAt, chanceWords } from "./candidates.js";

/** The line over the board. */
export function Summary({ analysis, board, late, children }) {
  const size = `${board.width}×${board.height}, ${minesWords(board)}`;
  const [safe, mines] = [analysis?.safe?.length, analysis?.certain_mines?.length];
  const some = (count, kind) => `tag ${count ? kind : "tag-plain"}`;
  const promise = analysis?.promise;
  return html`<div class="counters counters-long"><div class="summary">
    <span class="counters-text">${size}</span>
    ${late && html`<span class="soft small" role="status">analysing …</span>`}
    ${analysis?.consistent && html`<span class=${some(safe || promise, "tag-good")}>${promise || `${safe} safe`}</span>
      <span class=${some(mines, "tag-bad")}>${plural(mines, "certain mine", "certain mines")}</span>`}
    ${analysis?.consistent && html`<span class="soft small">${analysis.layouts}</span>`}
    ${analysis?.consistent === false && html`<span class="tag tag-bad">impossible</span>`}
    </div>${children}
  </div>`;
}

/** The findings, or why the position is impossible; `answer` is the answer about a cell, `walk` the walk
 * through its explanation, and `quiet` whether they show only what was asked for. */
export function Findings({ analysis, quiet, answer, walk, title = "Suggestion", onLit, onSuggestion, children }) {
  if (!analysis) return null;
  if (!analysis.consistent) {
    return html`<section class="card result result-lost" role="alert">
      <h2>No layout fits</h2>
      <p class="reason"><${Words} text=${sentence(analysis.error.replace(/^no layout fits: /, ""))} onLit=${onLit} /></p>
      <${Faults} faults=${otherFaults(analysis)} onLit=${onLit} />
    </section>`;
  }
  const { suggestion } = analysis;
  return html`
    ${answer?.why && html`<${WhyCard} cell=${answer.cell} words=${answer.why.words}
        title=${certainty(answer, analysis)} walk=${walk} onLit=${onLit} />`}
    ${suggestion && answer === "suggestion" && html`<${DecisionCard} title=${title}
      decision=${suggestion} walk=${walk} onLit=${onLit} />`}
    ${children}
    ${!quiet && suggestion && answer !== "suggestion" && html`<section class="card">
      <p class="row row-between"><span><span class="overline">Suggestion</span><br />
        <b>${ACTIONS[suggestion.action]} [${suggestion.cell.join(", ")}]</b>
        <span class="soft"> · ${suggestion.strategy}</span>${" "}
        <span class=${suggestion.guess ? "tag tag-guess" : "tag tag-good"}>${suggestion.guess ? "a guess" : "certain"}</span></span>
        <button type="button" class="button" title=${titled("A move and its reason", "analyse", "suggest")}
          onClick=${onSuggestion}>Show why</button></p>
    </section>`}
    ${analysis.note && html`<p class="soft small">${sentence(analysis.note)}</p>`}
    ${analysis.faults?.length > 0 && html`<section class="card">
      <h2>No game reaches this position</h2><${Faults} faults=${analysis.faults} onLit=${onLit} /></section>`}`;
}

/** Buttons for the two layouts that show why a cell is a guess. */
export function Layouts({ layout, onLayout }) {
  const button = (at, words) => html`<${Tool} pressed=${layout === at}
    onClick=${() => onLayout(layout === at ? null : at)}>${words}<//>`;
  return html`<section class="card" aria-label="Two layouts">
    <p>The clues leave this cell open: all of them fit a layout with a mine here, and one without.</p>
    <p class="row">${button(0, "With a mine")}${button(1, "Without a mine")}</p>
  </section>`;
}

const MAX_FAULTS = 6;

/** The faults of an impossible position that its error does not name. */
function otherFaults({ faults, conflict, error }) {
  const named = new Set((conflict?.clues ?? []).map(String));
  const said = ({ cell, words }) => (cell ? named.has(String(cell)) : error.endsWith(words));
  return faults?.filter((fault) => !said(fault));
}

function Faults({ faults, onLit }) {
  if (!faults?.length) return null;
  const more = faults.length - MAX_FAULTS;
  return html`<ul class="plain small">
    ${faults.slice(0, MAX_FAULTS).map(
      ({ words }, i) => html`<li key=${i}>
      <${Words} text=${sentence(words)} onLit=${onLit} /></li>`,
    )}
    ${more > 0 && html`<li>and ${more} more</li>`}
  </ul>`;
}

function certainty({ cell, why }, analysis) {
  if (why.certain === "safe") return "certainly safe";
  if (why.certain === "mine") return "certainly a mine";
  if (analysis.promise) return analysis.promise;
  const p = analysis.mine_probability?.[indexOf(analysis, cell)];
  return p == null ? "open" : `${percent(p, 1)} risk of a mine`;
}

/**
 * The `answer` shown, which is `{cell, why}`, "suggestion", or `first`, which each position begins with;
 * `ask(cell)` and `setAnswer` change it. `walk` goes through its explanation. For a guess, `guessed` are
 * two layouts, `layout` says which of them is shown, and `supposed` are its mines.
 * @param {any} [first]
 */
export function useAnswer(editor, analysis, first = null) {
  const { board } = editor;
  const [answer, setAnswer] = useState(first);
  const [layout, setLayout] = useState(null);
  useLayoutEffect(() => setAnswer(first), [board]); // before a click on the new board
  const asked = answer === "suggestion" ? analysis?.suggestion?.cell : null;
  const found = useWhy(board, asked);
  const { explanation, proof, layouts } = answer?.why ?? found ?? {};
  const guessed = answer && layouts?.length ? layouts : null;
  useEffect(() => setLayout(null), [layouts]);
  const walk = useWalk(answer && explanation, proof);
  const ask = async (cell) => {
    const why = await editor.why(cell);
    if (why) setAnswer({ cell, why });
  };
  const supposed = guessed?.[layout] ? indices(board, guessed[layout]) : null;
  return { answer, setAnswer, ask, walk, guessed, layout, setLayout, supposed };
}

/** The marks of an answer on the board, or null without an answer. */
export function answerMarks(board, analysis, { answer, walk }) {
  if (analysis && !analysis.consistent) return faultsOf(board, analysis);
  if (walk?.stop) return walkMarks(board, walk);
  if (answer === "suggestion") return marksOf(board, analysis?.suggestion);
  if (!answer) return null;
  const { clues, mines, words } = answer.why;
  const asked = { cell: answer.cell, clues, mines, reason: words, action: "ask" };
  return { ...marksOf(board, asked), tone: "accent" };
}

const DWELL_MILLISECONDS = 250; // on a cell before the server is asked why

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
    }, DWELL_MILLISECONDS);
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
