// The walk through an explanation: one step after the other, each with its clues and cells lit.

import { html, useEffect, useMemo, useRef, useState } from "../preact.js";
import { post } from "../api.js";
import { positionText } from "../board/position.js";
import { numbersOfStops, stopsOf } from "../board/walk.js";
import { useKeys } from "../keys.js";
import { Tool } from "./tool.js";
import { CellName, Words } from "./words.js";

const PAUSE = [1200, 45]; // milliseconds to read a sentence: at least, and for each letter

/** The time for a sentence when an explanation plays automatically, in milliseconds. */
export const readingTime = (words) => PAUSE[0] + PAUSE[1] * words.length;

/**
 * The answer of the server to why a `cell` of a `board` is certain; undefined until it comes, null
 * without a cell and if none comes. Asked once for each position and cell.
 */
export function useWhy(board, cell) {
  const text = cell ? positionText(board) : "";
  const key = cell ? `${cell} ${text}` : null;
  const [answer, setAnswer] = useState({ key: null, why: null });
  useEffect(() => {
    if (!key || answer.key === key) return undefined;
    let here = true;
    post("/api/why", { text, cell })
      .then((why) => here && setAnswer({ key, why }))
      .catch(() => here && setAnswer({ key, why: null })); // the reason in one sentence is there
    return () => {
      here = false;
    };
  }, [key]);
  if (!key) return null;
  return answer.key === key ? answer.why : undefined;
}

/**
 * The place in an explanation; null without one: its `stops` with the `numbers` of their cells, the
 * current `stop` and its place `at`, whether it is the `last`, and `to`, `by` and `play` to move.
 * `proof` has the clues of a minimal proof, shown while `proofShown`, which `turnProof` changes.
 * `cells` are all cells that the explanation is about, if there are several.
 */
export function useWalk(explanation, proof = [], cells = null) {
  const [place, setPlace] = useState({ of: null, at: 0, playing: false, proofShown: false });
  const stops = useMemo(() => stopsOf(explanation?.steps ?? []), [explanation]);
  const asked = cells ?? (explanation ? [explanation.cell] : []);
  const numbers = useMemo(() => numbersOfStops(asked, stops), [stops]);
  const { at, playing, proofShown } =
    place.of === explanation ? place : { at: 0, playing: false, proofShown: false };
  const now = useRef();
  now.current = { of: explanation, at, playing, proofShown };
  const change = (fields) => setPlace({ ...now.current, ...fields });
  const end = stops.length - 1;
  const to = (stop) =>
    change({ at: Math.max(0, Math.min(end, stop)), playing: false, proofShown: false });
  useEffect(() => {
    if (!playing) return undefined;
    const next = () => change({ at: at + 1, playing: at + 1 < end });
    const timer = setTimeout(next, readingTime(stops[at].words));
    return () => clearTimeout(timer);
  }, [playing, at, stops]);
  if (!explanation) return null;
  return {
    explanation,
    asked,
    proof,
    proofShown,
    stops,
    numbers,
    at,
    stop: stops[at],
    last: at === end,
    playing,
    to,
    by: (steps) => to(at + steps),
    play: () => change({ at: at === end ? 0 : at, playing: !playing, proofShown: false }),
    turnProof: () => change({ proofShown: !proofShown, playing: false }),
  };
}

/** The sentences of a walk, the one at the current stop emphasised, and the controls to walk it. */
export function Walk({ walk, onLit }) {
  const { explanation, stops, at, playing, by, to, play, proof, proofShown, turnProof } = walk;
  const many = stops.length > 1;
  useKeys(["all"], many ? { "read-on": () => by(1), "read-back": () => by(-1) } : {});
  if (!stops.length)
    return html`<p class="reason"><${Words} text=${explanation.words} onLit=${onLit} /></p>`;
  return html`<div class="walk reason">
    <ol class="walk-steps" aria-live="polite">
      ${stops.map(
        (stop, i) => html`<li key=${i} class=${stop.depth ? "walk-step walk-deeper" : "walk-step"}
          aria-current=${i === at ? "step" : null} onClick=${() => i !== at && to(i)}>
          <${Stop} stop=${stop} numbers=${walk.numbers} onLit=${onLit} />
          ${stop.pattern && html`${" "}<${Pattern} of=${stop} />`}
        </li>`,
      )}
    </ol>
    <p class="walk-tools">
      ${many && html`<${Tool} icon group="all" name="read-back" words="Step back" off=${at === 0}
          onClick=${() => by(-1)}>←<//>
        <span class="walk-count">${at + 1} / ${stops.length}</span>
        <${Tool} icon group="all" name="read-on" words="Next step" off=${at === stops.length - 1}
          onClick=${() => by(1)}>→<//>
        <${Tool} pressed=${playing} words="Walk through the steps" onClick=${play}>${playing ? "Pause" : "Play"}<//>`}
      ${proof.length > 0 && html`<${Tool} pressed=${proofShown}
        words="Highlight a minimal set of clues that proves it"
        onClick=${turnProof}>Clues<span class="walk-long"> of the proof</span><//>`}
    </p>
  </div>`;
}

/** The name of a step's pattern, a link to its lesson if there is one. */
function Pattern({ of: { pattern, lesson } }) {
  if (!lesson) return html`<span class="tag tag-plain">${pattern}</span>`;
  return html`<a class="tag tag-plain" href=${`#learn/${lesson}`}>${pattern}</a>`;
}

const MARK = /([①-⑳])([,.;:)]*)/gu;
const ONE = 0x2460; // the sign ①

/** The words of a stop, in which every mark lights its cell. */
export function Stop({ stop, numbers, onLit }) {
  const parts = [];
  let end = 0;
  for (const match of stop.words.matchAll(MARK)) {
    const [, sign, after] = match;
    const cell = stop.marks[sign.codePointAt(0) - ONE];
    parts.push(stop.words.slice(end, match.index));
    const number = numbers.get(String(cell));
    parts.push(html`<${CellName} cell=${cell} number=${number} after=${after} onLit=${onLit} />`);
    end = match.index + match[0].length;
  }
  return html`<span>${parts}${stop.words.slice(end)}</span>`;
}
