// The keys of Play, as the visitor chooses them.

import { html, useState } from "../preact.js";
import { bindingsOf, rebind, shownKeys, takenBy } from "../keys.js";
import { Tool } from "../parts/tool.js";
import { prefer, usePreferences } from "./preferences.js";

const GROUPS = ["play", "board", "all"]; // those that act in Play
const NOT_KEYS = ["Shift", "Control", "Alt", "Meta", "Tab", "Escape", "CapsLock", "Dead", "Unidentified"];

/** Each binding with a button: press it, then the new key. */
export function KeyChoices() {
  const chosen = usePreferences();
  const [waiting, setWaiting] = useState(null); // the name of the binding that waits for its key
  const [refused, setRefused] = useState("");
  const choose = (keys) => {
    prefer({ keys });
    rebind(keys);
    setRefused("");
  };
  const pressed = (binding) => (event) => {
    if (waiting !== binding.name) return;
    if (event.key === "Tab") return setWaiting(null);
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Escape") return setWaiting(null);
    if (NOT_KEYS.includes(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
    const other = takenBy(event.key, GROUPS);
    setWaiting(null);
    if (other && other.name !== binding.name) setRefused(`${shownKeys({ keys: [event.key] })} is taken: ${other.help}.`);
    else choose({ ...chosen.keys, [`play ${binding.name}`]: [event.key] });
  };
  const own = Object.keys(chosen.keys).length > 0;
  return html`<details class="key-choices">
    <summary>Keys in Play</summary>
    <p class="small soft">They act on the cell under the pointer. Click a key, then press the one to use instead.</p>
    <p class="small bad" role="status">${refused}</p>
    <dl class="keys">${bindingsOf("play").map((binding) => {
      const now = waiting === binding.name;
      return html`<div key=${binding.name}>
        <dt><button type="button" class="tool" aria-label=${`${binding.help}: ${shownKeys(binding).join(", ")}`} aria-pressed=${now}
          onClick=${() => setWaiting(now ? null : binding.name)} onKeyDown=${pressed(binding)}
          onBlur=${() => setWaiting(null)}>${now ? "press a key" : shownKeys(binding).join(", ")}</button></dt>
        <dd>${binding.help}</dd></div>`;
    })}</dl>
    ${own && html`<p class="row"><${Tool} onClick=${() => choose({})}>Default keys<//></p>`}
  </details>`;
}
