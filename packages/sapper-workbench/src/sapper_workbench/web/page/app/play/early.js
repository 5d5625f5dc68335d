// The board that Play shows while Python is loading: that of the last game, or a hidden one.

import { html, useEffect, useRef, useState } from "../preact.js";
import { Board } from "../board/board.js";
import { indexOf } from "../board/position.js";
import { blank, linkedFields, sizeOf } from "../choice.js";
import { useKeys } from "../keys.js";
import { Counters } from "../parts/around.js";
import { recall, remember } from "../storage.js";
import { gestureKeys } from "./moves.js";
import { GameTools, Toast } from "./tools.js";

const MAX_KEPT_CELLS = 2000; // of a board that is worth keeping
const WAIT = "Python is loading, which takes a few seconds. You can already play: your moves take effect as soon as it is ready.";

/** Keep the board of a game for the next visit. */
export function useKept(game) {
  useEffect(() => {
    if (game) remember("early", game.board.cells.length > MAX_KEPT_CELLS ? null : { id: game.id, board: game.board });
  }, [game]);
}

/** The board of the game that the address names, or that will be dealt; null if neither is known. */
export function earlyBoard(route, choice, about) {
  const kept = recall("early", null);
  const named = route.argument || recall("game", null);
  if (linkedFields(route.fields) || route.fields.has("tree")) return null;
  if (named) return kept?.id === named ? kept.board : null;
  const size = sizeOf(choice, about);
  return size && blank(size);
}

/** The board, and gestures and keys on it, which `onAct` keeps in their order. */
export function Early({ board, zoom, onAct }) {
  const [last, setLast] = useState(-1);
  const cursor = useRef([0, 0]);
  const act = (gesture, cell) => {
    setLast(indexOf(board, cell));
    onAct(gesture, cell);
  };
  useKeys(["play"], gestureKeys(act, cursor));
  return html`<main class="view play" id="main" data-running><section class="stage" aria-label="Game" data-whole>
    <div class="play-line"><${Counters} board=${board} /><${GameTools} /></div>
    <${Board} board=${board} last=${last} ...${zoom} label="Your game" cursor=${cursor} keys="always" onAct=${act} />
    <${Toast} notice=${{ words: WAIT }} />
  </section></main>`;
}
