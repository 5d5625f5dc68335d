// "Add to study": a menu that makes a chapter of a position or a game.

import { html, useState } from "../preact.js";
import { get, post, report } from "../api.js";
import { Field, Select } from "../parts/forms.js";
import { Item, Menu } from "../parts/menu.js";
import { go } from "../route.js";
import { TITLE } from "./card.js";
import { addressOf } from "./study.js";

const NEW = "new";

/** `source()` returns the fields of the chapter, of which `title` is the suggested title. */
export function AddToStudy({ title, source, onNotice }) {
  const [list, setList] = useState(null);
  const [into, setInto] = useState(NEW);
  const load = () =>
    get("/api/studies")
      .then((found) => {
        setList(found);
        setInto(String(found.studies[0]?.id ?? NEW));
      })
      .catch((error) => report(error, onNotice));
  const add = async (event) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    try {
      const content = await source();
      if (!content) return;
      const study = into === NEW ? (await post("/api/studies", { name: fields.get("name") })).id : into;
      const chapter = { title: fields.get("title"), ...content };
      const { id } = await post(`/api/studies/${study}/chapters`, chapter);
      go(addressOf(study, id));
    } catch (error) {
      report(error, onNotice);
    }
  };
  const options = [...(list?.studies ?? []).map(({ id, name }) => [String(id), name]), [NEW, "a new study"]];
  return html`<span class="add-study" onClick=${(event) => event.target.closest(".menu-button") && load()}>
    <${Menu} words="Add to study" face="Add to study">
      ${list?.kept === false && html`<p class="menu-words">This server keeps no studies.</p>`}
      ${list?.kept && html`<form class="menu-form" onSubmit=${add}>
        <${Select} label="Study" name="study" value=${into} onChange=${setInto} options=${options} />
        ${into === NEW && html`<${Field} label="Name of the study"><input name="name" required maxlength=${TITLE}
          defaultValue="My study" /><//>`}
        <${Field} label="Title of the chapter"><input name="title" required maxlength=${TITLE} defaultValue=${title} /><//>
        <button type="submit" class="button">Add</button>
      </form>
      <hr /><${Item} href="#studies">All studies<//>`}
    <//></span>`;
}
