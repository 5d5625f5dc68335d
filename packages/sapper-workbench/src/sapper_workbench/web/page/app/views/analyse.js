// Analyse: a position drawn, pasted or dropped, and its analysis.

import { html, useEffect, useRef, useState } from "../preact.js";
import { answerMarks, CellLine, Findings, Layouts, Summary, useAnswer } from "../analyse/findings.js";
import { Candidates, lettersOfBest, useCandidates } from "../analyse/candidates.js";
import { allOpen, ARROW, asSeen, canDraw, MARK, toDraw, useMarks } from "../analyse/drawing.js";
import { useEditor } from "../analyse/editor.js";
import { Solution } from "../analyse/solution.js";
import { CopyLink, Source, SOURCE, useSource } from "../analyse/source.js";
import { Board } from "../board/board.js";
import { indexOf, minesKnown, neighboursOf, withMines } from "../board/position.js";
import { indices, lettersOn, NO_MARKS, overlayOf } from "../board/scene.js";
import { keysOf, useKeys } from "../keys.js";
import { BoardMenu, Elsewhere, useZoom } from "../parts/around.js";
import { saveText } from "../parts/files.js";
import { Item, Notice, Steady, Tool } from "../parts/controls.js";
import { useRemembered } from "../storage.js";
import { AddToStudy, StudyCard } from "../studies/card.js";
import { useStudy } from "../studies/study.js";
import { fieldsOf, treeOfBoard } from "../tree/positions.js";
import { MoveList } from "../tree/movelist.js";
import { noted } from "../tree/tree.js";
import { Share } from "../tree/share.js";

const LOOK = "look";
const WHEEL = ["H", "0", "1", "2", "3", "4", "5", "6", "7", "8"];
/** The signs of the brushes and their words, on a board and among drawn mines. @type {Record<string, string[]>} */
const BRUSHES = {
  [LOOK]: ["?", "Click a cell to see what is known about it"],
  H: ["", "hidden"],
  ...Object.fromEntries([...Array(9).keys()].map((clue) => [clue, [String(clue), `clue ${clue}`]])),
  F: ["⚑", "flag"],
  "*": ["✸", "open mine"],
  "#": ["▨", "blocked"],
};
const DRAWING = { ...BRUSHES, 0: ["▢", "open: sapper fills in the clue"], "*": ["✸", "mine"] };
const PALETTE = [LOOK, "H", ...WHEEL.slice(1), "F", "*", "#"];
const DRAWN = [LOOK, "H", "0", "F", "*", "#"];
const QUIET = [LOOK, MARK, ARROW]; // brushes that leave the position as it is
export function Analyse({ about, route }) {
  const analysing = useAnalysing(route);
  const { editor, board, marking, analysis, live, quiet, risks, brush, tree } = analysing;
  const [pointed, setPointed] = useState(null);
  const [lit, setLit] = useState(null);
  const zoom = useZoom();
  const cursor = useRef([0, 0]);
  const field = useRef();
  const does = doesOf(analysing, cursor);
  const { over, on } = useSource(editor);
  useKeys(["analyse"], does);
  useKeys(["all"], {
    stop: () => {
      live.stop();
      analysing.answering.setAnswer(null);
    },
    settings: () => field.current.focus(),
  });
  const point = (cell) => {
    if (cell) cursor.current = cell; // keys act on the cell under the pointer
    setPointed(cell);
  };
  const item = (name, words, off, pressed) => html`<${Item} keys=${keysOf("analyse", name)}
    off=${off} pressed=${pressed} onClick=${does[name]}>${words}<//>`;
  const { late, notice, walks } = editor;
  const overlay = risks ? overlayOf(board, analysis) : null;
  const marks = marksNow(analysing);
  const { cells: changed = [] } = tree.nodes.get(tree.at);
  const supposed = analysing.answering.supposed ?? board.drawn;
  const last = walks && changed.length ? indexOf(board, changed[0][0]) : -1;
  return html`<main class=${over ? "view dropping" : "view"} id="main" ...${on}>
    <section class="stage" aria-label="Position">
      <${Summary} analysis=${quiet ? null : analysis} board=${board} late=${late}>
        <${BoardMenu} zoom=${zoom} board=${board}>
          ${item("undo", "Undo", !editor.undoable)}
          ${item("redo", "Redo", !editor.redoable)}
          ${item("draw", "Draw mines", !canDraw(board), Boolean(board.drawn))}
        <//>
      <//>
      <${Board} numbered
        board=${board}
        overlay=${overlay}
        marks=${marks}
        truth=${supposed && { mines: supposed, gold: new Set(), drawn: true }}
        lit=${lit ?? marking.from}
        last=${last}
        fresh=${walks ? new Set(changed.map(([cell]) => indexOf(board, cell))) : null}
        follow=${analysing.answering.answer === "suggestion" ? marks?.target : last}
        ...${zoom}
        keys=${walks ? "focused" : "always"}
        label="Position"
        painting=${!QUIET.includes(brush)}
        arrows=${[MARK, ARROW].includes(brush) ? "both" : "right"}
        onAct=${(gesture, cell, to) => act(analysing, gesture, cell, to)}
        onPoint=${point}
        onWheel=${(cell, direction) => turn(editor, cell, direction)}
        cursor=${cursor}
      />
      <div class="dock">
        <${Palette} brush=${brush} onBrush=${analysing.setBrush} drawing=${Boolean(board.drawn)} />
        <${Tools} analysing=${analysing} does=${does} />
        <${Elsewhere} overlay=${overlay} marks=${marks} />
        ${!quiet && html`<${CellLine} at=${pointed} board=${board} analysis=${analysis} live=${live}
          ask=${editor.why} onLit=${setLit} />`}
      </div>
      <${Notice} notice=${notice?.at === SOURCE ? null : notice} />
    </section>
    <${Side} analysing=${analysing} about=${about} field=${field} onSuggestion=${does.suggest} onLit=${setLit} />
  </main>`;
}

/** The position with its analysis, its candidates and the answer about a cell, and how they are shown. */
function useAnalysing(route) {
  const editor = useEditor(route);
  const { board, tree } = editor;
  const [adviser, setAdviser] = useRemembered("analyse.adviser", "swift");
  const marking = useMarks(editor);
  const study = useStudy(route, editor);
  const chapter = ["study", "chapter"].map((name) => route.fields.get(name));
  const [risks, setRisks] = useState(!chapter[0]);
  useEffect(() => setRisks(!chapter[0]), chapter);
  const quiet = Boolean(chapter[0]) && !risks; // a chapter asks something, and does not give the answer away
  const counted = editor.late ? null : editor.analysis; // never the previous board's
  const live = useCandidates(board, quiet ? null : counted, adviser);
  const analysis = advised(counted, board, live);
  const [brush, setBrush] = useState(LOOK);
  const answering = useAnswer(editor, analysis);
  const { answer, setAnswer, ask } = answering;
  const suggest = () => {
    const { suggestion } = analysis ?? {};
    if (suggestion?.reason === null) ask(suggestion.cell); // a proof tells why it is safe
    else setAnswer("suggestion");
  };
  useEffect(() => {
    if (answer === "suggestion") suggest(); // another cell is suggested now
  }, [String(analysis?.suggestion?.cell)]);
  return { editor, board, tree, adviser, setAdviser, marking, study, risks, setRisks, quiet, live, analysis, brush, setBrush, answering, suggest };
}

/** What the keys do; those that need a cell act on that of the `cursor`. */
function doesOf({ editor, board, marking, analysis, risks, setRisks, answering, suggest }, cursor) {
  const paint = (code) => () => editor.paint(cursor.current, code);
  const certain = () => indices(board, analysis?.certain_mines);
  return {
    ...Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`clue-${n}`, paint(String(n))])),
    hidden: paint("H"),
    flag: paint("F"),
    mine: paint("*"),
    why: () => answering.ask(cursor.current),
    suggest,
    "more-mines": () => editor.edit(withMines(board, board.mines + 1)),
    "fewer-mines": () => editor.edit(withMines(board, Math.max(0, board.mines - 1))),
    draw: () => {
      if (board.drawn) editor.edit(asSeen(board));
      else if (canDraw(board)) editor.edit(toDraw(board, certain()));
    },
    circle: () => marking.turn(cursor.current),
    arrow: () => marking.point(cursor.current),
    probabilities: () => setRisks(!risks),
    undo: editor.undo,
    redo: editor.redo,
    new: editor.clear,
    "open-all": () => editor.edit(allOpen(board)),
  };
}

/** Does what a gesture means with the brush in hand. */
function act({ editor, board, marking, brush, answering }, gesture, cell, to) {
  const flagged = board.cells[indexOf(board, cell)] === "F";
  if (gesture === "arrow") marking.arrow(cell, to);
  else if (gesture === "flag") editor.paint(cell, board.drawn ? "*" : flagged ? "H" : "F");
  else if (brush === LOOK) answering.ask(cell);
  else if (brush === MARK) marking.turn(cell);
  else if (brush === ARROW) marking.point(cell);
  else editor.paint(cell, brush);
}

/** Paints the next or previous code that a cell can show: a turn of the wheel. */
function turn({ board, paint }, cell, direction) {
  const index = indexOf(board, cell);
  const near = neighboursOf(board, index)?.length ?? 8;
  const codes = board.drawn ? ["H", "0", "*"] : WHEEL.slice(0, near + 2);
  const shown = board.drawn?.has(index) ? "*" : board.cells[index];
  const now = board.drawn && /[0-8]/.test(shown) ? "0" : shown;
  const next = codes.at((codes.indexOf(now) + direction) % codes.length);
  paint(cell, board.drawn && now === "*" && next === "H" ? "*" : next); // "*" again removes the mine
}

/** The marks on the board: those of the answer, else the author's or the letters of the best cells. */
function marksNow({ editor, board, marking, analysis, live, risks, answering }) {
  const letters = live.board === board && risks ? lettersOn(board, lettersOfBest(live)) : null;
  const answered = answerMarks(board, analysis, answering);
  const shown = answered ?? { ...NO_MARKS, letters: marking.shown?.letters ?? letters };
  return { ...marking.shown, ...shown, doubts: indices(board, editor.doubtful) };
}

function Tools({ analysing, does }) {
  const { editor, board, tree, study, analysis, risks, brush, setBrush } = analysing;
  const { game, walks, setNotice } = editor;
  const tool = (name, words, pressed, onClick, label) => html`<${Tool} group="analyse" name=${name}
    words=${words} pressed=${pressed} onClick=${onClick}>${label}<//>`;
  const turnBrush = (wanted) => () => setBrush(brush === wanted ? LOOK : wanted);
  /** A new chapter: the moves of a game or a tree that was opened here, else only the position. */
  const chapterHere = () => {
    const { marks, arrows, comment } = tree.nodes.get(tree.at);
    const alone = noted(treeOfBoard(board), 0, { marks, arrows, comment });
    return { tree: fieldsOf(walks ? tree : alone), ...(game?.record && { game: game.record }) };
  };
  return html`<div class="tools">
    ${tool("probabilities", undefined, risks, does.probabilities, "Risks")}
    ${study && html`${tool("circle", "A click marks a cell", brush === MARK, turnBrush(MARK), "Mark")}
      ${tool("arrow", "Two clicks draw an arrow", brush === ARROW, turnBrush(ARROW), "Arrow")}`}
    ${game && html`<${Tool} words="Review this game in Play" onClick=${editor.review}>Review<//>`}
    <${CopyLink} link=${analysis?.link} onCopied=${setNotice} />
    <a class="tool" href="#guess">Is this a guess?</a>
    <${AddToStudy} key=${walks} title=${game ? "Game" : "Position"} source=${chapterHere} onNotice=${setNotice} />
  </div>`;
}

function Side({ analysing, about, field, onSuggestion, onLit }) {
  const { editor, board, tree, study, quiet, analysis, live, adviser, setAdviser, answering } = analysing;
  const { answer, walk, guessed, layout, setLayout } = answering;
  const { walks, setNotice } = editor;
  const save = async () => {
    const found = await editor.text();
    if (found) saveText("sapper-positions.txt", `${found.text}\n`);
  };
  return html`<aside class="side" aria-label="About the position">
    ${study && html`<${StudyCard} study=${study} quiet=${quiet} editor=${editor} onLit=${onLit} />`}
    ${!quiet && analysis?.consistent !== false && minesKnown(board) && html`<${Steady} key=${`best ${board.width}×${board.height}`}>
      <${Candidates} live=${live} about=${about} player=${adviser} onPlayer=${setAdviser}
        onLit=${onLit} /><//>`}
    <${Steady} key=${walks ? tree.start : board}>
      <${Findings} analysis=${analysis} quiet=${quiet} answer=${answer} walk=${walk} onLit=${onLit}
        onSuggestion=${onSuggestion}>
        ${guessed && html`<${Layouts} layout=${layout} onLayout=${setLayout} />`}<//>
    <//>
    <${Solution} editor=${editor} truth=${analysis?.truth} asked=${answer?.cell} onLit=${onLit} />
    <${MoveList} tree=${tree} walks=${walks} opened=${tree.nodes.size > 1} onVisit=${editor.visit} onWalk=${editor.walk}
      onRemark=${editor.remark} onPromote=${editor.promote} onDelete=${editor.remove} onSave=${save}>
      <${Share} text=${editor.text} onOpen=${(file) => editor.open(file)} onSave=${save} onNotice=${setNotice} />
    <//>
    <${Source} editor=${editor} field=${field} />
  </aside>`;
}

/**
 * An analysis with the adviser's move in place of the usual suggestion, once it is known. A safe cell
 * may be opened in any order, so of safe cells the best one is suggested: the first of the candidates.
 */
function advised(analysis, board, live) {
  if (!analysis || live.board !== board) return analysis;
  const suggestion = live.advice ? live.advice.decision : analysis.suggestion;
  const [best] = live.candidates;
  const safe = suggestion?.action === "open" && !suggestion.guess && best?.risk === 0;
  if (!safe || String(best.cell) === String(suggestion.cell)) return { ...analysis, suggestion };
  return { ...analysis, suggestion: { ...suggestion, cell: best.cell, strategy: "safe", reason: null } };
}

function brushColour(code) {
  if (code === "F") return "var(--flag)";
  return /[1-8]/.test(code) ? `var(--clue-${code})` : null;
}

function Palette({ brush, onBrush, drawing }) {
  return html`<div class="palette" role="group" aria-label="What a click does">
    ${(drawing ? DRAWN : PALETTE).map((code) => {
      const [sign, words] = (drawing ? DRAWING : BRUSHES)[code];
      return html`<button key=${code} type="button" data-code=${code} class=${`brush brush-${/[0-8]/.test(code) ? "clue" : "sign"}`}
        style=${{ color: brushColour(code) }} aria-pressed=${brush === code} aria-label=${words} title=${words}
        onClick=${() => onBrush(code)}>${sign}</button>`;
    })}
  </div>`;
}
