// The menus of Play: levels and other boards, and the rare actions.

import { html } from "../preact.js";
import { byFingers } from "../board/gestures.js";
import { LEVELS } from "../choice.js";
import { gameTime, titleOf } from "../format.js";
import { keysOf } from "../keys.js";
import { Icon, Item, Menu } from "../parts/controls.js";
import { ChooseFiles } from "../parts/files.js";
import { BoardFields, Form } from "../parts/forms.js";
import { saveFile } from "../transport.js";
import { BEST, SWIFT } from "./result.js";
import { over } from "./tools.js";

/** The menu of levels: `does` has the functions of the level keys, `onStart(choice)` deals a game, and `opener` receives a function that opens the form. */
export function LevelMenu({ game, about, choice, does, onChoice, onStart, opener }) {
  const { width, height, mines } = game.board;
  const named = game.world ?? game.level ?? `${width}x${height}x${mines}`;
  const levels = about.levels.filter(({ name }) => LEVELS.includes(name));
  return html`<${Menu} words=${`Level: ${titleOf(named)}`} kind="level" opener=${opener}
    face=${html`<span>${titleOf(named)}</span><${Icon} name="down" />`}>
    <div role="group" aria-label="New game of a level">
      ${levels.map(
        (level) => html`<${Item} key=${level.name} pressed=${!game.world && level.name === game.level}
          note=${`${level.width}×${level.height} · ${level.mines} mines`}
          onClick=${does[`level-${level.name}`]}>${titleOf(level.name)}<//>`,
      )}
    </div>
    <${Item} pressed=${choice.noGuess} onClick=${does.noGuess}>No guessing needed<//>
    <hr />
    <details class="menu-form" data-stay>
      <summary>Other boards</summary>
      <${Form} onSubmit=${() => onStart(choice)}>
        <${BoardFields} choice=${choice} onChange=${onChoice} about=${about} />
        <button type="submit" class="button">Deal</button>
      <//>
    </details>
  <//>`;
}

/** The rows of the menu; `does` has the functions of the keys of Play, `onFiles` gets the chosen files. */
export function GameItems({ game, risks, race, best, does, onFiles }) {
  const finished = over(game);
  const item = (name, words, off) => html`<${Item} keys=${keysOf("play", name)} off=${off}
    onClick=${does[name]}>${words}<//>`;
  return html`${item("undo", "Undo", !game.undoable)}
    ${item("redo", "Redo", !game.redoable)}
    ${byFingers() && html`<${Item} pressed=${risks} onClick=${does.probabilities}>Risks<//>`}
    <hr />
    ${item("clicks", "Best clicks", finished)}
    ${item("agent", "Move for me", finished)}
    ${best && html`<${Item} pressed=${race.against === BEST} note=${gameTime(best)} onClick=${() => race.turn(BEST)}>Race your best<//>`}
    <${Item} pressed=${race.against === SWIFT} note="a move a second" onClick=${() => race.turn(SWIFT)}>Race swift<//>
    <hr />
    ${item("examine", "Analyse this position")}
    ${item("save", "Save the record", !finished)}
    ${!finished && html`<${Item} onClick=${does.challenge}>Challenge link<//>`}
    <${ChooseFiles} kind="item" onFiles=${onFiles}><span>Open a game</span><//>
    <p class="soft small menu-words">${`${titleOf(game.world ?? game.level ?? "Game")}: ${luckOf(game)}.`}</p>`;
}

/** The seed of the game; a random one is shown only when the game ends. */
function luckOf({ seed, number, repaired }) {
  const moved = repaired ? "; mines were moved so that no guess is needed" : "";
  if (seed == null) return `you will see the seed when the game ends${moved}`;
  return `seed ${seed}${number ? `, deal ${number}` : ""}${moved}`;
}

/** Let the browser save the record of a finished game. */
export const save = (game) => saveFile(`/api/games/${game.id}/record`, `sapper-${game.id}.json`);
