// Analyse: a position drawn, pasted or dropped, and its analysis.

import { html, useEffect, useRef, useState } from "../preact.js";
import { answerMarks, useAnswer } from "../analyse/answer.js";
import { Candidates, ranksOf, useCandidates } from "../analyse/candidates.js";
import { allOpen, asSeen, canDraw, toDraw } from "../analyse/drawn.js";
import { useEditor } from "../analyse/editor.js";
import { Findings, Layouts, Summary } from "../analyse/findings.js";
import { ARROW, MARK, useMarks } from "../analyse/marks.js";
import { CellLine } from "../analyse/pointed.js";
import { CopyLink, Source, SOURCE, useSource } from "../analyse/source.js";
import { Board } from "../board/board.js";
import { indexOf, neighboursOf } from "../board/position.js";
import { indices, NO_MARKS, overlayOf } from "../board/scene.js";
import { keysOf, useKeys } from "../keys.js";
import { BoardMenu } from "../parts/boardmenu.js";
import { Elsewhere } from "../parts/elsewhere.js";
import { saveText } from "../parts/files.js";
import { Item } from "../parts/menu.js";
import { Notice } from "../parts/notice.js";
import { Steady } from "../parts/steady.js";
import { Tool } from "../parts/tool.js";
import { useZoom } from "../parts/zoom.js";
import { useRemembered } from "../storage.js";
import { AddToStudy } from "../studies/add.js";
import { StudyCard } from "../studies/card.js";
import { useStudy } from "../studies/study.js";
import { fieldsOf, treeOfBoard } from "../tree/positions.js";
import { MoveList } from "../tree/movelist.js";
import { Share } from "../tree/share.js";

const LOOK = "look";
const PALETTE = [LOOK, "H", "0", "1", "2", "3", "4", "5", "6", "7", "8", "F", "*", "#"];
const DRAWING = [LOOK, "H", "0", "F", "*", "#"];
const QUIET = [LOOK, MARK, ARROW]; // brushes that leave the position as it is
const WHEEL = ["H", "0", "1", "2", "3", "4", "5", "6", "7", "8"];
const PALETTE_WORDS = {
  [LOOK]: "Click a cell to see what is known about it",
  H: "hidden",
  F: "flag",
  "*": "open mine",
  "#": "blocked",
};
const PALETTE_SIGNS = { [LOOK]: "?", H: "", F: "⚑", "*": "✸", "#": "▨" };

export function Analyse({ about, route }) {
  const editor = useEditor(route);
  const { board, late, notice, setNotice, tree, walks } = editor;
  const [adviser, setAdviser] = useRemembered("analyse.adviser", "swift");
  const marking = useMarks(editor);
  const study = useStudy(route, editor);
  const chapter = ["study", "chapter"].map((name) => route.fields.get(name));
  const [risks, setRisks] = useState(!chapter[0]);
  useEffect(() => setRisks(!chapter[0]), chapter);
  const quiet = Boolean(chapter[0]) && !risks; // a chapter asks something, and does not give the answer away
  const counted = late ? null : editor.analysis; // never the previous board's
  const live = useCandidates(board, quiet ? null : counted, adviser);
  const analysis = advised(counted, board, live);
  const [brush, setBrush] = useState(LOOK);
  const turnBrush = (wanted) => setBrush(brush === wanted ? LOOK : wanted);
  const zoom = useZoom();
  const cursor = useRef([0, 0]);
  const [pointed, setPointed] = useState(null);
  const [lit, setLit] = useState(null);
  const answering = useAnswer(editor, analysis);
  const { answer, setAnswer, ask, walk, guessed, layout, setLayout } = answering;
  const { over, on } = useSource(editor);
  const field = useRef();

  useEffect(() => {
    if (answer === "suggestion") suggest(); // another cell is suggested now
  }, [String(analysis?.suggestion?.cell)]);

  const { paint } = editor;
  const act = (gesture, cell, to) => {
    if (gesture === "arrow") marking.arrow(cell, to);
    else if (gesture === "flag" && board.drawn) paint(cell, "*");
    else if (gesture === "flag") paint(cell, board.cells[indexOf(board, cell)] === "F" ? "H" : "F");
    else if (brush === LOOK) ask(cell);
    else if (brush === MARK) marking.turn(cell);
    else if (brush === ARROW) marking.point(cell);
    else paint(cell, brush);
  };
  const turn = (cell, direction) => {
    const cycle = board.drawn ? ["H", "0", "*"] : WHEEL;
    const index = indexOf(board, cell);
    const near = neighboursOf(board, index)?.length ?? 8;
    const codes = board.drawn ? cycle : cycle.slice(0, near + 2);
    const shown = board.drawn?.has(index) ? "*" : board.cells[index];
    const now = board.drawn && /[0-8]/.test(shown) ? "0" : shown;
    const next = codes.at((codes.indexOf(now) + direction) % codes.length);
    if (board.drawn && now === "*" && next === "H") paint(cell, "*"); // removes the mine
    else paint(cell, next);
  };
  const point = (cell) => {
    if (cell) cursor.current = cell; // keys act on the cell under the pointer
    setPointed(cell);
  };
  const draw = () => {
    if (board.drawn) editor.edit(asSeen(board));
    else if (canDraw(board)) editor.edit(toDraw(board, indices(board, counted?.certain_mines)));
  };
  const suggest = () => {
    const { suggestion } = analysis ?? {};
    if (suggestion?.reason === null) ask(suggestion.cell); // a proof tells why it is safe
    else setAnswer("suggestion");
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
    suggest,
    "more-mines": () => editor.edit({ ...board, mines: board.mines + 1 }),
    "fewer-mines": () => editor.edit({ ...board, mines: Math.max(0, board.mines - 1) }),
    draw,
    circle: () => marking.turn(cursor.current),
    arrow: () => marking.point(cursor.current),
    probabilities: () => setRisks(!risks),
    undo: editor.undo,
    redo: editor.redo,
    new: editor.clear,
    "open-all": () => editor.edit(allOpen(board)),
  });
  useKeys(["all"], {
    stop: () => {
      live.stop();
      setAnswer(null);
    },
    settings: () => field.current.focus(),
  });

  const item = (name, words, act, off, pressed) => html`<${Item} keys=${keysOf("analyse", name)}
    off=${off} pressed=${pressed} onClick=${act}>${words}<//>`;
  const overlay = risks ? overlayOf(board, analysis) : null;
  const ranks = live.board === board && risks ? ranksOf(board, live) : null;
  const doubts = indices(board, editor.doubtful);
  const shown = answerMarks(board, analysis, answering) ?? { ...NO_MARKS, ranks: marking.shown?.ranks ?? ranks };
  const marks = { ...marking.shown, ...shown, doubts };
  const { cells: changed = [] } = tree.nodes.get(tree.at);
  const supposed = answering.supposed ?? board.drawn;
  const last = walks && changed.length ? indexOf(board, changed[0][0]) : -1;
  const fresh = walks ? new Set(changed.map(([cell]) => indexOf(board, cell))) : null;
  const save = async () => {
    const found = await editor.text();
    if (found) saveText("sapper-positions.txt", `${found.text}\n`);
  };
  /** A new chapter: the moves of a game or a tree that was opened here, else only the position. */
  const shownHere = () => {
    const { marks: own, arrows, comment } = tree.nodes.get(tree.at);
    const [start] = treeOfBoard(board).nodes.values();
    const alone = { ...treeOfBoard(board), nodes: new Map([[0, { ...start, marks: own, arrows, comment }]]) };
    const game = editor.game?.record;
    return { tree: fieldsOf(walks ? tree : alone), ...(game && { game }) };
  };
  return html`<main class=${over ? "view dropping" : "view"} id="main" ...${on}>
    <section class="stage" aria-label="Position">
      <${Summary} analysis=${quiet ? null : analysis} board=${board} late=${late}>
        <${BoardMenu} zoom=${zoom} board=${board}>
          ${item("undo", "Undo", editor.undo, !editor.undoable)}
          ${item("redo", "Redo", editor.redo, !editor.redoable)}
          ${item("draw", "Draw mines", draw, !canDraw(board), Boolean(board.drawn))}
        <//>
      <//>
      <${Board}
        board=${board}
        overlay=${overlay}
        marks=${marks}
        truth=${supposed && { mines: supposed, gold: new Set(), drawn: true }}
        lit=${lit ?? marking.from}
        last=${last}
        fresh=${fresh}
        follow=${answer === "suggestion" ? marks?.target : last}
        ...${zoom}
        keys=${walks ? "focused" : "always"}
        label="Position"
        painting=${!QUIET.includes(brush)}
        arrows=${[MARK, ARROW].includes(brush) ? "both" : "right"}
        onAct=${act}
        onPoint=${point}
        onWheel=${turn}
        cursor=${cursor}
      />
      <div class="dock">
        <${Palette} brush=${brush} onBrush=${setBrush} drawing=${Boolean(board.drawn)} />
        <div class="tools">
          <${Tool} group="analyse" name="probabilities" pressed=${risks}
            onClick=${() => setRisks(!risks)}>Risks<//>
          <${Tool} group="analyse" name="circle" words="A click marks a cell" pressed=${brush === MARK}
            onClick=${() => turnBrush(MARK)}>Mark<//>
          <${Tool} group="analyse" name="arrow" words="Two clicks draw an arrow" pressed=${brush === ARROW}
            onClick=${() => turnBrush(ARROW)}>Arrow<//>
          ${editor.game && html`<${Tool} words="Review this game in Play" onClick=${editor.review}>Review<//>`}
          <${CopyLink} link=${analysis?.link} onCopied=${setNotice} />
          <a class="tool" href="#guess">Is this a guess?</a>
          <${AddToStudy} key=${walks} title=${editor.game ? "Game" : "Position"} source=${shownHere} onNotice=${setNotice} />
        </div>
        <${Elsewhere} overlay=${overlay} marks=${marks} />
        ${!quiet && html`<${CellLine} at=${pointed} board=${board} analysis=${analysis} live=${live}
          ask=${editor.why} onLit=${setLit} />`}
      </div>
      <${Notice} notice=${notice?.at === SOURCE ? null : notice} />
    </section>
    <aside class="side" aria-label="About the position">
      ${study && html`<${StudyCard} study=${study} quiet=${quiet} editor=${editor} onLit=${setLit} />`}
      ${!quiet && analysis?.consistent !== false && html`<${Steady} key=${`best ${board.width}×${board.height}`}>
        <${Candidates} live=${live} about=${about} player=${adviser} onPlayer=${setAdviser}
          onLit=${setLit} /><//>`}
      <${Steady} key=${walks ? tree.start : board}>
        <${Findings} analysis=${analysis} quiet=${quiet} answer=${answer} walk=${walk} onLit=${setLit}
          onSuggestion=${suggest}>
          ${guessed && html`<${Layouts} layout=${layout} onLayout=${setLayout} />`}<//>
      <//>
      <${MoveList} tree=${tree} walks=${walks} opened=${tree.nodes.size > 1} onVisit=${editor.visit} onWalk=${editor.walk}
        onRemark=${editor.remark}
        onPromote=${editor.promote} onDelete=${editor.remove} onSave=${save}>
        <${Share} tree=${tree} text=${editor.text} onRead=${(text) => editor.read(text)}
          onOpen=${(file) => editor.open(file)} onSave=${save} onNotice=${setNotice} />
      <//>
      <${Source} editor=${editor} field=${field} />
    </aside>
  </main>`;
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
    ${(drawing ? DRAWING : PALETTE).map(
      (code) => html`<button key=${code} type="button" data-code=${code}
      class=${`brush brush-${/[0-8]/.test(code) ? "clue" : "sign"}`}
      style=${{ color: brushColour(code) }}
      aria-pressed=${brush === code} aria-label=${wordsOf(code, drawing)} title=${wordsOf(code, drawing)}
      onClick=${() => onBrush(code)}>${drawing && code === "0" ? "▢" : (PALETTE_SIGNS[code] ?? code)}</button>`,
    )}
  </div>`;
}

function wordsOf(code, drawing) {
  if (drawing && code === "0") return "open: sapper fills in the clue";
  if (drawing && code === "*") return "mine";
  return PALETTE_WORDS[code] ?? `clue ${code}`;
}
