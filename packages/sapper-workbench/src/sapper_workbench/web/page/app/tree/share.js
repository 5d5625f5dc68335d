// The rows of a menu for a tree as link and file.

import { html } from "../preact.js";
import { keysOf } from "../keys.js";
import { ChooseFiles, copyLink } from "../parts/files.js";
import { Item } from "../parts/controls.js";

/** `text()` returns `{link, words}` of a tree, or null if it was refused; `onOpen(file)` reads one. `secret` says why there
 * is no text yet. */
export function Share({ text, secret = "", onOpen, onSave, onNotice }) {
  const copy = async () => {
    const found = await text();
    if (found?.link) copyLink(found.link, "Link copied: it reopens all these moves.", onNotice);
    else if (found) onNotice({ words: found.words, kind: "trouble" });
  };
  return html`<${Item} off=${Boolean(secret)} onClick=${copy}>Copy a link to all moves<//>
    <${Item} off=${Boolean(secret)} keys=${keysOf("tree", "tree-save")} onClick=${onSave}>Save all moves as text<//>
    <${ChooseFiles} kind="item" words="Open moves, a game or a position" onFiles=${([file]) => onOpen(file)}>Open a file<//>
    ${secret && html`<p class="menu-words soft small">${secret}</p>`}`;
}
