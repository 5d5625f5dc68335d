// Help in a game: hints, moves by an agent, what the clues say about a cell, and the best clicks.

import { useState } from "../preact.js";
import { marksOf, moveOf, ruled } from "../board/scene.js";
import { walkMarks } from "../board/walk.js";
import { useWalk, useWhy } from "../parts/walk.js";
import { useRemembered } from "../storage.js";
import { clickMarks } from "./clicks.js";
import { addHelp } from "./help.js";

const LATE = 300; // milliseconds until a notice says that an agent is thinking

/**
 * The `advice` shown – `{title, decision, made}`, `{title, cell, why}` or `{clicks}` – the `adviser` who gives
 * hints, the `walk` through its explanation, and functions that ask for help. `tell` gets what a move of the agent did.
 */
export function useAdvice(session, { tell, setNotice }) {
  const [adviser, setAdviser] = useRemembered("adviser", "swift");
  const [advice, setAdvice] = useState(null);
  // A hint comes at once, its steps right after it.
  const hinted = advice?.decision && !advice.made && !ruled(advice.decision);
  const asked = useWhy(session.game?.board, hinted ? advice.decision.cell : null);
  const { explanation, proof } = advice?.why ?? asked ?? {};
  const walk = useWalk(advice ? explanation : null, proof);

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
    const answer = session.hint(adviser);
    const decision = await awaited(answer, `${adviser} is thinking … Esc or a move stops it.`);
    if (!decision) return;
    if (decision.cell) setAdvice({ title: "Hint", decision });
    else setNotice({ words: decision.words ?? "This player has no move here." });
  };
  const agent = async () => {
    const done = await awaited(session.agent(adviser), `${adviser} is thinking …`);
    if (!done) return;
    if (done.step)
      setAdvice({ title: "The move made for you", decision: done.step.decision, made: true });
    tell(done);
  };
  const why = async (cell) => {
    const found = await session.why(cell);
    if (found) setAdvice({ title: "what the clues say", cell, why: found });
  };
  const clicks = async () => {
    const found = await session.clicks();
    if (!found) return;
    if (found.plans.length) addHelp(session.game, { hints: 1 });
    setAdvice({ clicks: found });
  };
  const waits = Boolean(hinted) && asked === undefined;
  return { adviser, setAdviser, advice, walk, waits, setAdvice, hint, agent, why, clicks };
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
