// A table of figures, which scrolls where it does not fit.

import { html } from "../preact.js";

/** A table; each row is `[heading, …cells]`. */
export function Table({ label, caption, heads, rows }) {
  const [first, ...others] = heads;
  return html`<div class="wide-table" tabindex="0" role="group" aria-label=${label}><table>
    <caption>${caption}</caption>
    <thead><tr><th scope="col">${first}</th>
      ${others.map((head) => html`<th scope="col" class="number" key=${head}>${head}</th>`)}</tr></thead>
    <tbody>${rows.map(
      ([heading, ...cells]) => html`<tr key=${heading}>
      <th scope="row">${heading}</th>
      ${cells.map((cell) => html`<td class="number">${cell}</td>`)}
    </tr>`,
    )}</tbody>
  </table></div>`;
}
