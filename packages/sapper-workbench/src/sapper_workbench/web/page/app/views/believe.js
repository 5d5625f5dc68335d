// Limited belief: knowledge and questions, and the answers with their split levels and trees.

import { html, useEffect, useState } from "../preact.js";
import { counted, duration, sentence } from "../format.js";
import { useKeys } from "../keys.js";
import { Tool } from "../parts/controls.js";
import { Field, Form, Select } from "../parts/forms.js";
import { useFetched } from "../parts/hooks.js";
import { SplitTree } from "../parts/reasons.js";
import { go } from "../route.js";
import { useStream } from "../stream.js";

const MAX_CHARACTERS = 50_000;
const NOTHING = { begun: false, answers: [], consistent: null, live: false, trouble: null };

/** The state after an event of the stream. */
export function believedAfter(state, name, data) {
  if (name === "answer") return { ...state, answers: [...state.answers, data] };
  if (name === "consistent") return { ...state, consistent: data };
  return state;
}

/** The statements with one more question, at a level unless that is empty. */
export const withQuestion = (text, question, level) =>
  question.trim() ? `${text.trimEnd()}\nask ${question.trim()}${level && ` at ${level}`}\n` : text;

const LEVELS = [["", "the lowest that is enough, up to 2"], "0", "1", "2", "3", "4", "5", ["inf", "unlimited"]];

export function Believe({ route }) {
  const { found, trouble } = useFetched("/api/believe/lessons");
  const lessons = found ?? [];
  const [text, setText] = useState(null);
  const [question, setQuestion] = useState("");
  const [level, setLevel] = useState("");
  const stream = useStream(NOTHING, believedAfter);
  const wanted = lessons.find(({ name }) => name === route.argument) ?? lessons[0];
  useEffect(() => {
    if (!wanted) return;
    setText(wanted.text);
    setQuestion("");
    stream.clear();
  }, [wanted]);
  useKeys(["all"], { stop: stream.stop });
  const ask = () => stream.start("/api/believe", { begun: true }, { text: withQuestion(text, question, level) });
  return html`<main class="view" id="main">
    <section class="stage believe" aria-label="Knowledge">
      <header class="heading">
        <h2>What follows, and with how much effort?</h2>
        <p class="soft">A reasoner with limited belief knows at level 0 what follows at once, one clause after
          another, and at level k what follows with k case splits. Change a lesson, or write down what you know.</p>
      </header>
      ${trouble && html`<p class="trouble" role="alert">${trouble}</p>`}
      <${Form} onSubmit=${ask}>
        <div class="fields">
          <${Select} label="Lesson" wide name="lesson" value=${wanted?.name ?? ""}
            options=${lessons.map(({ name, title }) => [name, title])} onChange=${(name) => go(`believe/${name}`)} />
          <${Field} label="Knowledge and questions" wide>
            <textarea name="statements" class="mono" rows="14" spellcheck=${false} maxlength=${MAX_CHARACTERS}
              value=${text ?? ""} onInput=${(event) => setText(event.currentTarget.value)}></textarea>
          <//>
          <${Field} label="One more question" wide>
            <input type="text" name="question" class="mono" spellcheck=${false} value=${question}
              onInput=${(event) => setQuestion(event.currentTarget.value)} />
          <//>
          <${Select} label="Split level of this question" wide name="splits" value=${level} options=${LEVELS} onChange=${setLevel} />
        </div>
        <p class="row">
          <button type="submit" class="button" disabled=${text === null}>Answer</button>
          ${stream.live && html`<${Tool} group="all" name="stop" words="Stop thinking" onClick=${stream.stop}>Stop<//>`}
        </p>
      <//>
    </section>
    <aside class="side" aria-label="Answers"><${Answers} stream=${stream} /></aside>
  </main>`;
}

function Answers({ stream }) {
  const { begun, answers, consistent, live, trouble } = stream;
  if (!begun) {
    return html`<section class="card welcome"><h2>The answers appear here</h2>
      <p>Press Answer. Each answer opens to its split tree: the cases of one term after another, and what
        follows in each.</p></section>`;
  }
  const said = live ? "thinking …" : counted(answers.length, "question answered", "questions answered");
  return html`<p class="small" role="status">${trouble ? "" : sentence(said)}</p>
    ${trouble && html`<p class="trouble" role="alert">${sentence(trouble)}</p>`}
    ${consistent === false && html`<p class="trouble">The knowledge contradicts itself, so everything is believed at some level.</p>`}
    ${answers.map((each, at) => html`<${Answered} key=${at} answer=${each} />`)}`;
}

const KINDS = { yes: "tag-good", no: "tag-bad" };

function Answered({ answer }) {
  const { line, question, said, verdict, words, seconds, explanation, as_expected: expected } = answer;
  const head = html`<span class=${`tag ${KINDS[verdict] ?? ""}`}>${verdict}</span>${" "}${sentence(said)}
    <small class="soft"><code>${question}</code> · ${[`line ${line}`, words, duration(seconds)].filter(Boolean).join(" · ")}</small>`;
  return html`<article class="card believed" aria-label=${`line ${line}: ${verdict}`}>
    ${explanation ? html`<details><summary>${head}</summary><${Explained} of=${explanation} /></details>` : html`<p>${head}</p>`}
    ${!expected && html`<p class="trouble small">The text expects another answer.</p>`}
  </article>`;
}

/** The answer to a formula, with what it rests on. */
function Explained({ of }) {
  const { formula, said, holds, words, level, case: tree, fixes, parts = [] } = of;
  const notes = [level != null && `level ${level}`, words].filter(Boolean).join(", ");
  return html`<div class="explained">
    <p title=${formula}><b>${holds ? "yes" : "no"}</b>: ${sentence(said)}${notes && html` <span class="soft">(${notes})</span>`}</p>
    ${tree && html`<${SplitTree} tree=${tree} />`}
    ${fixes && html`<p>${fixes.length ? `Fix ${fixes.map((each) => each.join(" and ")).join("; then ")}.` : "Possible without fixing a term."}</p>`}
    ${parts.map((each, at) => html`<${Explained} key=${at} of=${each} />`)}
  </div>`;
}
