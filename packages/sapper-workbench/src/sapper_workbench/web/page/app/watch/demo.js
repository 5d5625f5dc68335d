// The boards and splits of the demo of the limited reasoner, each one click away.

import { html } from "../preact.js";
import { namedSizes } from "../choice.js";
import { Tool } from "../parts/controls.js";

/** The demo's names of boards, and ours. */
const BOARDS = { small: "beginner8", medium: "intermediate", large: "expert", huge: "huge" };
const SPLITS = [0, 1, 2, 3];

/** The splits of a recipe of limited belief, or null for another player. */
export function splitsOf(recipe) {
  const found = /^limited(?:\((?:splits=)?(\d)\))?$/.exec(recipe);
  return found && Number(found[1] ?? 2);
}

/** Buttons for boards and splits: `onWatch(recipe, level)` shows a game. */
export function DemoButtons({ recipe, level, about, onWatch }) {
  const splits = splitsOf(recipe);
  const sizes = new Map(namedSizes(about).map((size) => [size.name, size]));
  const words = ({ width, height, mines }) => `${width}×${height}, ${mines} mines`;
  const row = (label, buttons) => html`<p class="row demo-row" role="group" aria-label=${label}>
    <span class="soft small demo-label">${label}</span>${buttons}</p>`;
  return html`<section class="card demo" aria-label="Limited belief">
    <h2>Limited belief</h2>
    ${row(
      "Board",
      Object.entries(BOARDS).map(
        ([name, board]) => html`<${Tool} key=${name} pressed=${splits != null && level === board}
          words=${words(sizes.get(board))}
          onClick=${() => onWatch(`limited(splits=${splits ?? 2})`, board)}>${name}<//>`,
      ),
    )}
    ${row(
      "Splits",
      SPLITS.map(
        (each) => html`<${Tool} key=${each} pressed=${splits === each}
          words=${`Reason with up to ${each} nested case splits`}
          onClick=${() => onWatch(`limited(splits=${each})`, level)}>${each}<//>`,
      ),
    )}
  </section>`;
}
