// The dialog in which a visitor chooses how the board looks, sounds and is played, and its keys.

import { html, useState } from "../preact.js";
import { get, messageOf } from "../api.js";
import { Board } from "../board/board.js";
import { blank } from "../choice.js";
import { sentence } from "../format.js";
import { bindingsOf, rebind, shownKeys, takenBy } from "../keys.js";
import { Dialog, Tool } from "../parts/controls.js";
import { Field, Select } from "../parts/forms.js";
import { CLUES, LOOKS, prefer, usePreferences } from "./preferences.js";

/** A board that shows tiles, clues and a flag in each look. */
const SAMPLE = {
  ...blank({ width: 4, height: 3, mines: 3 }),
  cells: [..."HH2001FH0123"].map((code, i) => (i === 5 ? "*" : code)),
};

const CHOICES = [
  ["questions", "Question marks", "A right click or long press turns a flag into a question mark."],
  [
    "clickChords",
    "A click on a number chords",
    "Opens the other neighbours of a number whose mines are flagged. If this is off, press both mouse buttons, the middle button or c.",
  ],
  ["coordinates", "Numbers of rows and columns", ""],
  ["milliseconds", "Hundredths of a second on the clock", ""],
  ["sound", "Sounds", ""],
  [
    "magnifier",
    "Magnifier for fingers",
    "A long press shows the cells under your finger. Slide to the right one, and lift to flag it.",
  ],
];

/** The visitor's name, which the server checks during typing; an invalid one is not stored. */
function NameField({ name }) {
  const [refused, setRefused] = useState("");
  const check = async ({ currentTarget: field }) => {
    const typed = field.value;
    const still = () => field.value === typed; // a late answer changes nothing that was typed since
    try {
      const found = await get(`/api/name?name=${encodeURIComponent(typed)}`);
      prefer({ name: found.name });
      if (!still()) return;
      setRefused("");
      field.value = found.name;
    } catch (error) {
      if (still()) setRefused(messageOf(error));
    }
  };
  return html`<${Field} label="Your name">
    <input name="name" autocomplete="nickname" defaultValue=${name || "you"} aria-invalid=${Boolean(refused)}
      aria-describedby="name-refused" onChange=${check} />
    <small id="name-refused" class="bad" role="status">${refused && sentence(refused)}</small><//>`;
}

const ADVISERS = ["swift", "champion", "csp", "single-point", "sat", "limited", "mio", "logic4"];

export function Preferences({ about, onClose }) {
  const chosen = usePreferences();
  return html`<${Dialog} kind="preferences" title="Preferences" onClose=${onClose}>
    <div class="fields">
      <${NameField} name=${chosen.name} />
      <${Select} label="Clues" name="clues" value=${chosen.clues} options=${CLUES}
        onChange=${(clues) => prefer({ clues })} />
      <${Select} label="Who gives hints" name="adviser" value=${chosen.adviser} onChange=${(adviser) => prefer({ adviser })}
        options=${(about?.players ?? []).filter(({ name, own }) => own || ADVISERS.includes(name)).map(({ name }) => name)} />
    </div>
    <section><fieldset class="looks">
      <legend>Board</legend>
      ${LOOKS.map(
        ([look, words]) => html`<label key=${look} class="look" data-look=${look}>
        <input type="radio" name="look" value=${look} checked=${chosen.look === look}
          onChange=${() => prefer({ look })} />
        <${Board} board=${SAMPLE} small label=${words} /><span>${words}</span>
      </label>`,
      )}
    </fieldset></section>
    ${CHOICES.map(
      ([name, words, more]) => html`<label class="check preference" key=${name}>
      <input type="checkbox" name=${name} checked=${chosen[name]}
        onChange=${(event) => prefer({ [name]: event.currentTarget.checked })} />
      <span>${words}${more && html`<small>${more}</small>`}</span>
    </label>`,
    )}
    <${KeyChoices} />
  <//>`;
}

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
