// Learn: short lessons for people, each with a board to try and exercises from real games; a test.

import { html, useEffect, useState } from "../preact.js";
import { get, post, report } from "../api.js";
import { plural } from "../format.js";
import { Lesson } from "../learn/lesson.js";
import { Notice } from "../parts/controls.js";
import { useRemembered } from "../storage.js";
import { WITHOUT } from "../transport.js";

const BETTER = ["first", "later", "shown"]; // ways to solve an exercise, the best first

/** The better way in which each exercise was solved, here or, on the same machine, in the terminal. */
function merged(all, lessons) {
  const best = (one, other) => BETTER.find((how) => how === one || how === other) ?? null;
  return Object.fromEntries(
    lessons.map(({ id, solved }) => [id, solved.map((how, i) => best(how, all[id]?.[i]))]),
  );
}

/** The lesson that the address names, else the list; `solved` has how each exercise was, by lesson. */
export function Learn({ route }) {
  const [notice, setNotice] = useState(null);
  const [lessons, setLessons] = useState([]);
  const [solved, setSolved] = useRemembered("lessons", {});
  useEffect(() => {
    const leaving = new AbortController();
    get("/api/lessons", leaving.signal)
      .then((found) => {
        setLessons(found);
        setSolved((all) => merged(all, found));
      })
      .catch((error) => report(error, setNotice));
    return () => leaving.abort();
  }, []);
  const at = lessons.findIndex(({ id }) => id === route.argument);
  const missed = missedOf(lessons, solved);
  const repeats = route.argument === REPEAT && lessons.length > 0;
  if (at < 0 && !repeats)
    return html`<${Lessons} lessons=${lessons} solved=${solved} missed=${missed.length} notice=${notice} />`;
  const onSolved = (id, number, how) => {
    const { exercises } = lessons.find((each) => each.id === id);
    setSolved((all) => {
      const now = Array.from({ length: exercises }, (_, i) => all[id]?.[i] ?? null);
      return { ...all, [id]: now.with(number, now[number] === "first" ? "first" : how) };
    });
    post(`/api/lessons/${id}/solved`, { exercise: number, solved: how }).catch((error) => report(error, setNotice));
  };
  return html`<${Lesson} key=${route.argument} id=${route.argument} lessons=${lessons} following=${repeats ? null : lessons[at + 1]}
    missed=${repeats ? missed : null} solved=${solved} onSolved=${onSolved} />`;
}

const REPEAT = "repeat"; // the address of the missed exercises

/** The exercises that were solved, but not at the first try. */
const missedOf = (lessons, solved) =>
  lessons.flatMap(({ id }) =>
    (solved[id] ?? []).flatMap((how, number) => (how && how !== "first" ? [{ id, number }] : [])),
  );

/** All lessons by group, with the visitor's progress. */
function Lessons({ lessons, solved, missed, notice }) {
  const count = ({ id }) => (solved[id] ?? []).filter(Boolean).length;
  const done = (lesson) => count(lesson) >= lesson.exercises;
  const next = lessons.find((lesson) => !done(lesson));
  const begun = lessons.some(count);
  const groups = [...new Set(lessons.map(({ group }) => group))];
  return html`<main class="view view-one" id="main">
    <section class="stage" aria-label="Lessons">
      <header class="heading">
        <h2>Learn Minesweeper</h2>
        <p class="soft">Each lesson takes a few minutes: a short text, a board to try, and positions
          from real games. Whatever you pick, you see why it is right or wrong.</p>
        ${next && html`<p class="row"><a class="button" href=${`#learn/${next.id}`}>
          ${begun ? `Continue: ${next.title}` : "Start with the first lesson"}</a></p>`}
        ${missed > 0 && html`<p class="row"><a class="button" href=${`#learn/${REPEAT}`}>
          Repeat what you missed: ${plural(missed, "position", "positions")}</a></p>`}
      </header>
      <${Notice} notice=${notice ?? (lessons.length ? null : { words: "Loading the lessons …" })} />
      ${groups.map(
        (group) => html`<section key=${group} aria-label=${group}>
        <h3>${group}</h3>
        <ol class="lessons">
          ${lessons
            .filter((lesson) => lesson.group === group)
            .map(
              (lesson) => html`<li key=${lesson.id}><a class="card lesson" href=${`#learn/${lesson.id}`}>
              <span>${lesson.title}</span>
              <span class=${done(lesson) ? "tag tag-good" : "soft small"}>
                ${done(lesson) ? "✓ done" : `${count(lesson)} of ${lesson.exercises}`}</span>
            </a></li>`,
            )}
        </ol>
      </section>`,
      )}
      <section class="card narrow" aria-label="For teachers"><h3>For teachers</h3>
        <p>${!WITHOUT.includes("class") && html`<a href="#class">Assign lessons or puzzles to a class</a>, and see on one page who solved
          what. `}Each lesson can be shown on a large screen, one step per key, and printed as a worksheet with its
          solutions on a second page: see the menu over its board.</p>
        <p><a href="/api/worksheet" target="_blank">A worksheet with puzzles</a>, other ones each time.</p></section>
      ${!WITHOUT.includes("machine") && html`<p class="soft">A program can learn this too:${" "}
        <a href="#machine">watch a machine learn</a> the rules for safe cells from examples.</p>`}
    </section>
  </main>`;
}
