// The rows of the menu of Play: undo, rare kinds of help, the record of a game, and its seed.

import { html } from "../preact.js";
import { titleOf } from "../format.js";
import { keysOf } from "../keys.js";
import { ChooseFiles } from "../parts/files.js";
import { Select } from "../parts/forms.js";
import { Item } from "../parts/menu.js";
import { saveFile } from "../transport.js";
import { FINGERS, over } from "./cards.js";
import { SWIFT } from "./race.js";

const ADVISERS = ["swift", "champion", "csp", "single-point", "sat", "limited", "mio", "logic4"];

/** The rows of the menu; `does` has the functions of the keys of Play, `onFiles` gets the chosen files. */
export function GameItems({ game, about, adviser, onAdviser, risks, race, does, onFiles }) {
  const finished = over(game);
  const advisers = about.players
    .filter(({ name, own }) => own || ADVISERS.includes(name))
    .map(({ name }) => name);
  const item = (name, words, off) => html`<${Item} keys=${keysOf("play", name)} off=${off}
    onClick=${does[name]}>${words}<//>`;
  return html`${item("undo", "Undo", !game.undoable)}
    ${item("redo", "Redo", !game.redoable)}
    ${FINGERS && html`<${Item} pressed=${risks} onClick=${does.probabilities}>Risks<//>`}
    <hr />
    ${item("clicks", "Best clicks", finished)}
    ${item("agent", "Move for me", finished)}
    <${Item} pressed=${race.against === SWIFT} onClick=${() => race.turn(SWIFT)}>Race swift<//>
    <div class="menu-field"><${Select} label="Who gives hints" value=${adviser} onChange=${onAdviser}
      options=${advisers} /></div>
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
