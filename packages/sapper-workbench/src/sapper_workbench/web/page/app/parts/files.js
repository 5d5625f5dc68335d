// Files and texts that the visitor chooses, drops or pastes, files that the page saves, and links.

import { html, useState } from "../preact.js";
import { useListener } from "./hooks.js";

/** A button to choose files, which `onFiles` gets as a list. */
export function ChooseFiles({ kind = "tool", words, multiple, accept, onFiles, children }) {
  const choose = ({ currentTarget: field }) => {
    if (field.files.length) onFiles([...field.files]);
    field.value = "";
  };
  return html`<label class=${kind} title=${words}>${children}<input class="unseen" type="file"
    multiple=${multiple} accept=${accept} onChange=${choose} /></label>`;
}

/**
 * Files that are dropped on an element with the handlers `on`, while which something is `over` it.
 * `onFiles(files)` gets them, and `onText(text)`, if given, a text that is dropped there;
 * then what is pasted on the page counts, too, except into a field.
 * @param {{onFiles: (files: File[]) => void, onText?: (text: string) => void}} handlers
 */
export function useDropped({ onFiles, onText }) {
  const [over, setOver] = useState(false);
  const take = (transfer) => {
    if (transfer.files.length) onFiles([...transfer.files]);
    else if (onText) onText(transfer.getData("text"));
  };
  useListener(document, "paste", (event) => {
    if (onText && !event.target.closest?.("input, textarea")) take(event.clipboardData);
  });
  const onDrop = (event) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer);
  };
  const onDragOver = (event) => {
    event.preventDefault();
    setOver(true);
  };
  return { over, on: { onDrop, onDragOver, onDragLeave: () => setOver(false) } };
}

/** Let the browser save a text as a file. */
export function saveText(name, text, type = "text/plain") {
  const href = URL.createObjectURL(new Blob([text], { type }));
  Object.assign(document.createElement("a"), { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 1000);
}

const CHUNK_BYTES = 0x8000; // the number of arguments of a call is limited

/** A file as text in base64, as requests carry it. */
export async function base64(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES)
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK_BYTES));
  return btoa(text);
}

/** Copy a text, and say so in `words`; where copying is forbidden, show it. */
export async function copyText(text, words, onNotice) {
  try {
    await navigator.clipboard.writeText(text);
    onNotice({ words });
  } catch {
    onNotice({ words: text });
  }
}

/** Copy a whole address of the page, `#view?field=…`. */
export const copyLink = (hash, words, onNotice) => copyText(`${location.origin}${location.pathname}${hash}`, words, onNotice);
