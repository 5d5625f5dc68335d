// A lesson or a study on a large screen: large text, one step per key, the answer hidden until asked.

import { html, useEffect, useState } from "../preact.js";
import { attempt, get, post } from "../api.js";
import { Board } from "../board/board.js";
import { lettersOf } from "../board/letters.js";
import { positionText } from "../board/position.js";
import { walkMarks } from "../board/walk.js";
import { useKeys } from "../keys.js";
import { lessonMarks, lessonSource } from "../learn/lesson.js";
import { Notice, Tool, Waiting } from "../parts/controls.js";
import { useWalk, Words } from "../parts/reasons.js";
import { go } from "../route.js";
import { addressOf } from "../studies/study.js";
import { boardAt, treeOfAnswer } from "../tree/positions.js";

/**
 * The slides of a lesson: `{board, title, words, marks, ask}`, each with a function `answer` that returns
 * `{words, explanation, …}`, what a lesson answers to its solution.
 */
async function slidesOfLesson(id, signal) {
  const { load, judge } = lessonSource(id);
  const { title, words, exercises } = await load(signal);
  const slides = exercises.map((each, i) => ({
    ...each, title: `${title} · ${i + 1} of ${exercises.length}`, words: each.task, answer: () => judge(each, []),
  }));
  return { title, slides: [{ ...slides[0], title, words, answer: null }, ...slides], home: `learn/${id}` };
}

/** The slides of a study: each position of the main line of each chapter; where a chapter has no moves, its answer
 * is the easiest certain move. */
async function slidesOfStudy(id, signal) {
  const { name, chapters } = await get(`/api/studies/${id}`, signal);
  const slides = [];
  for (const chapter of chapters) {
    const found = await get(`/api/studies/${id}/chapters/${chapter.id}`, signal);
    let tree = { ...treeOfAnswer(found), at: 0 };
    const line = [];
    for (let node = tree.nodes.get(tree.root); node; node = tree.nodes.get(node.children[0])) line.push(node);
    for (const node of line) {
      const board = boardAt({ ...tree, at: node.id });
      slides.push({
        board, title: `${name} · ${chapter.title}`, words: node.comment, marks: node.marks ?? [],
        answer: line.length > 1 ? null : () => easiest(board),
      });
    }
  }
  return { title: name, slides, home: addressOf(id) };
}

/** The answer to a position: the explanation of the move that an adviser would make. @returns {Promise<any>} */
async function easiest(board) {
  const text = positionText(board);
  const { suggestion } = /** @type {any} */ (await post("/api/analyse", { text }));
  const { explanation } = await post("/api/why", { text, cell: suggestion.cell });
  return { words: suggestion.reason, cell: suggestion.cell, right: true, explanation, mines: [], solution: [] };
}

const SOURCES = { lesson: slidesOfLesson, study: slidesOfStudy };

export function Present({ route }) {
  const [kind, id] = route.argument.split("/");
  const [notice, setNotice] = useState(null);
  const [show, setShow] = useState(null);
  useEffect(() => {
    const leaving = new AbortController();
    const load = SOURCES[kind];
    if (!load) setNotice({ words: "Choose a lesson under Learn, or a study, to present it.", kind: "trouble" });
    else attempt(async () => setShow(await load(id, leaving.signal)), setNotice);
    return () => leaving.abort();
  }, [kind, id]);
  if (!show?.slides.length)
    return html`<${Waiting} notice=${notice ?? { words: show ? "This study has no chapters yet." : "Loading …" }} />`;
  return html`<${Slides} key=${`${kind}/${id}`} ...${show} />`;
}

function Slides({ slides, home }) {
  const [notice, setNotice] = useState(null);
  const [at, setAt] = useState(0);
  const [answer, setAnswer] = useState(null);
  const [lit, setLit] = useState(null);
  const slide = slides[at];
  const { board, marks = [] } = slide;
  const walk = useWalk(answer?.explanation ?? null, [], null, marks);
  const turn = (to) => {
    setAnswer(null);
    setLit(null);
    setNotice(null);
    setAt(to);
  };
  const forward = () => {
    if (walk && !walk.last) walk.by(1);
    else if (answer || !slide.answer) at + 1 < slides.length && turn(at + 1);
    else attempt(async () => setAnswer(await slide.answer()), setNotice);
  };
  const back = () => {
    if (walk && walk.at > 0) walk.by(-1);
    else if (answer) setAnswer(null);
    else if (at > 0) turn(at - 1);
  };
  const leave = () => go(home);
  useKeys(["present"], { step: forward, back });
  useKeys(["all"], { stop: leave });
  const letters = walk?.letters ?? lettersOf([], marks);
  const said = answer ? (walk?.stop?.words ?? answer.words) : slide.words;
  const shown = lessonMarks(board, marks, { picked: [], wrong: [], answer: walk && !walk.last ? { ...answer, solution: [] } : answer },
    walkMarks(board, walk), slide.ask === "count");
  const end = at + 1 === slides.length && (!slide.answer || (answer && (!walk || walk.last)));
  return html`<main class="view present" id="main">
    <section class="stage" aria-label="Presentation">
      <${Board} key=${at} board=${board} marks=${shown} lit=${lit} label=${slide.title} zoom="fit" keys="focused" />
    </section>
    <aside class="side present-words" aria-label="Words">
      <p class="overline">${slide.title}</p>
      <div aria-live="polite"><p class="present-said"><${Words} text=${said} letters=${letters} onLit=${setLit} /></p>
        ${walk && walk.stops.length > 1 && html`<p class="soft">${`Step ${walk.at + 1} of ${walk.stops.length}`}</p>`}</div>
      <p class="row"><${Tool} group="present" name="back" off=${at === 0 && !answer} onClick=${back}>Back<//>
        <${Tool} group="present" name="step" main off=${end} onClick=${forward}>${!answer && slide.answer ? "Show the answer" : "Next"}<//>
        <${Tool} group="all" name="stop" words="Leave the presentation" onClick=${leave}>Leave<//></p>
      <${Notice} notice=${notice} />
    </aside>
  </main>`;
}
