// Buttons of the toolbars.

import { html } from "../preact.js";
import { titled } from "../keys.js";

/**
 * A button with `children` on it. Its tooltip has its `words`, else what is on it, and the key of the
 * binding `name` of a `group`. An `icon` is named by its words; the `main` one stands out; `pressed`
 * is for those that switch something; `off` disables it.
 */
export function Tool({ group, name, words, icon, main, pressed = null, off, onClick, children }) {
  const kind = `tool${main ? " tool-main" : ""}${icon ? " tool-icon" : ""}`;
  return html`<button type="button" class=${kind} aria-label=${icon ? words : null}
    aria-pressed=${pressed} disabled=${off} title=${titled(words ?? wordsOf(children), group, name)}
    onClick=${onClick}>${children}</button>`;
}

/** The texts among children, without elements and what stands in them. */
const wordsOf = (children) =>
  [children]
    .flat(Infinity)
    .filter((child) => ["string", "number"].includes(typeof child))
    .join("")
    .trim();
