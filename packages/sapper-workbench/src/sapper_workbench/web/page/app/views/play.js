// Play: the visitor plays, may ask for hints and risks, and can review the game afterwards.

import { html, useEffect, useRef, useState } from "../preact.js";
import { get } from "../api.js";
import { notedOn } from "../analyse/marks.js";
import { Board } from "../board/board.js";
import { indexOf, indexOfStep } from "../board/position.js";
import { freshOf, NO_MARKS, overlayOf, truthOf } from "../board/scene.js";
import { FIRST_CHOICE } from "../choice.js";
import { useKeys } from "../keys.js";
import { Mistakes } from "../mistakes/mistakes.js";
import { useAnalysis } from "../parts/analysis.js";
import { BoardMenu } from "../parts/boardmenu.js";
import { copyLink } from "../parts/copy.js";
import { Counters } from "../parts/counters.js";
import { Face } from "../parts/face.js";
import { useDropped } from "../parts/files.js";
import { Tool } from "../parts/tool.js";
import { useZoom } from "../parts/zoom.js";
import { useAddress } from "../play/address.js";
import { adviceMarks, useAdvice } from "../play/advice.js";
import { Clock, over, Waiting } from "../play/cards.js";
import { Early, earlyBoard, useKept } from "../play/early.js";
import { useCause } from "../play/ending.js";
import { GameItems, save } from "../play/files.js";
import { addHelp, helpOf } from "../play/help.js";
import { LevelMenu, levelKeys } from "../play/levels.js";
import { actionOf, challengeLink, challengeWords, guessMarks, sameFields, stepWords } from "../play/moves.js";
import { useRecorded } from "../play/pointer.js";
import { questionOf, useQuestions } from "../play/questions.js";
import { useRace, useStanding } from "../play/race.js";
import { useQuickReview } from "../play/result.js";
import { useReview } from "../play/review.js";
import { useSession } from "../play/session.js";
import { Side } from "../play/side.js";
import { sound } from "../play/sound.js";
import { Dock, GameTools, ReviewTools } from "../play/tools.js";
import { readFile } from "../play/variations.js";
import { preferences } from "../preferences/preferences.js";
import { examine } from "../route.js";
import { useRemembered } from "../storage.js";
import { loading } from "../transport.js";

const REPAIRED = "Mines were moved so that no guess is needed, so this board is not a uniform deal.";
const SECRET = "The record reveals the mines, so you can save it only after the game.";

export function Play({ about, route }) {
  const [choice, setChoice] = useRemembered("board", FIRST_CHOICE);
  const [shown, setShown] = useState(null); // the number of the game whose risks are shown
  const [flagging, setFlagging] = useState(false);
  const [held, setHeld] = useState(false); // whether a cell is held down
  const [lit, setLit] = useState(null);
  const [notice, setNotice] = useState(null);
  const zoom = useZoom();
  const cursor = useRef([0, 0]);
  const settings = useRef();
  const stage = useRef();

  const session = useSession(about, setNotice);
  const { game } = session;
  useKept(game);
  const risks = game != null && shown === game.id;
  const finished = over(game);
  const [questions, turnQuestion] = useQuestions(game);
  /** Shows the effect of a move, or why it could not be made. */
  const tell = ({ step, words, repaired }) => {
    const moved = repaired && step?.number === 1 ? ` ${REPAIRED}` : "";
    setNotice({ words: step ? `${stepWords(step, helpOf(game).any)}${moved}` : words });
  };
  const help = useAdvice(session, { tell, setNotice });
  const { advice, walk, setAdvice } = help;
  const quick = useQuickReview(game, finished);
  const standing = useStanding(game, finished);
  const race = useRace(game, standing?.best_game);
  const review = useReview(session, finished, quick, setAdvice, setNotice);
  const cause = useCause(review.replay || advice ? null : game);
  const { replay, stepper } = review;
  const playing = game && !finished && !replay;
  const recorded = useRecorded(game, playing);
  const board = replay ? replay.board(stepper.at) : game?.board;
  const ask = () => get(`/api/games/${game.id}/analysis`);
  const analysis = useAnalysis(playing ? game.board : null, risks, ask, setNotice);
  useEffect(() => {
    if (playing && risks && game.moves && !helpOf(game).risks) addHelp(game, { risks: true });
  }, [game, risks]);

  /** Scrolls to the board: a button may have been pressed below it. */
  const toBoard = () => stage.current?.getBoundingClientRect().top < 0 && stage.current.scrollIntoView();
  /** Deals a game; `quietly` leaves the notice that says why there is no other. */
  const start = async (chosen, quietly = false) => {
    setUnknown(null);
    review.close();
    setAdvice(null);
    const say = (words) => quietly || setNotice({ words });
    say(chosen.noGuess ? "Dealing a board that needs no guess …" : "");
    if (!(await session.start(chosen))) return;
    say("A new game.");
    toBoard();
  };
  /** Continues the game of a text: a record, a session, or moves as text or link. */
  const open = async (text) => {
    review.close();
    setAdvice(null);
    if (await session.open(text)) {
      setUnknown(null);
      setNotice({ words: "Opened a game with its moves." });
    }
  };
  const onFiles = (/** @type {File[]} */ [file]) => readFile(file, open, setNotice);
  const dropped = useDropped({ onFiles });
  const asked = { start, open, review, setAdvice, setNotice };
  const [unknown, setUnknown] = useAddress(route, session, asked);

  const move = async (cell, choose) => {
    setAdvice(null);
    const now = performance.now();
    const done = await session.move(cell, choose, () => recorded.until(now));
    if (!done) return;
    if (done.step) sound(done.step);
    tell(done);
  };
  const act = (gesture, cell) => {
    if (replay) return;
    const chosen = preferences();
    const pressed = flagging && gesture === "open" ? "flag" : gesture;
    const turn = game && chosen.questions ? questionOf(pressed, board, cell, questions) : null;
    if (turn) turnQuestion(indexOf(board, cell), turn);
    if (turn !== "remove")
      move(cell, (board) => actionOf(gesture, board, cell, flagging, chosen.clickChords));
  };
  const back = (which) => async () => {
    if (replay || !game[`${which}able`]) return;
    setAdvice(null);
    if (await session.undoOrRedo(which))
      setNotice({ words: which === "undo" ? "Move undone." : "Move redone." });
  };
  const does = {
    open: () => act("open", cursor.current),
    flag: () => act("flag", cursor.current),
    chord: () => act("chord", cursor.current),
    hint: () => playing && help.hint(),
    agent: () => playing && help.agent(),
    clicks: () => playing && help.clicks(),
    why: () => help.why(cursor.current),
    probabilities: () => setShown(risks ? null : game.id),
    undo: back("undo"),
    redo: back("redo"),
    new: () => start(choice),
    ...levelKeys(choice, setChoice, start),
    save: () => (finished ? save(game) : setNotice({ words: SECRET })),
    mistakes: review.learn,
    review: review.toggle,
    same: () => session.deal(sameFields(game)).then(toBoard),
    challenge: () => copyLink(challengeLink(game), challengeWords(game), setNotice),
    examine: () => examine(board),
  };
  const stop = () => {
    session.stop();
    if (replay) review.close();
    else setAdvice(null);
  };
  usePlayKeys(game && !review.learning, does, { stop, settings: () => settings.current?.() });

  const early = !game && !unknown && notice?.kind !== "trouble" && loading() ? earlyBoard(route, choice, about) : null;
  if (early) return html`<${Early} board=${early} zoom=${zoom} onAct=${act} />`;
  if (!game || unknown)
    return html`<${Waiting} notice=${notice} unknown=${unknown} again=${() => start(choice)} />`;
  if (review.learning)
    return html`<${Mistakes} id=${game.id} exercise=${review.learning} onLeave=${review.leave} />`;
  const last = replay ? replay.steps[stepper.at - 1] : game.last;
  const place = indexOfStep(board, last);
  const overlay = playing ? overlayOf(board, analysis) : null;
  const marks = replay
    ? { ...(guessMarks(board, review.known.review, stepper.at, review.walk) ?? NO_MARKS), ...notedOn(board, review.note), trail: review.trail }
    : (cause?.marks ?? adviceMarks(board, advice, walk));
  return html`<main class="view play" id="main" ...${dropped.on}>
    <section class="stage" aria-label="Game" ref=${stage}>
      <${Counters} board=${board}
        start=${html`<${LevelMenu} game=${game} about=${about} choice=${choice} onChoice=${setChoice}
          onStart=${start} opener=${settings} />`}
        tools=${html`<${BoardMenu} zoom=${zoom} board=${board}>
          <${GameItems} game=${game} about=${about} adviser=${help.adviser} onAdviser=${help.setAdviser}
            risks=${risks} race=${race} does=${does} onFiles=${onFiles} />
        <//>`}>
        <${Tool} icon group="play" name="new" words="New game" onClick=${does.new}>
          <${Face} mood=${held && playing ? "gasp" : board.outcome} /><//>
        <${Clock} game=${game} />
      <//>
      <${Board}
        board=${board}
        overlay=${overlay}
        truth=${replay && !stepper.atEnd ? null : truthOf(board, game.truth)}
        marks=${marks}
        questions=${replay ? null : questions}
        last=${replay || last?.decision.strategy !== "you" ? place : -1}
        fresh=${replay ? freshOf(last) : null}
        follow=${replay ? place : marks?.target}
        lit=${lit}
        ...${zoom}
        keys=${replay || finished ? "focused" : "always"}
        chords=${playing && preferences().clickChords}
        label="Your game"
        onAct=${act}
        onHold=${(cell) => setHeld(cell !== null)}
        onPoint=${recorded.point}
        cursor=${cursor}
      />
      <${Dock} overlay=${overlay} marks=${marks} notice=${notice}>
        ${
          replay
            ? html`<${ReviewTools} review=${review} does=${does} />`
            : html`<${GameTools} game=${game} does=${does} risks=${risks} flagging=${flagging}
                onFlagging=${() => setFlagging(!flagging)} />`
        }
      <//>
    </section>
    <${Side} session=${session} review=${review} quick=${quick} standing=${standing} race=${race} help=${help} last=${last} does=${does} cause=${cause}
      onOpen=${open} onMove=${move} onLit=${setLit} onNotice=${setNotice} />
  </main>`;
}

/** The keys of Play while they are `on`: its own, and those that every view has. */
function usePlayKeys(on, does, everywhere) {
  useKeys(["play"], on ? does : {});
  useKeys(["all"], on ? everywhere : {});
}
