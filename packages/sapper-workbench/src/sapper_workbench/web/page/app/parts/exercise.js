// Views with a board on which the visitor answers, and the tasks of an exercise.

import { html } from "../preact.js";
import { Board } from "../board/board.js";
import { BoardMenu, Counters, useZoom } from "./around.js";
import { Notice } from "./controls.js";

/**
 * A board to answer on, which gets the fields of `board`: `start` stands over it, with `counts`, and the rows `items` in its
 * menu, `task` between them, and `tools` and the notice below; the children stand beside it, `about` it.
 */
export function Answering({ label, start, counts, items, task, board, tools, toolsLabel, notice, about, children }) {
  const zoom = useZoom();
  return html`<main class="view" id="main">
    <section class="stage" aria-label=${label}>
      <${Counters} board=${board.board} start=${start}
        tools=${html`<${BoardMenu} zoom=${zoom} board=${board.board}>${items}<//>`}>${counts}<//>
      ${task}
      <${Board} ...${board} ...${zoom} keys="always" />
      <div class="dock"><div class="tools" role="toolbar" aria-label=${toolsLabel}>${tools}</div></div>
      <${Notice} notice=${notice} />
    </section>
    <aside class="side" aria-label=${about}>${children}</aside>
  </main>`;
}

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
