// A decision: the move, its strategy and reason, the candidates, and the strategies that passed.

import { html } from "../preact.js";
import { numbersOf, rankedOf } from "../board/scene.js";
import { duration, percent, sentence } from "../format.js";
import { Effort } from "./effort.js";
import { Tool } from "./tool.js";
import { numbersAt } from "../board/walk.js";
import { Walk } from "./walk.js";
import { CellName, Words } from "./words.js";

export const ACTIONS = { open: "Open", flag: "Flag", unflag: "Unflag", chord: "Chord" };
const SHOWN = 10; // candidates in the table
const NOTICED = 0.1; // seconds that a visitor waits for a decision without noticing
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
 * which is not shown while the card `waits` for them.
 */
export function DecisionCard({ decision, title, made, walk, waits, onLit, onMake }) {
  const { action, cell, strategy, seconds, guess, mine_probability: risk } = decision;
  const took = seconds >= NOTICED && duration(seconds);
  const steps = walk?.stop;
  const numbers = steps ? numbersAt(walk) : made ? null : numbersOf(decision);
  const decided = strategy !== "you"; // your own moves are neither guesses nor deductions
  return html`<section class="card decision" aria-label=${title}>
    <p class="overline">${title}</p>
    <h2>
      ${ACTIONS[action] ?? action} <${MarkedCell} cell=${cell} numbers=${numbers} onLit=${onLit} />
      ${decided && html`<span class=${guess ? "tag tag-guess" : "tag tag-good"}>${guess ? "a guess" : "certain"}</span>`}
    </h2>
    ${risk != null && guess && html`<p class="facts">${percent(risk, 1)} risk of a mine</p>`}
    ${
      steps
        ? html`<${Walk} walk=${walk} onLit=${onLit} />`
        : html`<p class=${waits ? "reason reason-waits" : "reason"}><${Words} text=${sentence(decision.reason)} numbers=${numbers} onLit=${onLit} /></p>
            ${!made && html`<${Compared} walk=${walk} numbers=${numbers} onLit=${onLit} />
              <${Legend} decision=${decision} />`}`
    }
    ${onMake && html`<p class="row"><${Tool} main onClick=${onMake}>Make this move<//></p>`}
    <${Considered} decision=${decision} onLit=${onLit} />
    <p class="facts decided">
      ${decided && html`<span>Strategy: <b>${strategy}</b></span>`}
      ${took && html`<span>${took}</span>`}
      ${decision.effort?.kind === "splits" && html`<span>split level ${decision.effort.level}</span>`}
    </p>
    <${Effort} effort=${decision.effort} onLit=${onLit} />
    <${Passed} passed=${decision.passed} onLit=${onLit} />
  </section>`;
}

/** The explanation of a `cell`, after a `title`: a walk, or the words of the server's answer. */
export function WhyCard({ cell, title, words, walk, onLit }) {
  const numbers = walk?.stop ? numbersAt(walk) : numbersOf({ cell, reason: words });
  return html`<section class="card" aria-label="Why">
    <p class="overline"><${MarkedCell} cell=${cell} numbers=${numbers} onLit=${onLit} /> · ${title}</p>
    ${
      walk?.stop
        ? html`<${Walk} walk=${walk} onLit=${onLit} />`
        : html`<p class="reason"><${Words} text=${sentence(words)} numbers=${numbers} onLit=${onLit} /></p>
            <${Compared} walk=${walk} said=${words} numbers=${numbers} onLit=${onLit} />`
    }
  </section>`;
}

/** How a guess compares with others, as the explanation of a walk without steps says it, unless that was `said`. */
function Compared({ walk, said, numbers, onLit }) {
  const { explanation, stop } = walk ?? {};
  if (!explanation || stop || explanation.words === said) return null;
  return html`<p class="reason soft small"><${Words} text=${explanation.words} numbers=${numbers} onLit=${onLit} /></p>`;
}

/** A cell with its number on the board and its coordinates. */
export function MarkedCell({ cell, numbers, onLit }) {
  const number = numbers?.get(String(cell));
  if (!number) return html`<${CellName} cell=${cell} onLit=${onLit} />`;
  return html`<${CellName} cell=${cell} number=${number} onLit=${onLit} />${" "}
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

function Considered({ decision, onLit }) {
  const rows = rankedOf(decision);
  if (!rows.length) return null;
  const searched = decision.effort?.kind === "search";
  const shown = rows.slice(0, SHOWN);
  // A search trusts the cell with the most visits; with equal visits, the highest value.
  const visited = new Set(shown.map(([, , visits]) => visits)).size > 1;
  const weight = ([, value, visits]) => (visited ? visits : value) ?? 0;
  const most = Math.max(...shown.map(weight), 1e-9);
  return html`<table class="considered">
    <caption>${rows.length > SHOWN ? `The best ${SHOWN} of ${rows.length} candidates` : "Candidates"}</caption>
    <thead><tr>
      <th scope="col">#</th><th scope="col">cell</th>
      <th scope="col" class="number">${FIGURES[decision.kind] ?? "figure"}</th>
      ${searched && html`<th scope="col" class="number">${decision.kind === "playouts" ? "games" : "visits"}</th>`}<td></td>
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
