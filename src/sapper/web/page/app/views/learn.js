// Learn: short lessons for people, each with a board to try and exercises from real games; a test.

import { html, useEffect, useState } from "../preact.js";
import { get, report } from "../api.js";
import { Lesson } from "../learn/lesson.js";
import { Notice } from "../parts/notice.js";
import { useRemembered } from "../storage.js";

/** The lesson that the address names, else the list; `solved` has how each exercise was, by lesson. */
export function Learn({ route }) {
  const [notice, setNotice] = useState(null);
  const [lessons, setLessons] = useState([]);
  const [solved, setSolved] = useRemembered("lessons", {});
  useEffect(() => {
    const leaving = new AbortController();
    get("/api/lessons", leaving.signal)
      .then(setLessons)
      .catch((error) => report(error, setNotice));
    return () => leaving.abort();
  }, []);
  const at = lessons.findIndex(({ id }) => id === route.argument);
  if (at < 0) return html`<${Lessons} lessons=${lessons} solved=${solved} notice=${notice} />`;
  const { id } = lessons[at];
  return html`<${Lesson} key=${id} id=${id} following=${lessons[at + 1]} lessons=${lessons}
    solved=${solved[id] ?? []} onSolved=${(now) => setSolved((all) => ({ ...all, [id]: now }))} />`;
}

/** All lessons by group, with the visitor's progress. */
function Lessons({ lessons, solved, notice }) {
  const count = ({ id }) => (solved[id] ?? []).filter(Boolean).length;
  const done = (lesson) => count(lesson) >= lesson.exercises;
  const next = lessons.find((lesson) => !done(lesson));
  const begun = lessons.some(count);
  const groups = [...new Set(lessons.map(({ group }) => group))];
  return html`<main class="view view-one" id="main">
    <section class="stage" aria-label="Lessons">
      <header class="heading">
        <h2>Learn Minesweeper</h2>
        <p class="soft">Each lesson takes a few minutes: some sentences, a board to try, and positions
          from real games. Whatever you pick, you see why it is right or wrong.</p>
        ${next && html`<p class="row"><a class="button" href=${`#learn/${next.id}`}>
          ${begun ? `Continue: ${next.title}` : "Start with the first lesson"}</a></p>`}
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
      <p class="soft">A program can learn this, too: <a href="#machine">watch a machine learn</a> the rules
        of safe cells from examples.</p>
    </section>
  </main>`;
}
