// The player's figures in a finished game: 3BV, clicks, efficiency and others.

import { html, useEffect, useState } from "../preact.js";
import { get } from "../api.js";
import { sentence } from "../format.js";

const FIRST = 4; // figures that are shown at once

/** The figures of a game, once the server has computed them, or nothing. */
export function Figures({ id }) {
  const [found, setFound] = useState({ rows: [], meanings: {} });
  useEffect(() => {
    const leaving = new AbortController();
    get(`/api/games/${id}/figures`, leaving.signal)
      .then(setFound)
      .catch(() => {}); // the game does not depend on them
    return () => leaving.abort();
  }, [id]);
  const { rows, meanings } = found;
  return rows.length > 0 && html`<section class="card figures-card" aria-label="Figures">
    <p class="overline">Figures</p>
    <${Rows} rows=${rows.slice(0, FIRST)} meanings=${meanings} />
    <details class="small">
      <summary>More figures, and what they mean</summary>
      <${Rows} rows=${rows.slice(FIRST)} meanings=${meanings} />
      <dl class="meanings">${rows.map(
        ([name]) => html`<div key=${name}><dt>${name}</dt><dd>${sentence(meanings[name])}</dd></div>`,
      )}</dl>
    </details>
  </section>`;
}

/** Figures with their names; what they mean shows when they are pointed at. */
function Rows({ rows, meanings }) {
  return html`<dl class="figure-rows">${rows.map(
    ([name, value]) => html`<div key=${name} title=${sentence(meanings[name])}>
      <dt>${name}</dt><dd>${value}</dd></div>`,
  )}</dl>`;
}
