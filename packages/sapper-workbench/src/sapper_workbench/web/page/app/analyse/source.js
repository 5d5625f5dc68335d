// The sources of a position: a size, a text or a file; and the link that reopens it.

import { html, useEffect, useState } from "../preact.js";
import { minesKnown, withMines } from "../board/position.js";
import { blank, numbers } from "../choice.js";
import { ChooseFiles, copyLink, useDropped } from "../parts/files.js";
import { Field, Form, SizeFields } from "../parts/forms.js";
import { Notice, Tool } from "../parts/controls.js";
import { allOpen } from "./drawing.js";
import { EXAMPLE } from "./editor.js";

/** Marks a notice that belongs beside the text or file given here. */
export const SOURCE = "source";

export function Source({ editor, field }) {
  const { board } = editor;
  const [size, setSize] = useState(board);
  const known = minesKnown(board);
  useEffect(() => setSize(known ? board : { ...board, mines: "" }), [board.width, board.height, board.mines, known]);
  const resize = () => {
    const { width, height } = numbers(size);
    const same = width === board.width && height === board.height;
    editor.edit(same ? withMines(board, size.mines) : blank({ ...size, rules: {} }));
  };
  const open = () => editor.edit(allOpen(size));
  return html`<details class="card" open>
    <summary><h2>Position</h2></summary>
    <${Form} class="fields fields-3" onSubmit=${resize}>
      <${SizeFields} size=${size} onChange=${setSize} unknown />
      <p class="row field-wide"><button type="submit" class="tool">Set size</button>
        <${Tool} group="analyse" name="new" onClick=${editor.clear}>All hidden<//>
        <${Tool} group="analyse" name="open-all" words="Every cell open, to draw mines on" onClick=${open}>All open<//>
        <${Tool} onClick=${() => editor.read(EXAMPLE)}>Example<//></p>
    <//>
    <${Paste} editor=${editor} field=${field} />
  </details>`;
}

/** The form for a text or a file; `words` are on its button. */
export function Paste({ editor, field, words = "Show it" }) {
  const { notice } = editor;
  const refused = notice?.at === SOURCE ? notice : null;
  return html`<${Form} onSubmit=${() => editor.read(field.current.value, SOURCE)}>
    <${Field} label="Paste a position, a share link or a screenshot, or drop a file anywhere" wide>
      <textarea ref=${field} class="mono" rows="5" spellcheck=${false} name="position"
        aria-invalid=${refused ? "true" : null}
        placeholder=${"5x3x3\nHHHHH\n1222H\n0001H"}></textarea>
    <//>
    <${Notice} notice=${refused} />
    <p class="row"><button type="submit" class="button">${words}</button>
      <${ChooseFiles} onFiles=${([file]) => editor.open(file, SOURCE)}>Open a file<//></p>
  <//>`;
}

/** Reads what is pasted or dropped anywhere on the page. */
export const useSource = (editor) =>
  useDropped({ onFiles: ([file]) => editor.open(file), onText: (text) => editor.read(text) });

/** Copies the link that reopens the position. */
export function CopyLink({ link, onCopied }) {
  const copy = () => copyLink(link, "Link copied: it reopens this position.", onCopied);
  return html`<${Tool} off=${!link} onClick=${copy}>Copy link<//>`;
}
