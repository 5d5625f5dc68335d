// Play: the visitor plays, may ask for hints and risks, and can review the game afterwards.

import { html, useEffect, useRef } from "../preact.js";
import { get } from "../api.js";
import { notedOn } from "../analyse/drawing.js";
import { Board } from "../board/board.js";
import { indexOf, indexOfStep } from "../board/position.js";
import { freshOf, NO_MARKS, overlayOf, truthOf } from "../board/scene.js";
import { FIRST_CHOICE, LEVELS } from "../choice.js";
import { useKeys } from "../keys.js";
import { Mistakes } from "../mistakes/mistakes.js";
import { useAnalysis, useReduced, useStored } from "../parts/hooks.js";
import { BoardMenu, Counters, Face, useZoom } from "../parts/around.js";
import { copyLink, useDropped } from "../parts/files.js";
import { Tool } from "../parts/controls.js";
import { useAddress, useSession } from "../play/session.js";
import { addHelp, adviceMarks, helpOf, useAdvice } from "../play/advice.js";
import { Early, earlyBoard, useKept } from "../play/early.js";
import { Clock, GameTools, NoGame, over, Tags, Toast } from "../play/tools.js";
import { lastStep, readFile, Side, useCause } from "../play/side.js";
import { GameItems, LevelMenu, save } from "../play/menus.js";
import { actionOf, gestureKeys, guessMarks, questionOf, sameFields, sound, stepWords, useQuestions } from "../play/moves.js";
import { useRecorded, useReview } from "../play/review.js";
import { useGhost, useRace, useStanding } from "../play/result.js";
import { NOTHING, playAfter } from "../play/state.js";
import { preferences } from "../preferences/preferences.js";
import { examine } from "../route.js";
import { recall } from "../storage.js";
import { loading } from "../transport.js";

const REPAIRED = "Mines were moved so that no guess is needed, so this board is not a uniform deal.";
const SECRET = "The record reveals the mines, so you can save it only after the game.";

const QUIET = "quiet"; // the kind of a notice of what the board shows anyway

const beginning = () => ({ ...NOTHING, choice: recall("board", FIRST_CHOICE) });

export function Play({ about, route }) {
  const cursor = useRef([0, 0]);
  const stage = useRef();
  const settings = useRef();
  const playing = usePlaying(about, route, stage);
  const { state, set, review, board, race, act, start, onFiles } = playing;
  const { game, unknown, notice, choice } = state;
  const zoom = useZoom();
  const dropped = useDropped({ onFiles });
  const does = doesOf(playing, cursor, stage);
  const keyed = game && !review.learning;
  useKeys(["play"], keyed ? does : {});
  useKeys(["all"], keyed ? { stop: () => stop(playing), settings: () => settings.current?.() } : {});

  const ghost = useGhost(game, race);

  const early = !game && !unknown && notice?.kind !== "trouble" && loading() ? earlyBoard(route, choice, about) : null;
  if (early) return html`<${Early} board=${early} zoom=${zoom} onAct=${act} />`;
  if (!game || unknown)
    return html`<${NoGame} notice=${notice} unknown=${unknown} again=${() => start(choice)} />`;
  if (review.learning)
    return html`<${Mistakes} id=${game.id} exercise=${review.learning} onLeave=${review.leave} />`;
  const overlay = playing.running ? overlayOf(board, playing.analysis) : null;
  const marks = marksNow(playing);
  const tags = playing.running && html`<${Tags} game=${game} risks=${playing.risks} race=${race} share=${ghost.share} />`;
  return html`<main class="view play" id="main" data-running=${playing.running ? "" : null} ...${dropped.on}>
    <section class="stage" aria-label="Game" ref=${stage} data-whole>
      <div class="play-line"><${Counters} board=${board}
        start=${html`<${LevelMenu} game=${game} about=${about} choice=${choice} does=${does} onChoice=${(to) => set({ choice: to })}
          onStart=${start} opener=${settings} />${tags}`}
        tools=${html`<${BoardMenu} zoom=${zoom} board=${board}>
          <${GameItems} game=${game} risks=${playing.risks} race=${race} best=${playing.standing?.best_seconds} does=${does} onFiles=${onFiles} />
        <//>`}>
        <${Tool} icon group="play" name="new" words="New game" onClick=${does.new}>
          <${Face} mood=${state.held && playing.running ? "gasp" : board.outcome} /><//>
        <${Clock} game=${game} />
      <//>
      <${GameTools} game=${game} does=${does} risks=${playing.risks} flagging=${state.flagging}
        onFlagging=${() => set({ flagging: !state.flagging })}>${tags}<//></div>
      <${PlayedBoard} playing=${playing} ghost=${ghost.cells} marks=${marks} overlay=${overlay} zoom=${zoom} cursor=${cursor} />
      <${Toast} notice=${notice} />
    </section>
    <${Side} playing=${playing} does=${does} overlay=${overlay} marks=${marks} />
  </main>`;
}

/** The game that is played, with the help, the review and the race of the visitor, and what they do. */
function usePlaying(about, route, stage) {
  const store = useReduced(playAfter, beginning);
  const { state, send, latest } = store;
  const { game, choice, advice } = state;
  useStored({ board: choice });
  useKept(game);
  const set = (fields) => send({ type: "set", fields });
  const setNotice = (notice) => set({ notice });
  const session = useSession(store, about);
  const finished = over(game);
  const [questions, turnQuestion] = useQuestions(game);
  /** Shows the effect of a move, or why it could not be made. @param {any} done */
  const tell = ({ step, words, repaired }) => {
    const moved = repaired && step?.number === 1 ? ` ${REPAIRED}` : "";
    const kind = step && !moved ? QUIET : "";
    setNotice({ kind, words: step ? `${stepWords(step, helpOf(latest().game).any)}${moved}` : words });
  };
  const help = useAdvice(store, session, tell);
  const standing = useStanding(game, finished);
  const race = useRace(game, standing?.best_game);
  const review = useReview(store, session);
  const { replay, stepper } = review;
  const cause = useCause(replay || advice ? null : game);
  const running = game && !finished && !replay;
  const recorded = useRecorded(game, running);
  const board = replay ? replay.board(stepper.at) : game?.board;
  const risks = game != null && state.risks === game.id;
  const analysis = useAnalysis(running ? game.board : null, risks, () => get(`/api/games/${game.id}/analysis`), setNotice);
  useEffect(() => {
    if (running && risks && game.moves && !helpOf(game).risks) addHelp(game, { risks: true });
  }, [game, risks]);

  /** Deals a game; `quietly` leaves the notice that says why there is no other. */
  const start = async (chosen, quietly = false) => {
    send({ type: "leave" });
    review.close();
    const say = (words) => quietly || setNotice({ words });
    say(chosen.noGuess ? "Dealing a board that needs no guess …" : "");
    if (!(await session.start(chosen))) return;
    if (!quietly) setNotice({ words: "A new game.", kind: QUIET });
    scrollTo(stage);
  };
  /** Continues the game of a text: a record, a session, or moves as text or link. */
  const open = async (text) => {
    review.close();
    set({ advice: null });
    if (await session.open(text)) set({ unknown: null, notice: { words: "Opened a game with its moves." } });
  };
  const onFiles = (/** @type {File[]} */ [file]) => readFile(file, open, setNotice);
  useAddress(route, store, session, { start, open, review });

  const move = async (cell, choose) => {
    set({ advice: null });
    const now = performance.now();
    const done = await session.move(cell, choose, () => recorded.until(now));
    if (!done) return;
    if (done.step) sound(done.step);
    tell(done);
  };
  const act = (gesture, cell) => {
    if (replay) return;
    const { flagging } = latest();
    const chosen = preferences();
    const pressed = flagging && gesture === "open" ? "flag" : gesture;
    const turn = game && chosen.questions ? questionOf(pressed, board, cell, questions) : null;
    if (turn) turnQuestion(indexOf(board, cell), turn);
    if (turn !== "remove") move(cell, (now) => actionOf(gesture, now, cell, flagging, chosen.clickChords));
  };
  const shown = { board, running, finished, risks, analysis, questions, recorded };
  return { state, set, setNotice, session, help, standing, race, review, cause, ...shown, start, open, onFiles, move, act };
}

/** Scrolls to the board: a button may have been pressed below it. */
function scrollTo(stage) {
  if (stage.current?.getBoundingClientRect().top < 0) stage.current.scrollIntoView();
}

/** What Esc stops: the hint under way, the review or the advice. */
function stop({ session, review, set }) {
  session.stop();
  if (review.replay) review.close();
  else set({ advice: null });
}

/** What the keys and buttons do; those that need a cell act on that of the `cursor`. */
function doesOf({ state, set, setNotice, session, help, review, running, finished, risks, board, start, act }, cursor, stage) {
  const { game, choice } = state;
  const begin = (changes) => {
    set({ choice: { ...choice, ...changes } });
    start({ ...choice, ...changes });
  };
  const back = (which, words) => async () => {
    if (review.replay || !game[`${which}able`]) return;
    set({ advice: null });
    if (await session.undoOrRedo(which)) setNotice({ words, kind: QUIET });
  };
  return {
    ...gestureKeys(act, cursor),
    hint: () => running && help.hint(),
    agent: () => running && help.agent(),
    clicks: () => running && help.clicks(),
    why: () => help.why(cursor.current),
    probabilities: () => set({ risks: risks ? null : game.id }),
    undo: back("undo", "Move undone."),
    redo: back("redo", "Move redone."),
    new: () => start(choice),
    ...Object.fromEntries(LEVELS.map((level) => [`level-${level}`, () => begin({ level })])),
    noGuess: () => begin({ noGuess: !choice.noGuess }),
    save: () => (finished ? save(game) : setNotice({ words: SECRET })),
    mistakes: review.learn,
    review: review.toggle,
    same: () => session.deal(sameFields(game)).then(() => scrollTo(stage)),
    challenge: async () => {
      const made = await session.challenge(preferences().name);
      if (made) copyLink(made.link, made.words, setNotice);
    },
    examine: () => examine(board),
  };
}

/** The marks on the board: those of the review, of the cause of a loss, or of the advice. */
function marksNow({ review, cause, help, board }) {
  const { replay, found, stepper, walk, note, trail } = review;
  if (!replay) return cause?.marks ?? adviceMarks(board, help);
  const guess = guessMarks(board, found.review, stepper.at, walk) ?? NO_MARKS;
  return { ...guess, ...notedOn(board, note), trail };
}

function PlayedBoard({ playing, ghost, marks, overlay, zoom, cursor }) {
  const { state, set, review, board, running, finished, questions, recorded, act } = playing;
  const { replay, stepper } = review;
  const last = lastStep(playing);
  const place = indexOfStep(board, last);
  return html`<${Board}
    board=${board}
    overlay=${overlay}
    truth=${replay && !stepper.atEnd ? null : truthOf(board, state.game.truth)}
    marks=${marks}
    questions=${replay ? null : questions}
    ghost=${ghost}
    last=${replay || last?.decision.strategy !== "you" ? place : -1}
    fresh=${replay ? freshOf(last) : null}
    follow=${replay ? place : marks?.target}
    lit=${state.lit}
    ...${zoom}
    keys=${replay || finished ? "focused" : "always"}
    chords=${running}
    label="Your game"
    onAct=${act}
    onHold=${(cell) => set({ held: cell !== null })}
    onPoint=${recorded.point}
    cursor=${cursor}
  />`;
}
