// A tree as text, link and file.

import { html, useEffect, useRef, useState } from "../preact.js";
import { sentence } from "../format.js";
import { ChooseFiles, copyLink } from "../parts/files.js";
import { Field } from "../parts/forms.js";
import { Tool } from "../parts/controls.js";

/**
 * The text of a tree, which can be edited and read again. `text()` returns `{text, link, words}`,
 * or null if it was refused; `onRead(text)` reads one, `onOpen(file)` a file. `secret` says why there is
 * no text yet.
 */
export function Share({ tree, text, secret = "", onRead, onOpen, onSave, onNotice }) {
  const field = useRef();
  const [shown, setShown] = useState(null); // the text of the tree it was made from
  const [open, setOpen] = useState(false);
  const fill = async () => {
    const found = await text();
    if (found) setShown({ tree, ...found });
    return found;
  };
  useEffect(() => {
    if (open && !secret) fill();
  }, [open, tree, secret]);
  useEffect(() => {
    if (field.current) field.current.value = shown?.text ?? "";
  }, [shown]);
  const copy = async () => {
    const found = await fill();
    if (!found) return;
    if (!found.link) {
      onNotice({ words: found.words, kind: "trouble" });
      return;
    }
    copyLink(found.link, "Link copied: it reopens all these moves.", onNotice);
  };
  const read = (event) => {
    event.preventDefault();
    onRead(field.current.value);
  };
  return html`<p class="row" role="group" aria-label="All moves">
      <${Tool} words=${secret || "Copy a link to all moves"} off=${Boolean(secret)} onClick=${copy}>Link<//>
      <${Tool} group="tree" name="tree-save" words=${secret || "Save all moves as text"} off=${Boolean(secret)}
        onClick=${onSave}>Save<//>
      <${ChooseFiles} words="Open moves, a game or a position" onFiles=${([file]) => onOpen(file)}>Open<//>
    </p>
    <details class="moves-text" open=${open} onToggle=${(event) => setOpen(event.currentTarget.open)}>
      <summary>Moves as text</summary>
      ${open && html`<form onSubmit=${read}>
        <${Field} label="Edit the text, then load it" wide>
          <textarea ref=${field} class="mono" rows="8" spellcheck=${false} name="moves"></textarea>
        <//>
        ${(secret || shown?.words) && html`<p class="soft small">${sentence(secret || shown.words)}</p>`}
        <p class="row"><button type="submit" class="tool">Load this text</button></p>
      </form>`}
    </details>`;
}
