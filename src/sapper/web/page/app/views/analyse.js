// Analyse: a position drawn, pasted or dropped, and what it implies.

import { html, useEffect, useRef, useState } from "../kit.js";
import { useDesk } from "../analyse/desk.js";
import { Findings, Summary } from "../analyse/findings.js";
import { CopyLink, Source, SOURCE } from "../analyse/source.js";
import { Board } from "../board/board.js";
import { faultsOf, freshOf, indices, marksOf, overlayOf } from "../board/scene.js";
import { titled, useKeys } from "../keys.js";
import { AsText, useZoom, Zoom } from "../parts/boardtools.js";
import { blank } from "../parts/forms.js";
import { Notice } from "../parts/notice.js";
import { Stepper, useStepper } from "../parts/stepper.js";
import { useRemembered } from "../route.js";

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
  const desk = useDesk();
  const { board, late, notice, setNotice, film } = desk;
  const analysis = late ? null : desk.analysis; // never the previous board's
  const [brush, setBrush] = useState(LOOK);
  const zoom = useZoom();
  const [chances, setChances] = useState(true);
  const cursor = useRef([0, 0]);
  const [lit, setLit] = useState(null);
  const [answer, setAnswer] = useState(null); // {cell, why} or "suggestion"
  const [over, setOver] = useState(false); // whether a file is dragged over the page
  const stepper = useStepper(film?.steps.length ?? 0, false);
  const field = useRef();
  const latest = useRef();
  latest.current = desk.read;

  useEffect(() => setAnswer(null), [board]);
  useEffect(() => {
    if (film) desk.stand(film.board(stepper.at));
  }, [film, stepper.at]);

  const paint = (cell, code) => desk.paint(cell, code);
  const ask = async (cell) => {
    const why = await desk.why(cell);
    if (why) setAnswer({ cell, why });
  };
  const act = (gesture, cell) => {
    const index = cell[0] * board.width + cell[1];
    if (gesture === "flag") paint(cell, board.cells[index] === "F" ? "H" : "F");
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
    "more-mines": () => desk.edit({ ...board, mines: board.mines + 1 }),
    "fewer-mines": () => desk.edit({ ...board, mines: Math.max(0, board.mines - 1) }),
    probabilities: () => setChances(!chances),
    undo: desk.undo,
    redo: desk.redo,
    new: () => desk.edit(blank(board.width, board.height, board.mines)),
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
    if (file) desk.open(file);
    else desk.read(event.dataTransfer.getData("text/plain"));
  };
  const dragging = (event) => {
    event.preventDefault();
    setOver(true);
  };

  const overlay = chances ? overlayOf(board, analysis) : null;
  const marks = marksFor(board, analysis, answer);
  const step = film?.steps[stepper.at - 1];
  const last = step ? step.decision.cell[0] * board.width + step.decision.cell[1] : -1;
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
        lit=${lit && indices(board, [lit])}
        last=${last}
        fresh=${freshOf(step)}
        follow=${answer === "suggestion" ? marks?.target : last}
        zoom=${zoom.zoom}
        sized=${zoom.sized}
        keys=${film ? "focused" : "always"}
        label="Position"
        painting=${brush !== LOOK}
        onAct=${act}
        onCursor=${(cell) => {
          cursor.current = cell;
        }}
      />
      <div class="dock">
        ${film && html`<${Stepper} stepper=${stepper} count=${film.steps.length} />`}
        <${Palette} brush=${brush} onBrush=${setBrush} />
        <div class="tools">
          <button type="button" class="tool" aria-pressed=${chances}
            title=${titled("Risks", "analyse", "probabilities")}
            onClick=${() => setChances(!chances)}>Risks</button>
          <button type="button" class="tool" title=${titled("Undo", "analyse", "undo")}
            disabled=${!desk.undoable} onClick=${desk.undo}>Undo</button>
          <button type="button" class="tool" title=${titled("Redo", "analyse", "redo")}
            disabled=${!desk.redoable} onClick=${desk.redo}>Redo</button>
          <${CopyLink} link=${analysis?.link} onCopied=${setNotice} />
        </div>
      </div>
      <${Notice} notice=${notice?.at === SOURCE ? null : notice} />
    </section>
    <aside class="side" aria-label="About the position">
      <${Findings} analysis=${analysis} answer=${answer} onLit=${setLit}
        onSuggestion=${() => setAnswer("suggestion")} />
      <${Source} desk=${desk} field=${field} />
      <${AsText} board=${board} />
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

function Palette({ brush, onBrush }) {
  return html`<div class="palette" role="group" aria-label="What a click does">
    ${PALETTE.map(
      (code) => html`<button key=${code} type="button" data-code=${code}
      class=${`brush brush-${/[0-8]/.test(code) ? "clue" : "sign"}`}
      aria-pressed=${brush === code} aria-label=${PALETTE_WORDS[code] ?? `clue ${code}`}
      title=${PALETTE_WORDS[code] ?? `clue ${code}`}
      onClick=${() => onBrush(code)}>${PALETTE_SIGNS[code] ?? code}</button>`,
    )}
  </div>`;
}
