// Forms to choose a board, a seed and a player.

import { html, useMemo, useState } from "../preact.js";
import { blank, namedSizes, OWN, recipeOf, sizeOf } from "../choice.js";
import { sentence } from "../format.js";

const FIRST = [
  ["opening", "opens a region"],
  ["safe", "is never a mine"],
  ["any", "may be a mine"],
];
/** A label over a control. */
export function Field({ label, hint, wide, children }) {
  return html`<label class=${wide ? "field field-wide" : "field"}>
    <span>${label}</span>${children}${hint && html`<small>${hint}</small>`}
  </label>`;
}

/** Open the card of a form, and go to its first field. */
export function openSettings(details) {
  details.open = true;
  details.querySelector("select").focus();
}

/** The fields for the width, the height and the mines of `size`. */
export function SizeFields({ size, onChange }) {
  return ["width", "height", "mines"].map(
    (name) => html`<${Field} key=${name} label=${name}>
      <input type="number" name=${name} min=${name === "mines" ? 0 : 1} required value=${size[name]}
        onInput=${(event) => onChange({ ...size, [name]: event.currentTarget.value })} />
    <//>`,
  );
}

/** The fields for a board, its rule for the first cell, and its seed. */
export function BoardFields({ choice, onChange, about, noGuess }) {
  const set = (name) => (event) => onChange({ ...choice, [name]: event.currentTarget.value });
  const isWorld = about.worlds.includes(choice.level);
  return html`<div class="fields">
    <${Field} label="Board" wide>
      <select value=${choice.level} onChange=${set("level")} name="level">
        <optgroup label="Levels">
          ${namedSizes(about).map(
            (level) => html`<option key=${level.name} value=${level.name}>
            ${level.name} · ${level.width}×${level.height}, ${level.mines} mines
          </option>`,
          )}
          <option value=${OWN}>${OWN}</option>
        </optgroup>
        <optgroup label="Daggers & Gold">
          ${about.worlds.map(
            (world) => html`<option key=${world} value=${world}>
            ${world} · ${about.world_words[world]}
          </option>`,
          )}
        </optgroup>
      </select>
    <//>
    ${
      choice.level === OWN && html`<${SizeFields} size=${choice} onChange=${onChange} />`
    }
    ${
      !isWorld &&
      html`<${Field} label="First cell">
      <select value=${choice.first} onChange=${set("first")} name="first">
        ${FIRST.map(([value, words]) => html`<option key=${value} value=${value}>${words}</option>`)}
      </select>
    <//>`
    }
    <${Field} label="Seed">
      <input type="number" name="seed" min="0" placeholder="random" value=${choice.seed}
        onInput=${set("seed")} />
    <//>
    ${
      noGuess &&
      !isWorld &&
      html`<label class="check field-wide">
      <input type="checkbox" name="no_guess" checked=${choice.noGuess}
        onChange=${(event) => onChange({ ...choice, noGuess: event.currentTarget.checked })} />
      <span>No guessing needed</span>
    </label>`
    }
  </div>`;
}

const FREE = "own recipe";

/** The fields for a player: one by name with its options, or any recipe. */
export function PlayerField({ recipe, onChange, about, label = "Player" }) {
  const named = about.players.find((player) => player.name === recipe || player.recipe === recipe);
  const [base, setBase] = useState(named?.name ?? FREE);
  const [values, setValues] = useState({});
  const player = about.players.find(({ name }) => name === base);
  const options = player?.options ?? [];
  const select = (event) => {
    const name = event.currentTarget.value;
    setBase(name);
    setValues({});
    if (name !== FREE) onChange(name);
  };
  const change = (option, text) => {
    const next = { ...values, [option.name]: text };
    setValues(next);
    onChange(recipeOf(player, next));
  };
  return html`<div class="fields">
    <${Field} label=${label} wide hint=${sentence(player?.words)}>
      <select value=${base} onChange=${select} name="player">
        ${about.players.map(({ name }) => html`<option key=${name} value=${name}>${name}</option>`)}
        <option value=${FREE}>${FREE}</option>
      </select>
    <//>
    ${
      base !== FREE &&
      options.map(
        (option) => html`<${Option} key=${`${base}.${option.name}`}
      option=${option} value=${values[option.name] ?? ""} onChange=${change} />`,
      )
    }
    <${Field} label="Recipe" wide>
      <input type="text" name="recipe" class="mono" spellcheck=${false} value=${recipe}
        onInput=${(event) => {
          setBase(FREE);
          onChange(event.currentTarget.value);
        }} />
    <//>
  </div>`;
}

function Option({ option, value, onChange }) {
  const changed = (event) => onChange(option, event.currentTarget.value);
  const choices = option.choices ?? (option.kind === "bool" ? ["true", "false"] : null);
  const numeric = ["int", "float", "number", "whole"].includes(option.kind);
  const standard = option.default == null ? "none" : String(option.default);
  return html`<${Field} label=${option.name} hint=${sentence(option.words)}>
    ${
      choices
        ? html`<select value=${value} onChange=${changed}>
          <option value="">${standard}</option>
          ${choices
            .filter((word) => word !== standard)
            .map((word) => html`<option key=${word} value=${word}>${word}</option>`)}
        </select>`
        : html`<input type=${numeric ? "number" : "text"} step="any" placeholder=${standard}
          value=${value} onInput=${changed} />`
    }
  <//>`;
}

/** A hidden board to show before a game begins. */
export function useBlank(choice, about) {
  return useMemo(
    () => blank(sizeOf(choice, about) ?? { width: 12, height: 12, mines: 25 }),
    [choice, about],
  );
}
