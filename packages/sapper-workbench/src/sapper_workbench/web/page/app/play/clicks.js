// The efficiency coach: which clicks open most among the cells that are certainly safe.

import { html } from "../preact.js";
import { indices, numbersOf, ranksOf } from "../board/scene.js";
import { sentence } from "../format.js";
import { Words } from "../parts/words.js";

const SHOWN = 4;

/** The marks on the board for the best plan: the clicks, and the cells that they open. */
export function clickMarks(board, { plans: [best] }) {
  if (!best) return null;
  const cells = (action) => best.moves.filter((move) => move.action === action).map(({ cell }) => cell);
  const [first] = indices(board, [best.moves[0].cell]);
  const flags = indices(board, cells("flag"));
  flags.delete(first); // it is drawn as the move
  return {
    target: first,
    action: best.moves[0].action,
    tone: "good",
    clues: indices(board, cells("chord")),
    mines: flags,
    picked: new Map([...indices(board, best.opens)].map((index) => [index, "right"])),
    ranks: ranksOf(board, numbersOf({ reason: best.words })),
  };
}

/** The plans in words, the best first. */
export function ClicksCard({ found: { plans, words }, onLit }) {
  const [best, ...others] = plans.slice(0, SHOWN);
  return html`<section class="card decision" aria-label="Best clicks">
    <p class="overline">Most cells for the fewest clicks</p>
    ${!best && html`<p>${sentence(words)}</p>`}
    ${best && html`<p class="reason"><${Words} text=${sentence(best.words)}
      numbers=${numbersOf({ reason: best.words })} onLit=${onLit} /></p>`}
    ${others.length > 0 && html`<ul class="plain small">${others.map(
      (plan) => html`<li key=${plan.words}><${Words} text=${sentence(plan.words)} onLit=${onLit} /></li>`,
    )}</ul>`}
    ${best && best.saved <= 0 && html`<p class="small soft">No chord saves clicks here: with the flags
      that it needs, it takes at least as many clicks as the cells that it opens.</p>`}
  </section>`;
}
