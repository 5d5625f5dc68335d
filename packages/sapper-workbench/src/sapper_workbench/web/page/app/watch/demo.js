// The boards and splits of the demo of the limited reasoner, each one click away.

import { html } from "../preact.js";
import { AS_IN_DEMO, DEMO_BOARDS, namedSizes } from "../choice.js";
import { indexOf } from "../board/position.js";
import { NO_MARKS } from "../board/scene.js";
import { Tool } from "../parts/controls.js";

const SPLITS = [...Array(10).keys()];

/** The splits of a recipe of limited belief, or null for another player. */
export function splitsOf(recipe) {
  const found = /^limited(?:\((?:splits=)?(\d)\))?$/.exec(recipe);
  return found && Number(found[1] ?? 2);
}

/** The split levels of an answer as marks on the cells without a flag; null without one. */
export function effortMarks(board, effort) {
  if (!effort) return null;
  const levels = effort.levels.map(([cell, level, mine]) => [indexOf(board, cell), { level, mine }]);
  return { ...NO_MARKS, levels: new Map(levels.filter(([index]) => board.cells[index] === "H")) };
}

/**
 * Buttons for boards and splits: `onWatch(recipe, level, first)` shows a game. `levels` says whether
 * the board shows the split level of each cell, which `onLevels` switches.
 */
export function DemoButtons({ recipe, choice, about, levels, onWatch, onLevels }) {
  const { level } = choice;
  const splits = splitsOf(recipe) ?? 2;
  const demo = choice.first === AS_IN_DEMO;
  const watch = ({ at = splits, on = level, first = demo ? AS_IN_DEMO : "opening" }) => () => onWatch(`limited(splits=${at})`, on, first);
  const sizes = new Map(namedSizes(about).map((size) => [size.name, size]));
  const words = ({ width, height, mines }) => `${width}×${height}, ${mines} mines`;
  const tool = (name, pressed, said, onClick) => html`<${Tool} key=${name} pressed=${pressed} words=${said} onClick=${onClick}>${name}<//>`;
  const note = (shown, said) => shown && html`<span class="soft small">${said}</span>`;
  const rows = {
    Board: Object.entries(DEMO_BOARDS).map(([name, on]) => tool(name, level === on, words(sizes.get(on)), watch({ on }))),
    Splits: SPLITS.map((at) => tool(at, splits === at, `Reason with up to ${at} nested case splits`, watch({ at }))),
    Deal: [tool("as in the demo", demo, "The demo's own boards by seed, its first cell and its goal", watch({ first: demo ? "opening" : AS_IN_DEMO })),
      note(demo, "Every mine must be flagged, too.")],
    Effort: [tool("on the board", levels, "Show the split level at which each hidden cell is decided", onLevels),
      note(levels, "The split level that decides each cell: green is safe, red a mine.")],
  };
  return html`<section class="card demo" aria-label="Limited belief">
    <h2>Limited belief</h2>
    ${Object.entries(rows).map(([label, row]) => html`<p class="demo-row" key=${label} role="group" aria-label=${label}>
      <span class="soft small demo-label">${label}</span><span class="row">${row}</span></p>`)}
    <p class="soft small demo-more">The reasoner answers other questions, too:${" "}<a href="#believe">limited belief</a>.</p>
  </section>`;
}
