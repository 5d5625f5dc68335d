// Help in a game: hints, moves by an agent, what the clues say about a cell, and the best clicks.

import { marksOf, moveOf, ruled } from "../board/scene.js";
import { walkMarks } from "../board/walk.js";
import { useWalk, useWhy } from "../parts/walk.js";
import { useRemembered } from "../storage.js";
import { clickMarks } from "./clicks.js";
import { addHelp } from "./help.js";

const LATE_MILLISECONDS = 300; // until a notice says that an agent is thinking

/**
 * The `adviser` who gives hints, the `walk` through the explanation of the advice shown, and functions that
 * ask for help. `tell` gets what a move of the agent did.
 */
export function useAdvice({ state, send, latest }, session, tell) {
  const [adviser, setAdviser] = useRemembered("adviser", "swift");
  const { advice, game } = state;
  // A hint comes at once, its steps right after it.
  const hinted = Boolean(advice?.decision && !advice.made && !ruled(advice.decision));
  const asked = useWhy(game?.board, hinted ? advice.decision.cell : null);
  const { explanation, proof } = advice?.why ?? asked ?? {};
  const walk = useWalk(advice ? explanation : null, proof);
  const show = (next) => send({ type: "set", fields: { advice: next } });

  /** Waits for an answer, with a notice if it takes long. */
  const awaited = async (answer, words) => {
    const notice = { words }; // its own, so that an answer to an earlier wait leaves it alone
    const late = setTimeout(() => send({ type: "set", fields: { notice } }), LATE_MILLISECONDS);
    const found = await answer;
    clearTimeout(late);
    send({ type: "settle", notice });
    return found;
  };
  const hint = async () => {
    const decision = await awaited(session.hint(adviser), `${adviser} is thinking … Esc or a move stops it.`);
    if (decision?.cell) show({ title: "Hint", decision });
    else if (decision) tell({ words: decision.words ?? "This player has no move here." });
  };
  const agent = async () => {
    const done = await awaited(session.agent(adviser), `${adviser} is thinking …`);
    if (!done) return;
    if (done.step) show({ title: "The move made for you", decision: done.step.decision, made: true });
    tell(done);
  };
  const why = async (cell) => {
    const found = await session.why(cell);
    if (found) show({ title: "what the clues say", cell, why: found });
  };
  const clicks = async () => {
    const found = await session.clicks();
    if (!found) return;
    if (found.plans.length) addHelp(latest().game, { hints: 1 });
    show({ clicks: found });
  };
  return { adviser, setAdviser, advice, walk, waits: hinted && asked === undefined, hint, agent, why, clicks };
}

/** The marks on the board for some advice, at the current stop of its walk. */
export function adviceMarks(board, advice, walk) {
  if (walk?.stop) return walkMarks(board, walk);
  if (advice?.clicks) return clickMarks(board, advice.clicks);
  if (advice?.why) {
    const { clues, mines, words } = advice.why;
    return { ...marksOf(board, { cell: advice.cell, clues, mines, reason: words }), tone: "accent" };
  }
  if (advice?.made) return moveOf(board, advice.decision);
  return marksOf(board, advice?.decision);
}
