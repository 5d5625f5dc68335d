// A decision shown: the move, who decided it and why, what was weighed, and who passed.

import { html } from "../kit.js";
import { percent } from "../board/speech.js";
import { Effort } from "./effort.js";
import { CellName, duration, Words } from "./words.js";

const ACTIONS = { open: "Open", flag: "Flag", unflag: "Unflag", chord: "Chord" };
const SHOWN = 10; // candidates in the table
/** What the figures of candidates are, by the kind of the reason. */
const FIGURES = {
  "least risk": "mine",
  probability: "mine",
  "tree search": "wins",
  playouts: "wins",
};

/** Everything a decision tells; `title` stands over it, and `onMake`, if given, makes the move. */
export function DecisionCard({ decision, title, onLit, onMake }) {
  const { action, cell, strategy, seconds, guess, mine_probability: risk } = decision;
  // A rule's bindings are shown one by one, so its words need not list them again.
  const reason = decision.effort?.kind === "rule" ? decision.reason.split(":")[0] : decision.reason;
  const took = duration(seconds);
  const decided = strategy !== "you"; // of one's own moves nobody knows what they were
  return html`<section class="card decision" aria-label=${title}>
    <p class="overline">${title}</p>
    <h2>
      ${ACTIONS[action] ?? action} <${CellName} cell=${cell} onLit=${onLit} />
      ${decided && html`<span class=${guess ? "tag tag-guess" : "tag tag-good"}>${guess ? "a guess" : "certain"}</span>`}
    </h2>
    <p class="facts">
      <b>${strategy}</b>${took && html`<span>${took}</span>`}
      ${risk != null && guess && html`<span>${percent(risk, 1)} mine</span>`}
      ${decision.effort?.kind === "splits" && html`<span>split level ${decision.effort.level}</span>`}
    </p>
    <p class="reason"><${Words} text=${reason} onLit=${onLit} /></p>
    <${Legend} decision=${decision} />
    ${
      onMake &&
      html`<p class="row"><button type="button" class="tool tool-main" onClick=${onMake}>
      Make this move</button></p>`
    }
    <${Effort} effort=${decision.effort} onLit=${onLit} />
    <${Considered} decision=${decision} onLit=${onLit} />
    <${Passed} passed=${decision.passed} onLit=${onLit} />
  </section>`;
}

function Legend({ decision }) {
  const { clues, mines, guess } = decision;
  if (!clues?.length && !mines?.length) return null;
  return html`<p class="legend">
    <span><i class=${`swatch swatch-${guess ? "guess" : "target"}`}></i>the move</span>
    ${clues.length > 0 && html`<span><i class="swatch swatch-clue"></i>clues of the reason</span>`}
    ${mines.length > 0 && html`<span><i class="swatch swatch-mine"></i>mines it counts on</span>`}
  </p>`;
}

function Considered({ decision, onLit }) {
  const searched = decision.effort?.kind === "search" ? decision.effort.moves : null;
  const rows = searched
    ? searched.map(({ cell, visits, value }) => [cell, value, visits])
    : (decision.considered ?? []);
  if (!rows.length) return null;
  const shown = rows.slice(0, SHOWN);
  // A search chooses what it visited most; where all had the same visits, what they are worth.
  const visited = new Set(shown.map(([, , visits]) => visits)).size > 1;
  const weight = ([, value, visits]) => (visited ? visits : value) ?? 0;
  const most = Math.max(...shown.map(weight), 1e-9);
  return html`<table class="considered">
    <caption>Cells weighed${rows.length > SHOWN ? `: the best ${SHOWN} of ${rows.length}` : ""}</caption>
    <thead><tr>
      <th scope="col">#</th><th scope="col">cell</th>
      <th scope="col" class="number">${FIGURES[decision.kind] ?? "figure"}</th>
      ${searched && html`<th scope="col" class="number">visits</th>`}<td></td>
    </tr></thead>
    <tbody>
      ${shown.map(
        ([cell, value, visits], i) => html`<tr key=${cell.join()}>
        <td class="rank">${i + 1}</td>
        <td><${CellName} cell=${cell} onLit=${onLit} /></td>
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
  return value >= 0 && value <= 1 ? `${(100 * value).toFixed(1)} %` : value.toPrecision(4);
}

/** A bar as long as its part of one. */
export function Bar({ part }) {
  const width = `${Math.max(0, Math.min(1, part)) * 100}%`;
  return html`<span class="bar" aria-hidden="true"><span style=${{ width }}></span></span>`;
}

/** The strategies that passed before this one decided, and why. */
export function Passed({ passed, onLit }) {
  if (!passed?.length) return null;
  return html`<details class="passed">
    <summary>${passed.map(({ strategy }) => strategy).join(", ")} passed</summary>
    <dl>
      ${passed.map(
        ({ strategy, words }) => html`<div key=${strategy}>
        <dt>${strategy}</dt>
        <dd><${Words} text=${words} onLit=${onLit} /></dd>
      </div>`,
      )}
    </dl>
  </details>`;
}
