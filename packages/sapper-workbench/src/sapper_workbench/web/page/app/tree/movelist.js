// The list of moves: a part of Play and Analyse that shows a tree, walks and edits it.

import { html, useLayoutEffect, useRef, useState } from "../preact.js";
import { counted } from "../format.js";
import { focusOn, keysOf, useKeys } from "../keys.js";
import { Field } from "../parts/forms.js";
import { Icon, Item, Menu, Tool } from "../parts/controls.js";
import { longWords, rowsOf, shortWords } from "./rows.js";
import { below, isMain } from "./tree.js";

export const MAX_COMMENT_CHARACTERS = 1000;
const DIRECTIONS = ["back", "forward", "before", "after", "start", "end"]; // of `next`
const ENDS = { won: "✓", lost: "✸" };

/**
 * Shows a tree. `onVisit(id)`, `onWalk(direction)` (see `next`), `onRemark(id, text)`, `onPromote(id)` and `onDelete(id)` do what
 * keys and buttons ask for; `onSave` saves it. Where `walks`, its keys act wherever the focus is. The
 * card begins closed unless it is `opened`.
 */
export function MoveList(props) {
  const { tree, walks, opened, onVisit, onWalk, onRemark, onPromote, onDelete, onSave, children } = props;
  const list = useRef();
  const card = useRef();
  useLayoutEffect(() => {
    card.current.open = opened;
  }, [opened]);
  const [writing, setWriting] = useState(false);
  const [deleting, setDeleting] = useState(null); // the node that would be deleted
  const { nodes, root, at } = tree;
  const here = nodes.get(at);
  const main = isMain(tree, at);

  const going = (go) => {
    setDeleting(null);
    setWriting(false);
    go();
  };
  // Where it leads is decided when its turn comes: keys may come faster than answers.
  const walk = (direction) => () => going(() => onWalk(direction));
  const remove = () => {
    if (at === root) return;
    const count = below(tree, at).length;
    if (count > 1 && deleting !== at) setDeleting(at);
    else {
      setDeleting(null);
      onDelete(at);
    }
  };
  const walking = Object.fromEntries(DIRECTIONS.map((name) => [`tree-${name}`, walk(name)]));
  const keys = {
    ...walking,
    "tree-comment": () => setWriting(true),
    "tree-promote": () => !main && onPromote(at),
    "tree-delete": remove,
    "tree-save": onSave,
    "tree-leave": () => (deleting === null ? focusOn("[role=grid]") : setDeleting(null)),
  };
  useKeys(["tree"], keys, list);
  useKeys(["tree"], walks ? walking : {});
  useKeys(["all"], {
    moves: () => {
      if (document.activeElement === list.current) return focusOn("[role=grid]");
      card.current.open = true;
      return list.current.focus();
    },
  });

  useLayoutEffect(() => {
    const now = list.current.querySelector(".move-here");
    if (!now) return;
    const { top, bottom } = now.getBoundingClientRect();
    const seen = list.current.getBoundingClientRect();
    const off = top < seen.top ? top - seen.top - 24 : Math.max(0, bottom - seen.bottom + 24);
    list.current.scrollTop += off;
  }, [tree]);

  const click = (event) => {
    const node = event.target.closest("[data-node]");
    if (node) going(() => onVisit(Number(node.dataset.node)));
  };
  const moves = nodes.size - 1;
  return html`<details class="card moves-card" ref=${card} aria-label="Moves">
    <summary><h2>Moves <span class="soft">${moves > 999 ? moves.toLocaleString("en") : moves}</span></h2></summary>
    <div class="moves" ref=${list} role="tree" tabindex="0" aria-label="List of moves"
      aria-activedescendant=${`move-${at}`} onClick=${click}>
      ${[{ level: 0, moves: [nodes.get(root)] }, ...rowsOf(tree)].map((row, i) => html`<${Row} key=${keyOf(row, i)} row=${row} tree=${tree} />`)}
    </div>
    ${writing && html`<${Remark} key=${at} node=${here} onKeep=${(text) => onRemark(at, text)}
      onLeave=${() => {
        setWriting(false);
        list.current.focus();
      }} />`}
    <${ThisMove} tree=${tree} keys=${keys} main=${main} writing=${writing} deleting=${deleting === at}
      onWriting=${() => setWriting(!writing)}>${children}<//>
  </details>`;
}

/** The buttons for the move at the cursor, of which `keys` has what they do, and a menu with `children` for all moves. */
function ThisMove({ tree, keys, main, writing, deleting, onWriting, children }) {
  const start = tree.at === tree.root;
  const count = deleting ? below(tree, tree.at).length : 0;
  const tool = (name, words, off, sign) => html`<${Tool} icon group="tree" name=${name} words=${words} off=${off}
    onClick=${keys[name]}>${sign}<//>`;
  return html`<div class="row" role="group" aria-label="This move">
      ${tool("tree-back", "One move back", start, "←")}
      ${tool("tree-forward", "One move forward", tree.nodes.get(tree.at).latest === null, "→")}
      <${Tool} group="tree" name="tree-comment" pressed=${writing} onClick=${onWriting}>Comment<//>
      <${Menu} words="Menu of the moves" kind="tool-icon" face=${html`<${Icon} name="more" />`}>
        <${Item} off=${main} keys=${keysOf("tree", "tree-promote")} onClick=${keys["tree-promote"]}>Make this the main line<//>
        <div data-stay><${Item} off=${start} keys=${keysOf("tree", "tree-delete")} onClick=${keys["tree-delete"]}>
          ${deleting ? `Delete ${count} moves?` : "Delete from here on"}<//></div>
        <hr />${children}
      <//>
    </div>
    ${deleting && html`<p class="small" role="status">This deletes
      ${` ${counted(count, "move", "moves")}`}. Press again to delete, Esc to keep them.</p>`}`;
}

/** @param {any} row @param {number} i */
const keyOf = ({ moves, more }, i) => moves[0]?.id ?? `more ${more?.to} ${i}`;

function Row({ row, tree }) {
  const { level, moves, more } = row;
  return html`<div class=${`moves-row moves-level-${Math.min(level, 4)}`} role="none">
    ${moves.map((node) => html`<${Move} key=${node.id} node=${node} level=${level} tree=${tree} />`)}
    ${more && html`<span class="move move-more" data-node=${more.to} role="treeitem"
      aria-level=${level + 1} aria-selected="false">… ${counted(more.count, "more move", "more moves")}</span>`}
  </div>`;
}

function Move({ node, level, tree }) {
  const { id, depth, comment, outcome, parent } = node;
  const here = id === tree.at;
  const together = tree.nodes.get(parent)?.children ?? [];
  const others = together[0] === id ? together.length - 1 : 0;
  const kind = `move${here ? " move-here" : ""}${outcome === "lost" ? " move-lost" : ""}`;
  return html`<span class=${kind} id=${`move-${id}`} data-node=${id} role="treeitem"
      aria-level=${level + 1} aria-selected=${here} aria-label=${depth ? longWords(node, others) : null}>
      ${depth > 0 && html`<span class="move-number">${depth}.</span>${" "}`}${shortWords(node)}${ENDS[outcome] ? ` ${ENDS[outcome]}` : ""}</span>
    ${comment && html`<span class="move-comment" aria-hidden="true">${comment}</span>`}`;
}

/** A field for the comment on a move: Enter keeps it, Esc leaves it as it was. */
function Remark({ node, onKeep, onLeave }) {
  const field = useRef();
  useLayoutEffect(() => field.current.focus(), []); // before the next key arrives
  const keep = (event) => {
    event.preventDefault();
    onKeep(field.current.value);
    onLeave();
  };
  const pressed = (event) => {
    if (event.key === "Escape") onLeave();
    else if (event.key === "Enter" && !event.shiftKey) keep(event);
  };
  return html`<form class="remark" onSubmit=${keep}>
    <${Field} label=${`Comment on ${node.depth ? `move ${node.depth}` : "the start"}`} wide>
      <textarea ref=${field} rows="2" maxlength=${MAX_COMMENT_CHARACTERS} onKeyDown=${pressed}
        defaultValue=${node.comment}></textarea>
    <//>
    <p class="row"><button type="submit" class="button">Keep</button>
      <${Tool} onClick=${onLeave}>Cancel<//></p>
  </form>`;
}
