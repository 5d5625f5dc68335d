// Learn from your mistakes: the costly guesses of a game, tried again one by one.

import { html, useEffect, useRef, useState } from "../preact.js";
import { post, report } from "../api.js";
import { indexOf } from "../board/position.js";
import { marksOf, lettersOfDecision } from "../board/scene.js";
import { sentence } from "../format.js";
import { useKeys } from "../keys.js";
import { Answering, Tasks, Waiting } from "../parts/exercise.js";
import { Tool } from "../parts/controls.js";
import { lettersAt, walkMarks } from "../board/walk.js";
import { Compared, useWalk, useWhy, Walk, Words } from "../parts/reasons.js";
import { examine } from "../route.js";

const LATE_MILLISECONDS = 300; // until a notice says that the server is estimating

/** The exercise on the server: `{state, busy, act}`, where `act(action, cell)` requests the next state. */
function useExercise(id, exercise, setNotice) {
  const [state, setState] = useState({ exercise, task: null, answer: null, summary: "" });
  const [loaded, setLoaded] = useState(false);
  const now = useRef({ exercise, busy: false, here: true });
  /** @param {number[] | null} [cell] */
  const act = async (action, cell = null) => {
    const turn = now.current;
    if (turn.busy) return;
    turn.busy = true;
    const words = cell ? `Estimating [${cell.join(", ")}] …` : "Looking for the proof …";
    const late = setTimeout(() => turn.here && setNotice({ words }), LATE_MILLISECONDS);
    setNotice(null);
    try {
      const found = await post(`/api/games/${id}/mistakes`, { exercise: turn.exercise, action, cell });
      if (!turn.here) return;
      turn.exercise = found.exercise;
      setNotice(null);
      setState(found);
      setLoaded(true);
    } catch (error) {
      if (turn.here) report(error, setNotice);
    } finally {
      clearTimeout(late);
      turn.busy = false;
    }
  };
  useEffect(() => {
    act("look");
    return () => {
      now.current.here = false;
    };
  }, []);
  return { state, loaded, act };
}

/** The view of an exercise on the mistakes of a game; `onLeave` goes back to the review. */
export function Mistakes({ id, exercise, onLeave }) {
  const [notice, setNotice] = useState(null);
  const { state, loaded, act } = useExercise(id, exercise, setNotice);
  const cursor = useRef([0, 0]);
  const [lit, setLit] = useState(null);
  const { task, answer } = state;
  const { tasks, at } = state.exercise;
  const solved = tasks[at]?.solved ?? null;
  const single = answer?.clues.length > 0 && answer.cells.length === 1;
  const why = useWhy(single ? task.board : null, single ? answer.cell : null);
  const walk = useWalk(answer?.explanation, why?.proof, answer?.cells);
  const attempt = (cell) => {
    if ("HF".includes(task.board.cells[indexOf(task.board, cell)])) act("try", cell);
    else setNotice({ words: "Pick a hidden cell." });
  };
  const keys = {
    try: () => task && attempt(cursor.current),
    solution: () => task && act("show"),
    next: () => task && act("next"),
    back: onLeave,
    examine: () => task && examine(task.board),
  };
  useKeys(["mistakes"], keys);
  useKeys(["all"], { stop: onLeave });

  if (!task)
    return html`<${Waiting} notice=${notice ?? { words: "Looking for the mistakes …" }}>${
      loaded ? html`<${End} tasks=${tasks} summary=${state.summary} onLeave=${onLeave} />` : undefined}<//>`;

  const { board } = task;
  const answered = () =>
    answer && marksOf(board, { ...answer, reason: answer.words, action: "open", guess: !answer.right, mines: [] });
  const marks = walk?.stop ? walkMarks(board, walk) : answered();
  const made = indexOf(board, task.cell);
  const onAct = (gesture, cell) => gesture === "open" && attempt(cell);
  const label = "The position before the guess";
  return html`<${Answering} label="Learn from your mistakes" start=${`Position ${at + 1} of ${tasks.length}`}
    board=${{ board, marks, last: made, follow: marks?.target ?? made, lit, label, cursor, onAct }} notice=${notice}
    toolsLabel="Exercise" tools=${html`
      <${Tool} group="mistakes" name="solution" main=${!solved} off=${solved !== null}
        onClick=${keys.solution}>See the solution<//>
      <${Tool} group="mistakes" name="next" main=${solved !== null} onClick=${keys.next}>
        ${solved ? "Next" : "Skip"}<//>
      <${Tool} group="mistakes" name="examine" words="Analyse this position" onClick=${keys.examine}>Analyse<//>
      <${Tool} group="mistakes" name="back" onClick=${onLeave}>Back to the review<//>`}
    about="About the position">
    <section class="card" aria-label="Task">
      <p class="overline">Learn from your mistakes</p>
      <p class="reason"><${Words} text=${sentence(task.words)} onLit=${setLit} /></p>
      <div aria-live="polite">${
        answer
          ? html`<${Answer} answer=${answer} walk=${walk} shown=${isShown(tasks[at], answer)} onLit=${setLit} />`
          : html`<p class="soft small">Click or tap a cell that you would open instead.</p>`
      }</div>
      <${Tasks} tasks=${tasks} at=${at} />
    </section>
  <//>`;
}

/** Whether an answer is the solution shown, not that to a try. */
function isShown({ solved, tries }, { cell }) {
  return solved === "shown" && !tries.some((each) => String(each) === String(cell));
}

function Answer({ answer, shown, walk, onLit }) {
  const { cell, right, words } = answer;
  const steps = walk?.stop;
  const letters = steps ? lettersAt(walk) : lettersOfDecision({ cell, reason: words });
  const verdict = right ? "✓ right" : "✗ not this one";
  return html`<div class=${right ? "answer answer-right" : "answer answer-wrong"}>
    <span class=${right ? "tag tag-good" : "tag tag-bad"}>${shown ? "the solution" : verdict}</span>
    <p class="reason"><${Words} text=${sentence(steps ? words.split(": ")[0] : words)}
      letters=${letters} onLit=${onLit} /></p>
    ${
      steps
        ? html`<${Walk} walk=${walk} onLit=${onLit} />`
        : html`<${Compared} walk=${walk} said=${words} letters=${letters} onLit=${onLit} />`
    }
  </div>`;
}

function End({ tasks, summary, onLeave }) {
  return html`<section class="card narrow" role="status">
    <p class="overline">Learn from your mistakes</p>
    <h2>${tasks.length ? "That was the last one" : "No mistakes"}</h2>
    ${tasks.length > 0 && html`<${Tasks} tasks=${tasks} at=${-1} />`}
    <p>${sentence(summary)}</p>
    <p class="row"><${Tool} main group="mistakes" name="back" onClick=${onLeave}>Back to the review<//></p>
  </section>`;
}
