// What Watch shows: the game that streams in, its place, and the reasons of its moves.

import { useEffect, useLayoutEffect, useMemo, useRef } from "../preact.js";
import { post, query } from "../api.js";
import { indexOfStep, positionText } from "../board/position.js";
import { answerOf, freshOf, marksOf, moveOf, overlayOf, ruled, truthOf } from "../board/scene.js";
import { walkMarks } from "../board/walk.js";
import { boardFields, FIRST_CHOICE } from "../choice.js";
import { useAnalysis, useReduced, useStored } from "../parts/hooks.js";
import { useBlank } from "../parts/forms.js";
import { useStepper } from "../parts/stepper.js";
import { readingTime, useWalk, useWhy } from "../parts/reasons.js";
import { go, routeOf } from "../route.js";
import { recall } from "../storage.js";
import { effortMarks, splitsOf } from "./demo.js";
import { questionOf, useFinding } from "./finding.js";
import { inStep, isFollowed, nextFields, NOTHING, replaces, sameDeal, useWatchedGame, waitingWords, watchAfter } from "./game.js";
import { useRival, useRivalShown, withApart } from "./pair.js";

const LEAST_MILLISECONDS = 2500; // to read a reason before its move
const MOVE_MILLISECONDS = 900; // to see a move that was made

const beginning = () => ({
  ...NOTHING,
  choice: recall("watch.board", FIRST_CHOICE),
  recipe: recall("watch.player", "swift"),
  against: recall("watch.against", ""),
  risks: recall("watch.risks", false),
});

/**
 * The state of Watch with its game: `next(finds)` begins another, `stop` ends it, `turnFinding`
 * starts and stops finding its moves, and `watchLimited(recipe, level, first)` shows a player of the demo.
 */
export function useWatching(about, route) {
  const { state, send, latest } = useReduced(watchAfter, beginning);
  useStored({
    "watch.board": state.choice,
    "watch.player": state.recipe,
    "watch.against": state.against,
    "watch.risks": state.risks,
  });
  const watched = useWatchedGame();
  const { deal, trouble } = watched;
  const rival = useRival(watched);
  const { count, live } = inStep(watched, rival);
  const steps = watched.replay?.steps ?? [];
  const reading = (at, looking) => (looking ? Math.max(LEAST_MILLISECONDS, readingTime(steps[at]?.decision.reason ?? "")) : MOVE_MILLISECONDS);
  const stepper = useStepper(count, live, { halves: true, always: state.finds, reading });
  const refused = Boolean(trouble && !deal);

  const begin = (fields) => {
    window.scrollTo(0, 0); // the form that was submitted is below the board
    watched.begin(fields);
    stepper.begin();
  };
  const next = (finds = false) => {
    begin(nextFields(latest(), about, deal, finds));
    send({ type: "begin", finds });
  };
  const turnFinding = () => {
    const { finds } = latest();
    if (!finds && !watched.replay && !live) return next(true);
    send({ type: "set", fields: { finds: !finds } });
    if (!finds && !stepper.atEnd) stepper.play(true); // to the first question
  };
  const watchLimited = (recipe, level, first) => {
    const choice = { ...latest().choice, level, first };
    const fields = boardFields(choice, about);
    begin({ ...fields, ...sameDeal(fields, deal), player: recipe, against: latest().against });
    send({ type: "choose", fields: { choice, recipe } });
    send({ type: "begin", finds: false });
  };
  const watch = (recipe) => {
    send({ type: "choose", fields: { recipe, against: "" } });
    next();
  };
  const stop = () => {
    watched.stop();
    rival?.stop();
  };

  // Before any key can be pressed, which starting would undo.
  useLayoutEffect(() => {
    const named = Object.fromEntries(route.fields);
    if (!Object.keys(named).length) return;
    const given = named.player ? named : { player: latest().recipe, ...named };
    if (query(given) === query(deal ?? {})) return;
    begin(given);
    send({ type: "follow", given, followed: query(named), about });
  }, [route]);
  useEffect(() => {
    if (refused) send({ type: "refuse" });
  }, [refused]);
  // Back returns to the game before, so a game that the visitor starts gets an address of its own.
  useEffect(() => {
    const { view, fields } = routeOf(location.hash);
    if (!deal || view !== "watch" || !isFollowed(latest(), fields)) return; // Back or Forward
    const quietly = replaces(latest(), location.hash);
    if (latest().followed !== null) send({ type: "set", fields: { followed: query(deal) } });
    go(`watch?${query(deal)}`, quietly);
  }, [deal]);

  const set = (fields) => send({ type: "set", fields });
  const setNotice = (notice) => set({ notice });
  return { state, set, setNotice, watched, rival, count, live, stepper, refused, next, turnFinding, watch, watchLimited, stop };
}

/** What is shown of the game: its board, the step made or coming, and the reason of that step. */
export function useShown({ state, set, setNotice, watched, rival, stepper, turnFinding }, about) {
  const { replay, end, game } = watched;
  const cursor = useRef([0, 0]);
  const blankBoard = useBlank(state.choice, about);
  const at = Math.min(stepper.at, watched.count); // a second player may make more moves
  const replayed = useMemo(() => replay?.board(at), [replay, at]);
  const board = replayed ?? blankBoard;
  const ended = replay && !watched.live && stepper.at >= watched.count ? end : null;
  const other = useRivalShown(rival, board, stepper.at, stepper.looking);
  // How the game ends stays a surprise until its last move has been shown, and then stays visible.
  useLayoutEffect(() => {
    if (ended) set({ over: game });
  }, [ended]);
  // The half before a step shows its reason, unless the visitor is to find it.
  const coming = stepper.looking ? replay?.steps[stepper.at] : null;
  const finding = useFinding(state.finds, game, coming, board, stepper, setNotice, cursor, turnFinding);
  const hidden = finding.asked != null;
  const made = coming ? null : replay?.steps[at - 1];
  const step = hidden ? null : (coming ?? made);
  const explained = step && !ended && !stepper.playing && !ruled(step.decision);
  const before = useMemo(() => (made ? replay.board(at - 1) : board), [made, board]);
  const why = useWhy(before, explained ? step.decision.cell : null);
  const walk = useWalk(why?.explanation, why?.proof);
  const waits = explained && why === undefined;
  const over = replay && (ended || state.over === game) ? end : null;
  return { board, replayed, cursor, ended, over, other, coming, finding, hidden, made, step, waits, walk };
}

/** The scene of the board: risks, marks, and the cells to highlight. */
export function useScene({ state, setNotice }, shown) {
  const { board, replayed, ended, other, coming, finding, hidden, made, step, walk } = shown;
  const asked = ended || hidden ? null : replayed;
  const ask = () => post("/api/analyse", { text: positionText(replayed) });
  const analysis = useAnalysis(asked, state.risks, ask, setNotice);
  const splits = splitsOf(state.recipe);
  const wanted = state.levels && splits !== null;
  const effort = useAnalysis(asked, wanted, () => post("/api/effort", { text: positionText(replayed), splits }), setNotice);
  const answered = () => finding.answer && answerOf(board, finding.answer);
  const reason = () => effortMarks(board, effort) ?? walkMarks(board, walk) ?? (step && (coming ? marksOf : moveOf)(board, step.decision, walk?.explanation.words));
  return {
    board,
    overlay: asked && overlayOf(board, analysis),
    marks: withApart(hidden ? answered() : reason(), other),
    truth: truthOf(board, ended?.truth ?? null),
    last: indexOfStep(board, made),
    fresh: freshOf(made),
    follow: indexOfStep(board, step),
    lit: state.lit,
  };
}

const DOES = { open: "opens", flag: "flags", unflag: "removes the flag at", chord: "chords at" };

/** The line under the board: trouble, a notice, or what is shown. */
export function saidOf({ state, watched, live, stepper, refused }, { hidden, coming, step }) {
  const { recipe, choice, notice } = state;
  if (watched.trouble) {
    const instead = refused ? ` Press Play to watch ${recipe} on ${choice.level} instead.` : "";
    return { words: watched.trouble + instead, kind: "trouble" };
  }
  if (notice) return notice;
  if (stepper.playing) return { words: stepper.atEnd && live ? waitingWords(watched) : "" };
  if (hidden) return { words: questionOf(coming.decision) };
  return { words: step ? stepWords(step, coming) : "" };
}

function stepWords({ number, decision }, coming) {
  const does = DOES[decision.action] ?? decision.action;
  return `${coming ? "Next" : `Move ${number}`}: ${decision.strategy} ${does} [${decision.cell.join(", ")}].`;
}
