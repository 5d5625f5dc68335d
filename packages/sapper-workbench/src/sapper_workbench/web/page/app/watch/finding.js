// Finding the moves oneself: before each one the game pauses, and the visitor answers.

import { html, useLayoutEffect, useRef, useState } from "../preact.js";
import { attempt, post } from "../api.js";
import { indexOf, positionText } from "../board/position.js";
import { lettersOfDecision } from "../board/scene.js";
import { counted, sentence } from "../format.js";
import { focusOn, useKeys } from "../keys.js";
import { MarkedCell, Words } from "../parts/reasons.js";
import { Tool } from "../parts/controls.js";

/** The question before a player's move. */
export function questionOf({ guess }) {
  return guess
    ? "The player guesses here: which cell would you open?"
    : "The player is certain of the next move. Can you find a cell that must be safe, or one that must be a mine?";
}

/**
 * Finding the moves of a `game`, while that is `on`: `asked` is the step to be found now, `answer` the
 * last answer to it, `{cell, claim, right, words, clues, mines}`. `step` is the one whose reason
 * comes next, or null, and `board` the position before it. `score` says which moves were found at the first try,
 * by number. Keys answer for the cell of the `cursor`, and `turn` stops finding.
 */
export function useFinding(on, game, step, board, stepper, setNotice, cursor, turn) {
  const [open, setOpen] = useState(null); // the number of the step whose reason is hidden
  const [answer, setAnswer] = useState(null);
  const answers = useRef({ game: null, all: new Map() });
  if (answers.current.game !== game) answers.current = { game, all: new Map() };
  const { all } = answers.current;
  const note = (of, right) => all.has(of) || all.set(of, right);

  const number = step?.number;
  const untouched = () => board.cells.every((code) => code === "H" || code === "#");
  const fresh = on && step != null && !all.has(number) && !untouched();
  const asked = step != null && (fresh || open === number) ? step : null;
  useLayoutEffect(() => {
    setOpen(fresh ? number : null);
    setAnswer(null);
  }, [game, number, on]);
  useLayoutEffect(() => {
    if (asked && stepper.playing) stepper.play(false);
  }, [asked, stepper.playing]);

  // The keys go back to stepping, so the focus leaves the board.
  const was = useRef(false);
  useLayoutEffect(() => {
    if (was.current && !asked && document.activeElement?.closest("[role=grid]"))
      focusOn(".stepper [aria-label='One step forward']");
    was.current = asked != null;
  }, [asked != null]);

  const say = (cell, claim) => {
    const chosen = asked.decision.cell;
    if (!"HF".includes(board.cells[indexOf(board, cell)])) return setNotice({ words: "Pick a hidden cell." });
    setNotice(null);
    return attempt(async () => {
      const found = await post("/api/answer", { text: positionText(board), cell, claim, chosen });
      note(number, found.right);
      setOpen(found.right ? null : number);
      setAnswer({ ...found, cell, claim, number });
    }, setNotice);
  };
  const reveal = () => {
    note(number, false);
    setOpen(null);
  };
  const keys = { "say-safe": () => say(cursor.current, "safe"), "say-mine": () => say(cursor.current, "mine"), reveal, find: turn };
  useKeys(["find"], asked ? keys : {});
  return { asked, answer: answer?.number === number ? answer : null, score: all, say, reveal };
}

/** The question, and the answer so far. */
export function FindingCard({ finding, cursor, onLit }) {
  const { asked, answer, score, say, reveal } = finding;
  const found = [...score.values()].filter(Boolean).length;
  return html`<section class="card finding" aria-label="Find the move">
    <p class="overline">${asked ? `Find move ${asked.number}` : answer ? "Your answer" : "Find it yourself"}</p>
    ${asked && html`<p class="finding-question">${questionOf(asked.decision)}</p>
      <p class="soft small">Click a safe cell, or right-click or long-press a mine. Or move
        the cursor with the arrow keys and choose:</p>
      <p class="row">
        <${Tool} group="find" name="say-safe" onClick=${() => say(cursor.current, "safe")}>Safe<//>
        <${Tool} group="find" name="say-mine" onClick=${() => say(cursor.current, "mine")}>Mine<//>
        <${Tool} group="find" name="reveal" onClick=${reveal}>Show it<//>
      </p>`}
    ${!asked && !answer && !score.size && html`<p class="soft small">The game pauses before each
      deduction or guess and asks you for the move. Press Play, or → to continue.</p>`}
    ${answer && html`<${Verdict} answer=${answer} onLit=${onLit} />`}
    ${score.size > 0 && html`<p class="soft small">${found} of ${counted(score.size, "move", "moves")} found at the first try.</p>`}
  </section>`;
}

function Verdict({ answer: { cell, claim, right, words }, onLit }) {
  const letters = right ? null : lettersOfDecision({ cell, reason: words }); // then the board shows the move
  return html`<div role="status">
    <p><span class=${right ? "tag tag-good" : "tag tag-bad"}>${right ? "Right" : "Wrong"}</span>${" "}you called${" "}
      <${MarkedCell} cell=${cell} letters=${letters} onLit=${onLit} /> ${claim === "safe" ? "safe" : "a mine"}</p>
    <p class="reason"><${Words} text=${sentence(words)} letters=${letters} onLit=${onLit} /></p>
  </div>`;
}
