// The sources of a position: a size, a text or a file; and the link that reopens it.

import { html, useEffect, useState } from "../kit.js";
import { titled } from "../keys.js";
import { blank, Field } from "../parts/forms.js";
import { Notice } from "../parts/notice.js";
import { EXAMPLE } from "./desk.js";

/** Marks a notice that belongs beside the text or file given here. */
export const SOURCE = "source";

export function Source({ desk, field }) {
  const { board, notice } = desk;
  const refused = notice?.at === SOURCE ? notice : null;
  const [size, setSize] = useState(board);
  useEffect(() => setSize(board), [board.width, board.height, board.mines]);
  const set = (name) => (event) => setSize({ ...size, [name]: event.currentTarget.value });
  const resize = (event) => {
    event.preventDefault();
    const { width, height, mines } = size;
    const same = Number(width) === board.width && Number(height) === board.height;
    desk.edit(
      same
        ? { ...board, mines: Number(mines) }
        : blank(Number(width), Number(height), Number(mines)),
    );
  };
  const paste = (event) => {
    event.preventDefault();
    desk.read(field.current.value, SOURCE);
  };
  const load = (event) => {
    const [file] = event.currentTarget.files;
    if (file) desk.open(file, SOURCE);
    event.currentTarget.value = "";
  };
  return html`<details class="card" open>
    <summary><h2>Position</h2></summary>
    <form class="fields fields-3" onSubmit=${resize}>
      ${["width", "height", "mines"].map(
        (name) => html`<${Field} key=${name} label=${name}>
        <input type="number" name=${name} min=${name === "mines" ? 0 : 1} required
          value=${size[name]} onInput=${set(name)} />
      <//>`,
      )}
      <p class="row field-wide"><button type="submit" class="tool">Set size</button>
        <button type="button" class="tool" title=${titled("Clear", "analyse", "new")}
          onClick=${() => desk.edit(blank(board.width, board.height, board.mines))}>Clear</button>
        <button type="button" class="tool" onClick=${() => desk.read(EXAMPLE)}>Example</button></p>
    </form>
    <form onSubmit=${paste}>
      <${Field} label="Paste a position or a share link, or drop a file anywhere" wide>
        <textarea ref=${field} class="mono" rows="5" spellcheck=${false} name="position"
          aria-invalid=${refused ? "true" : null}
          placeholder=${"5x3x3\nHHHHH\n1222H\n0001H"}></textarea>
      <//>
      <${Notice} notice=${refused} />
      <p class="row"><button type="submit" class="button">Show it</button>
        <label class="tool">Open a file<input class="unseen" type="file" onChange=${load} /></label></p>
    </form>
  </details>`;
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
  return html`<button type="button" class="tool" disabled=${!link} onClick=${copy}>Copy link</button>`;
}
