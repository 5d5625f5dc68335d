// The player's figures in a finished game: 3BV, clicks, efficiency and others.

import { html, useEffect, useState } from "../preact.js";
import { get } from "../api.js";

/** The figures of a game, once the server has computed them, or nothing. */
export function Figures({ id }) {
  const [rows, setRows] = useState([]);
  useEffect(() => {
    const leaving = new AbortController();
    get(`/api/games/${id}/figures`, leaving.signal)
      .then((found) => setRows(found.rows))
      .catch(() => {}); // the game does not depend on them
    return () => leaving.abort();
  }, [id]);
  return rows.length > 0 && html`<${FigureRows} rows=${rows} />`;
}

/** Figures as rows of a name and a value. */
export function FigureRows({ rows }) {
  return html`<section class="card figures-card" aria-label="Figures">
    <p class="overline">Figures</p>
    <dl class="figure-rows">
      ${rows.map(([name, value]) => html`<div key=${name}><dt>${name}</dt><dd>${value}</dd></div>`)}
    </dl>
  </section>`;
}
