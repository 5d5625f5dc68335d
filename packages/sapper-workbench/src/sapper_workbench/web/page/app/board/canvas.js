// The board on a canvas of the size of its visible part; only visible cells are drawn.

import { drawCell, stateOf } from "./cells.js";
import { cellAt, extentOf, LETTERED_CELL, placeOf, scrolled, tagsOf, visible } from "./geometry.js";
import * as glyphs from "./glyphs.js";
import { Motion } from "./motion.js";
import { theme } from "./theme.js";

/**
 * The part of a board that is seen, in pixels: what is scrolled away, its size, and its rows and columns.
 * @typedef {{left: number, top: number, width: number, height: number, columns: number[], rows: number[]}} Seen
 */

/** Draws a scene into a canvas that sticks to the corner of its scroller. */
export class BoardCanvas {
  /** @param {HTMLCanvasElement} canvas @param {HTMLElement} scroller */
  constructor(canvas, scroller) {
    this.canvas = canvas;
    this.scroller = scroller;
    this.ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    /** @type {any} */
    this.scene = null;
    this.size = 0;
    this.gutter = 0;
    this.hover = -1;
    this.pressed = new Set();
    this.motion = new Motion();
    this.pending = 0;
    this.drawn = 0;
    /** @type {{view: string, look: object, states: Map<number, string>} | null} what the canvas shows, cell by cell */
    this.kept = null;
    this.closing = new AbortController();
    const { signal } = this.closing;
    scroller.addEventListener("scroll", () => this.schedule(), { passive: true, signal });
    window.addEventListener("preferencechange", () => this.schedule(), { signal });
  }

  close() {
    cancelAnimationFrame(this.pending);
    this.closing.abort();
  }

  /** Show a scene, with the pixels of a cell and of the gutter. @param {any} scene @param {number} size @param {number} gutter */
  show(scene, size, gutter) {
    this.motion.note(this.scene, scene, performance.now());
    Object.assign(this, { scene, size, gutter });
    this.schedule();
  }

  /** @param {number} index */
  hoverOver(index) {
    if (index === this.hover) return;
    this.hover = index;
    this.schedule();
  }

  /** Show cells as held down. @param {number[]} indices */
  press(indices) {
    this.pressed = new Set(indices);
    this.schedule();
  }

  /** The cell at a point of the window, as `[row, column]`, or null. @param {number} clientX @param {number} clientY */
  cellAt(clientX, clientY) {
    if (!this.scene) return null;
    const frame = this.scroller.getBoundingClientRect();
    const { size, gutter, scroller } = this;
    const view = { size, gutter, left: scroller.scrollLeft, top: scroller.scrollTop };
    return cellAt([clientX - frame.left, clientY - frame.top], this.scene.board, view);
  }

  /** Scroll as little as possible to show a cell and some cells around it. @param {number[]} cell */
  reveal([row, column], around = 0) {
    const { scroller, size, gutter } = this;
    /** @param {number} at @param {number} seen @param {number} from */
    const along = (at, seen, from) => scrolled(at, around, { size, gutter, seen, from });
    const [across, down] = placeOf(this.scene.board, row, column);
    scroller.scrollLeft = along(across, scroller.clientWidth, scroller.scrollLeft);
    scroller.scrollTop = along(down, scroller.clientHeight, scroller.scrollTop);
  }

  schedule() {
    cancelAnimationFrame(this.pending);
    this.pending = requestAnimationFrame(() => this.draw());
  }

  draw() {
    const { scroller, scene, size } = this;
    if (!scene || !size) return;
    const now = performance.now();
    const look = theme(scroller);
    const confetti = this.motion.confetti(now);
    const seen = this.fit();
    this.drawCells(look, seen, now, confetti.length > 0);
    this.drawLines(look, seen);
    const { gutter } = this;
    for (const { x, y, angle, clue, fade } of confetti) {
      const [across, down] = [gutter + x * (seen.width - gutter), y * seen.height];
      const square = { ctx: this.ctx, look, x: across, y: down, size: Math.max(6, size * 0.28) };
      glyphs.piece(square, look.clues[clue], angle, fade);
    }
    this.drawn += 1;
    scroller.dataset.drawn = String(this.drawn);
    if (confetti.length || this.motion.busy(now)) this.schedule();
  }

  /** Give the canvas the size of what is seen, and say to which sides the board goes on. @returns {Seen} */
  fit() {
    const { canvas, ctx, scroller, size, gutter } = this;
    const { board } = this.scene;
    const { clientWidth, clientHeight } = scroller;
    const extent = extentOf(board);
    const width = Math.min(clientWidth, extent.width * size + gutter);
    const height = Math.min(clientHeight, extent.height * size + gutter);
    const density = window.devicePixelRatio || 1;
    const [wide, high] = [width, height].map((n) => Math.round(n * density));
    if (canvas.width !== wide || canvas.height !== high) {
      Object.assign(canvas, { width: wide, height: high });
      this.kept = null;
      canvas.style.setProperty("width", `${width}px`);
      canvas.style.setProperty("height", `${height}px`);
    }
    ctx.setTransform(density, 0, 0, density, 0, 0);
    Object.assign(ctx, { textAlign: "center", textBaseline: "middle", lineCap: "round", lineJoin: "round" });
    const { scrollLeft: left, scrollTop: top } = scroller; // which the new size may have changed
    const more = {
      left: left > 0,
      up: top > 0,
      right: left + clientWidth < scroller.scrollWidth - 1,
      down: top + clientHeight < scroller.scrollHeight - 1,
    };
    const sides = Object.entries(more).filter(([, goes]) => goes).map(([side]) => side);
    if (scroller.parentElement) scroller.parentElement.dataset.more = sides.join(" ");
    if (board.grid === "hex") return { left, top, width, height, columns: [0, board.width], rows: [0, board.height] };
    const columns = visible(left, width - gutter, size, board.width);
    const rows = visible(top, height - gutter, size, board.height);
    return { left, top, width, height, columns, rows };
  }

  /** Draw the cells that are seen. Marks and confetti may be anywhere; without them, only what has changed.
   * @param {Look} look @param {Seen} seen @param {number} now @param {boolean} festive */
  drawCells(look, seen, now, festive) {
    const { ctx, scene, size, gutter, kept } = this;
    const { width, grid } = scene.board;
    const hex = grid === "hex";
    const plain = !scene.marks && !scene.truth && !hex;
    const view = [size, gutter, seen.left, seen.top, width].join();
    const same = plain && !festive && kept?.view === view && kept.look === look ? kept.states : null;
    /** @type {Map<number, string>} */
    const states = new Map();
    if (!same) {
      ctx.fillStyle = hex ? look.panel : look.grid;
      ctx.fillRect(0, 0, seen.width + 1, seen.height + 1); // the last pixel too, if only a part is seen
      if (gutter) this.drawGutter(look, seen);
    }
    for (let row = seen.rows[0]; row < seen.rows[1]; row++) {
      for (let column = seen.columns[0]; column < seen.columns[1]; column++) {
        const index = row * width + column;
        const moving = this.motion.at(index, now);
        const cell = { scene, index, hovered: this.hover === index, pressed: this.pressed.has(index), moving };
        if (plain) states.set(index, stateOf(cell));
        if (same && same.get(index) === states.get(index)) continue;
        const square = this.squareOf(look, seen, row, column);
        this.within(square, () => drawCell({ ...cell, square }));
      }
    }
    this.kept = plain && !festive ? { view, look, states } : null;
  }

  /** The square of a cell, or of a place beside the board. @param {Look} look
   * @param {{left: number, top: number}} seen @param {number} row @param {number} column @returns {Square} */
  squareOf(look, { left, top }, row, column) {
    const { ctx, size, gutter, scene: { board } } = this;
    const [across, down] = placeOf(board, row, column);
    return { ctx, look, x: gutter + across * size - left, y: gutter + down * size - top, size, hex: board.grid === "hex" };
  }

  /** Draw a cell in its square. Each pixel belongs to one cell, which alone draws it: what a change leaves
   * is what it shows. @param {Square} square @param {() => void} draw */
  within(square, draw) {
    const { ctx, size, gutter } = this;
    const { look, x, y } = square;
    const density = window.devicePixelRatio || 1;
    /** @param {number} at */
    const pixel = (at) => Math.round(at * density);
    const [left, top] = [x, y].map((at) => pixel(Math.max(at, gutter)));
    ctx.save();
    if (square.hex) {
      glyphs.hexagon(square, 0);
      ctx.clip();
    }
    ctx.resetTransform();
    if (!square.hex) {
      ctx.beginPath();
      ctx.rect(left, top, pixel(x + size) - left, pixel(y + size) - top);
      ctx.clip();
      ctx.fillStyle = look.grid;
      ctx.fill();
    }
    ctx.setTransform(density, 0, 0, density, 0, 0);
    draw();
    ctx.restore();
  }

  /** Draw what goes from cell to cell. @param {Look} look @param {Seen} seen */
  drawLines(look, { left, top }) {
    const { ctx, scene, size, gutter } = this;
    const { trail, arrows = [] } = scene.marks ?? {};
    const first = { ctx, look, x: gutter - left, y: gutter - top, size };
    /** @param {number[]} cell */
    const place = ([row, column]) => placeOf(scene.board, row, column);
    if (trail?.length) glyphs.trail(first, trail.map(place));
    for (const [from, to] of arrows) glyphs.arrow(first, place(from), place(to));
    if (scene.marks?.letters?.size && size < LETTERED_CELL) this.drawTags(first);
  }

  /** Draw the letters of cells that are too small for them beside them. @param {Square} first the first cell */
  drawTags(first) {
    const { scene: { board, marks }, size } = this;
    const busy = new Set([marks.target, ...marks.clues, ...marks.mines, ...(marks.safe ?? []), ...(marks.within ?? [])]);
    /** @param {number} row @param {number} column @param {number} side */
    const square = (row, column, side) => ({ ...first, x: first.x + column * size, y: first.y + row * size, size: side * size });
    const tags = tagsOf(board, marks.letters, busy, size).map((tag) => ({ ...tag, square: square(tag.at[0], tag.at[1], tag.side) }));
    for (const { cells, square: from } of tags)
      for (const index of cells) glyphs.leader(from, square(Math.floor(index / board.width), index % board.width, 1));
    for (const { letter, square: at } of tags) glyphs.tag(at, letter);
  }

  /** @param {Look} look @param {Seen} seen */
  drawGutter(look, { left, top, width, height, columns, rows }) {
    const { ctx, size, gutter, scene } = this;
    if (scene.board.beside?.length) return this.drawBeside(look, { left, top, width, height });
    ctx.fillStyle = look.panel;
    ctx.fillRect(0, 0, width, gutter);
    ctx.fillRect(0, 0, gutter, height);
    ctx.fillStyle = look.soft;
    ctx.font = `500 ${Math.min(Math.max(9, gutter * 0.55), Math.max(8, size * 0.42))}px ${look.sans}`;
    const every = size >= 20 ? 1 : size >= 10 ? 5 : 10;
    /** @param {number[]} numbers @param {number} away @param {(number: number, at: number) => void} write */
    const along = ([from, to], away, write) => {
      for (let number = from; number < to; number++) {
        const at = gutter + (number + 0.5) * size - away;
        if (number % every === 0 && at >= gutter - size / 2) write(number, at);
      }
    };
    along(columns, left, (number, at) => ctx.fillText(String(number), at, gutter / 2));
    along(rows, top, (number, at) => ctx.fillText(String(number), gutter / 2, at));
    if (scene.board.width > 999) return;
    ctx.fillStyle = look.panel;
    ctx.fillRect(0, 0, gutter, gutter);
  }

  /** Draw the clues beside the board, which say something about its lines. @param {Look} look @param {any} seen */
  drawBeside(look, seen) {
    const { ctx, scene: { board, marks } } = this;
    ctx.fillStyle = look.panel;
    ctx.fillRect(0, 0, seen.width + 1, seen.height + 1);
    for (const [at, [[row, column], text]] of board.beside.entries()) {
      const square = glyphs.part({ ...this.squareOf(look, seen, row, column), hex: false }, 0.08, 0.08, 0.84);
      if (marks?.beside?.has(at)) glyphs.frame(square, look.accent, 2.5);
      glyphs.symbol(square, text, true);
    }
  }
}
