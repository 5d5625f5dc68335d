// Forms to choose a board, a seed and a player.

import { html, useMemo, useState } from "../preact.js";
import { AS_IN_DEMO, blank, namedSizes, OWN, recipeOf, sizeOf } from "../choice.js";
import { sentence, titleOf } from "../format.js";

/** What the first cell may be, by rule. */
export const FIRST = [
  ["safe", "is never a mine"],
  ["opening", "opens a region"],
  ["any", "may be a mine"],
];

/** A label over a control. */
export function Field({ label, hint, wide, children }) {
  return html`<label class=${wide ? "field field-wide" : "field"}>
    <span>${label}</span>${children}${hint && html`<small>${hint}</small>`}
  </label>`;
}

/**
 * A field to choose one of `options`, each a value, `[value, words]`, or a group of them,
 * `{label, options}`; `onChange` gets the value.
 */
export function Select({ label, hint, wide, name, value, options, onChange }) {
  return html`<${Field} label=${label} hint=${hint} wide=${wide}>
    <select name=${name} value=${value} onChange=${(event) => onChange?.(event.currentTarget.value)}>
      ${options.map((each) =>
        each.label
          ? html`<optgroup key=${each.label} label=${each.label}>${each.options.map(option)}</optgroup>`
          : option(each),
      )}
    </select>
  <//>`;
}

function option(each) {
  const [value, words = value] = [each].flat();
  return html`<option key=${value} value=${value}>${words}</option>`;
}

/** A form; `onSubmit` gets what its fields contain. */
export function Form({ onSubmit, children, ...others }) {
  const submit = (event) => {
    event.preventDefault();
    onSubmit(new FormData(event.currentTarget));
  };
  return html`<form ...${others} onSubmit=${submit}>${children}</form>`;
}

/** The fields for the width, the height and the mines of `size`, whose number may be `unknown`. */
export function SizeFields({ size, onChange, unknown = false }) {
  return ["width", "height", "mines"].map(
    (name) => html`<${Field} key=${name} label=${name}>
      <input type="number" name=${name} min=${name === "mines" ? 0 : 1}
        required=${!unknown || name !== "mines"} placeholder=${unknown ? "?" : null} value=${size[name]}
        onInput=${(event) => onChange({ ...size, [name]: event.currentTarget.value })} />
    <//>`,
  );
}

/** The field for a seed: text, because an input of numbers would round a seed of 128 bits. */
export function SeedInput({ value, onChange, placeholder = "random" }) {
  return html`<${Field} label="Seed">
    <input name="seed" inputmode="numeric" pattern="[0-9]*" maxlength="39" autocomplete="off"
      title="a whole number" placeholder=${placeholder} value=${value}
      onInput=${(event) => onChange(event.currentTarget.value)} />
  <//>`;
}

/** The fields for a board, its rule for the first cell, and its seed; `demo` offers the boards of the
 * demo of limited belief as well. */
export function BoardFields({ choice, onChange, about, demo }) {
  const set = (name) => (value) => onChange({ ...choice, [name]: value });
  const isWorld = about.worlds.includes(choice.level);
  const sizes = namedSizes(about).map(({ name, width, height, mines }) => [
    name,
    `${titleOf(name).split(" ")[0]} · ${width}×${height}, ${mines} mines`,
  ]);
  const worlds = about.worlds.map((world) => [world, about.world_words[world]]);
  const fixed = ([world]) => /^[A-Z]/.test(world);
  const boards = [
    { label: "Levels", options: [...sizes, OWN] },
    { label: "Daggers & Gold: random maps", options: worlds.filter((each) => !fixed(each)) },
    { label: "Daggers & Gold: fixed maps", options: worlds.filter(fixed) },
  ];
  return html`<div class="fields">
    <${Select} label="Board" wide name="level" value=${choice.level} options=${boards}
      onChange=${set("level")} />
    ${choice.level === OWN && html`<${SizeFields} size=${choice} onChange=${onChange} />`}
    ${!isWorld && html`<${Select} label="First cell" name="first" options=${demo || choice.first === AS_IN_DEMO ? [...FIRST, [AS_IN_DEMO, "as in the demo of limited belief"]] : FIRST}
      value=${choice.first} onChange=${set("first")} />`}
    <${SeedInput} value=${choice.seed} onChange=${set("seed")} />
  </div>`;
}

const FREE = "own recipe";

/** The fields for a player: one by name with its options, or any recipe. */
export function PlayerField({ recipe, onChange, about }) {
  const named = about.players.find((player) => player.name === recipe || player.recipe === recipe);
  const [base, setBase] = useState(named?.name ?? FREE);
  const [values, setValues] = useState({});
  const player = about.players.find(({ name }) => name === base);
  const options = player?.options ?? [];
  const select = (name) => {
    setBase(name);
    setValues({});
    if (name !== FREE) onChange(name);
  };
  const change = (name, text) => {
    const next = { ...values, [name]: text };
    setValues(next);
    onChange(recipeOf(player, next));
  };
  return html`<div class="fields">
    <${Select} label="Player" wide name="player" hint=${sentence(player?.words)} value=${base}
      options=${[...about.players.map(({ name }) => name), FREE]} onChange=${select} />
    ${options.map(
      (option) => html`<${Option} key=${`${base}.${option.name}`}
        option=${option} value=${values[option.name] ?? ""}
        onChange=${(text) => change(option.name, text)} />`,
    )}
    <${Field} label="Recipe" wide>
      <input type="text" name="recipe" class="mono" spellcheck=${false} value=${recipe}
        onInput=${(event) => {
          setBase(FREE);
          onChange(event.currentTarget.value);
        }} />
    <//>
  </div>`;
}

function Option({ option: { name, words, kind, choices, ...others }, value, onChange }) {
  const named = choices ?? (kind === "bool" ? ["true", "false"] : null);
  const numeric = ["int", "float", "number", "whole"].includes(kind);
  const standard = String(others.default ?? "none");
  const hint = sentence(words);
  if (named) {
    const options = [["", standard], ...named.filter((each) => each !== standard)];
    return html`<${Select} label=${name} hint=${hint} value=${value} options=${options}
      onChange=${onChange} />`;
  }
  return html`<${Field} label=${name} hint=${hint}>
    <input type=${numeric ? "number" : "text"} step="any" placeholder=${standard} value=${value}
      onInput=${(event) => onChange(event.currentTarget.value)} />
  <//>`;
}

/** A hidden board to show before a game begins. */
export function useBlank(choice, about) {
  return useMemo(() => blank(sizeOf(choice, about) ?? { width: 12, height: 12, mines: 25 }), [choice, about]);
}
