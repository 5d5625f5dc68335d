// Learning that streams in: Mio's lesson in Minesweeper, and a visitor's own task.

import { html, useState } from "../preact.js";
import { query } from "../api.js";
import { plural } from "../format.js";
import { Tool } from "../parts/controls.js";
import { ChooseFiles, useDropped } from "../parts/files.js";
import { Clause } from "../parts/reasons.js";
import { useStream } from "../stream.js";

const NO_LESSON = {
  begun: false,
  search: null, // the iteration under way
  latest: null, // the latest example
  found: [], // rules, each `{clause, target, …}`
  proofs: {}, // by clause
  explored: {}, // clauses, by iteration
  counts: { examples: 0, counterexamples: 0 },
  end: null,
  live: false,
  trouble: null,
};

/** The state after an event of the stream. */
export function lessonAfter(state, name, data) {
  const { counts } = state;
  if (name === "example") {
    return { ...state, latest: data, counts: { ...counts, examples: counts.examples + 1 } };
  }
  if (name === "counterexample") {
    const counterexamples = counts.counterexamples + 1;
    return { ...state, latest: { ...data, counter: true }, counts: { ...counts, counterexamples } };
  }
  if (name === "rule") return withRule(state, data);
  if (name === "proof") return { ...state, proofs: { ...state.proofs, [data.clause]: data } };
  if (name === "search" || name === "end") return { ...state, [name]: data };
  return state;
}

/** A rule found again keeps its board, which is sent only once. */
function withRule(state, rule) {
  const drawn = state.found.find(({ clause }) => clause === rule.clause);
  const others = state.found.filter((each) => each !== drawn);
  const board = rule.board ? {} : { board: drawn?.board, marks: drawn?.marks };
  const iteration = `${rule.target} ${rule.iteration}`;
  return {
    ...state,
    found: [...others, { ...rule, ...board }],
    explored: { ...state.explored, [iteration]: rule.explored },
  };
}

/** The number of clauses explored in all iterations. */
export function exploredIn({ explored }) {
  return Object.values(explored).reduce((sum, each) => sum + each, 0);
}

/** The lesson; `begin(fields)` starts another. */
export function useLesson() {
  const stream = useStream(NO_LESSON, lessonAfter);
  const begin = (fields) => stream.start(`/api/learn?${query(fields)}`, { begun: true });
  return { ...stream, begin };
}

/** The files of a task, and the fields of the request that carry their texts. */
const FIELDS = new Map([
  ["bk.pl", "background"],
  ["exs.pl", "examples"],
  ["bias.pl", "bias"],
  ["exs_test.pl", "test"],
]);
const MAX_TASK_CHARACTERS = 900_000; // of all files together
const MAX_CHARACTER_BYTES = 4; // of UTF-8

const NO_TASK = { begun: false, progress: null, result: null, live: false, trouble: null };

/** The state after an event of the stream. */
export function taskAfter(state, name, data) {
  if (name === "progress") return { ...state, progress: data };
  if (name === "learned") return { ...state, result: data };
  return state;
}

/** The request for some texts by file name. @throws {Error} if files are missing or too large */
export function requestOf(texts) {
  const missing = [...FIELDS].filter(([name, field]) => field !== "test" && !texts.has(name));
  if (missing.length) {
    throw new Error(`A task needs ${listed(missing.map(([name]) => name))} as well.`);
  }
  checkSize([...texts.values()].reduce((sum, text) => sum + text.length, 0));
  return Object.fromEntries([...texts].map(([name, text]) => [FIELDS.get(name), text]));
}

function checkSize(size) {
  if (size > MAX_TASK_CHARACTERS) throw new Error(`The files are too large: at most ${MAX_TASK_CHARACTERS.toLocaleString("en")} characters.`);
}

const listed = (names) => [names.slice(0, -1).join(", "), names.at(-1)].filter(Boolean).join(" and ");

/** The task; `learn(files)` begins with the files of a list that belong to a task. */
export function useTask() {
  const stream = useStream(NO_TASK, taskAfter);
  const [refused, setRefused] = useState(null);
  const learn = async (files) => {
    try {
      const known = files.filter(({ name }) => FIELDS.has(name));
      checkSize(known.reduce((sum, { size }) => sum + size, 0) / MAX_CHARACTER_BYTES);
      const texts = await Promise.all(known.map(async (file) => [file.name, await file.text()]));
      const body = requestOf(new Map(texts));
      setRefused(null);
      stream.start("/api/learn", { begun: true }, body);
      return true;
    } catch (error) {
      setRefused(error.message);
      return false;
    }
  };
  return { ...stream, learn, refused };
}

/** The files that were dropped, those in dropped folders included. */
async function dropped(transfer) {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (!entries.some(({ isDirectory }) => isDirectory)) return [...transfer.files];
  // Of a folder, only the files directly in it.
  const inside = await Promise.all(entries.filter(({ isDirectory }) => isDirectory).map(entriesOf));
  return Promise.all([...entries, ...inside.flat()].filter(({ isFile }) => isFile).map(fileOf));
}

const fileOf = (entry) => new Promise((done, failed) => entry.file(done, failed));

/** The entries of a folder, which its reader gives a hundred at a time. */
async function entriesOf(folder) {
  const reader = folder.createReader();
  const entries = [];
  for (;;) {
    const more = await new Promise((done, failed) => reader.readEntries(done, failed));
    if (!more.length || entries.length > 1000) return entries;
    entries.push(...more);
  }
}

/** The card that takes files; `onBegin` is called when a task begins. */
export function TaskFiles({ task, onBegin }) {
  const begin = async (files) => {
    if (await task.learn(files)) onBegin();
  };
  const { over, on } = useDropped({ onFiles: async (_, transfer) => begin(await dropped(transfer)) });
  return html`<section class=${over ? "card task-over" : "card"} aria-label="Your own task" ...${on}>
    <h2>Learn from your own files</h2>
    <p class="soft small">Drop a task folder here: <code>bk.pl</code>, <code>exs.pl</code>, <code>bias.pl</code>${" "}
      and, if you like, <code>exs_test.pl</code>. Directives in them are not executed.</p>
    <p class="row">
      <${ChooseFiles} multiple accept=".pl" onFiles=${begin}>Choose files<//>
      ${task.live && html`<${Tool} onClick=${task.stop}>Stop<//>`}
      ${task.begun && html`<${Tool} onClick=${task.clear}>Packaged rules<//>`}
    </p>
    ${task.refused && html`<p class="trouble" role="alert">${task.refused}</p>`}
  </section>`;
}

/** The theory of a task with its reasons, or the progress of learning. */
export function TaskTheory({ task }) {
  const { progress, result, trouble, live } = task;
  const done = progress && `${progress.left} of ${plural(progress.positives, "positive", "positives")} left`;
  if (!result) {
    return html`<header class="heading">
      <h2>${live ? "Mio is learning your task" : "Nothing learned"}</h2>
      ${trouble ? html`<p class="trouble" role="alert">${trouble}</p>` : html`<p class="soft" role="status">${live ? (done ?? "Reading the files …") : "Stopped"}</p>`}
    </header>`;
  }
  return html`<header class="heading">
      <h2>A theory of ${plural(result.theory.length, "clause", "clauses")}</h2>
      <p role="status">${scored("training", result.train)}${result.test ? ` ${scored("test", result.test)}` : ""}</p>
      ${[...result.notes, ...result.notices].map((note) => html`<p class="soft small" key=${note}>${note}</p>`)}
    </header>
    <div class="rules">
      ${result.why.clauses.map((one) => html`<${Reason} key=${one.clause} one=${one} recursive=${result.why.recursive} />`)}
      <${Left} words="missed" kind="positive" some=${result.why.missed} />
      <${Left} words="wrongly covered" kind="negative" some=${result.why.wrong} />
    </div>`;
}

function scored(kind, counts) {
  const right = counts.true_positives + counts.true_negatives;
  const all = right + counts.false_positives + counts.false_negatives;
  return `${right.toLocaleString("en")} of ${all.toLocaleString("en")} ${kind} examples are right.`;
}

function Reason({ one, recursive }) {
  const positives = plural(one.positives, "positive", "positives");
  const wrong = one.new - one.value - one.literals;
  return html`<article class="card rule" aria-label=${one.clause}>
    <${Clause} text=${one.clause} />
    <p class="small">${recursive ? `${positives} need it` : `Covers ${positives}, ${one.alone} of which no other clause covers`}${examples(one.covers, one.positives)}</p>
    ${
      !recursive &&
      html`<p class="small">Its value is <b>${one.value}</b>: ${plural(one.new, "positive", "positives")} not covered above
        ${" "}− ${plural(wrong, "negative", "negatives")} − ${plural(one.literals, "literal", "literals")}.</p>`
    }
    ${
      one.runner_up &&
      html`<p class="soft small">The next best clause has ${one.runner_up_value}:</p>
        <${Clause} text=${one.runner_up} />`
    }
    ${
      one.negatives > 0 &&
      html`<p class="small"><span class="tag tag-bad">wrong</span> on
        ${" "}${plural(one.negatives, "negative", "negatives")}${examples(one.wrong, one.negatives)}</p>`
    }
  </article>`;
}

const examples = (names, count) =>
  names.length ? `: ${names.join("; ")}${count > names.length ? "; …" : "."}` : ".";

function Left({ words, kind, some }) {
  if (!some.count) return null;
  return html`<article class="card rule" aria-label=${words}>
    <p><b>${plural(some.count, kind, `${kind}s`)} ${words}</b></p>
    <p class="small">${some.examples.join("; ")}${some.count > some.examples.length ? "; …" : ""}</p>
  </article>`;
}
