// Dialogs over the page.

import { html, useEffect, useRef } from "../preact.js";
import { Tool } from "./tool.js";

/** A dialog under a title; besides Escape and its button, a click beside it and the key `closing` close it. */
export function Dialog({ kind = "", title, closing = null, onClose, children }) {
  const dialog = useRef();
  useEffect(() => dialog.current.showModal(), []);
  const leave = () => {
    dialog.current.close();
    onClose(); // at once: the next key may come before the dialog's own event
  };
  return html`<dialog class=${`help ${kind}`} ref=${dialog} aria-labelledby="dialog-title" onClose=${onClose}
    onClick=${(event) => event.target === dialog.current && leave()}
    onKeyDown=${(event) => event.key === closing && leave()}>
    <div class="help-head"><h2 id="dialog-title">${title}</h2>
      <${Tool} onClick=${leave}>Close<//></div>
    ${children}
  </dialog>`;
}
