// The tasks of an exercise in order, and how each was solved.

import { html } from "../preact.js";

const SOLVED = {
  first: { sign: "✓", words: "solved at the first try" },
  later: { sign: "✓", words: "solved later" },
  shown: { sign: "–", words: "solution shown" },
};

/** `at` is the current one; with `onChoose`, each task is a button. */
export function Tasks({ label = "Positions", tasks, at, onChoose }) {
  return html`<ol class="tasks" aria-label=${label}>
    ${tasks.map(({ step, solved }, i) => {
      const { sign = "", words = "not solved yet" } = SOLVED[solved] ?? {};
      const number = html`<span class="unseen">${`Position ${i + 1}: ${words}`}</span>
        <span aria-hidden="true">${i + 1}${sign}</span>`;
      return html`<li key=${i} class=${`task task-${solved ?? "open"}`} aria-current=${i === at ? "step" : null}
        title=${step ? `move ${step}: ${words}` : words}>
        ${onChoose ? html`<button type="button" onClick=${() => onChoose(i)}>${number}</button>` : number}
      </li>`;
    })}
  </ol>`;
}
