// The review of the visitor's game: stepping through it, the path of the pointer, and the exercise on its mistakes.

import { useEffect, useMemo, useRef, useState } from "../preact.js";
import { useWalk, useWhy } from "../parts/reasons.js";
import { NOTHING, reviewAfter } from "../parts/review.js";
import { PLAYED, useStepper } from "../parts/stepper.js";
import { useStream } from "../stream.js";
import { lineOf, pathTo } from "../tree/tree.js";
import { over } from "./tools.js";

const QUICK_PLAYOUTS = 50; // of the quick review, for each of two moves compared

/**
 * The review of the game of Play's `store`, once it is over. A quick review begins at once, a thorough one when it
 * is opened:
 * - `replay`: the game step by step, null while the review is not open; `stepper`: its place.
 * - `found`: the review that is shown, the quick one while that knows more of the game; `best`: the thorough
 *   one once it is complete (`final`), before the quick one.
 * - `trail`: the cells that the pointer came to before the place, if that was recorded.
 * - `note`: the node of the tree at the place, with its comment and marks.
 * - `walk`: the walk through the reason why a cell was safe, where the next step missed that.
 * - `learning`: the exercise that is tried now, null without; `setLearning` begins one, and `leave` goes back to
 *   the review, which is not open yet if the exercise was begun from the quick one.
 * - `toggle`, `close`, `learn`, `tryHere`, `openAt`, `goTo` and `want` do what keys, buttons and the address ask for.
 */
export function useReview({ state, send }, session) {
  const { game, tree } = state;
  const finished = over(game);
  const [replay, setReplay] = useState(null);
  const [learning, setLearning] = useState(null);
  const [wanted, setWanted] = useState(null); // the game that the address asks to review
  const [waits, setWaits] = useState(false); // to learn from a review that is not complete yet
  const quick = useStream(NOTHING, reviewAfter);
  const full = useStream(NOTHING, reviewAfter);
  const line = finished && game.moves ? `${game.id} ${game.node}` : null;
  useEffect(() => {
    if (line) quick.start(`/api/games/${game.id}/review?playouts=${QUICK_PLAYOUTS}`);
    else quick.clear();
  }, [line]);
  const complete = full.line === line && full.whole && full.exercise !== null;
  useEffect(() => {
    if (replay && full.line !== line) full.start(`/api/games/${game.id}/review`, { line });
    else if (!replay && !complete) full.clear();
  }, [replay, line]);
  const known = full.whole || full.review.curve.length >= quick.review.curve.length;
  const found = { ...full, review: known ? full.review : quick.review };
  const best = complete ? { ...full, final: true } : quick;

  const steps = replay?.steps ?? [];
  const took = useMemo(() => tookOf(steps), [replay]);
  const stepper = useStepper(steps.length, false, { took });
  const trail = useTrail(steps, took, stepper);
  const missed = replay && missedAt(found.review, stepper.at + 1);
  const why = useWhy(missed && replay.board(stepper.at), missed);
  const walk = useWalk(why?.explanation, why?.proof);

  const say = (words) => send({ type: "set", fields: { notice: { words } } });
  const open = async (step = Infinity) => {
    const steps = await session.replay();
    if (!steps) return;
    send({ type: "set", fields: { advice: null, notice: null } });
    setReplay(steps);
    stepper.to(step);
  };
  useEffect(() => {
    if (wanted === null || wanted !== game?.id) return;
    setWanted(null);
    if (finished) open();
  }, [wanted, game]);
  const toggle = () => {
    if (replay) setReplay(null);
    else if (finished) open();
    else say(game.ended ? "Go to the end of a line to review it." : "You can review the game when it ends.");
  };
  const close = () => {
    setReplay(null);
    setLearning(null);
    setWaits(false);
  };
  const learn = () => {
    const { exercise } = best;
    setWaits(finished && !exercise);
    if (!finished) say("You can learn from your mistakes when the game ends.");
    else if (exercise?.tasks.length) setLearning(exercise);
    else if (exercise) say("No guess of this game was costly: there is nothing to try again.");
    else if (!replay) open();
  };
  useEffect(() => {
    if (waits && complete) learn();
  }, [waits, complete]);
  const leave = () => {
    setLearning(null);
    if (!replay) open();
  };
  /** Leaves the review for the position that it shows, where another move starts a variation. */
  const tryHere = async () => {
    const { at } = stepper;
    setReplay(null);
    const there = await session.visit((now) => (at ? lineOf(now)[at - 1].id : now.root));
    if (there) say("Another move here starts a variation.");
  };
  const note = replay ? noteAt(tree, steps.length - stepper.at) : null;
  const shown = { replay, found, best, stepper, walk, note, trail, learning };
  const goTo = (step) => showStep(stepper, step);
  return { ...shown, setLearning, leave, toggle, close, learn, tryHere, openAt: open, goTo, want: setWanted };
}

/** Shows the position after a number of steps, and scrolls to the board if it is out of sight. */
function showStep(stepper, step) {
  stepper.to(step);
  document.querySelector("[role=grid]")?.scrollIntoView({ block: "nearest" });
}

/** The node some steps before the cursor of a tree. */
function noteAt(tree, before) {
  return pathTo(tree, tree.at).at(-1 - before) ?? tree.nodes.get(tree.root);
}

/** The milliseconds that each step took, null where the game has no times. */
function tookOf(steps) {
  const took = steps.map(({ decision }) => 1000 * decision.seconds);
  return took.some((each) => each > 0) ? took : null;
}

/** The certainly safe cell that a step of a review missed: another was guessed, or it was flagged. */
function missedAt({ guesses, slips }, step) {
  const here = (each) => each.step === step;
  return guesses.find(here)?.safe ?? slips.find(here)?.cell ?? null;
}

const MAX_PATH_CELLS = 1000; // before a move: what the server takes

/**
 * Record the path of the pointer in a game while it is `playing`: `point(cell)` takes each cell that the
 * pointer enters, and `until(time)` returns the path up to then, without what it returned before, as
 * `[[milliseconds before, cell], …]`.
 */
export function useRecorded(game, playing) {
  const kept = useRef({});
  if (kept.current.id !== game?.id) kept.current = { id: game?.id, points: [] };
  return {
    point: (cell) => {
      if (cell && playing) kept.current.points = [...kept.current.points.slice(1 - MAX_PATH_CELLS), [performance.now(), cell]];
    },
    until: (time) => {
      const { points } = kept.current;
      kept.current.points = points.filter(([at]) => at > time);
      return points.filter(([at]) => at <= time).map(([at, cell]) => [Math.round(time - at), cell]);
    },
  };
}

/**
 * The cells that the pointer came to: those before the last step, or, while the game plays at its own
 * speed, those since then. `took` are the milliseconds of each step.
 */
export function useTrail(steps, took, { at, due, playing, speed, atEnd }) {
  const coming = steps[at]?.path;
  const moving = Boolean(coming && took) && playing && speed === PLAYED && !atEnd;
  const [now, setNow] = useState(0);
  useEffect(() => {
    if (!moving) return undefined;
    let frame = 0;
    const tick = () => {
      setNow(performance.now());
      frame = requestAnimationFrame(tick);
    };
    tick();
    return () => cancelAnimationFrame(frame);
  }, [moving, at]);
  const shown = moving ? coming.filter(([before]) => before >= due - now) : steps[at - 1]?.path;
  return shown?.map(([, cell]) => cell) ?? null;
}
