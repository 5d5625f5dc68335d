// How a strategy came to its decision: a split tree, or a learned rule and its bindings.

import { html } from "../preact.js";
import { bound } from "../board/scene.js";
import { plural } from "../format.js";
import { CellName, Words } from "./words.js";

export function Effort({ effort, onLit }) {
  if (effort?.kind === "splits" && effort.tree)
    return html`<${Splits} effort=${effort} onLit=${onLit} />`;
  if (effort?.kind === "rule") return html`<${Rule} effort=${effort} onLit=${onLit} />`;
  return null;
}

function Splits({ effort, onLit }) {
  const { tree, level } = effort;
  return html`<details class="effort" open=${level > 0}>
    <summary>${level ? `Proof by cases, ${plural(level, "level", "levels")} deep` : "Proof without cases"}</summary>
    ${tree.split ? html`<ul class="tree"><${Case} node=${tree} onLit=${onLit} /></ul>` : html`<p>${bare(tree)}</p>`}
  </details>`;
}

function bare(tree) {
  return tree.contradiction ? "The knowledge contradicts itself." : "It follows without any case split.";
}

function Case({ node, onLit }) {
  const said = (text) => html`<${Words} text=${text} onLit=${onLit} />`;
  const assumed = node.assumed?.length ? `if ${node.assumed.join(" and ")}` : "";
  const learned = node.learned ?? [];
  const end = node.contradiction ? "impossible" : node.split ? "" : "shown";
  return html`<li>
    ${assumed && html`<b>${said(assumed)}</b>`}
    ${learned.length > 0 && html`<span class="learned">, then ${said(learned.join(" and "))}</span>`}
    ${end && html`${" "}<span class=${`end end-${node.contradiction ? "contradiction" : "satisfied"}`}>${end}</span>`}
    ${node.split && html`<span class="split">${said(`cases of ${node.split}`)}</span>`}
    ${node.cases?.length > 0 && html`<ul>
      ${node.cases.map((each, i) => html`<${Case} key=${i} node=${each} onLit=${onLit} />`)}
    </ul>`}
  </li>`;
}

function Rule({ effort, onLit }) {
  return html`<details class="effort" open>
    <summary>Rule ${effort.name ?? ""}</summary>
    <${Clause} text=${effort.rule} />
    <dl class="bindings">
      ${bound(effort).map(
        ([name, value]) => html`<div key=${name}>
        <dt>${name}</dt><dd><${Bound} value=${value} onLit=${onLit} /></dd>
      </div>`,
      )}
    </dl>
  </details>`;
}

function Bound({ value, onLit }) {
  if (value?.clue) return html`the clue at <${CellName} cell=${value.clue} onLit=${onLit} />`;
  if (value?.number != null) return html`<span>${value.number}</span>`;
  if (!value?.cells) return html`<span>${String(value)}</span>`;
  const mines = value.mines == null ? "" : `${plural(value.mines, "mine", "mines")} in `;
  const names = value.cells.map(
    (cell) => html`<${CellName} key=${cell.join()} cell=${cell} onLit=${onLit} /> `,
  );
  return html`<span>${mines}${names}</span>`;
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
