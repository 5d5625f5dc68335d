// The menu of the levels, and of every other board that can be played.

import { html } from "../preact.js";
import { titleOf } from "../format.js";
import { Icon } from "../parts/icons.js";
import { Item, Menu } from "../parts/menu.js";
import { BoardFields } from "../parts/forms.js";

const QUICK = ["beginner", "intermediate", "expert"];

/** A function that changes the choice of a board and deals it. */
const chooser = (choice, onChoice, onStart) => (changes) => {
  onChoice({ ...choice, ...changes });
  onStart({ ...choice, ...changes });
};

/** The handlers of the level keys: each deals a game of its level. */
export function levelKeys(...choosing) {
  const begin = chooser(...choosing);
  return Object.fromEntries(QUICK.map((level) => [`level-${level}`, () => begin({ level })]));
}

/** The menu: `onStart(choice)` deals a game, and `opener` receives a function that opens the form. */
export function LevelMenu({ game, about, choice, onChoice, onStart, opener }) {
  const { width, height, mines } = game.board;
  const named = game.world ?? game.level ?? `${width}x${height}x${mines}`;
  const levels = about.levels.filter(({ name }) => QUICK.includes(name));
  const begin = chooser(choice, onChoice, onStart);
  const deal = (event) => {
    event.preventDefault();
    onStart(choice);
  };
  return html`<${Menu} words=${`Level: ${titleOf(named)}`} kind="level" opener=${opener}
    face=${html`<span>${titleOf(named)}</span><${Icon} name="down" />`}>
    <div role="group" aria-label="New game of a level">
      ${levels.map(
        (level) => html`<${Item} key=${level.name} pressed=${!game.world && level.name === game.level}
          note=${`${level.width}×${level.height} · ${level.mines} mines`}
          onClick=${() => begin({ level: level.name })}>${titleOf(level.name)}<//>`,
      )}
    </div>
    <${Item} pressed=${choice.noGuess}
      onClick=${() => begin({ noGuess: !choice.noGuess })}>No guessing needed<//>
    <hr />
    <details class="menu-form" data-stay>
      <summary>Other boards</summary>
      <form onSubmit=${deal}>
        <${BoardFields} choice=${choice} onChange=${onChoice} about=${about} />
        <button type="submit" class="button">Deal</button>
      </form>
    </details>
  <//>`;
}
