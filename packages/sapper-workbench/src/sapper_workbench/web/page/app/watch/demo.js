// The boards and splits of the demo of the limited reasoner, each one click away.

import { html } from "../preact.js";
import { AS_IN_DEMO, DEMO_BOARDS, namedSizes } from "../choice.js";
import { Tool } from "../parts/controls.js";

const SPLITS = [...Array(10).keys()];

/** The splits of a recipe of limited belief, or null for another player. */
export function splitsOf(recipe) {
  const found = /^limited(?:\((?:splits=)?(\d)\))?$/.exec(recipe);
  return found && Number(found[1] ?? 2);
}

/** Buttons for boards and splits: `onWatch(recipe, level, first)` shows a game. */
export function DemoButtons({ recipe, choice, about, onWatch }) {
  const { level } = choice;
  const splits = splitsOf(recipe) ?? 2;
  const demo = choice.first === AS_IN_DEMO;
  const first = demo ? AS_IN_DEMO : "opening";
  const sizes = new Map(namedSizes(about).map((size) => [size.name, size]));
  const words = ({ width, height, mines }) => `${width}×${height}, ${mines} mines`;
  const row = (label, buttons) => html`<p class="demo-row" role="group" aria-label=${label}>
    <span class="soft small demo-label">${label}</span><span class="row">${buttons}</span></p>`;
  return html`<section class="card demo" aria-label="Limited belief">
    <h2>Limited belief</h2>
    ${row(
      "Board",
      Object.entries(DEMO_BOARDS).map(
        ([name, board]) => html`<${Tool} key=${name} pressed=${level === board} words=${words(sizes.get(board))}
          onClick=${() => onWatch(`limited(splits=${splits})`, board, first)}>${name}<//>`,
      ),
    )}
    ${row(
      "Splits",
      SPLITS.map(
        (each) => html`<${Tool} key=${each} pressed=${splits === each}
          words=${`Reason with up to ${each} nested case splits`}
          onClick=${() => onWatch(`limited(splits=${each})`, level, first)}>${each}<//>`,
      ),
    )}
    ${row(
      "Deal",
      html`<${Tool} pressed=${demo} words="The demo's own boards by seed, its first cell and its goal"
        onClick=${() => onWatch(`limited(splits=${splits})`, level, demo ? "opening" : AS_IN_DEMO)}>as in the demo<//>
      ${demo && html`<span class="soft small">Every mine must be flagged, too.</span>`}`,
    )}
    <p class="soft small demo-row">The reasoner answers other questions, too:${" "}<a href="#believe">limited belief</a>.</p>
  </section>`;
}
