// Short animations on a board: opening cells, flags, a loss and a win.

import { cellOf } from "./position.js";

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Milliseconds of each kind, and between the rings of cells around the one that began it. */
/** @type {Record<string, number>} */
const LENGTH = { open: 170, flag: 150, boom: 420, reveal: 200, cheer: 380 };
/** @type {Record<string, number>} */
const RING = { open: 24, reveal: 45, cheer: 45 };
const MAX_DELAY_MILLISECONDS = 700; // until the last cell begins
const MAX_MOVING_CELLS = 4000; // of a board that moves
const CONFETTI = { count: 90, length: 1700, fall: 900 };

/** @param {string} code */
const covered = (code) => code === "H" || code === "F";

/** The parts of a board that are moving. Nothing moves if the visitor prefers no motion. */
export class Motion {
  #parts = new Map(); // by index: {kind, start}
  /** @type {any} */
  #confetti = null; // {start, pieces}

  /** Note what changes between two scenes of a board, at a time in milliseconds.
   * @param {any} before @param {any} after @param {number} now */
  note(before, after, now) {
    const [old, next] = [before?.board, after.board];
    if (still.matches || !old || old.cells.length !== next.cells.length) return;
    if (old.cells === next.cells || old.width !== next.width || next.cells.length > MAX_MOVING_CELLS) return;
    const changed = next.cells.flatMap((/** @type {string} */ code, /** @type {number} */ i) => (code === old.cells[i] ? [] : [i]));
    if (!changed.length) return;
    const from = after.last >= 0 ? after.last : changed[0];
    for (const index of changed) {
      const [was, is] = [old.cells[index], next.cells[index]];
      if (is === "*") this.#begin("boom", index, now);
      else if (is === "F") this.#begin("flag", index, now);
      else if (covered(was) && !covered(is)) this.#begin("open", index, now, ring(next, from, index));
      else this.#parts.delete(index);
    }
    if (old.outcome === "playing" && next.outcome === "lost")
      for (const index of after.truth?.mines ?? [])
        if (next.cells[index] === "H") this.#begin("reveal", index, now, ring(next, from, index));
    if (old.outcome === "playing" && next.outcome === "won") this.#win(next, from, now);
  }

  /** @param {string} kind @param {number} index @param {number} now */
  #begin(kind, index, now, rings = 0) {
    this.#parts.set(index, { kind, start: now + Math.min(MAX_DELAY_MILLISECONDS, rings * (RING[kind] ?? 0)) });
  }

  /** @param {Board} board @param {number} from @param {number} now */
  #win(board, from, now) {
    for (const index of board.cells.keys())
      if (!this.#parts.has(index)) this.#begin("cheer", index, now, ring(board, from, index));
    const pieces = Array.from({ length: CONFETTI.count }, (_, i) => ({
      across: Math.random(),
      drift: Math.random() - 0.5,
      rise: 0.5 + Math.random(),
      turn: Math.random() * 9,
      clue: 1 + (i % 6),
    }));
    this.#confetti = { start: now, pieces };
  }

  /** The motion of a cell: its kind, and the part of it that is over, below 0 before it begins.
   * @param {number} index @param {number} now */
  at(index, now) {
    const found = this.#parts.get(index);
    if (!found) return null;
    const part = (now - found.start) / LENGTH[found.kind];
    if (part < 1) return { kind: found.kind, part };
    this.#parts.delete(index);
    return null;
  }

  /** Whether anything still moves; cells out of sight end by themselves. @param {number} now */
  busy(now) {
    for (const index of this.#parts.keys()) this.at(index, now);
    return this.#parts.size > 0 || this.#confetti !== null;
  }

  /** The pieces of confetti as `{x, y, angle, clue, fade}`, in shares of the board's size. @param {number} now */
  confetti(now) {
    if (!this.#confetti) return [];
    const part = (now - this.#confetti.start) / CONFETTI.length;
    if (part >= 1) this.#confetti = null;
    return (this.#confetti?.pieces ?? []).map((/** @type {any} */ { across, drift, rise, turn, clue }) => ({
      x: across + drift * part,
      y: 0.75 - 2.2 * rise * part + 2.6 * part * part,
      angle: turn * part * 4,
      clue,
      fade: Math.min(1, 3 * (1 - part)),
    }));
  }
}

/** @param {Board} board @param {number} from @param {number} index */
function ring(board, from, index) {
  const [[row, column], [r, c]] = [cellOf(board, from), cellOf(board, index)];
  return Math.max(Math.abs(row - r), Math.abs(column - c));
}
