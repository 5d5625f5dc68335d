// The card of a study in Analyse, and the menu that adds a chapter.

import { html, useLayoutEffect, useRef, useState } from "../preact.js";
import { attempt, get, post } from "../api.js";
import { Icon, Item, Menu, Tool } from "../parts/controls.js";
import { Field, Form, Select } from "../parts/forms.js";
import { Words } from "../parts/reasons.js";
import { go } from "../route.js";
import { MAX_COMMENT_CHARACTERS } from "../tree/movelist.js";
import { addressOf } from "./study.js";

export const MAX_TITLE_CHARACTERS = 100; // of a name

/** `study` is that of `useStudy`; `quiet` says that the analysis of its position is not shown. */
export function StudyCard({ study, quiet, editor, onLit }) {
  const { name, own, chapters, place, key, saved } = study;
  const [asking, setAsking] = useState(null); // {words, value, act}: a name, or whether to delete
  const title = chapters[place]?.title;
  const ask = (words, act, value) => () => setAsking({ words, act, value });
  const done = (act, ...given) => {
    setAsking(null);
    act(...given);
  };
  const { tree } = editor;
  const node = tree.nodes.get(tree.at);
  return html`<section class="card study" aria-label="Study">
    <div class="row row-between"><div><p class="overline"><a href="#studies">Studies</a> › ${name}</p><h2>${title ?? name}</h2></div>
      <${Menu} words="Study menu" kind="tool-icon" face=${html`<${Icon} name="more" />`}>
        ${own && html`${title && html`<${Item} onClick=${ask("Title of the chapter", study.retitle, title)}>Rename chapter<//>
          <${Item} off=${place === 0} onClick=${() => study.move(-1)}>Move chapter up<//>
          <${Item} off=${place === chapters.length - 1} onClick=${() => study.move(1)}>Move chapter down<//>
          <${Item} onClick=${ask(`Delete the chapter “${title}”?`, study.remove)}>Delete chapter<//>
          <hr />`}
          <${Item} onClick=${ask("Name of the study", study.rename, name)}>Rename study<//>
          <${Item} href=${`/api/studies/${key}/file`}>Export<//>`}
        <${Item} onClick=${study.share}>Copy link<//>
        ${own && html`<${Item} onClick=${study.destroy}>Delete study<//>`}
      <//></div>
    ${asking && html`<${Question} key=${asking.words} of=${asking} onDone=${done} onLeave=${() => setAsking(null)} />`}
    ${own && title && html`<${Comment} key=${`${study.here} ${tree.at}`} node=${node} onChange=${editor.remark} />`}
    ${!own && node.comment && html`<p class="study-comment"><${Words} text=${node.comment} onLit=${onLit} /></p>`}
    ${chapters.length > 0 && html`<ol class="chapters">${chapters.map(
      (each) => html`<li key=${each.id}><a href=${`#${addressOf(key, each.id)}`}
        aria-current=${each.id === study.here ? "true" : null}>${each.title}</a></li>`,
    )}</ol>`}
    ${!chapters.length && html`<p>This study has no chapter yet. Set up a position or open a game, and choose${" "}
      <i>Add to study</i> below the board.</p>`}
    ${quiet && title && html`<p class="soft small"><i>Risks</i> below the board shows the chances and the best cells.</p>`}
    ${own && title && html`<p class="soft small" role="status">${saved || "Mark cells and draw arrows with the buttons below the board, or drag with the right button."}</p>`}
    ${!own && html`<p class="row"><${Tool} words="Keep this study among yours, to change it" onClick=${study.copy}>Save a copy<//></p>`}
  </section>`;
}

/** The comment on a move, saved as it is typed. */
function Comment({ node, onChange }) {
  return html`<${Field} label=${`Comment on ${node.depth ? `move ${node.depth}` : "the start"}`} wide>
    <textarea rows="3" name="comment" maxlength=${MAX_COMMENT_CHARACTERS} defaultValue=${node.comment}
      onInput=${(event) => onChange(node.id, event.currentTarget.value)}></textarea>
  <//>`;
}

/** Asks for a name, or whether something is to be deleted. */
function Question({ of: { words, value, act }, onDone, onLeave }) {
  const field = useRef();
  useLayoutEffect(() => field.current.focus(), []);
  const submit = () => onDone(act, ...(value === undefined ? [] : [field.current.value]));
  return html`<${Form} class="remark" onSubmit=${submit} onKeyDown=${(event) => event.key === "Escape" && onLeave()}>
    ${
      value === undefined
        ? html`<p>${words}</p>`
        : html`<${Field} label=${words} wide><input ref=${field} name="title" required maxlength=${MAX_TITLE_CHARACTERS} defaultValue=${value} /><//>`
    }
    <p class="row"><button type="submit" class="button" ref=${value === undefined ? field : null}>${value === undefined ? "Delete" : "Rename"}</button>
      <${Tool} onClick=${onLeave}>Cancel<//></p>
  <//>`;
}

const NEW = "new";

/** `source()` returns the fields of the chapter, of which `title` is the suggested title. */
export function AddToStudy({ title, source, onNotice }) {
  const [list, setList] = useState(null);
  const [into, setInto] = useState(NEW);
  const load = () =>
    attempt(async () => {
      const found = await get("/api/studies");
      setList(found);
      setInto(String(found.studies[0]?.id ?? NEW));
    }, onNotice);
  const add = (fields) =>
    attempt(async () => {
      const content = await source();
      if (!content) return;
      const study = into === NEW ? (await post("/api/studies", { name: fields.get("name") })).id : into;
      const chapter = { title: fields.get("title"), ...content };
      const { id } = await post(`/api/studies/${study}/chapters`, chapter);
      go(addressOf(study, id));
    }, onNotice);
  const options = [...(list?.studies ?? []).map(({ id, name }) => [String(id), name]), [NEW, "a new study"]];
  return html`<span class="add-study" onClick=${(event) => event.target.closest(".menu-button") && load()}>
    <${Menu} words="Add to study" face="Add to study">
      ${list?.kept === false && html`<p class="menu-words">This server keeps no studies.</p>`}
      ${list?.kept && html`<${Form} class="menu-form" onSubmit=${add}>
        <${Select} label="Study" name="study" value=${into} onChange=${setInto} options=${options} />
        ${into === NEW && html`<${Field} label="Name of the study"><input name="name" required maxlength=${MAX_TITLE_CHARACTERS}
          defaultValue="My study" /><//>`}
        <${Field} label="Title of the chapter"><input name="title" required maxlength=${MAX_TITLE_CHARACTERS} defaultValue=${title} /><//>
        <button type="submit" class="button">Add</button>
      <//>
      <hr /><${Item} href="#studies">All studies<//>`}
    <//></span>`;
}
