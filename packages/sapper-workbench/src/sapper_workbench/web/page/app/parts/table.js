// A table of figures.

import { html } from "../preact.js";

const MANY = 5; // columns that fit on a phone

/** A table; each row is `[heading, …cells]`. Where many columns do not fit, each row is a block of
 * figures with their names. */
export function Table({ label, caption, heads, rows }) {
  const [first, ...others] = heads;
  return html`<div class=${heads.length > MANY ? "wide-table table-many" : "wide-table"} tabindex="0" role="group" aria-label=${label}><table>
    <caption>${caption}</caption>
    <thead><tr><th scope="col">${first}</th>
      ${others.map((head) => html`<th scope="col" class="number" key=${head}>${head}</th>`)}</tr></thead>
    <tbody>${rows.map(
      ([heading, ...cells]) => html`<tr key=${heading}>
      <th scope="row">${heading}</th>
      ${cells.map((cell, i) => html`<td class="number" data-head=${others[i]}>${cell}</td>`)}
    </tr>`,
    )}</tbody>
  </table></div>`;
}
