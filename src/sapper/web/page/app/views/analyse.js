// Analyse: a position drawn, pasted or dropped, and what it implies.

import { html, useEffect, useRef, useState } from "../preact.js";
import { useEditor } from "../analyse/editor.js";
import { Findings, Summary } from "../analyse/findings.js";
import { CopyLink, Source, SOURCE } from "../analyse/source.js";
import { Board } from "../board/board.js";
import { indexOf, indexOfStep } from "../board/position.js";
import { faultsOf, freshOf, marksOf, overlayOf } from "../board/scene.js";
import { useKeys } from "../keys.js";
import { BoardText } from "../parts/boardtext.js";
import { Elsewhere } from "../parts/elsewhere.js";
import { Notice } from "../parts/notice.js";
import { Steady } from "../parts/steady.js";
import { Stepper, useStepper } from "../parts/stepper.js";
import { Tool } from "../parts/tool.js";
import { useZoom, Zoom } from "../parts/zoom.js";

const LOOK = "look";
const PALETTE = [LOOK, "H", "0", "1", "2", "3", "4", "5", "6", "7", "8", "F", "*", "#"];
const PALETTE_WORDS = {
  [LOOK]: "Click a cell to see what is known about it",
  H: "hidden",
  F: "flag",
  "*": "open mine",
  "#": "blocked",
};
const PALETTE_SIGNS = { [LOOK]: "?", H: "", F: "⚑", "*": "✸", "#": "▨" };

export function Analyse() {
  const editor = useEditor();
  const { board, late, notice, setNotice, replay } = editor;
  const analysis = late ? null : editor.analysis; // never the previous board's
  const [brush, setBrush] = useState(LOOK);
  const zoom = useZoom();
  const [risks, setRisks] = useState(true);
  const cursor = useRef([0, 0]);
  const [lit, setLit] = useState(null);
  const [answer, setAnswer] = useState(null); // {cell, why} or "suggestion"
  const [over, setOver] = useState(false); // whether a file is dragged over the page
  const stepper = useStepper(replay?.steps.length ?? 0, false);
  const field = useRef();
  const latest = useRef();
  latest.current = editor.read;

  useEffect(() => setAnswer(null), [board]);
  useEffect(() => {
    if (replay) editor.showStep(replay.board(stepper.at));
  }, [replay, stepper.at]);

  const { paint } = editor;
  const ask = async (cell) => {
    const why = await editor.why(cell);
    if (why) setAnswer({ cell, why });
  };
  const act = (gesture, cell) => {
    if (gesture === "flag") paint(cell, board.cells[indexOf(board, cell)] === "F" ? "H" : "F");
    else if (brush === LOOK) ask(cell);
    else paint(cell, brush);
  };
  const clues = Array.from({ length: 9 }, (_, n) => [
    `clue-${n}`,
    () => paint(cursor.current, String(n)),
  ]);
  useKeys(["analyse"], {
    ...Object.fromEntries(clues),
    hidden: () => paint(cursor.current, "H"),
    flag: () => paint(cursor.current, "F"),
    mine: () => paint(cursor.current, "*"),
    why: () => ask(cursor.current),
    suggest: () => setAnswer("suggestion"),
    "more-mines": () => editor.edit({ ...board, mines: board.mines + 1 }),
    "fewer-mines": () => editor.edit({ ...board, mines: Math.max(0, board.mines - 1) }),
    probabilities: () => setRisks(!risks),
    undo: editor.undo,
    redo: editor.redo,
    new: editor.clear,
  });
  useKeys(["all"], {
    stop: () => setAnswer(null),
    settings: () => field.current.focus(),
  });

  useEffect(() => {
    const pasted = (event) => {
      if (event.target.closest?.("input, textarea")) return;
      latest.current(event.clipboardData.getData("text"));
    };
    document.addEventListener("paste", pasted);
    return () => document.removeEventListener("paste", pasted);
  }, []);

  const drop = async (event) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) editor.open(file);
    else editor.read(event.dataTransfer.getData("text/plain"));
  };
  const dragging = (event) => {
    event.preventDefault();
    setOver(true);
  };

  const overlay = risks ? overlayOf(board, analysis) : null;
  const marks = marksFor(board, analysis, answer);
  const step = replay?.steps[stepper.at - 1];
  const last = indexOfStep(board, step);
  return html`<main class=${over ? "view dropping" : "view"} id="main" onDrop=${drop}
    onDragOver=${dragging} onDragLeave=${() => setOver(false)}>
    <section class="stage" aria-label="Position">
      <${Summary} analysis=${analysis} board=${board} late=${late}>
        <${Zoom} of=${zoom} />
      <//>
      <${Board}
        board=${board}
        overlay=${overlay}
        marks=${marks}
        lit=${lit}
        last=${last}
        fresh=${freshOf(step)}
        follow=${answer === "suggestion" ? marks?.target : last}
        ...${zoom}
        keys=${replay ? "focused" : "always"}
        label="Position"
        painting=${brush !== LOOK}
        onAct=${act}
        cursor=${cursor}
      />
      <div class="dock">
        ${replay && html`<${Stepper} stepper=${stepper} count=${replay.steps.length} />`}
        <${Palette} brush=${brush} onBrush=${setBrush} />
        <div class="tools">
          <${Tool} group="analyse" name="probabilities" pressed=${risks}
            onClick=${() => setRisks(!risks)}>Risks<//>
          <${Tool} group="analyse" name="undo" off=${!editor.undoable} onClick=${editor.undo}>Undo<//>
          <${Tool} group="analyse" name="redo" off=${!editor.redoable} onClick=${editor.redo}>Redo<//>
          <${CopyLink} link=${analysis?.link} onCopied=${setNotice} />
        </div>
        <${Elsewhere} overlay=${overlay} />
      </div>
      <${Notice} notice=${notice?.at === SOURCE ? null : notice} />
    </section>
    <aside class="side" aria-label="About the position">
      <${Steady} key=${replay ?? board}>
        <${Findings} analysis=${analysis} answer=${answer} onLit=${setLit}
          onSuggestion=${() => setAnswer("suggestion")} />
      <//>
      <${Source} editor=${editor} field=${field} />
      <${BoardText} board=${board} />
    </aside>
  </main>`;
}

function marksFor(board, analysis, answer) {
  if (analysis && !analysis.consistent) return faultsOf(board, analysis);
  if (answer === "suggestion") return marksOf(board, analysis?.suggestion);
  if (!answer) return null;
  const { clues, mines } = answer.why;
  return { ...marksOf(board, { cell: answer.cell, clues, mines, action: "ask" }), tone: "accent" };
}

function brushColour(code) {
  if (code === "F") return "var(--flag)";
  return /[1-8]/.test(code) ? `var(--clue-${code})` : null;
}

function Palette({ brush, onBrush }) {
  return html`<div class="palette" role="group" aria-label="What a click does">
    ${PALETTE.map(
      (code) => html`<button key=${code} type="button" data-code=${code}
      class=${`brush brush-${/[0-8]/.test(code) ? "clue" : "sign"}`}
      style=${{ color: brushColour(code) }}
      aria-pressed=${brush === code} aria-label=${PALETTE_WORDS[code] ?? `clue ${code}`}
      title=${PALETTE_WORDS[code] ?? `clue ${code}`}
      onClick=${() => onBrush(code)}>${PALETTE_SIGNS[code] ?? code}</button>`,
    )}
  </div>`;
}
