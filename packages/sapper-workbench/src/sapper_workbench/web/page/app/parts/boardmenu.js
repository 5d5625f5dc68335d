// The menu at the end of the line over a board, for rare actions.

import { html } from "../preact.js";
import { BoardText } from "./boardtext.js";
import { Icon } from "./icons.js";
import { Menu } from "./menu.js";
import { Zoom } from "./zoom.js";

/** The menu of a board, with the `children` of its view over the sizes and the text. */
export function BoardMenu({ zoom, board, children }) {
  return html`<${Menu} words="Board menu" kind="tool-icon" face=${html`<${Icon} name="more" />`}>
    ${children}
    ${children && html`<hr />`}
    <${Zoom} of=${zoom} />
    <hr />
    <${BoardText} board=${board} />
  <//>`;
}
