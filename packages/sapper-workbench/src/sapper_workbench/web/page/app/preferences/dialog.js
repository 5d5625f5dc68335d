// The dialog in which a visitor chooses how the board looks, sounds and is played.

import { html, useState } from "../preact.js";
import { get, messageOf } from "../api.js";
import { Board } from "../board/board.js";
import { blank } from "../choice.js";
import { sentence } from "../format.js";
import { Dialog } from "../parts/dialog.js";
import { Field, Select } from "../parts/forms.js";
import { KeyChoices } from "./keys.js";
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
  ["milliseconds", "Milliseconds on the clock", ""],
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

export function Preferences({ onClose }) {
  const chosen = usePreferences();
  return html`<${Dialog} kind="preferences" title="Preferences" onClose=${onClose}>
    <div class="fields">
      <${NameField} name=${chosen.name} />
      <${Select} label="Clues" name="clues" value=${chosen.clues} options=${CLUES}
        onChange=${(clues) => prefer({ clues })} />
    </div>
    <section><fieldset class="looks">
      <legend>Board</legend>
      ${LOOKS.map(
        ([look, words]) => html`<label key=${look} class="look" data-look=${look}>
        <input type="radio" name="look" value=${look} checked=${chosen.look === look}
          onChange=${() => prefer({ look })} />
        <${Board} board=${SAMPLE} small bare label=${words} /><span>${words}</span>
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
