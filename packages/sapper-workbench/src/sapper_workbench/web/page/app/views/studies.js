// Studies: the visitor's lists of positions and games with comments and arrows.

import { html, useEffect, useState } from "../preact.js";
import { attempt, get, post } from "../api.js";
import { counted } from "../format.js";
import { base64, ChooseFiles, useDropped } from "../parts/files.js";
import { Item, Menu, Notice, Tool } from "../parts/controls.js";
import { useFetched } from "../parts/hooks.js";
import { go } from "../route.js";
import { addressOf, deleteStudy, lastDeleted, restoreStudy, shareStudy, studyLesson } from "../studies/study.js";

export function Studies() {
  const [list, setList] = useState(null);
  const [notice, setNotice] = useState(null);
  const load = async () => setList(await get("/api/studies"));
  useEffect(() => {
    attempt(load, setNotice);
  }, []);
  /** Changes the studies, reads them again, and says in `words` what has changed. */
  const change = (work, words) =>
    attempt(async () => {
      await work().finally(load);
      setNotice({ words });
    }, setNotice);
  /** Adds the studies of some fields of requests, one after the other. */
  const add = (all) =>
    change(async () => {
      for (const fields of all) await post("/api/studies", await fields);
    }, `${counted(all.length, "study", "studies")} added.`);
  const onFiles = (files) => add(files.map(async (file) => ({ file: await base64(file) })));
  const onText = (text) => text.trim() && add([{ link: text.trim() }]);
  const dropped = useDropped({ onFiles, onText });
  const remove = ({ id, name }) => change(() => deleteStudy(id, name), `“${name}” deleted.`);
  const gone = lastDeleted();
  const restore = () => change(restoreStudy, `“${gone.name}” is back.`);
  return html`<main class="view view-one" id="main" ...${dropped.on}>
    <section class="stage history" aria-label="Studies">
      <header class="heading"><h2>Studies</h2>
        <p class="soft">A study is a list of positions and games with your comments, marks and arrows. Share it
          as a link or a file. To begin one, choose <i>Add to study</i> in <a href="#analyse">Analyse</a>, or${" "}
          <i>More</i> and <i>Add to study</i> next to a game in <a href="#history">History</a>.</p></header>
      ${list?.kept && html`<p class="row"><${ChooseFiles} multiple onFiles=${onFiles}
        words="You can also drop files here, or paste a link.">Import<//></p>`}
      ${list?.kept === false && html`<p>This server keeps no studies, because it was started with <code>--no-history</code>.</p>`}
      <${Notice} notice=${notice ?? (list ? null : { words: "Reading the studies …" })} />
      ${gone && html`<p class="row restore"><${Tool} words=${`Undo: restore “${gone.name}”`} onClick=${restore}>Undo<//></p>`}
      ${list?.studies.length > 0 && html`<ol class="history-list">
        ${list.studies.map((each) => html`<${Row} key=${each.id} study=${each} onDelete=${remove} onNotice=${setNotice} />`)}
      </ol>`}
      ${list?.kept && html`<${ReadyMade} open=${!list.studies.length} onBegin=${(lesson) => studyLesson(lesson, setNotice)} />`}
    </section>
  </main>`;
}

/** The lessons, each of which can become a study; listed once `open`. */
function ReadyMade({ open, onBegin }) {
  const lessons = useFetched("/api/lessons").found ?? [];
  return html`<details class="card" open=${open}><summary>Ready-made studies</summary>
    <p class="soft">Each has the positions of a lesson, to comment, to change and to present.</p>
    <ul class="class-pupils">${lessons.map(({ id, title }) => html`<li key=${id}>
      <${Tool} words=${`Begin the study: ${title}`} onClick=${() => onBegin(id)}>${title}<//></li>`)}</ul></details>`;
}

function Row({ study, onDelete, onNotice }) {
  const { id, name, at, chapters } = study;
  const when = new Date(1000 * at).toLocaleString([], { dateStyle: "medium" });
  return html`<li class="history-game" aria-label=${name}>
    <div><p class="history-head"><b>${name}</b></p>
      <p class="soft small">${counted(chapters.length, "chapter", "chapters")} · ${when}</p></div>
    <p class="row history-tools">
      <${Tool} words=${`Open the study: ${name}`} onClick=${() => go(addressOf(id))}>Open<//>
      <${Menu} words=${`More for the study: ${name}`} face="More">
        <${Item} href=${`#present/study/${id}`}>Present<//>
        <${Item} onClick=${() => shareStudy(id, onNotice)}>Copy link<//>
        <${Item} href=${`/api/studies/${id}/file`}>Export<//>
        <${Item} onClick=${() => onDelete(study)}>Delete<//>
      <//>
    </p>
  </li>`;
}
