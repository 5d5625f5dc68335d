// The sources of a position: a size, a text or a file; and the link that reopens it.

import { html, useEffect, useRef, useState } from "../preact.js";
import { blank, numbers } from "../choice.js";
import { Field, SizeFields } from "../parts/forms.js";
import { Notice } from "../parts/notice.js";
import { Tool } from "../parts/tool.js";
import { allOpen } from "./drawn.js";
import { EXAMPLE } from "./editor.js";
import { pictureIn } from "./picture.js";

/** Marks a notice that belongs beside the text or file given here. */
export const SOURCE = "source";

export function Source({ editor, field }) {
  const { board } = editor;
  const [size, setSize] = useState(board);
  useEffect(() => setSize(board), [board.width, board.height, board.mines]);
  const resize = (event) => {
    event.preventDefault();
    const { width, height, mines } = numbers(size);
    const same = width === board.width && height === board.height;
    editor.edit(same ? { ...board, mines } : blank(size));
  };
  const open = () => editor.edit(allOpen(size));
  return html`<details class="card" open>
    <summary><h2>Position</h2></summary>
    <form class="fields fields-3" onSubmit=${resize}>
      <${SizeFields} size=${size} onChange=${setSize} />
      <p class="row field-wide"><button type="submit" class="tool">Set size</button>
        <${Tool} group="analyse" name="new" onClick=${editor.clear}>All hidden<//>
        <${Tool} group="analyse" name="open-all" words="Every cell open, to draw mines on" onClick=${open}>All open<//>
        <${Tool} onClick=${() => editor.read(EXAMPLE)}>Example<//></p>
    </form>
    <${Paste} editor=${editor} field=${field} />
  </details>`;
}

/** The form for a text or a file; `words` are on its button. */
export function Paste({ editor, field, words = "Show it" }) {
  const { notice } = editor;
  const refused = notice?.at === SOURCE ? notice : null;
  const paste = (event) => {
    event.preventDefault();
    editor.read(field.current.value, SOURCE);
  };
  const load = (event) => {
    const [file] = event.currentTarget.files;
    if (file) editor.open(file, SOURCE);
    event.currentTarget.value = "";
  };
  return html`<form onSubmit=${paste}>
    <${Field} label="Paste a position, a share link or a screenshot, or drop a file anywhere" wide>
      <textarea ref=${field} class="mono" rows="5" spellcheck=${false} name="position"
        aria-invalid=${refused ? "true" : null}
        placeholder=${"5x3x3\nHHHHH\n1222H\n0001H"}></textarea>
    <//>
    <${Notice} notice=${refused} />
    <p class="row"><button type="submit" class="button">${words}</button>
      <label class="tool">Open a file<input class="unseen" type="file" onChange=${load} /></label></p>
  </form>`;
}

/** Reads what is pasted or dropped anywhere on the page: whether a file is `over` it, and handlers. */
export function useDropped(editor) {
  const [over, setOver] = useState(false);
  const latest = useRef();
  latest.current = editor;
  useEffect(() => {
    const pasted = (event) => {
      if (event.target.closest?.("input, textarea")) return;
      const picture = pictureIn(event.clipboardData);
      if (picture) latest.current.open(picture);
      else latest.current.read(event.clipboardData.getData("text"));
    };
    document.addEventListener("paste", pasted);
    return () => document.removeEventListener("paste", pasted);
  }, []);
  const onDrop = (event) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) editor.open(file);
    else editor.read(event.dataTransfer.getData("text/plain"));
  };
  const onDragOver = (event) => {
    event.preventDefault();
    setOver(true);
  };
  return { over, on: { onDrop, onDragOver, onDragLeave: () => setOver(false) } };
}

/** Copies the link that reopens the position. */
export function CopyLink({ link, onCopied }) {
  const copy = async () => {
    const whole = `${location.origin}${location.pathname}${link}`;
    try {
      await navigator.clipboard.writeText(whole);
      onCopied({ words: "Link copied: it reopens this position." });
    } catch {
      onCopied({ words: whole });
    }
  };
  return html`<${Tool} off=${!link} onClick=${copy}>Copy link<//>`;
}
