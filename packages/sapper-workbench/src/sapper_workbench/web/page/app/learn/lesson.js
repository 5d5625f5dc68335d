// A lesson: its text, a board to try, exercises, and the answer to every cell picked.

import { html, useEffect, useRef, useState } from "../preact.js";
import { get, post, report } from "../api.js";
import { indexOf } from "../board/position.js";
import { lettersOf } from "../board/letters.js";
import { indices, lettersOn } from "../board/scene.js";
import { walkMarks } from "../board/walk.js";
import { useKeys } from "../keys.js";
import { Item, Tool, Waiting } from "../parts/controls.js";
import { Answering, Tasks } from "../parts/exercise.js";
import { useWalk, Walk, Words } from "../parts/reasons.js";
import { examine, go } from "../route.js";
import { remember } from "../storage.js";
import { studyLesson } from "../studies/study.js";

const NONE = new Set();
const LATE_MILLISECONDS = 300; // until the page says that an answer is being found
const START = { picked: [], wrong: [], answer: null, shown: false };

/**
 * What the board shows: the cells picked, `wrong` ones too, and, without the marks of a walk, those that
 * words name. A tick would call a mine safe, so a walk to a mine marks it itself, and cells that a
 * number `counts`, of which some are mines, are only framed.
 */
export function lessonMarks(board, named, { picked, wrong, answer }, walked, counts) {
  const mine = walked?.tone === "danger" && answer.right;
  const right = mine ? [] : [...picked, ...(answer?.solution ?? [])];
  const how = new Map(right.map((cell) => [indexOf(board, cell), counts ? "counted" : "right"]));
  const layout = indices(board, answer?.mines);
  for (const cell of wrong) if (!layout.has(indexOf(board, cell))) how.set(indexOf(board, cell), "wrong");
  const last = answer && !answer.right ? indexOf(board, answer.cell) : null;
  const fault = last !== null && layout.has(last) ? last : null; // the mine where a cell was called safe
  const letters = lettersOn(board, lettersOf([], named));
  const own = { clues: NONE, mines: layout, target: fault, tone: "danger", letters };
  const marks = walked ?? own;
  const drawn = (index) => how.has(index) || (mine && index === marks.target);
  const mines = new Set([...marks.mines].filter((index) => !drawn(index)));
  return { ...marks, mines, target: mine || marks.target === fault ? marks.target : null, picked: how };
}

/** A lesson: `load` reads it, and `judge` answers the cells picked in one of its exercises. */
export const lessonSource = (id) => ({
  load: async (signal) => {
    const found = await get(`/api/lessons/${id}`, signal);
    return { ...found, exercises: found.exercises.map((each, number) => ({ ...each, id, number })) };
  },
  judge: ({ id: of, number }, cells) => post(`/api/lessons/${of}`, { exercise: number, cells }),
});

/** The missed exercises of all lessons, as one lesson. */
async function repeated(missed, signal) {
  const ids = [...new Set(missed.map(({ id }) => id))];
  const found = await Promise.all(ids.map((id) => get(`/api/lessons/${id}`, signal)));
  const exercises = missed.map(({ id, number }) => ({ ...found[ids.indexOf(id)].exercises[number], id, number }));
  const words = "Positions that you did not solve at the first try. Each one comes back until you do.";
  return { title: "Your mistakes again", words, exercises };
}

/**
 * The lesson of a `source` with the visitor's place and answers in it: `to(exercise)` goes to one, `ask(cells)`
 * answers it, with no cells for the solution. `solved` has how each exercise was solved, by lesson.
 */
function useExercises({ load, judge }, solved, onSolved) {
  const [notice, setNotice] = useState(null);
  const [lesson, setLesson] = useState(null);
  const [at, setAt] = useState(0);
  const [state, setState] = useState(START);
  const busy = useRef(false);
  const done = state.answer?.missing === 0;
  useEffect(() => {
    const leaving = new AbortController();
    load(leaving.signal)
      .then((found) => {
        setLesson(found);
        const first = found.exercises.findIndex(({ id, number }) => !(found.solved ?? solved[id] ?? [])[number]);
        setAt(Math.max(first, 0));
      })
      .catch((error) => report(error, setNotice));
    return () => leaving.abort();
  }, []);
  const to = (exercise) => {
    setNotice(null);
    setState(START);
    setAt(exercise);
  };
  const ask = async (cells) => {
    if (busy.current || done) return;
    busy.current = true;
    const late = setTimeout(() => setNotice({ words: "Looking for the answer …" }), LATE_MILLISECONDS);
    try {
      const { id: of, number } = lesson.exercises[at];
      const answer = await judge(lesson.exercises[at], cells);
      setNotice(null);
      setState(answered(state, cells, answer));
      if (!answer.missing) onSolved(of, number, !cells.length ? "shown" : state.wrong.length ? "later" : "first");
    } catch (error) {
      report(error, setNotice);
    } finally {
      clearTimeout(late);
      busy.current = false;
    }
  };
  return { lesson, at, state, done, notice, setNotice, to, ask };
}

/** The state of an exercise after the answer to some cells, the last of which was picked now. */
const answered = ({ picked, wrong }, cells, answer) => ({
  picked: answer.right && cells.length ? [...picked, answer.cell] : picked,
  wrong: answer.right ? wrong : [...wrong, answer.cell],
  answer,
  shown: !cells.length,
});

const LESSONS = { address: "learn", words: "All lessons", leave: null };

/**
 * A lesson, all exercises that were `missed` in others, or those of a `source`. `home` is the view that it is left for,
 * with its address, or a function that leaves. `solved` has how each exercise was solved, by lesson; `following` is the next lesson.
 */
export function Lesson({ id, lessons, following, missed = null, source = null, home = LESSONS, solved, onSolved }) {
  const [repeating] = useState(missed); // those of now: what is solved stays in sight
  const from = source ?? { ...lessonSource(id), ...(repeating && { load: (signal) => repeated(repeating, signal) }) };
  const { lesson, at, state, done, notice, setNotice, to, ask } = useExercises(from, solved, onSolved);
  const [lit, setLit] = useState(null);
  const cursor = useRef([0, 0]);
  const { answer, picked, shown } = state;
  const last = at + 1 === lesson?.exercises.length;
  const pick = (cell) => ask([...picked, cell]);
  const next = () => {
    setLit(null);
    if (!last) to(at + 1);
    else if (following) go(`learn/${following.id}`);
    else back();
  };
  const back = home.leave ?? (() => go(home.address));
  const exercise = lesson?.exercises[at];
  const { board, task, ask: asked, made, marks = [] } = exercise ?? {};
  const walk = useWalk(answer?.explanation ?? null, [], answer?.cells ?? null, marks);
  const letters = lettersOf([], marks);
  const keys = {
    try: () => pick(cursor.current),
    solution: () => ask([]),
    next,
    back,
    examine: () => examine(board),
  };
  useKeys(["learn"], board ? keys : {});
  useKeys(["all"], { stop: back });
  const waiting = lesson ? "There is nothing to repeat." : "Loading the lesson …";
  if (!board) return html`<${Waiting} label="Lesson" notice=${notice ?? { words: waiting }} />`;
  const tasks = lesson.exercises.map(({ id: of, number }) => ({ solved: solved[of]?.[number] ?? null }));
  const forward = last ? following && `Next: ${following.title}` : done ? "Next" : "Skip";
  const shownMarks = lessonMarks(board, marks, state, walkMarks(board, walk), asked === "count");
  const of = lessons.find((each) => each.id === exercise.lesson);
  return html`<${Answering} label=${lesson.title} start=${`${at + 1} of ${tasks.length}`} notice=${notice}
    items=${!repeating && !source && html`<${Item} onClick=${() => studyLesson(id, setNotice)}>Copy to studies<//>
      <${Item} href=${`#present/lesson/${id}`}>Present on a large screen<//>
      <${Item} href=${`/api/worksheet?lesson=${id}`}>Worksheet to print<//>`}
    task=${html`<p class="lesson-task"><${Words} text=${task} letters=${letters} onLit=${setLit} /></p>`}
    board=${{ key: at, board, marks: shownMarks, last: made ? indexOf(board, made) : -1, lit, label: task, cursor, onAct: (_, cell) => pick(cell) }}
    toolsLabel="Exercise" tools=${html`
      ${!done && html`<${Tool} group="learn" name="solution" onClick=${keys.solution}>Show me<//>`}
      ${forward && html`<${Tool} group="learn" name="next" main=${done} onClick=${next}>${forward}<//>`}
      <${Tool} group="learn" name="examine" words="Analyse this position" onClick=${keys.examine}>Analyse<//>
      <${Tool} group="learn" name="back" main=${done && !forward} onClick=${back}>${home.words}<//>`}
    about="About the lesson">
    <div class="advice" aria-live="polite">
      ${answer && html`<${Reaction} answer=${answer} shown=${shown} walk=${walk} letters=${letters} onLit=${setLit}
        teaches=${of && of.id !== id && done && of} />`}
      ${done && last && html`<${Result} lesson=${lesson} tasks=${tasks} lessons=${lessons} />`}
    </div>
    <section class="card" aria-label="Lesson">
      <h2>${lesson.title}</h2>
      <p>${lesson.words}</p>
      ${at === 0 && !answer && lesson.example && html`<p><${Words} text=${lesson.example} letters=${letters} onLit=${setLit} /></p>`}
      <${Tasks} label="Exercises" tasks=${tasks} at=${at} onChoose=${(number) => {
        setLit(null);
        to(number);
      }} />
    </section>
  <//>`;
}

/** Why the cell is right or not; `teaches` is the lesson on it, where several are mixed. */
function Reaction({ answer, shown, walk, letters, teaches, onLit }) {
  const { right, words } = answer;
  const verdict = right ? "✓ right" : "✗ not this one";
  return html`<section class=${`card answer ${right ? "answer-right" : "answer-wrong"}`} aria-label="Answer">
    <span class=${right ? "tag tag-good" : "tag tag-bad"}>${shown ? "the solution" : verdict}</span>
    <p class="reason"><${Words} text=${words} letters=${letters} onLit=${onLit} /></p>
    ${walk && html`<${Walk} walk=${walk} onLit=${onLit} />`}
    ${teaches && html`<p class="soft small">The lesson on this:${" "}<${Title} of=${teaches} /></p>`}
  </section>`;
}

const Title = ({ of }) => html`<a href=${`#learn/${of.id}`}>${of.title}</a>`;

/** How many positions were solved at the first try; after the test, whether that passes, and what to learn again. */
function Result({ lesson, tasks, lessons }) {
  const { theme, to_pass: least, exercises, complete = "Lesson complete" } = lesson;
  const first = tasks.filter(({ solved }) => solved === "first").length;
  const all = tasks.length;
  const passed = first >= (least ?? 0);
  const weak = lessons.filter(({ id }) => exercises.some((each, i) => each.lesson === id && tasks[i].solved !== "first"));
  return html`<section class=${`card result ${passed ? "result-won" : "result-lost"}`} role="status">
    <h2>${!least ? complete : passed ? "Test passed" : "Test not passed"}</h2>
    <p>${first === all ? `All ${all}` : `${first} of ${all}`} right at the first try.
      ${!passed && ` You need ${least} to pass.`}</p>
    ${least && weak.length > 0 && html`<p>Go back to:${" "}
      ${weak.map((each, i) => html`${i > 0 && ", "}<${Title} key=${each.id} of=${each} />`)}</p>`}
    ${theme && html`<p class="row"><${Tool} words="Puzzles from games that need the same" onClick=${() => practise(theme)}>
      Practise with puzzles<//></p>`}
  </section>`;
}

function practise(theme) {
  remember("puzzle-theme", theme);
  go("puzzles");
}
