// A class: its teacher assigns tasks and sees who solved what; pupils choose a name and work.

import { html, useEffect, useState } from "../preact.js";
import { attempt, post, report } from "../api.js";
import { plural } from "../format.js";
import { Notice, Sure, Tool } from "../parts/controls.js";
import { copyText } from "../parts/files.js";
import { Field, Form, Select } from "../parts/forms.js";
import { useFetched } from "../parts/hooks.js";
import { Lesson } from "../learn/lesson.js";
import { go } from "../route.js";
import { recall, remember } from "../storage.js";

const TEACH = "teach";
const REFRESH_MILLISECONDS = 5000; // between two looks of a teacher at the answers
const MAX_NAME = 40;

/** `#class` makes a class, `#class/teach/SECRET` is its teacher's page, `#class/CODE` that of its pupils, and
 * `#class/CODE/TASK` a task. */
export function Class({ route }) {
  const [first, second] = route.argument.split("/");
  if (!first) return html`<${Start} />`;
  if (first === TEACH) return html`<${Teacher} key=${second} secret=${second ?? ""} />`;
  return html`<${Pupil} key=${first} code=${first} task=${second} />`;
}

const Page = ({ label, title, notice, children }) => html`<main class="view view-one" id="main">
  <section class="stage history" aria-label=${label}>
    <header class="heading"><h2>${title}</h2></header>
    <${Notice} notice=${notice} />${children}</section></main>`;

/** A form for a name, with a button. */
function NameForm({ label, hint, button, onName }) {
  return html`<${Form} class="card narrow" onSubmit=${(fields) => onName(fields.get("name"))}>
    <${Field} label=${label} hint=${hint}><input name="name" required maxlength=${MAX_NAME} autocomplete="off" /><//>
    <button type="submit" class="button">${button}</button><//>`;
}

/** The classes of this browser, and a form to make one. */
function Start() {
  const [notice, setNotice] = useState(null);
  const classes = recall("classes", []);
  const make = (name) =>
    attempt(async () => {
      const { secret } = await post("/api/classes", { name });
      remember("classes", [...classes, { name, secret }]);
      go(`class/${TEACH}/${secret}`);
    }, setNotice);
  return html`<${Page} label="Classes" title="A class" notice=${notice}>
    <p class="measure">Assign lessons, puzzles or a study to your pupils. They open a link, choose a name and work; you see on one page
      who solved what. The server keeps the names that pupils choose and how they solved each position, nothing
      else. You and they can delete this at any time.</p>
    <${NameForm} label="Name of the class" button="Make a class" onName=${make} />
    ${classes.length > 0 && html`<section class="card narrow" aria-label="Your classes"><h3>Your classes</h3>
      <ul>${classes.map(({ name, secret }) => html`<li key=${secret}><a href=${`#class/${TEACH}/${secret}`}>${name}</a></li>`)}</ul></section>`}
  <//>`;
}

const SIGNS = {
  first: ["✓", "solved at the first try", "tag-good"],
  later: ["✓ later", "solved later", "tag-plain"],
  shown: ["shown", "looked at the solution", "tag-guess"],
};

/** The address that pupils open. */
const linkOf = ({ code, token }) => `${location.pathname}${token ? `?token=${token}` : ""}#class/${code}`;

function Teacher({ secret }) {
  const [notice, setNotice] = useState(null);
  const [found, setFound] = useState(null);
  const send = (path, fields = {}) =>
    attempt(async () => {
      const answer = await post(`/api/classes/${path}`, { teacher: secret, ...fields });
      setNotice(null);
      if (!answer.deleted) return setFound(answer);
      remember("classes", recall("classes", []).filter((each) => each.secret !== secret));
      go("class");
    }, setNotice);
  useEffect(() => {
    send(TEACH);
    const timer = setInterval(() => document.hidden || send(TEACH), REFRESH_MILLISECONDS);
    return () => clearInterval(timer);
  }, []);
  if (!found) return html`<${Page} label="Your class" title="Your class" notice=${notice ?? { words: "Loading the class …" }} />`;
  const { name, tasks, pupils } = found;
  const link = new URL(linkOf(found), location.href).href;
  return html`<${Page} label="Your class" title=${name} notice=${notice}>
    <section class="card" aria-label="The link for pupils"><h3>The link for pupils</h3>
      <p class="class-link"><a href=${link}>${link}</a></p>
      <p class="row"><${Tool} onClick=${() => copyText(link, "Link copied: give it to your pupils.", setNotice)}>Copy link<//></p>
      <p class="soft small">Keep the address of this page to yourself, and bookmark it: whoever has it sees all answers.</p></section>
    <${Assign} onAssign=${(fields) => send("assign", fields)} />
    ${tasks.map((task, i) => html`<${Answers} key=${task.id} task=${task} pupils=${pupils} place=${i} onRemove=${() => send("remove", { task: task.id })} />`)}
    <section class="card" aria-label="Pupils"><h3>${plural(pupils.length, "pupil", "pupils")}</h3>
      ${pupils.length > 0 && html`<ul class="class-pupils">${pupils.map(
        (each) => html`<li key=${each.id}>${each.name}${" "}
          <${Sure} words=${`Delete ${each.name} and their answers`} onClick=${() => send("remove", { pupil: each.id })}>Delete<//></li>`,
      )}</ul>`}
      <p class="row"><${Sure} words="Delete the class with all names and answers" onClick=${() => send("remove")}>Delete the class<//></p></section>
  <//>`;
}

/** The form that assigns a task. */
function Assign({ onAssign }) {
  const [kind, setKind] = useState("lesson");
  const lessons = useFetched("/api/lessons").found ?? [];
  const themes = Object.keys(useFetched("/api/puzzles").found?.themes ?? {});
  const studies = useFetched("/api/studies").found?.studies ?? [];
  const submit = (given) => {
    const of = Object.fromEntries(given);
    const fields = { lesson: { lesson: of.lesson }, puzzles: { puzzles: Number(of.count), theme: of.theme || null }, study: { study: Number(of.study) } };
    onAssign(fields[kind]);
  };
  const kinds = [["lesson", "a lesson"], ["puzzles", "puzzles"], ...(studies.length ? [["study", "one of your studies"]] : [])];
  return html`<${Form} class="card" onSubmit=${submit} aria-label="Assign"><h3>Assign</h3><div class="fields">
    <${Select} label="What" name="kind" value=${kind} options=${kinds} onChange=${setKind} />
    ${kind === "lesson" && html`<${Select} label="Lesson" name="lesson" options=${lessons.map(({ id, title }) => [id, title])} />`}
    ${kind === "study" && html`<${Select} label="Study" name="study" options=${studies.map(({ id, name }) => [id, name])} />`}
    ${kind === "puzzles" && html`<${Select} label="Theme" name="theme" options=${[["", "any"], ...themes]} />
      <${Field} label="How many"><input type="number" name="count" min="1" max="20" value="5" required /><//>`}
    </div><button type="submit" class="button" disabled=${!lessons.length}>Assign</button><//>`;
}

/** Who solved what in a task. */
function Answers({ task, pupils, place, onRemove }) {
  const { title, exercises } = task;
  const numbers = [...Array(exercises).keys()];
  const done = pupils.filter(({ solved }) => solved[place].every(Boolean)).length;
  return html`<section class="card" aria-label=${title}><h3>${title}</h3>
    <p class="soft small">${pupils.length ? `${done} of ${plural(pupils.length, "pupil", "pupils")} finished.` : "Nobody has joined yet."}</p>
    ${pupils.length > 0 && html`<div class="class-answers" tabindex="0" role="group" aria-label=${`Answers: ${title}`}><table>
      <thead><tr><th scope="col">Pupil</th>${numbers.map((i) => html`<th key=${i} scope="col" class="number">${i + 1}</th>`)}</tr></thead>
      <tbody>${pupils.map(({ id, name, solved }) => html`<tr key=${id}><th scope="row">${name}</th>
        ${solved[place].map((how, i) => html`<td key=${i}>${how && html`<span class=${`tag ${SIGNS[how][2]}`} title=${SIGNS[how][1]}>${SIGNS[how][0]}</span>`}</td>`)}</tr>`)}
      </tbody></table></div>`}
    <p class="row"><${Sure} words=${`Remove the task ${title} with all answers`} onClick=${onRemove}>Remove<//></p></section>`;
}

/** The page of a pupil, who first chooses a name: the list of tasks, or one of them. */
function Pupil({ code, task }) {
  const [notice, setNotice] = useState(null);
  const [secret, setSecret] = useState(() => recall(`class.${code}`, null));
  const [found, setFound] = useState(null);
  const keep = (pupil) => {
    remember(`class.${code}`, pupil);
    setFound(null);
    setSecret(pupil);
  };
  const tried = (work) =>
    work().catch((error) => {
      if (error.status === 404 && secret) keep(null); // the teacher has deleted the name
      report(error, setNotice);
    });
  useEffect(() => {
    if (task && secret) return;
    tried(async () => setFound(secret ? await post("/api/classes/work", { pupil: secret }) : await post("/api/classes/join", { code })));
  }, [secret, task]);
  const join = (name) =>
    tried(async () => {
      const joined = await post("/api/classes/join", { code, name });
      setNotice(null);
      keep(joined.secret);
    });
  const leave = (kept) => () =>
    tried(async () => {
      await post("/api/classes/leave", { pupil: secret, kept });
      keep(null);
    });
  if (task && secret) return html`<${Work} key=${task} code=${code} task=${Number(task)} pupil=${secret} />`;
  const title = found?.name ?? "A class";
  if (!found || !secret)
    return html`<${Page} label="Class" title=${title} notice=${notice}>
      ${found && html`<${NameForm} label="Your name" button="Join the class" onName=${join}
        hint="Your teacher sees this name and how you solve each position; other pupils see neither. A first name or a nickname is enough." />`}<//>`;
  const [own] = found.pupils;
  return html`<${Page} label="Class" title=${title} notice=${notice}>
    <p>You are <b>${own.name}</b>.</p>
    ${!found.tasks.length && html`<p>There are no tasks yet. Reload this page when your teacher has assigned one.</p>`}
    <ol class="lessons">${found.tasks.map(({ id, title: words, exercises }, i) => {
      const solved = own.solved[i].filter(Boolean).length;
      const done = solved === exercises;
      return html`<li key=${id}><a class="card lesson" href=${`#class/${code}/${id}`}><span>${words}</span>
        <span class=${done ? "tag tag-good" : "soft small"}>${done ? "✓ done" : `${solved} of ${exercises}`}</span></a></li>`;
    })}</ol>
    <p class="row"><${Sure} words="Your teacher still sees your answers, but nobody can go on under your name" asked="Press again: you cannot come back under this name" onClick=${leave(true)}>I am someone else<//>
      <${Sure} words="Delete your name and your answers" onClick=${leave(false)}>Delete my name and answers<//></p>
  <//>`;
}

/** A task of a pupil, as a lesson. */
function Work({ code, task, pupil }) {
  const [solved, setSolved] = useState({});
  const load = async (signal) => {
    const found = await post("/api/classes/task", { pupil, task }, signal);
    setSolved({ [task]: found.solved });
    return { ...found, exercises: found.exercises.map((each, number) => ({ ...each, id: task, number })) };
  };
  const judge = ({ number }, cells) => post("/api/classes/answer", { pupil, task, exercise: number, cells });
  const onSolved = (id, number, how) => setSolved((all) => ({ [id]: all[id].with(number, all[id][number] ?? how) }));
  return html`<${Lesson} id=${task} source=${{ load, judge }} home=${{ address: `class/${code}`, words: "All tasks" }}
    lessons=${[]} solved=${solved} onSolved=${onSolved} />`;
}
