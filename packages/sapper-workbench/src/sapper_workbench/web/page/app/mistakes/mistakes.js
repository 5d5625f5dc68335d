// Learn from your mistakes: the costly guesses of a game as a lesson, whose positions are tried again one by one.

import { html, useEffect, useState } from "../preact.js";
import { post } from "../api.js";
import { sentence } from "../format.js";
import { Waiting } from "../parts/controls.js";

const WORDS = "Each position is the one before a costly guess, which is marked. Click or tap a cell that you would open instead.";

/** The exercises on the guesses of a game; `onLeave` goes back to the review. */
export function Mistakes({ id, exercise, onLeave }) {
  const [Lesson, setLesson] = useState(null); // loaded when it is needed
  useEffect(() => {
    import("../learn/lesson.js").then((found) => setLesson(() => found.Lesson));
  }, []);
  const [solved, setSolved] = useState({ [id]: exercise.tasks.map(() => null) });
  const send = (at, action, cell, signal) => post(`/api/games/${id}/mistakes`, { exercise: { ...exercise, at }, action, cell }, signal);
  const load = async (signal) => {
    const found = await Promise.all(exercise.tasks.map((_, at) => send(at, "look", null, signal)));
    const exercises = found.map(({ task: { board, words, cell } }, number) => ({ id, number, board, task: sentence(words), made: cell }));
    return { title: "Learn from your mistakes", words: WORDS, complete: "That was the last one", exercises };
  };
  const judge = async ({ number }, cells) => {
    const { answer } = await send(number, cells.length ? "try" : "show", cells.at(-1) ?? null);
    const { cell, right, cells: all, explanation, words } = answer;
    const said = explanation?.steps.length ? words.split(": ")[0] : words; // the steps follow
    return { ...answer, words: sentence(said), missing: right ? 0 : 1, solution: right ? [cell, ...all] : [] };
  };
  const onSolved = (_, number, how) => setSolved({ [id]: solved[id].with(number, how) });
  if (!Lesson) return html`<${Waiting} notice=${{ words: "Looking for the mistakes …" }} />`;
  return html`<${Lesson} id=${id} source=${{ load, judge }} home=${{ leave: onLeave, words: "Back to the review" }} lessons=${[]}
    solved=${solved} onSolved=${onSolved} />`;
}
