// Help in a game: hints, moves by an agent, reasons and the best clicks; and how much of it was used.

import { html } from "../preact.js";
import { cellsIn } from "../board/letters.js";
import { indices, lettersOfDecision, lettersOn, marksOf, moveOf, NO_MARKS, ruled } from "../board/scene.js";
import { walkMarks } from "../board/walk.js";
import { counted, sentence } from "../format.js";
import { Tool } from "../parts/controls.js";
import { useWalk, useWhy, Words } from "../parts/reasons.js";
import { preferences } from "../preferences/preferences.js";
import { recall, remember } from "../storage.js";

const MAX_HELPED_GAMES = 100; // whose help is remembered
const NONE = { hints: 0, moves: 0, risks: false };

/** The help used in a game: `{hints, moves, risks, any}`. */
export function helpOf(game) {
  const help = { ...NONE, ...recall("help", {})[game?.id] };
  if (game?.player && !help.moves && !help.hints) help.moves = 1; // taken in another browser
  return { ...help, any: help.hints > 0 || help.moves > 0 || help.risks };
}

/** Record further help: the numbers of hints and moves, and whether risks were shown. */
export function addHelp(game, { hints = 0, moves = 0, risks = false }) {
  const { [game.id]: old = NONE, ...others } = recall("help", {});
  const help = {
    hints: old.hints + hints,
    moves: Math.max(0, old.moves + moves),
    risks: old.risks || risks,
  };
  remember("help", Object.fromEntries([...Object.entries(others), [game.id, help]].slice(-MAX_HELPED_GAMES)));
}

/** A sentence about the help used in a game of `all` moves. */
export function helpWords({ hints, moves, risks }, all) {
  const parts = [];
  if (moves >= all) parts.push("every move was made for you");
  else if (moves) parts.push(`${moves} of ${all} moves ${moves === 1 ? "was" : "were"} made for you`);
  if (hints) parts.push(`you used ${counted(hints, "hint", "hints")}`);
  if (risks) parts.push("the risks were shown");
  const [first, ...rest] = parts;
  const words = rest.length ? `${parts.slice(0, -1).join(", ")} and ${rest.at(-1)}` : first;
  return `${words[0].toUpperCase()}${words.slice(1)}.`;
}

/** A region stands out from the rest of the board; clues have their letters. */
function gradeMarks(board, { words, cells, region }, { letters }) {
  const named = new Set(cellsIn(words).map(String));
  const shown = new Map([...letters].filter(([cell]) => named.has(cell)));
  const pointed = indices(board, cells);
  return { ...NO_MARKS, ...(region ? { region: pointed } : { clues: pointed }), letters: lettersOn(board, shown) };
}

const MAX_PLANS = 4;

/** The marks on the board for the best plan: the clicks, and the cells that they open. */
export function clickMarks(board, { plans: [best] }) {
  if (!best) return null;
  const cells = (action) => best.moves.filter((move) => move.action === action).map(({ cell }) => cell);
  const [first] = indices(board, [best.moves[0].cell]);
  const flags = indices(board, cells("flag"));
  flags.delete(first); // it is drawn as the move
  return {
    target: first,
    action: best.moves[0].action,
    tone: "good",
    clues: indices(board, cells("chord")),
    mines: flags,
    picked: new Map([...indices(board, best.opens)].map((index) => [index, "right"])),
    letters: lettersOn(board, lettersOfDecision({ reason: best.words })),
  };
}

/** The plans in words, the best first. */
export function ClicksCard({ found: { plans, words }, onLit }) {
  const [best, ...others] = plans.slice(0, MAX_PLANS);
  return html`<section class="card decision" aria-label="Best clicks">
    <p class="overline">Most cells for the fewest clicks</p>
    ${!best && html`<p>${sentence(words)}</p>`}
    ${best && html`<p class="reason"><${Words} text=${sentence(best.words)}
      letters=${lettersOfDecision({ reason: best.words })} onLit=${onLit} /></p>`}
    ${others.length > 0 && html`<ul class="plain small">${others.map(
      (plan) => html`<li key=${plan.words}><${Words} text=${sentence(plan.words)} onLit=${onLit} /></li>`,
    )}</ul>`}
    ${best && best.saved <= 0 && html`<p class="small soft">No chord saves clicks here: with the flags
      that it needs, it takes at least as many clicks as the cells that it opens.</p>`}
  </section>`;
}

const LATE_MILLISECONDS = 300; // until a notice says that an agent is thinking

/**
 * The advice, by the visitor's adviser: the `walk` through the explanation of the advice shown, and functions that
 * ask for help. `tell` gets what a move of the agent did.
 */
export function useAdvice({ state, send, latest }, session, tell) {
  const { adviser } = preferences();
  const { advice, game } = state;
  // A hint comes at once, its steps right after it.
  const hinted = Boolean(advice?.decision && !advice.made && !ruled(advice.decision));
  const asked = useWhy(game?.board, hinted ? advice.decision.cell : null);
  const { explanation, proof } = advice?.why ?? asked ?? {};
  const walk = useWalk(advice ? explanation : null, proof);
  const grade = hinted ? explanation?.grades[advice.grade] : null; // none once all is said
  const show = (next) => send({ type: "set", fields: { advice: next } });
  const more = (by = 1) => show({ ...advice, grade: advice.grade + by });

  /** Waits for an answer, with a notice if it takes long. */
  const awaited = async (answer, words) => {
    const notice = { words }; // its own, so that an answer to an earlier wait leaves it alone
    const late = setTimeout(() => send({ type: "set", fields: { notice } }), LATE_MILLISECONDS);
    const found = await answer;
    clearTimeout(late);
    send({ type: "settle", notice });
    return found;
  };
  /** The next grade of the hint shown, or another hint. */
  const hint = async () => {
    if (grade) return more();
    const decision = await awaited(session.hint(adviser), `${adviser} is thinking … Esc or a move stops it.`);
    if (decision?.cell) return show({ title: "Hint", decision, grade: advice?.grade ?? 0 });
    if (decision) tell({ words: decision.words ?? "This player has no move here." });
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
  return { advice, walk, grade, more, waits: hinted && asked === undefined, hint, agent, why, clicks };
}

const NO_BEST_TIME = "With a hint, however much of it you read, this game gets no best time.";

/** A `grade` of a hint that does not name the move yet. */
export function HintCard({ grade, walk, more, note = NO_BEST_TIME, onLit }) {
  return html`<section class="card decision" aria-label="Hint">
    <p class="overline">Hint</p>
    <p class="reason"><${Words} text=${grade.words} letters=${walk.letters} onLit=${onLit} /></p>
    <p class="soft small">${note}</p>
    <p class="row">
      <${Tool} main group="play" name="hint" words="Say more" onClick=${() => more()}>Go on<//>
      <${Tool} onClick=${() => more(walk.explanation.grades.length)}>Show the move<//>
    </p>
  </section>`;
}

/** The marks on the board for some advice, at the current stop of its walk, or for a grade of a hint. */
export function adviceMarks(board, { advice, walk, grade, waits }) {
  if (waits) return null;
  if (grade) return gradeMarks(board, grade, walk);
  if (walk?.stop) return walkMarks(board, walk);
  if (advice?.clicks) return clickMarks(board, advice.clicks);
  if (advice?.why) {
    const { clues, mines, words } = advice.why;
    return { ...marksOf(board, { cell: advice.cell, clues, mines, reason: words }, walk?.explanation.words), tone: "accent" };
  }
  if (advice?.made) return moveOf(board, advice.decision);
  return marksOf(board, advice?.decision, walk?.explanation.words);
}
