// The moves of a game in Play: the list, its text and link, and files that continue a game.

import { html } from "../preact.js";
import { counted } from "../format.js";
import { saveFile } from "../transport.js";
import { MoveList } from "../tree/movelist.js";
import { Share } from "../tree/share.js";
import { next } from "../tree/tree.js";

const MAX_FILE_BYTES = 1_000_000; // what the server reads

/** The list of moves; `onOpen(text)` continues the game of a text. */
export function Variations({ game, tree, session, onNotice, onOpen }) {
  const visit = async (choose) => {
    const there = await session.visit(choose);
    if (there) onNotice({ words: placeWords(there) });
  };
  const save = () => {
    if (game.ended) download(game);
    else onNotice({ words: SECRET });
  };
  const text = async () => (await session.text()) ?? null;
  return html`<${MoveList} tree=${tree} walks=${game.board.outcome !== "playing"} opened=${game.ended}
    onVisit=${(id) => visit(() => id)} onWalk=${(direction) => visit((now) => next(now, direction))}
    onRemark=${(node, text) => session.edit("comment", { node, text })} onSave=${save}
    onPromote=${(node) => session.edit("promote", { node })} onDelete=${(node) => session.edit("delete", { node })}>
    <${Share} tree=${tree} text=${text} secret=${game.ended ? "" : SECRET} onRead=${onOpen} onSave=${save} onNotice=${onNotice}
      onOpen=${(file) => readFile(file, onOpen, onNotice)} />
  <//>`;
}

const SECRET = "The moves as text, link or file reveal the mines, so they are available only after the game.";

function placeWords({ undoable, redoable }) {
  const where = undoable ? `After ${counted(undoable, "move", "moves")}.` : "The start of the game.";
  return redoable ? `${where} Another move here starts a variation.` : where;
}

/** Read a file of moves, a session or a record as text. */
export async function readFile(file, onOpen, onNotice) {
  if (file.size > MAX_FILE_BYTES) onNotice({ words: "This file is too large: at most 1 MB can be opened.", kind: "trouble" });
  else onOpen(await file.text());
}

const download = (game) => saveFile(`/api/games/${game.id}/variations.txt`, `sapper-${game.id}.txt`);
