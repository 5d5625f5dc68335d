// Play: the visitor plays, may ask for hints and risks, and can review the game afterwards.

import { html, useCallback, useEffect, useRef, useState } from "../preact.js";
import { get } from "../api.js";
import { Board } from "../board/board.js";
import { indexOf, indexOfStep } from "../board/position.js";
import { freshOf, indices, marksOf, overlayOf, truthOf } from "../board/scene.js";
import { firstChoice, linkedFields } from "../choice.js";
import { useKeys } from "../keys.js";
import { Mistakes } from "../mistakes/mistakes.js";
import { useAnalysis } from "../parts/analysis.js";
import { BoardText } from "../parts/boardtext.js";
import { Counters } from "../parts/counters.js";
import { DecisionCard, WhyCard } from "../parts/decision.js";
import { Figures } from "../parts/figures.js";
import { Elsewhere } from "../parts/elsewhere.js";
import { BoardFields, openSettings } from "../parts/forms.js";
import { hasGold, WorldLegend } from "../parts/legend.js";
import { Notice } from "../parts/notice.js";
import { Review } from "../parts/review.js";
import { Steady } from "../parts/steady.js";
import { Stepper, useStepper } from "../parts/stepper.js";
import { Tool } from "../parts/tool.js";
import { useZoom, Zoom } from "../parts/zoom.js";
import { Clock, Levels, over, Result, Waiting, Welcome } from "../play/cards.js";
import { Difficulty } from "../play/difficulty.js";
import { ClicksCard, clickMarks } from "../play/clicks.js";
import { HintsAndFiles, save } from "../play/files.js";
import { addHelp, helpOf } from "../play/help.js";
import { actionOf, guessMarks, stepWords } from "../play/moves.js";
import { questionOf, useQuestions } from "../play/questions.js";
import { useSession } from "../play/session.js";
import { sound } from "../play/sound.js";
import { readFile, Variations } from "../play/variations.js";
import { preferences } from "../preferences/preferences.js";
import { examine } from "../route.js";
import { recall, useRemembered } from "../storage.js";
import { lineOf } from "../tree/tree.js";

const LATE = 300; // milliseconds until a notice says that an agent is thinking
const REPAIRED = "Mines were moved so that no guess is needed, so this board is not a uniform deal.";

export function Play({ about, route }) {
  const usual = firstChoice(window.innerWidth);
  const [choice, setChoice] = useRemembered("board", usual);
  const [adviser, setAdviser] = useRemembered("adviser", "swift");
  const zoom = useZoom();
  const [risks, setRisks] = useRemembered("risks", false);
  const [flagging, setFlagging] = useState(false);
  const cursor = useRef([0, 0]);
  const [lit, setLit] = useState(null);
  const [advice, setAdvice] = useState(null); // {title, decision} or {title, why}
  const [notice, setNotice] = useState(null);
  const [stepping, setStepping] = useState(null); // the review: {replay, review, exercise, learn}
  const [learning, setLearning] = useState(null); // the exercise on the mistakes of the game
  const session = useSession(about, setNotice);
  const { game } = session;
  const [questions, turnQuestion] = useQuestions(game);
  const finished = over(game);
  const playing = game && !finished && !stepping;
  const ask = () => get(`/api/games/${game.id}/analysis`);
  const analysis = useAnalysis(playing ? game.board : null, risks, ask, setNotice);
  const stepper = useStepper(stepping?.replay.steps.length ?? 0, false);
  const settings = useRef();
  const stage = useRef();
  const [wanted, setWanted] = useState(null); // the game that the address asks to review
  const [unknown, setUnknown] = useState(null); // the address of a game that is not here
  const board = stepping ? stepping.replay.board(stepper.at) : game?.board;

  /** Deals a game; `quietly` leaves the notice that says why there is no other. */
  const start = useCallback(async (chosen, quietly = false) => {
    setUnknown(null);
    setStepping(null);
    setLearning(null);
    setAdvice(null);
    const say = (words) => quietly || setNotice({ words });
    say(chosen.noGuess ? "Dealing a board that needs no guess …" : "");
    if (!(await session.start(chosen))) return;
    say("A new game.");
    showBoard();
  }, []);
  /** Continues the game of a text: a record, a session, or moves as text or link. */
  const open = async (text) => {
    setStepping(null);
    setAdvice(null);
    if (await session.open(text)) {
      setUnknown(null);
      setNotice({ words: "A game with its moves." });
    }
  };
  const load = (event) => {
    const [file] = event.currentTarget.files;
    if (file) readFile(file, open, setNotice);
    event.currentTarget.value = "";
  };
  const drop = (event) => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file) readFile(file, open, setNotice);
  };
  /** Scrolls back to the board, where the form or button pressed is below it. */
  const showBoard = () => {
    if (stage.current?.getBoundingClientRect().top < 0) stage.current.scrollIntoView();
  };

  useEffect(() => {
    const [named, linked] = [route.argument, route.fields.get("tree")];
    const dealt = linkedFields(route.fields); // a link to the board of a seed
    if (dealt) {
      session.deal(dealt).then((found) => {
        if (found) setNotice({ words: "A new game on the board of the link." });
        else if (!session.begun()) start(recall("board", usual));
      });
      return;
    }
    if (linked) {
      open(`#play?tree=${linked}`).then(() => session.begun() || start(recall("board", usual), true));
      return;
    }
    if (game && (!named || named === game.id)) {
      setUnknown(null);
      return;
    }
    session.reopen(named || recall("game", null)).then((found) => {
      if (found) {
        setUnknown(null);
        if (over(found) && route.fields.has("review")) setWanted(found.id);
      } else if (found === false && named) setUnknown(named);
      else if (found === false) start(recall("board", usual));
    });
  }, [route]);
  useEffect(() => {
    if (playing && risks && game.moves && !helpOf(game).risks) addHelp(game, { risks: true });
  }, [game, risks]);
  /** Says what a move did, or why it could not be made. */
  const tell = ({ step, words, repaired }) => {
    const moved = repaired && step?.number === 1 ? ` ${REPAIRED}` : "";
    setNotice({ words: step ? `${stepWords(step, helpOf(game).any)}${moved}` : words });
  };

  const move = async (cell, choose) => {
    setAdvice(null);
    const done = await session.move(cell, choose);
    if (!done) return;
    if (done.step) sound(done.step);
    tell(done);
  };
  const act = (gesture, cell) => {
    if (!game || stepping) return;
    const chosen = preferences();
    const pressed = flagging && gesture === "open" ? "flag" : gesture;
    const turn = chosen.questions ? questionOf(pressed, board, cell, questions) : null;
    if (turn) turnQuestion(indexOf(board, cell), turn);
    if (turn !== "remove")
      move(cell, (board) => actionOf(gesture, board, cell, flagging, chosen.clickChords));
  };

  /** Waits for an answer, with a notice if it takes long. */
  const awaited = async (answer, words) => {
    const notice = { words }; // its own, so that an answer to an earlier wait leaves it alone
    const late = setTimeout(() => setNotice(notice), LATE);
    const found = await answer;
    clearTimeout(late);
    setNotice((old) => (old === notice ? null : old));
    return found;
  };
  const hint = async () => {
    if (!playing) return;
    const answer = session.hint(adviser);
    const decision = await awaited(answer, `${adviser} is thinking … Esc or a move stops it.`);
    if (!decision) return;
    if (decision.cell) setAdvice({ title: "Hint", decision });
    else setNotice({ words: decision.words ?? "the adviser passes" });
  };
  /** Makes the move that the hint names. */
  const make = () => move(advice.decision.cell, () => advice.decision.action);
  const why = async () => {
    const cell = cursor.current;
    const found = await session.why(cell);
    if (found) setAdvice({ title: `What the clues say about [${cell.join(", ")}]`, why: found });
  };
  const clicks = async () => {
    if (!playing) return;
    const found = await session.clicks();
    if (!found) return;
    if (found.plans.length) addHelp(game, { hints: 1 });
    setAdvice({ clicks: found });
  };
  const agent = async () => {
    if (!playing) return;
    const done = await awaited(session.agent(adviser), `${adviser} is thinking …`);
    if (!done) return;
    if (done.step)
      setAdvice({ title: "The agent's move", decision: done.step.decision, made: true });
    tell(done);
  };
  const back = (which) => async () => {
    if (stepping || !game[`${which}able`]) return;
    setAdvice(null);
    if (await session.undoOrRedo(which))
      setNotice({ words: which === "undo" ? "Move undone." : "Move redone." });
  };
  /** Shows the position after so many steps, and scrolls to the board if it is out of sight. */
  const goTo = (step) => {
    stepper.to(step);
    document.querySelector("[role=grid]").scrollIntoView({ block: "nearest" });
  };
  const openReview = async () => {
    const replay = await session.replay();
    if (!replay) return;
    setAdvice(null);
    setNotice(null);
    setStepping({ replay });
    stepper.to(Infinity);
  };
  const review = () => {
    if (stepping) setStepping(null);
    else if (finished) openReview();
    else if (game.ended) setNotice({ words: "Go to the end of a line to review it." });
    else setNotice({ words: "You can review the game when it ends." });
  };
  /** Leaves the review for the position that it shows, where another move starts a variation. */
  const tryHere = async () => {
    const { at } = stepper;
    setStepping(null);
    const there = await session.visit((tree) => (at ? lineOf(tree)[at - 1].id : tree.root));
    if (there) setNotice({ words: "Another move here starts a variation." });
  };

  useEffect(() => {
    if (wanted === null || wanted !== game?.id) return;
    setWanted(null);
    if (finished) openReview();
  }, [wanted, game]);

  const reviewed = (review, exercise) => {
    setStepping((old) => old && { ...old, review, exercise, learn: old.learn && !exercise });
    if (exercise && stepping?.learn) setLearning(exercise);
  };
  const learn = async () => {
    if (!finished) setNotice({ words: "You can learn from your mistakes when the game ends." });
    else if (stepping?.exercise) setLearning(stepping.exercise);
    else {
      if (!stepping) await openReview();
      setStepping((old) => old && { ...old, learn: true });
    }
  };

  const keep = () => {
    if (finished) save(game);
    else setNotice({ words: "The record shows where the mines are: you can save it when the game ends." });
  };

  const quick = (level) => {
    setChoice({ ...choice, level });
    start({ ...choice, level });
  };
  const deal = (event) => {
    event.preventDefault();
    settings.current.open = false;
    start(choice);
  };

  const playKeys = {
    open: () => act("open", cursor.current),
    flag: () => act("flag", cursor.current),
    chord: () => act("chord", cursor.current),
    hint,
    agent,
    probabilities: () => setRisks(!risks),
    why,
    clicks,
    undo: back("undo"),
    redo: back("redo"),
    new: () => start(choice),
    save: keep,
    mistakes: learn,
    review,
    examine: () => examine(board),
  };
  const keys = {
    stop: () => {
      session.stop();
      if (stepping) setStepping(null);
      else setAdvice(null);
    },
    settings: () => openSettings(settings.current),
  };
  useKeys(["play"], game && !learning ? playKeys : {});
  useKeys(["all"], game && !learning ? keys : {});

  if (!game || unknown)
    return html`<${Waiting} notice=${notice} unknown=${unknown} again=${() => start(choice)} />`;
  if (learning)
    return html`<${Mistakes} id=${game.id} exercise=${learning} onLeave=${() => setLearning(null)} />`;
  const help = helpOf(game);
  const last = stepping ? stepping.replay.steps[stepper.at - 1] : game.last;
  const place = indexOfStep(board, last);
  const overlay = playing ? overlayOf(board, analysis) : null;
  const answer = advice?.why;
  const marks = advice?.clicks
    ? clickMarks(board, advice.clicks)
    : answer
    ? { target: null, clues: indices(board, answer.clues), mines: indices(board, answer.mines) }
    : marksOf(board, advice?.made ? { ...advice.decision, considered: [] } : advice?.decision);
  const name = game.world ?? game.level ?? "";
  return html`<main class="view" id="main" onDrop=${drop} onDragOver=${(event) => event.preventDefault()}>
    <section class="stage" aria-label="Game" ref=${stage}>
      <${Counters} board=${board}
        outcome=${board.outcome === "playing" ? name : board.outcome}
        tools=${html`<${Zoom} of=${zoom} />`}>
        <${Clock} game=${game} />
      <//>
      <${Board}
        board=${board}
        overlay=${overlay}
        truth=${stepping && !stepper.atEnd ? null : truthOf(board, game.truth)}
        marks=${stepping ? guessMarks(board, stepping.review, stepper.at) : marks}
        questions=${stepping ? null : questions}
        last=${place}
        fresh=${stepping ? freshOf(last) : null}
        follow=${stepping ? place : marks?.target}
        lit=${lit}
        ...${zoom}
        keys=${stepping || finished ? "focused" : "always"}
        label="Your game"
        onAct=${act}
        cursor=${cursor}
      />
      <div class="dock">
        ${stepping && html`<${Stepper} stepper=${stepper} count=${stepping.replay.steps.length} />
          <div class="tools" role="toolbar" aria-label="Review tools">
            <${Tool} words="Go back to the game at this move and try another" off=${stepper.atEnd}
              onClick=${tryHere}>Try another move<//>
            <${Tool} group="play" name="examine" words="Analyse this position"
              onClick=${playKeys.examine}>Analyse<//>
            <${Tool} group="play" name="review" words="Back to the end of the game"
              onClick=${review}>Close the review<//>
          </div>`}
        ${!stepping && html`<div class="tools" role="toolbar" aria-label="Game tools">
          <${Tool} main group="play" name="hint" off=${finished} onClick=${hint}>Hint<//>
          <${Tool} group="play" name="probabilities" pressed=${risks}
            onClick=${playKeys.probabilities}>Risks<//>
          <${Tool} words="Clicks and taps flag cells" pressed=${flagging}
            onClick=${() => setFlagging(!flagging)}>Flags<//>
          <${Tool} group="play" name="undo" off=${!game.undoable} onClick=${playKeys.undo}>Undo<//>
          <${Tool} group="play" name="redo" off=${!game.redoable} onClick=${playKeys.redo}>Redo<//>
          <${Tool} group="play" name="new" words="New game" onClick=${playKeys.new}>New<//>
        </div>`}
        <${Elsewhere} overlay=${overlay} />
      </div>
      <${Notice} notice=${notice} />
    </section>
    <aside class="side" aria-label="About the game">
      ${!stepping && html`<${Levels} level=${game.world ? null : game.level} onLevel=${quick} />`}
      ${!stepping && html`<${Difficulty} game=${game} />`}
      ${finished && html`<${Result} game=${game} help=${help} stepping=${stepping}
        onReview=${review} onLearn=${learn} onNew=${() => start(choice)} />`}
      ${stepping && html`<${Review} id=${game.id} at=${stepper.at}
        known=${stepping.exercise ? stepping : null}
        onStep=${goTo} onLit=${setLit} onReview=${reviewed} onLearn=${setLearning} />`}
      ${finished && html`<${Figures} key=${`${game.id} ${game.node}`} id=${game.id} />`}
      ${stepping && html`<${Steady} key=${stepping.replay}>
          ${last && html`<${DecisionCard} title=${`Move ${last.number ?? stepper.at}`}
            decision=${last.decision} onLit=${setLit} />`}
        <//>`}
      <div class="advice" aria-live="polite">
      ${advice?.decision && html`<${DecisionCard} title=${advice.title}
          decision=${advice.decision} onLit=${setLit} onMake=${advice.made ? null : make} />`}
      ${advice?.clicks && html`<${ClicksCard} found=${advice.clicks} onLit=${setLit} />`}
      ${answer && html`<${WhyCard} title=${advice.title} words=${answer.words} onLit=${setLit} />`}
      </div>
      ${!advice && !stepping && !game.ended && html`<${Welcome} moves=${game.moves} onHint=${hint} />`}
      ${!stepping && session.tree.nodes.size > 1 && html`<${Variations} game=${game} session=${session}
        onNotice=${setNotice} onOpen=${open} />`}
      ${hasGold(game.board) && html`<${WorldLegend} rules=${game.board.rules} />`}
      <details class="card" ref=${settings}>
        <summary><h2>New game</h2></summary>
        <form onSubmit=${deal}>
          <${BoardFields} choice=${choice} onChange=${setChoice} about=${about} noGuess />
          <button type="submit" class="button">Deal</button>
        </form>
      </details>
      <${HintsAndFiles} game=${game} about=${about} adviser=${adviser} onAdviser=${setAdviser}
        does=${playKeys} onLoad=${load} />
      <${BoardText} board=${board} />
    </aside>
  </main>`;
}
