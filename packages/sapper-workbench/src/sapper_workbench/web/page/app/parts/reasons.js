// Reasons of moves: prose that lights cells, walks through explanations, and decisions.

import { html, useEffect, useMemo, useRef, useState } from "../preact.js";
import { CELLS, lettersOf, namesOf } from "../board/letters.js";
import { positionText } from "../board/position.js";
import { bound, lettersOfDecision, rankedOf } from "../board/scene.js";
import { lettersAt, stopsOf } from "../board/walk.js";
import { duration, percent, plural, sentence } from "../format.js";
import { useKeys } from "../keys.js";
import { ruleWords } from "../machine/english.js";
import { Tool } from "./controls.js";
import { useFetched } from "./hooks.js";

/**
 * A text in which every cell, `[row, column]`, is a button. `onLit` gets the cell that is pointed at, or
 * null. Cells with one of the `letters` (see `lettersOf`) are named by it, as on the board.
 */
export function Words({ text, letters, onLit }) {
  if (!onLit) return html`<span>${text}</span>`;
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(CELLS)) {
    const { before, names, last } = namesOf(match[1], match[2], letters);
    const said = text.slice(end, match.index);
    parts.push(said, /^$|[.?!] $/.test(said) ? before.replace(/^./, (first) => first.toUpperCase()) : before);
    for (const [i, cell] of names.entries()) {
      const left = names.length - 1 - i;
      if (i) parts.push(left ? " " : ` ${last} `);
      parts.push(html`<${CellName} cell=${cell} letter=${letters?.get(String(cell))} onLit=${onLit}
        after=${left > 1 ? "," : left ? "" : match[3]} />`);
    }
    end = match.index + match[0].length;
  }
  return html`<span>${parts}${text.slice(end)}</span>`;
}

/** The name of a cell, or its letter, as a button that highlights it. The punctuation `after` it stays
 * on its line. */
export function CellName({ cell, letter, after, onLit }) {
  const name = `[${cell[0]}, ${cell[1]}]`;
  const light = () => onLit?.(cell);
  const dim = () => onLit?.(null);
  const button = html`<button
    type="button"
    class=${letter ? "cell-name cell-letter" : "cell-name"}
    title=${letter ? name : null}
    aria-label=${letter ? `cell ${letter}, ${name}` : null}
    onMouseEnter=${light}
    onMouseLeave=${dim}
    onFocus=${light}
    onBlur=${dim}
    onClick=${light}
  >${letter ?? name}</button>`;
  return after ? html`<span class="unbroken">${button}${after}</span>` : button;
}

const PAUSE = [1200, 45]; // milliseconds to read a sentence: at least, and for each letter

/** The time for a sentence when an explanation plays automatically, in milliseconds. */
export const readingTime = (words) => PAUSE[0] + PAUSE[1] * words.length;

/**
 * The answer of the server to why a `cell` of a `board` is certain; undefined until it comes, null
 * without a cell and if none comes. Asked once for each position and cell.
 */
export function useWhy(board, cell) {
  const text = cell ? positionText(board) : "";
  const { found, trouble } = useFetched(cell ? "/api/why" : null, `${cell} ${text}`, { text, cell });
  if (!cell || trouble !== null) return null; // the reason in one sentence is there
  return found ?? undefined;
}

/**
 * The place in an explanation; null without one: its `stops` with the `letters` of their cells, the
 * current `stop` and its place `at`, whether it is the `last`, and `to`, `by` and `play` to move.
 * `proof` has the clues of a minimal proof, shown while `proofShown`, which `turnProof` changes.
 * `cells` are all cells that the explanation is about, if there are several; cells `named` before it have
 * the first letters.
 */
export function useWalk(explanation, proof = [], cells = null, named = []) {
  const [place, setPlace] = useState({ of: null, at: 0, playing: false, proofShown: false });
  const stops = useMemo(() => stopsOf(explanation?.steps ?? []), [explanation]);
  const asked = cells ?? (explanation ? [explanation.cell] : []);
  const letters = useMemo(() => lettersOf(stops.length ? stops.map(({ words }) => words) : [explanation?.words], [...named, ...asked]), [stops]);
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
    named: [...named, ...asked],
    proof,
    proofShown,
    stops,
    letters,
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
    return html`<p class="reason"><${Words} text=${explanation.words} letters=${walk.letters} onLit=${onLit} /></p>`;
  return html`<div class="walk reason">
    <ol class="walk-steps" aria-live="polite">
      ${stops.map(
        (stop, i) => html`<li key=${i} class=${stop.depth ? "walk-step walk-deeper" : "walk-step"}
          aria-current=${i === at ? "step" : null} onClick=${() => i !== at && to(i)}>
          <${Words} text=${stop.words} letters=${walk.letters} onLit=${onLit} />
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

export const ACTIONS = { open: "Open", flag: "Flag", unflag: "Unflag", chord: "Chord" };
const MAX_CANDIDATES = 10; // in the table
const NOTICED_SECONDS = 0.1; // that a visitor waits without noticing
/** The meaning of the candidates' figures, by the kind of the reason. */
const FIGURES = {
  "least risk": "mine",
  probability: "mine",
  "look-ahead": "survival",
  "tree search": "wins",
  playouts: "wins",
};

/**
 * Everything about a decision, under a `title`; `onMake`, if given, makes the move. Where it was
 * `made`, the board shows the reason only if there is a `walk`, whose steps take the place of the reason,
 * which is not shown while the card `waits` for them. A `brief` card does not say who decided, and how.
 */
export function DecisionCard({ decision, title, made, walk, waits, brief, onLit, onMake }) {
  const { action, cell, strategy, seconds, guess, mine_probability: risk } = decision;
  const took = seconds >= NOTICED_SECONDS && duration(seconds);
  const letters = walk?.stop ? lettersAt(walk) : made ? null : lettersOfDecision(decision, walk?.explanation.words);
  const decided = strategy !== "you"; // your own moves are neither guesses nor deductions
  return html`<section class="card decision" aria-label=${title}>
    <p class="overline">${title}</p>
    <h2>
      ${ACTIONS[action] ?? action} <${MarkedCell} cell=${cell} letters=${letters} onLit=${onLit} />
      ${decided && html`<span class=${guess ? "tag tag-guess" : "tag tag-good"}>${guess ? "a guess" : "certain"}</span>`}
    </h2>
    ${risk != null && guess && html`<p class="facts">${percent(risk, 1)} risk of a mine</p>`}
    <${Reason} words=${decision.reason} kind=${waits ? "reason reason-waits" : "reason"} walk=${walk} letters=${letters} onLit=${onLit}>
      ${!made && html`<${Compared} walk=${walk} letters=${letters} onLit=${onLit} />
        ${!brief && html`<${Legend} decision=${decision} />`}`}<//>
    ${onMake && html`<p class="row"><${Tool} main onClick=${onMake}>Make this move<//></p>`}
    <${Considered} decision=${decision} letters=${letters} onLit=${onLit} />
    ${!brief && html`<p class="facts decided">
        ${decided && html`<span>Strategy: <b>${strategy}</b></span>`}
        ${took && html`<span>${took}</span>`}
        ${decision.effort?.kind === "splits" && html`<span>split level ${decision.effort.level}</span>`}
      </p>`}
    ${decision.effort?.tree && html`<${Splits} effort=${decision.effort} letters=${letters} onLit=${onLit} />`}
    ${decision.effort?.kind === "rule" && html`<${Rule} effort=${decision.effort} onLit=${onLit} />`}
    ${!brief && html`<${Passed} passed=${decision.passed} onLit=${onLit} />`}
  </section>`;
}

/** The explanation of a `cell`, after a `title`: a walk, or the words of the server's answer. */
export function WhyCard({ cell, title, words, walk, onLit }) {
  const letters = walk?.stop ? lettersAt(walk) : lettersOfDecision({ cell, reason: words }, walk?.explanation.words);
  return html`<section class="card" aria-label="Why">
    <p class="overline"><${MarkedCell} cell=${cell} letters=${letters} onLit=${onLit} /> · ${title}</p>
    <${Reason} words=${words} walk=${walk} letters=${letters} onLit=${onLit}>
      <${Compared} walk=${walk} said=${words} letters=${letters} onLit=${onLit} /><//>
  </section>`;
}

/** The walk through a reason, or without its steps the reason in words, and what follows them. */
function Reason({ words, kind = "reason", walk, letters, onLit, children }) {
  if (walk?.stop) return html`<${Walk} walk=${walk} onLit=${onLit} />`;
  return html`<p class=${kind}><${Words} text=${sentence(words)} letters=${letters} onLit=${onLit} /></p>${children}`;
}

/** How a guess compares with others, as the explanation of a walk without steps says it, unless that was `said`. */
export function Compared({ walk, said, letters, onLit }) {
  const { explanation, stop } = walk ?? {};
  if (!explanation || stop || explanation.words === said) return null;
  return html`<p class="reason soft small"><${Words} text=${explanation.words} letters=${letters} onLit=${onLit} /></p>`;
}

/** A cell with its letter on the board and its coordinates. */
export function MarkedCell({ cell, letters, onLit }) {
  const letter = letters?.get(String(cell));
  if (!letter) return html`<${CellName} cell=${cell} onLit=${onLit} />`;
  return html`<${CellName} cell=${cell} letter=${letter} onLit=${onLit} />${" "}
    <span class="soft coordinates">[${cell.join(", ")}]</span>`;
}

function Legend({ decision }) {
  const { clues, mines, guess } = decision;
  if (!clues?.length && !mines?.length) return null;
  return html`<p class="legend">
    <span><i class=${`swatch swatch-${guess ? "guess" : "target"}`}></i>the move</span>
    ${clues.length > 0 && html`<span><i class="swatch swatch-clue"></i>clues used</span>`}
    ${mines.length > 0 && html`<span><i class="swatch swatch-mine"></i>mines used</span>`}
  </p>`;
}

function Considered({ decision, letters, onLit }) {
  const rows = rankedOf(decision);
  if (!rows.length) return null;
  const searched = decision.effort?.kind === "search";
  const shown = rows.slice(0, MAX_CANDIDATES);
  // A search trusts the cell with the most visits; with equal visits, the highest value.
  const visited = new Set(shown.map(([, , visits]) => visits)).size > 1;
  const weight = ([, value, visits]) => (visited ? visits : value) ?? 0;
  const most = Math.max(...shown.map(weight), 1e-9);
  return html`<table class="considered">
    <caption>${rows.length > MAX_CANDIDATES ? `The best ${MAX_CANDIDATES} of ${rows.length} candidates` : "Candidates"}</caption>
    <thead><tr>
      <th scope="col">cell</th>
      <th scope="col" class="number">${FIGURES[decision.kind] ?? "figure"}</th>
      ${searched && html`<th scope="col" class="number">${decision.kind === "playouts" ? "games" : "visits"}</th>`}<td></td>
    </tr></thead>
    <tbody>
      ${shown.map(
        ([cell, value, visits], i) => html`<tr key=${cell.join()}>
        <td><${CellName} cell=${cell} letter=${letters?.get(String(cell))} onLit=${onLit} /></td>
        <td class="number">${figureOf(value)}</td>
        ${searched && html`<td class="number">${visits?.toLocaleString("en") ?? "–"}</td>`}
        <td class="bar-cell"><${Bar} part=${weight(shown[i]) / most} /></td>
      </tr>`,
      )}
    </tbody>
  </table>`;
}

function figureOf(value) {
  if (value == null) return "–";
  return value >= 0 && value <= 1 ? percent(value, 1) : value.toPrecision(4);
}

/** A bar; `part` is its share of the full length. */
export function Bar({ part }) {
  const width = `${Math.max(0, Math.min(1, part)) * 100}%`;
  return html`<span class="bar" aria-hidden="true"><span style=${{ width }}></span></span>`;
}

/** The strategies that passed before one decided, each with its reason. */
function Passed({ passed, onLit }) {
  if (!passed?.length) return null;
  return html`<details class="passed">
    <summary>${passed.length === 1 ? "One strategy" : `${passed.length} strategies`} passed before</summary>
    <dl>
      ${passed.map(
        ({ strategy, words }) => html`<div key=${strategy}>
        <dt>${strategy}</dt>
        <dd><${Words} text=${sentence(words)} onLit=${onLit} /></dd>
      </div>`,
      )}
    </dl>
  </details>`;
}

function Splits({ effort: { tree, level }, letters, onLit }) {
  return html`<details class="effort" open=${level > 0}>
    <summary>${level ? `Proof by cases, ${plural(level, "level", "levels")} deep` : "Proof without cases"}</summary>
    <${SplitTree} tree=${tree} letters=${letters} onLit=${onLit} />
  </details>`;
}

/** A split tree, or a sentence if no term is split. */
export function SplitTree({ tree, letters, onLit }) {
  if (tree.split) return html`<ul class="tree"><${Case} node=${tree} letters=${letters} onLit=${onLit} /></ul>`;
  return html`<p>${tree.contradiction ? "The knowledge contradicts itself." : "It follows without any case split."}</p>`;
}

function Case({ node, letters, onLit }) {
  const said = (text) => html`<${Words} text=${text} letters=${letters} onLit=${onLit} />`;
  const assumed = node.assumed?.length ? `If ${node.assumed.join(" and ")}` : "";
  const learned = node.learned ?? [];
  const end = node.contradiction ? "This cannot be." : node.split ? "" : "This shows it.";
  return html`<li>
    ${assumed && html`<b>${said(assumed)}</b>`}
    ${learned.length > 0 ? html`<span class="learned">${said(`${assumed ? ", then" : "Then"} ${learned.join(" and ")}. `)}</span>` : assumed && ": "}
    ${end && html`<span class=${`end end-${node.contradiction ? "contradiction" : "satisfied"}`}>${end}</span>`}
    ${node.split && html`<span class="split">${said(`Try each case of ${node.split}:`)}</span>`}
    ${node.cases?.length > 0 && html`<ul>
      ${node.cases.map((each, i) => html`<${Case} key=${i} node=${each} letters=${letters} onLit=${onLit} />`)}
    </ul>`}
  </li>`;
}

function Rule({ effort, onLit }) {
  const words = ruleWords(effort.rule);
  return html`${words && html`<p class="reason small"><b>The rule that it learned:</b> ${words}</p>`}
  <details class="effort" open=${!words}>
    <summary>Rule ${effort.name ?? ""} as a clause</summary>
    <${Clause} text=${effort.rule} />
    <${Bindings} of=${bound(effort)} onLit=${onLit} />
  </details>`;
}

/** The variables of a rule, `[name, value]` each: a clue, cells with a number of mines, or another value. */
export function Bindings({ of, onLit }) {
  const named = (cell) => html`<${CellName} key=${cell.join()} cell=${cell} onLit=${onLit} /> `;
  const said = ({ clue, cells, mines, number }) => {
    if (clue) return ["the clue at ", named(clue)];
    if (!cells) return number;
    return [mines == null ? "" : `${plural(mines, "mine", "mines")} in `, cells.length ? cells.map(named) : "no cell"];
  };
  return html`<dl class="bindings">${of.map(
    ([name, value]) => html`<div key=${name}><dt>${name}</dt><dd>${said(value)}</dd></div>`,
  )}</dl>`;
}

/** The literals of a body: the parts between the commas that are in no parentheses. */
function literalsOf(body) {
  const literals = [""];
  let depth = 0;
  for (const sign of body) {
    depth += { "(": 1, ")": -1 }[sign] ?? 0;
    if (sign === "," && depth === 0) literals.push("");
    else literals[literals.length - 1] += sign;
  }
  return literals;
}

/** A clause, one literal per line. */
export function Clause({ text }) {
  const [head, body] = text.trim().replace(/\.$/, "").split(":-");
  const literals = body ? literalsOf(body) : [];
  return html`<pre class="clause"><b>${head.trim()}</b>${literals.length > 0 && " ←\n"}${literals
    .map((literal) => `  ${literal.trim()}`)
    .join("\n")}</pre>`;
}
