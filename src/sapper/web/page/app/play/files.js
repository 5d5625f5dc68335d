// The card with who gives hints, the record of a game, and its seed.

import { html } from "../preact.js";
import { sentence } from "../format.js";
import { Select } from "../parts/forms.js";
import { Tool } from "../parts/tool.js";
import { over } from "./cards.js";

const ADVISERS = ["swift", "champion", "csp", "single-point", "sat", "limited", "mio", "logic4"];

/** The card; `does` has the functions of the keys of Play, `onLoad` gets the event of a chosen file. */
export function HintsAndFiles({ game, about, adviser, onAdviser, does, onLoad }) {
  const finished = over(game);
  const advisers = about.players
    .filter(({ name, own }) => own || ADVISERS.includes(name))
    .map(({ name }) => name);
  return html`<details class="card">
    <summary><h2>Hints and files</h2></summary>
    <div class="fields">
      <${Select} label="Who gives hints" wide value=${adviser} onChange=${onAdviser}
        options=${advisers} />
    </div>
    <p class="row">
      <${Tool} group="play" name="agent" words="The agent makes one move" off=${finished}
        onClick=${does.agent}>Let it move<//>
      <${Tool} group="play" name="clicks" words="Which clicks open most" off=${finished}
        onClick=${does.clicks}>Best clicks<//>
      <${Tool} group="play" name="save" words=${finished ? "Save the record" : "Available when the game ends"}
        off=${!finished} onClick=${does.save}>Save the record<//>
      ${!finished && html`<${Tool} words="Copy a link with which others play this board" onClick=${does.challenge}>Challenge link<//>`}
      <label class="tool">Open a game<input class="unseen" type="file" onChange=${onLoad} /></label>
      <${Tool} group="play" name="examine" onClick=${does.examine}>Analyse this position<//>
    </p>
    <p class="soft small">${sentence(`${game.world ?? game.level ?? ""}: ${luckOf(game)}`)}</p>
  </details>`;
}

/** The seed of the game; a random one is shown only when the game ends. */
function luckOf({ seed, number, repaired }) {
  const moved = repaired ? "; mines were moved so that no guess is needed" : "";
  if (seed == null) return `the seed is shown when the game ends${moved}`;
  return `seed ${seed}${number ? `, deal ${number}` : ""}${moved}`;
}

/** Let the browser save the record of a finished game. */
export function save(game) {
  const link = document.createElement("a");
  link.href = `/api/games/${game.id}/record`;
  link.download = `sapper-${game.id}.json`;
  link.click();
}
