// The findings about a position: the summary, the suggestion, and reasons.

import { html } from "../preact.js";
import { indexOf } from "../board/position.js";
import { counted, percent, plural, sentence } from "../format.js";
import { titled } from "../keys.js";
import { ACTIONS, DecisionCard, WhyCard } from "../parts/decision.js";
import { Tool } from "../parts/tool.js";
import { Words } from "../parts/words.js";

/** The line over the board. */
export function Summary({ analysis, board, late, children }) {
  const size = `${board.width}×${board.height}, ${counted(board.mines, "mine", "mines")}`;
  const [safe, mines] = [analysis?.safe?.length, analysis?.certain_mines?.length];
  const some = (count, kind) => `tag ${count ? kind : "tag-plain"}`;
  const layouts = analysis?.log10_layouts;
  const promise = analysis?.promise;
  return html`<div class="counters counters-long"><div class="summary">
    <span class="counters-text">${size}</span>
    ${late && html`<span class="soft small" role="status">analysing …</span>`}
    ${analysis?.consistent && html`<span class=${some(safe || promise, "tag-good")}>${promise || `${safe} safe`}</span>
      <span class=${some(mines, "tag-bad")}>${plural(mines, "certain mine", "certain mines")}</span>`}
    ${analysis?.consistent && layouts != null && html`<span class="soft small"><${Many} log10=${layouts} /></span>`}
    ${analysis?.consistent === false && html`<span class="tag tag-bad">impossible</span>`}
    </div>${children}
  </div>`;
}

const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";

function Many({ log10 }) {
  if (log10 < 6) {
    const count = Math.round(10 ** log10);
    return plural(count.toLocaleString("en"), "layout", "layouts");
  }
  const whole = Math.floor(log10);
  const [mantissa, carry] = (10 ** (log10 - whole)).toExponential(1).split("e"); // 9.96 is 1.0e+1
  const power = [...String(whole + Number(carry))].map((digit) => RAISED[digit]).join("");
  return `${mantissa} × 10${power} layouts`;
}

/** The findings, or why the position is impossible; `answer` is the answer about a cell, `walk` the walk
 * through its explanation, and `quiet` whether they show only what was asked for. */
export function Findings({ analysis, quiet, answer, walk, title = "Suggestion", onLit, onSuggestion, children }) {
  if (!analysis) return null;
  if (!analysis.consistent) {
    return html`<section class="card result result-lost" role="alert">
      <h2>No layout fits</h2>
      <p class="reason"><${Words} text=${sentence(analysis.error.replace(/^no layout fits: /, ""))} onLit=${onLit} /></p>
      <${Faults} faults=${otherFaults(analysis)} onLit=${onLit} />
    </section>`;
  }
  const { suggestion } = analysis;
  return html`
    ${answer?.why && html`<${WhyCard} cell=${answer.cell} words=${answer.why.words}
        title=${certainty(answer, analysis)} walk=${walk} onLit=${onLit} />`}
    ${suggestion && answer === "suggestion" && html`<${DecisionCard} title=${title}
      decision=${suggestion} walk=${walk} onLit=${onLit} />`}
    ${children}
    ${!quiet && suggestion && answer !== "suggestion" && html`<section class="card">
      <p class="row row-between"><span><span class="overline">Suggestion</span><br />
        <b>${ACTIONS[suggestion.action]} [${suggestion.cell.join(", ")}]</b>
        <span class="soft"> · ${suggestion.strategy}</span>${" "}
        <span class=${suggestion.guess ? "tag tag-guess" : "tag tag-good"}>${suggestion.guess ? "a guess" : "certain"}</span></span>
        <button type="button" class="button" title=${titled("A move and its reason", "analyse", "suggest")}
          onClick=${onSuggestion}>Show why</button></p>
    </section>`}
    ${analysis.note && html`<p class="soft small">${sentence(analysis.note)}</p>`}
    ${analysis.faults?.length > 0 && html`<section class="card">
      <h2>No game reaches this position</h2><${Faults} faults=${analysis.faults} onLit=${onLit} /></section>`}`;
}

/** Buttons for the two layouts that show why a cell is a guess. */
export function Layouts({ layout, onLayout }) {
  const button = (at, words) => html`<${Tool} pressed=${layout === at}
    onClick=${() => onLayout(layout === at ? null : at)}>${words}<//>`;
  return html`<section class="card" aria-label="Two layouts">
    <p>The clues leave this cell open: all of them fit a layout with a mine here, and one without.</p>
    <p class="row">${button(0, "With a mine")}${button(1, "Without a mine")}</p>
  </section>`;
}

const MOST_FAULTS = 6;

/** The faults of an impossible position that its error does not name. */
function otherFaults({ faults, conflict, error }) {
  const named = new Set((conflict?.clues ?? []).map(String));
  const said = ({ cell, words }) => (cell ? named.has(String(cell)) : error.endsWith(words));
  return faults?.filter((fault) => !said(fault));
}

function Faults({ faults, onLit }) {
  if (!faults?.length) return null;
  const more = faults.length - MOST_FAULTS;
  return html`<ul class="plain small">
    ${faults.slice(0, MOST_FAULTS).map(
      ({ words }, i) => html`<li key=${i}>
      <${Words} text=${sentence(words)} onLit=${onLit} /></li>`,
    )}
    ${more > 0 && html`<li>and ${more} more</li>`}
  </ul>`;
}

function certainty({ cell, why }, analysis) {
  if (why.certain === "safe") return "certainly safe";
  if (why.certain === "mine") return "certainly a mine";
  if (analysis.promise) return analysis.promise;
  const p = analysis.mine_probability?.[indexOf(analysis, cell)];
  return p == null ? "open" : `${percent(p, 1)} risk of a mine`;
}
