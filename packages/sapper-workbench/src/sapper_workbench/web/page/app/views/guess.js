// "Is this a guess?": a position of any Minesweeper, and the answer: steps, or two layouts.

import { html, useRef, useState } from "../preact.js";
import { answerMarks, Findings, Layouts, Summary, useAnswer } from "../analyse/findings.js";
import { Candidates, useCandidates } from "../analyse/candidates.js";
import { EXAMPLE, useEditor } from "../analyse/editor.js";
import { CopyLink, Paste, SOURCE, useSource } from "../analyse/source.js";
import { Board } from "../board/board.js";
import { indices, NO_MARKS, overlayOf } from "../board/scene.js";
import { Elsewhere, useZoom } from "../parts/around.js";
import { Notice, Tool } from "../parts/controls.js";

const PLAYER = "swift"; // whose move is suggested

export function Guess({ about, route }) {
  const editor = useEditor(route, "guess");
  const { board, late, notice, setNotice } = editor;
  const [seen, setSeen] = useState(false); // whether the answer to the example is wanted
  const example = !seen && board.cells.join("") === EXAMPLE.split("\n").slice(1).join("");
  const analysis = late || example ? null : editor.analysis; // never the previous board's
  const guess = analysis?.suggestion?.guess;
  const live = useCandidates(board, guess ? analysis : null, PLAYER);
  const answering = useAnswer(editor, analysis, "suggestion");
  const { answer, setAnswer, ask, walk, guessed, layout, setLayout, supposed } = answering;
  const [lit, setLit] = useState(null);
  const field = useRef();
  const zoom = useZoom();
  const { over, on } = useSource(editor);
  const overlay = guess ? overlayOf(board, analysis) : null;
  const shown = answerMarks(board, analysis, answering) ?? NO_MARKS;
  const marks = { ...shown, doubts: indices(board, editor.doubtful) };
  return html`<main class=${over ? "view dropping" : "view"} id="main" ...${on}>
    <section class="stage" aria-label="Position">
      <${Summary} analysis=${analysis} board=${board} late=${late} />
      <${Board} numbered board=${board} overlay=${overlay} marks=${marks} lit=${lit} ...${zoom} label="Position"
        truth=${supposed && { mines: supposed, gold: new Set(), drawn: true }}
        follow=${answer === "suggestion" ? marks.target : -1} onAct=${(_, cell) => ask(cell)} />
      <div class="dock">
        <div class="tools">
          <${CopyLink} link=${analysis && `#guess${analysis.link}`} onCopied=${setNotice} />
          <a class="tool" href="#analyse">Change it in Analyse</a>
        </div>
        <${Elsewhere} overlay=${overlay} marks=${marks} />
      </div>
      <${Notice} notice=${notice?.at === SOURCE ? null : notice} />
    </section>
    <aside class="side" aria-label="The answer">
      <section class="card">
        <h2>Is this a guess?</h2>
        <p>Show a position from any Minesweeper program: sapper finds a cell that is certainly safe.
          If there is none, you have to guess, and for the cell that it suggests, you see one layout with a mine
          there and one without.</p>
        <${Paste} editor=${editor} field=${field} words="Is this a guess?" />
        ${example && html`<p class="row"><span class="soft small">The board is an example.</span>
          <${Tool} onClick=${() => setSeen(true)}>Show its answer<//></p>`}
      </section>
      <${Findings} analysis=${analysis} answer=${answer} walk=${walk} onLit=${setLit}
        title=${guess ? "It is a guess" : "No guess is needed"} onSuggestion=${() => setAnswer("suggestion")}>
        ${guessed && html`<${Layouts} layout=${layout} onLayout=${setLayout} />`}<//>
      ${analysis && !analysis.suggestion && analysis.consistent && html`<p class="card">Every safe cell is open.</p>`}
      ${guess && html`<${Candidates} live=${live} about=${about} player=${PLAYER} onLit=${setLit} />`}
    </aside>
  </main>`;
}
