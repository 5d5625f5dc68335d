// What stands around a board: the line over it with its menu, and the legends.

import { html, useRef, useState } from "../preact.js";
import { minesKnown, positionText, unflagged } from "../board/position.js";
import { ringOf } from "../board/scene.js";
import { boardWords } from "../board/speech.js";
import { percent } from "../format.js";
import { keysOf } from "../keys.js";
import { useRemembered } from "../storage.js";
import { Icon, Item, Menu, Tool } from "./controls.js";
import { useListener } from "./hooks.js";

/** `start` is the title or the choice of the board, `children` follow the counts, `tools` come last. */
export function Counters({ board, start, tools, children }) {
  return html`<div class="counters">
    <span class="counters-start">${start}</span>
    <span class="counters-middle">
      ${minesKnown(board) && html`<${Count} glyph="mine" title="Mines without a flag" unit="mines left">${unflagged(board)}<//>`}
      ${hasGold(board) && html`<${Count} glyph="life" title="Lives" unit="lives">
        ${board.lives_left}<//>`}
      ${children}
    </span>
    <span class="counters-end">${tools}</span>
  </div>`;
}

/** A number with a glyph; screen readers get its unit. */
export function Count({ glyph, title, unit, children }) {
  return html`<span class="count" title=${title}>
    <i class=${`glyph glyph-${glyph}`} aria-hidden="true"></i><b>${children}</b>${" "}
    <span class="unseen">${unit}</span>
  </span>`;
}

const EYES = html`<circle class="face-ink" cx="11" cy="13" r="1.8" /><circle class="face-ink" cx="21" cy="13" r="1.8" />`;
const MOODS = {
  playing: html`${EYES}<path d="M9.5 19c2.5 4.5 10.5 4.5 13 0" />`,
  gasp: html`${EYES}<circle class="face-ink" cx="16" cy="21.5" r="3" />`,
  won: html`<path class="face-ink" d="M6 11h20v2c0 3.5-1 5-4 5s-4-1.5-4.5-4h-3c-.5 2.5-1.5 4-4.5 4s-4-1.5-4-5z" />
    <path d="M10.5 21.5c2.5 3 8.5 3 11 0" />`,
  lost: html`<path d="M9 11l4 4m0-4l-4 4M19 11l4 4m0-4l-4 4M10.5 24c2-3.5 9-3.5 11 0" />`,
};

/** The face of an outcome, or of a `gasp`. */
export function Face({ mood }) {
  return html`<svg class="face" viewBox="0 0 32 32" aria-hidden="true">
    <circle class="face-skin" cx="16" cy="16" r="14" />${MOODS[mood]}</svg>`;
}

/** The menu of a board, with the `children` of its view over the sizes and the text. */
export function BoardMenu({ zoom, board, children }) {
  return html`<${Menu} words="Board menu" kind="tool-icon" face=${html`<${Icon} name="more" />`}>
    ${children}
    ${children && html`<hr />`}
    <${Zoom} of=${zoom} />
    <hr />
    <${BoardText} board=${board} />
  <//>`;
}

const STEPS = [8, 12, 16, 20, 24, 28, 34, 42, 52, 64, 80, 104];

/** The size of the cells, kept between visits: the `zoom` and `sized` of a board. */
export function useZoom() {
  const [zoom, setZoom] = useRemembered("zoom", "auto");
  const sized = useRef(24);
  return { zoom, setZoom, sized };
}

/** The next larger or smaller size, for a direction of 1 or -1; the same at the end. */
export function nextSize(size, direction) {
  const sizes = direction > 0 ? STEPS : STEPS.toReversed();
  return sizes.find((each) => (each - size) * direction > 0) ?? size;
}

/** The rows of a menu for the size of the cells, and of the board in the window. */
export function Zoom({ of: { zoom, setZoom: onZoom, sized } }) {
  const full = useFull();
  return html`<div class="zoom" role="group" aria-label="Size of the board" data-stay>
      <${Tool} icon words="Smaller cells" onClick=${() => onZoom(nextSize(sized.current, -1))}>−<//>
      <${Tool} words="As much of the board as fits" pressed=${zoom === "fit"}
        onClick=${() => onZoom(zoom === "fit" ? "auto" : "fit")}>Fit<//>
      <${Tool} icon words="Larger cells" onClick=${() => onZoom(nextSize(sized.current, 1))}>+<//>
    </div>
    <div class="only-beside">
      <${Item} pressed=${full} keys=${keysOf("all", "full")} onClick=${turnFull}>Full screen<//>
    </div>`;
}

const isFull = () => document.documentElement.hasAttribute("data-full");

function setFull(full) {
  document.documentElement.toggleAttribute("data-full", full);
  window.dispatchEvent(new Event("resize")); // boards measure their room again
}

/** Enter or leave the full screen; if the browser refuses, use the whole window. */
export function turnFull() {
  setFull(!isFull());
  if (isFull()) document.documentElement.requestFullscreen?.().catch(() => {});
  else if (document.fullscreenElement) document.exitFullscreen();
}

/** Whether the full screen is on. */
export function useFull() {
  const [full, setState] = useState(isFull);
  useListener(window, "resize", () => setState(isFull()));
  useListener(document, "fullscreenchange", () => {
    if (!document.fullscreenElement && isFull()) setFull(false); // left by Esc
  });
  return full;
}

/** The board as position text, written only while it is shown. */
export function BoardText({ board }) {
  const [open, setOpen] = useState(false);
  return html`<details class="as-text" onToggle=${(event) => setOpen(event.currentTarget.open)}>
    <summary>Board as text</summary>
    ${open && html`<p class="unseen">${boardWords(board)}</p>
      <pre tabindex="0" aria-label="The position, one row per line">${positionText(board)}</pre>`}
  </details>`;
}

/** The meaning of the ring, if one is drawn, and the risk of all cells away from the clues. */
export function Elsewhere({ overlay, marks }) {
  const ring = ringOf(overlay, marks) >= 0;
  if (!overlay || (!ring && overlay.elsewhere == null)) return null;
  return html`<p class="legend elsewhere">
    ${ring && html`<span><i class="swatch swatch-best"></i>best cell</span>`}
    ${overlay.elsewhere != null && html`<span><i class="swatch swatch-tile"></i>away from the
      clues <b>${percent(overlay.elsewhere, 1)}</b> each</span>`}
  </p>`;
}

/** Whether a board may have gold, or the game several lives. */
export function hasGold({ rules }) {
  return rules?.lives > 1 || (rules?.signs ?? "none") !== "none";
}

/** The meaning of a small diamond, by the rule for signs. */
const SIGNS = {
  counts: "a clue counts the gold on its neighbours",
  marks: "a clue: gold lies directly above, below, left or right of it",
  "all-marks": "an open cell: gold lies directly above, below, left or right of it",
  "wide-marks": "an open cell: gold touches it",
};

/** The signs and rules of Daggers & Gold, as a board's rules have them. */
export function WorldLegend({ rules }) {
  const { signs = "all-marks", zeros_open: zeros = true, won_by: won = "opening" } = rules ?? {};
  const opened = zeros ? " and open with it" : "";
  return html`<section class="card" aria-label="What the signs mean">
    <h2>Daggers & Gold</h2>
    <ul class="signs">
      <li><i class="glyph glyph-mine" aria-hidden="true"></i>
        <span>A dagger is a mine. Opening one costs a life.</span></li>
      <li><i class="glyph glyph-life" aria-hidden="true"></i>
        <span>The number beside the heart is the number of lives left. At 0 the game is lost.</span></li>
      <li><${Gem} /><span>Gold adds a life. Its neighbours are never daggers${opened}.</span></li>
      ${SIGNS[signs] && html`<li><${Gem} small /><span>A small diamond on ${SIGNS[signs]}.</span></li>`}
    </ul>
    <p class="soft small">You win when ${won === "flagging" ? "every dagger is flagged and every other cell" : "every cell without a dagger is"} open. The amount of gold is not shown. Random maps are easy, medium or hard; maps with a
      number are always the same.</p>
  </section>`;
}

/** Gold as the board draws it: large in its own cell, small on a clue beside it. */
function Gem({ small }) {
  return html`<svg class=${small ? "gem gem-small" : "gem"} viewBox="0 0 16 16" aria-hidden="true">
    <path d="M8 1l7 7-7 7-7-7z" />
  </svg>`;
}
