// The dialog in which a visitor chooses how the board looks, sounds and is played.

import { html, useEffect, useRef } from "../preact.js";
import { Field, Select } from "../parts/forms.js";
import { Tool } from "../parts/tool.js";
import { COLOURS, prefer, SKINS, usePreferences } from "./preferences.js";

const CHOICES = [
  ["questions", "Question marks", "A right click or long press turns a flag into a question mark."],
  [
    "clickChords",
    "A click on a number chords",
    "It opens the other neighbours of a number whose mines are flagged. Without it, press both mouse buttons, the middle one, or c.",
  ],
  ["milliseconds", "Milliseconds on the clock", ""],
  ["sound", "Sounds", ""],
  [
    "magnifier",
    "Magnifier for fingers",
    "A long press shows the cells under the finger. Slide to the right one, and lift to flag it.",
  ],
];

/** The dialog; `dark` says whether the page is dark, and `onTheme` changes that. */
export function Preferences({ onTheme, onClose }) {
  const dialog = useRef();
  const chosen = usePreferences();
  useEffect(() => dialog.current.showModal(), []);
  const leave = () => {
    dialog.current.close();
    onClose();
  };
  return html`<dialog class="help preferences" ref=${dialog} aria-labelledby="preferences-title"
    onClose=${onClose} onClick=${(event) => event.target === dialog.current && leave()}>
    <div class="help-head"><h2 id="preferences-title">Preferences</h2>
      <${Tool} onClick=${leave}>Close<//></div>
    <div class="fields">
      <${Field} label="Your name">
        <input name="name" maxlength="40" placeholder="you" autocomplete="nickname" value=${chosen.name}
          onChange=${(event) => prefer({ name: event.currentTarget.value.trim() })} /><//>
      <${Select} label="Board" name="skin" value=${chosen.skin} options=${SKINS}
        onChange=${(skin) => prefer({ skin })} />
      <${Select} label="Colours" name="colours" value=${chosen.colours} options=${COLOURS}
        onChange=${(colours) => prefer({ colours })} />
    </div>
    ${CHOICES.map(
      ([name, words, more]) => html`<label class="check preference" key=${name}>
      <input type="checkbox" name=${name} checked=${chosen[name]}
        onChange=${(event) => prefer({ [name]: event.currentTarget.checked })} />
      <span>${words}${more && html`<small>${more}</small>`}</span>
    </label>`,
    )}
    <p class="row"><${Tool} onClick=${onTheme}>Light or dark<//></p>
  </dialog>`;
}
