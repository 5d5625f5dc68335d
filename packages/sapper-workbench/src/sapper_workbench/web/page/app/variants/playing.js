// Playing a board of a variant: the moves, hints in steps, chances, and how it ended.

import { html, useEffect, useMemo, useRef, useState } from "../preact.js";
import { attempt, post } from "../api.js";
import { byFingers } from "../board/gestures.js";
import { indexOf, positionText } from "../board/position.js";
import { NO_MARKS, overlayOf } from "../board/scene.js";
import { clock } from "../format.js";
import { useKeys } from "../keys.js";
import { Elsewhere, Face } from "../parts/around.js";
import { Notice, Tool, Waiting } from "../parts/controls.js";
import { Answering } from "../parts/exercise.js";
import { useAnalysis } from "../parts/hooks.js";
import { DecisionCard, useWalk } from "../parts/reasons.js";
import { adviceMarks, HintCard } from "../play/advice.js";
import { gestureKeys } from "../play/moves.js";
import { Outcome } from "../play/result.js";
import { Clock } from "../play/tools.js";
import { preferences } from "../preferences/preferences.js";
import { recall, remember } from "../storage.js";
import { useStream } from "../stream.js";
import { boardOf, gameOf, played, secondsOf, turned } from "./game.js";

const MAX_KEPT_GAMES = 8; // that the browser remembers
const NOTHING = { made: null, live: false, trouble: null };
const madeAfter = (state, name, data) => (name === "board" ? { ...state, made: data } : state);
const HARDEST = { "two clues": "compares two clues or rules", "mine count": "counts the mines", suppose: "supposes the opposite", several: "takes several clues at once" };
const NOTE = "With a hint, however much of it you read, the game counts as one with help.";

/** The board at an address of the server, with the game on it that this browser began. */
function useVariantGame(path) {
  const [game, setGame] = useState(() => recall("variant-games", {})[path] ?? null);
  const stream = useStream(NOTHING, madeAfter);
  const make = () => stream.start(path, { live: true });
  useEffect(() => {
    if (!game) make();
  }, []);
  useEffect(() => {
    if (stream.made) setGame(gameOf(stream.made));
  }, [stream.made]);
  useEffect(() => {
    if (!game) return;
    const { [path]: _, ...others } = recall("variant-games", {});
    const kept = { ...game, seconds: secondsOf(game, Date.now()), since: 0 };
    remember("variant-games", Object.fromEntries([...Object.entries(others), [path, kept]].slice(-MAX_KEPT_GAMES)));
  }, [game]);
  return { game, setGame, stream, make };
}

/** A board of a variant, made by the request `path`; `title` stands over it, `ending` gets the game that was
 * won, and `onNew` asks for another board. */
export function Played({ path, title, children, ending, onNew }) {
  const { game, setGame, stream, make } = useVariantGame(path);
  if (game) return html`<${Board} game=${game} setGame=${setGame} title=${title} ending=${ending} onNew=${onNew}>${children}<//>`;
  return html`<${Waiting} label="Game"><section class="card narrow"><p class="overline">${title}</p>
      <${Notice} notice=${stream.live ? { words: "Making a board that needs no guess, which may take up to a minute …" } : { words: stream.trouble ?? "Stopped.", kind: stream.trouble && "trouble" }} />
      <p class="row">${stream.live ? html`<${Tool} onClick=${stream.stop}>Cancel<//>` : html`<${Tool} main onClick=${make}>Try again<//>`}
        <a class="tool" href="#variants">All variants</a></p></section><//>`;
}

/** The hint shown, `ask` for one or for more of it, and `drop`. */
function useHint(board, onHelp, setNotice) {
  const [hint, setHint] = useState(null);
  const walk = useWalk(hint?.proof);
  const grade = hint?.proof.grades[hint.grade];
  const more = (by = 1) => setHint({ ...hint, grade: hint.grade + by });
  const asked = useRef(null);
  const drop = () => {
    asked.current?.abort();
    setHint(null);
  };
  const ask = () => {
    if (grade) return more();
    if (hint) return null;
    const leaving = (asked.current = new AbortController());
    setNotice({ words: "Looking for a proof …" });
    return attempt(async () => {
      const { proof } = await post("/api/variants/hint", { text: positionText(board) }, leaving.signal);
      if (leaving.signal.aborted) return;
      if (!proof) return setNotice({ words: "No cell is certainly safe." });
      setNotice(null);
      setHint({ proof, grade: 0 });
      onHelp();
    }, setNotice);
  };
  return { walk, grade, more, ask, drop, waits: false, advice: null };
}

function Board({ game, setGame, title, ending, onNew, children }) {
  const board = useMemo(() => boardOf(game), [game]);
  const [notice, setNotice] = useState(null);
  const [risks, setRisks] = useState(false);
  const [flagging, setFlagging] = useState(false);
  const [lit, setLit] = useState(null);
  const [pointed, setPointed] = useState(null);
  const cursor = useRef([Math.floor(board.height / 2), Math.floor(board.width / 2)]);
  const running = board.outcome === "playing";
  const latest = useRef(game);
  latest.current = game;
  const become = (next) => {
    if (next === latest.current) return;
    latest.current = next;
    hint.drop();
    setNotice(null);
    setGame(next);
  };
  const help = () => setGame((latest.current = { ...latest.current, helped: true }));
  const hint = useHint(board, help, setNotice);
  const analysis = useAnalysis(board, risks && running, async () => {
    if (!latest.current.helped) help();
    const found = await post("/api/variants/chances", { text: positionText(board) });
    if (found.note) setNotice({ words: found.note });
    return { ...found, consistent: true, suggestion: null };
  }, setNotice);
  const act = (gesture, cell) => {
    const shut = "HF".includes(board.cells[indexOf(board, cell)]);
    setPointed(cell); // a finger points at nothing before it taps
    if (gesture === "open" && shut && flagging) gesture = "flag";
    else if (gesture === "open" && !shut && preferences().clickChords) gesture = "chord";
    become(played(latest.current, gesture, cell, Date.now()));
  };
  const turn = (by) => () => become(turned(latest.current, by, Date.now()));
  const does = {
    ...gestureKeys(act, cursor),
    hint: () => running && hint.ask(),
    probabilities: () => setRisks(!risks),
    undo: turn(-1),
    redo: turn(1),
    new: onNew,
  };
  useKeys(["play"], does);
  useKeys(["all"], { stop: hint.drop });
  const overlay = running ? overlayOf(board, analysis) : null;
  const marks = adviceMarks(board, hint) ?? pointedMarks(board, running && pointed);
  const truth = running ? null : { mines: new Set(game.solution.flatMap((code, i) => (code === "*" ? [i] : []))), gold: new Set() };
  const timed = useMemo(() => ({ ended: !running, moves: game.since ? 1 : 0, seconds: game.seconds }), [game]);
  const decision = hint.walk && { action: hint.walk.explanation.verdict === "mine" ? "flag" : "open", cell: hint.walk.explanation.cell, strategy: "logic", reason: "" };
  const mood = html`<${Tool} icon group="play" name="new" words="Another board" onClick=${onNew}><${Face} mood=${board.outcome} /><//><${Clock} game=${timed} />`;
  return html`<${Answering} label="Game" start=${title} counts=${mood} notice=${notice} toolsLabel="Game tools" about="About the game"
    board=${{ board, overlay, marks, truth, lit, cursor, follow: marks?.target ?? -1, chords: running && board.plain, label: `Your game of ${board.variant}`,
      onAct: act, onPoint: setPointed }}
    tools=${running ? html`
      <${Tool} main group="play" name="hint" onClick=${does.hint}>Hint<//>
      ${byFingers() && html`<${Tool} words="Taps flag cells" pressed=${flagging} onClick=${() => setFlagging(!flagging)}>Flags<//>`}
      <${Tool} group="play" name="probabilities" pressed=${risks} onClick=${does.probabilities}>Risks<//>
      <${Tool} icon group="play" name="undo" words="Undo" off=${!game.at} onClick=${does.undo}>↶<//>
      <${Tool} icon group="play" name="redo" words="Redo" off=${game.at === game.states.length - 1} onClick=${does.redo}>↷<//>
      <${Elsewhere} overlay=${overlay} marks=${marks} />` : html`
      ${board.outcome === "lost" && html`<${Tool} main group="play" name="undo" onClick=${does.undo}>Try again from there<//>`}
      <${Tool} main=${board.outcome === "won"} group="play" name="new" onClick=${onNew}>Another board<//>`}>
    ${!running && html`<${Ended} game=${game} board=${board}>${ending?.(game)}<//>`}
    <div class="advice" aria-live="polite">
      ${hint.grade && html`<${HintCard} grade=${hint.grade} walk=${hint.walk} more=${hint.more} note=${NOTE} onLit=${setLit} />`}
      ${decision && !hint.grade && html`<${DecisionCard} title="Hint" decision=${decision} walk=${hint.walk} onLit=${setLit}
        onMake=${() => act(decision.action, decision.cell)} />`}
    </div>
    <section class="card" aria-label="The rule"><p class="overline">${board.variant}</p>
      <p class="variant-rule">${board.rule}</p>
      <p class="small">The hardest step ${HARDEST[board.hardest] ?? "looks at one clue or rule"}: difficulty ${board.difficulty}.</p>
      <p class="soft small">${byFingers() ? "Tap" : "Point at"} a clue to see the cells that it looks at. No guess is needed.</p></section>
    ${children}
  <//>`;
}

/** The cells that the clue at the pointer looks at. */
function pointedMarks(board, cell) {
  const code = cell && board.cells[indexOf(board, cell)];
  if (!code || "HF*?".includes(code)) return null;
  return { ...NO_MARKS, within: new Set(board.views[indexOf(board, cell)]) };
}

function Ended({ game, board, children }) {
  const won = board.outcome === "won";
  return html`<section class=${`card result ${won ? "result-won" : "result-lost"}`} aria-label="Result">
    <p class="overline">${board.variant}</p>
    <${Outcome} won=${won} helped=${game.helped} moves=${game.at} time=${clock(game.seconds)} />
    ${!won && html`<p>That was a mine: take the move back, and ask for a hint.</p>`}
    ${children}
  </section>`;
}
