// The tour: what is special here, in three clicks – a proof, a split tree, a rule learned live.

import { html, useEffect, useRef, useState } from "../preact.js";
import { get, messageOf } from "../api.js";
import { Board } from "../board/board.js";
import { marksOf, numbersOf } from "../board/scene.js";
import { sentence } from "../format.js";
import { useKeys } from "../keys.js";
import { exploredIn, useLesson } from "../machine/learning.js";
import { Effort } from "../parts/effort.js";
import { RuleCard } from "../parts/rules.js";
import { Tool } from "../parts/tool.js";
import { Words } from "../parts/words.js";
import { go } from "../route.js";
import { recall, remember } from "../storage.js";

const SEEN = "toured";
const NONE_SHOWN = { proof: false, splits: false, rule: false };
const LESSON = { search: "greedy-macros", seed: 0, rules: "paper" };

/** Whether the visitor has left the tour before. */
export const wasToured = () => recall(SEEN, false);

export function Tour() {
  const [tour, setTour] = useState(null);
  const [trouble, setTrouble] = useState(null);
  const [shown, setShown] = useState(NONE_SHOWN); // of the three parts
  const lesson = useLesson();
  const next = useRef();
  useEffect(() => {
    const leaving = new AbortController();
    get("/api/tour", leaving.signal)
      .then(setTour)
      .catch((error) => setTrouble(messageOf(error)));
    return () => {
      leaving.abort();
      remember(SEEN, true);
    };
  }, []);
  // The first rule with a board is enough.
  const rule = lesson.found.find(({ board }) => board);
  useEffect(() => {
    if (rule && lesson.live) lesson.stop();
  }, [rule]);
  useEffect(() => next.current?.focus({ preventScroll: true }), [shown, tour == null, rule == null]);

  useKeys(["tour"], { next: () => next.current?.click() });
  const show = (name) => () => {
    setShown({ ...shown, [name]: true });
    if (name === "rule") lesson.begin(LESSON);
  };
  const first = Object.keys(shown).find((name) => !shown[name]); // the part that Enter shows next
  const nextOf = (name) => (name === first ? next : null);
  const play = () => go("play");
  const words = trouble ?? (rule ? null : lesson.trouble);
  return html`<main class="view view-one" id="main">
    <section class="stage tour" aria-label="Tour">
      <header class="tour-head">
        <div><h2>sapper plays Minesweeper and says why</h2>
          <p class="soft">Three clicks show what is special here. Text names cells as [row, column].</p></div>
        <${Tool} onClick=${play}>Skip to Play<//>
      </header>
      ${words && html`<p class="trouble" role="alert">${words}</p>`}
      ${tour && html`<div class="tour-cards">
        <${Part} exhibit=${tour.proof} shown=${shown.proof} next=${nextOf("proof")}
          onShow=${show("proof")} />
        <${Part} exhibit=${tour.splits} shown=${shown.splits} next=${nextOf("splits")}
          onShow=${show("splits")} />
        <section class="card" aria-label=${tour.rule.title}>
          <h2>${tour.rule.title}</h2>
          <p>${tour.rule.question}</p>
          ${!shown.rule && html`<${Show} onClick=${show("rule")} next=${nextOf("rule")}>${tour.rule.offer}<//>`}
          ${shown.rule && !rule && html`<${Learning} lesson=${lesson} />`}
          ${shown.rule && rule && html`<${RuleCard} rule=${rule} />
            <p class="soft small">The first of many rules: Machine learns shows the others, and proves each.</p>
            <${Show} onClick=${play} next=${first ? null : next}>Play<//>`}
        </section>
      </div>`}
    </section>
  </main>`;
}

function Part({ exhibit, shown, onShow, next }) {
  const [lit, setLit] = useState(null);
  const { title, question, offer, board, decision } = exhibit;
  const marks = marksOf(board, decision);
  const none = new Set();
  const target = { ...marks, action: null, clues: none, mines: none, ranks: new Map() };
  return html`<section class="card" aria-label=${title}>
    <h2>${title}</h2>
    <p>${question}</p>
    <${Board} board=${board} marks=${shown ? marks : target} lit=${lit} small
      label=${shown ? "The clues used are framed" : "One cell is marked"} />
    ${!shown && html`<${Show} onClick=${onShow} next=${next}>${offer}<//>`}
    ${shown && html`<div role="status">
      <p class="reason"><span class="tag tag-good">certain</span>${" "}
        <${Words} text=${sentence(decision.reason)} numbers=${numbersOf(decision)}
          onLit=${setLit} /></p>
    </div>`}
    ${shown && html`<${Effort} effort=${decision.effort} onLit=${setLit} />`}
  </section>`;
}

/** The button of a part. */
function Show({ onClick, next, children }) {
  return html`<p class="row"><button type="button" class="button" ref=${next}
    onClick=${onClick}>${children}</button></p>`;
}

function Learning({ lesson }) {
  const { search, counts, live } = lesson;
  return html`<p role="status">${live ? "Learning …" : "Stopped."}</p>
    ${live && html`<progress max=${search?.positives ?? 1}
      value=${search ? search.positives - search.left : 0} aria-label="positives covered"></progress>`}
    <p class="soft small">${counts.examples} examples, ${exploredIn(lesson).toLocaleString("en")} clauses explored</p>`;
}
