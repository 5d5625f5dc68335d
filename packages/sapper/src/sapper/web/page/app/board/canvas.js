// The board on a canvas of the size of its visible part; only visible cells are drawn.

import { figure } from "../format.js";
import { cellAt, scrolled, visible } from "./geometry.js";
import * as glyphs from "./glyphs.js";
import { Motion } from "./motion.js";
import { ringOf } from "./scene.js";
import { theme } from "./theme.js";

const PICKED = { chosen: "accent", right: "good", wrong: "danger", missed: "warn", counted: "accent" };

/** Draws a scene into a canvas that sticks to the corner of its scroller. */
export class BoardCanvas {
  constructor(canvas, scroller) {
    this.canvas = canvas;
    this.scroller = scroller;
    this.ctx = canvas.getContext("2d");
    this.scene = null;
    this.size = 0;
    this.gutter = 0;
    this.hover = -1;
    this.pressed = new Set();
    this.motion = new Motion();
    this.pending = 0;
    this.drawn = 0;
    this.kept = null; // what the canvas shows: {view, look, states}, by index of the cell
    this.redraw = () => this.schedule();
    this.redrawAll = () => {
      this.kept = null;
      this.schedule();
    };
    scroller.addEventListener("scroll", this.redraw, { passive: true });
    window.addEventListener("themechange", this.redrawAll);
  }

  close() {
    cancelAnimationFrame(this.pending);
    this.scroller.removeEventListener("scroll", this.redraw);
    window.removeEventListener("themechange", this.redrawAll);
  }

  /** Show a scene, with the pixels of a cell and of the gutter. */
  show(scene, size, gutter) {
    this.motion.note(this.scene, scene, performance.now());
    Object.assign(this, { scene, size, gutter });
    this.schedule();
  }

  hoverOver(index) {
    if (index === this.hover) return;
    this.hover = index;
    this.schedule();
  }

  /** Show cells as held down. */
  press(indices) {
    this.pressed = new Set(indices);
    this.schedule();
  }

  /** The cell at a point of the window, as `[row, column]`, or null. */
  cellAt(clientX, clientY) {
    if (!this.scene) return null;
    const frame = this.scroller.getBoundingClientRect();
    const { size, gutter, scroller } = this;
    const view = { size, gutter, left: scroller.scrollLeft, top: scroller.scrollTop };
    return cellAt([clientX - frame.left, clientY - frame.top], this.scene.board, view);
  }

  /** Scroll as little as possible to show a cell and some cells around it. */
  reveal([row, column], around = 0) {
    const { scroller, size, gutter } = this;
    const along = (at, seen, from) => scrolled(at, around, { size, gutter, seen, from });
    scroller.scrollLeft = along(column, scroller.clientWidth, scroller.scrollLeft);
    scroller.scrollTop = along(row, scroller.clientHeight, scroller.scrollTop);
  }

  schedule() {
    cancelAnimationFrame(this.pending);
    this.pending = requestAnimationFrame(() => this.draw());
  }

  draw() {
    const { ctx, canvas, scroller, scene, size, gutter } = this;
    if (!scene || !size) return;
    const { board } = scene;
    const seenWidth = Math.min(scroller.clientWidth, board.width * size + gutter);
    const seenHeight = Math.min(scroller.clientHeight, board.height * size + gutter);
    const density = window.devicePixelRatio || 1;
    const [pixelsWide, pixelsHigh] = [seenWidth, seenHeight].map((n) => Math.round(n * density));
    if (canvas.width !== pixelsWide || canvas.height !== pixelsHigh) {
      canvas.width = pixelsWide;
      canvas.height = pixelsHigh;
      this.kept = null;
      canvas.style.setProperty("width", `${seenWidth}px`);
      canvas.style.setProperty("height", `${seenHeight}px`);
    }
    const look = theme(scroller);
    const now = performance.now();
    const confetti = this.motion.confetti(now);
    ctx.setTransform(density, 0, 0, density, 0, 0);
    ctx.textAlign = "center";
    ctx.textBaseline = "middle";
    ctx.lineCap = "round";
    ctx.lineJoin = "round";

    const seen = {
      left: scroller.scrollLeft,
      top: scroller.scrollTop,
      columns: visible(scroller.scrollLeft, seenWidth - gutter, size, board.width),
      rows: visible(scroller.scrollTop, seenHeight - gutter, size, board.height),
    };
    // Marks may be anywhere, so all cells are drawn; without marks, only the changed ones.
    const plain = !scene.marks && !scene.truth;
    const view = [size, gutter, seen.left, seen.top, board.width].join();
    const same = plain && !confetti.length && this.kept?.view === view && this.kept.look === look;
    const states = plain ? new Map() : null;
    if (!same) {
      ctx.fillStyle = look.grid;
      ctx.fillRect(0, 0, seenWidth + 1, seenHeight + 1); // the last pixel too, if only a part is seen
      if (gutter) this.drawGutter(look, seen, seenWidth, seenHeight);
    }
    // Each pixel belongs to one cell, which alone draws it: what a change leaves is what it shows.
    const pixel = (at) => Math.round(at * density);
    for (let row = seen.rows[0]; row < seen.rows[1]; row++) {
      for (let column = seen.columns[0]; column < seen.columns[1]; column++) {
        const x = gutter + column * size - seen.left;
        const y = gutter + row * size - seen.top;
        const index = row * board.width + column;
        const moving = this.motion.at(index, now);
        const state = states && this.stateOf(index, moving);
        states?.set(index, state);
        if (same && this.kept.states.get(index) === state) continue;
        const [left, top] = [x, y].map((at) => pixel(Math.max(at, gutter)));
        ctx.save();
        ctx.resetTransform();
        ctx.beginPath();
        ctx.rect(left, top, pixel(x + size) - left, pixel(y + size) - top);
        ctx.clip();
        ctx.fillStyle = look.grid;
        ctx.fill();
        ctx.setTransform(density, 0, 0, density, 0, 0);
        this.drawCell(look, x, y, index, moving);
        ctx.restore();
      }
    }
    const middle = ([row, column]) => [column, row].map((n) => gutter + (n + 0.5) * size);
    if (scene.marks?.trail?.length)
      glyphs.trail(ctx, look, scene.marks.trail.map(middle), [-seen.left, -seen.top], size);
    for (const cells of scene.marks?.arrows ?? [])
      glyphs.arrow(ctx, look, cells.map(middle), [-seen.left, -seen.top], size);
    this.kept = states && !confetti.length ? { view, look, states } : null;
    for (const { x, y, angle, clue, fade } of confetti) {
      const [across, down] = [gutter + x * (seenWidth - gutter), y * seenHeight];
      glyphs.piece(ctx, look.clues[clue], across, down, Math.max(6, size * 0.28), angle, fade);
    }
    const { scrollWidth, scrollHeight, clientWidth, clientHeight } = scroller;
    const more = { left: seen.left > 0, up: seen.top > 0, right: seen.left + clientWidth < scrollWidth - 1,
      down: seen.top + clientHeight < scrollHeight - 1 };
    scroller.parentElement.dataset.more = Object.keys(more).filter((side) => more[side]).join(" ");
    this.drawn += 1;
    this.scroller.dataset.drawn = this.drawn;
    if (confetti.length || this.motion.busy(now)) this.schedule();
  }

  /** Everything that the drawing of a cell depends on, without marks and the truth. */
  stateOf(index, moving) {
    const { board, overlay, fresh, last, lit, cursor } = this.scene;
    const probability = overlay?.probability?.[index];
    const away = overlay?.away?.has(index);
    const certain = overlay?.safe.has(index) || overlay?.mines.has(index);
    const risk = probability == null || away ? "" : `${probability.toFixed(4)}${certain}`;
    const here = [overlay?.best, last, lit, cursor, this.hover].map((each) => each === index);
    const within = [this.scene.questions, fresh, this.pressed].map((each) => each?.has(index));
    const motion = moving ? `${moving.kind} ${moving.part}` : "";
    return `${board.cells[index]} ${risk} ${here.join()} ${within.join()} ${motion}`;
  }

  drawCell(look, x, y, index, moving) {
    const { ctx, scene, size } = this;
    const code = scene.board.cells[index];
    const odd = (Math.floor(index / scene.board.width) + index % scene.board.width) % 2 === 1;
    const waits = moving?.kind === "open" && moving.part < 0;
    const [plain, ground] = odd ? [look["tile-alt"], look["open-alt"]] : [look.tile, look.open];
    if (waits) glyphs.tile(ctx, look, x, y, size, plain, look["tile-edge"]);
    else if (code === "H" || code === "F") this.drawHidden(look, x, y, index, plain, ground, moving);
    else {
      const fill = code === "*" ? look.exploded : scene.fresh?.has(index) ? look.fresh : ground;
      glyphs.floor(ctx, x, y, size, fill, look.open !== look["open-alt"]);
      if (code !== "0") glyphs.symbol(ctx, look, x, y, size, code);
    }
    if (moving && !waits) this.drawMotion(look, x, y, moving, plain);
    if (scene.marks) this.drawMarks(look, x, y, index);
    const covered = [scene.marks?.target, scene.cursor].includes(index);
    if (scene.last === index && !covered) glyphs.corners(ctx, look.ink, x, y, size);
    if (scene.lit === index) glyphs.frame(ctx, look.ink, x, y, size, 3);
    if (scene.cursor === index) this.drawCursor(look, x, y);
  }

  /** A cell that opens, a mine that goes off, or a cell of a board that is won. */
  drawMotion(look, x, y, { kind, part }, plain) {
    const { ctx, size } = this;
    if (kind === "open") {
      const [inset, side] = [(size * part) / 2, size * (1 - part)];
      ctx.globalAlpha = 1 - part;
      glyphs.tile(ctx, look, x + inset, y + inset, side, plain, look["tile-edge"]);
    } else if (kind === "boom") {
      ctx.globalAlpha = 1 - part;
      glyphs.ring(ctx, look.danger, x, y, size, size * 0.12, 0.1 + 0.42 * part);
    } else if (kind === "cheer" && part > 0) {
      ctx.globalAlpha = 0.55 * Math.sin(Math.PI * part);
      glyphs.floor(ctx, x, y, size, look["tile-light"], true);
    }
    ctx.globalAlpha = 1;
  }

  drawHidden(look, x, y, index, cover, ground, moving) {
    const { ctx, scene, size } = this;
    const { overlay, truth, board, marks } = scene;
    const code = board.cells[index];
    if (this.pressed.has(index) && code === "H") {
      glyphs.floor(ctx, x, y, size, ground, look.open !== look["open-alt"]);
      return;
    }
    const quiet = overlay?.away?.has(index); // one figure beside the board says it for all
    const probability = quiet ? null : overlay?.probability?.[index];
    const warm = probability == null ? null : look.heat(probability);
    const plain = index === this.hover ? look["tile-hover"] : cover;
    const edge = warm === null ? look["tile-edge"] : look.depth(probability);
    glyphs.tile(ctx, look, x, y, size, warm ?? plain, edge);
    // A flag falls into its cell; mines come up one ring after the other.
    const fall = moving?.kind === "flag" ? 1 - moving.part : 0;
    const hides = moving?.kind === "reveal" && moving.part < 0;
    if (code === "F" && truth && !truth.mines.has(index)) glyphs.wrongFlag(ctx, look, x, y, size);
    else if (code === "F") glyphs.flag(ctx, look, x, y - fall * size * 0.4, size);
    else if (truth?.mines.has(index) && board.outcome === "won") glyphs.flag(ctx, look, x, y, size);
    else if (truth?.mines.has(index) && !hides) glyphs.mine(ctx, look, x, y, size, look["mine-shown"]);
    else if (truth?.gold.has(index)) glyphs.gold(ctx, look, x, y, size);
    else if (marks?.mines.has(index) || marks?.safe?.has(index)) {} // which drawMarks draws
    else if (warm !== null) this.drawChance(look, x, y, index, probability);
    else if (scene.questions?.has(index)) glyphs.question(ctx, look, x, y, size);
    if (warm !== null && index === this.hover) glyphs.frame(ctx, look.soft, x, y, size, 1);
    if (ringOf(overlay, scene.marks) === index) {
      glyphs.ring(ctx, look.panel, x, y, size, Math.min(glyphs.most(6, size), Math.max(4, size * 0.16)));
      glyphs.ring(ctx, look.accent, x, y, size, Math.min(glyphs.most(4, size), Math.max(2, size * 0.09)));
    }
  }

  drawChance(look, x, y, index, probability) {
    const { ctx, scene, size } = this;
    if (scene.overlay.safe.has(index)) glyphs.tick(ctx, look["heat-ink"], x, y, size);
    else if (scene.overlay.mines.has(index)) glyphs.cross(ctx, look["heat-ink"], x, y, size);
    else if (size >= 16) {
      const [words, high] = [figure(probability), Math.max(8, size * 0.38)];
      glyphs.text(ctx, look, words, x + size / 2, y + size * 0.52, high, look["heat-ink"], 600);
    }
  }

  drawMarks(look, x, y, index) {
    const { ctx, scene, size } = this;
    const { marks } = scene;
    const width = Math.min(glyphs.most(4, size), Math.max(2, size * 0.09));
    if (marks.clues.has(index)) {
      ctx.globalAlpha = 0.16;
      ctx.fillStyle = look.accent;
      ctx.fillRect(x, y, size, size);
      ctx.globalAlpha = 1;
      glyphs.frame(ctx, look.accent, x, y, size, width);
    }
    if (marks.apart?.has(index)) glyphs.wedge(ctx, look.accent, x, y, size);
    if (marks.within?.has(index)) glyphs.frame(ctx, look.warn, x, y, size, width, 0.16);
    if (marks.safe?.has(index)) {
      glyphs.frame(ctx, look.good, x, y, size, width);
      if (marks.target !== index)
        glyphs.tick(ctx, look.good, x + size * 0.3, y + size * 0.3, size * 0.4);
    }
    if (marks.mines.has(index)) {
      glyphs.frame(ctx, look.danger, x, y, size, width, 0.16);
      if (!scene.truth)
        glyphs.mine(ctx, look, x + size * 0.3, y + size * 0.3, size * 0.4,
          scene.overlay?.probability?.[index] == null ? look.danger : look["heat-ink"]);
    }
    if (marks.faults?.has(index)) {
      glyphs.frame(ctx, look.danger, x, y, size, width);
      glyphs.badge(ctx, look, x, y, size, "!", look.danger, look.panel);
    }
    if (marks.doubts?.has(index)) {
      glyphs.frame(ctx, look.warn, x, y, size, width, 0.2);
      glyphs.badge(ctx, look, x, y, size, "?", look.warn, look.panel);
    }
    if (marks.better === index) {
      glyphs.frame(ctx, look.good, x, y, size, width);
      glyphs.badge(ctx, look, x, y, size, "✓", look.good, look.panel);
    }
    if (marks.noted?.has(index)) {
      glyphs.frame(ctx, look.panel, x, y, size, width + 3);
      glyphs.frame(ctx, look.accent, x, y, size, width + 0.5);
    }
    if (marks.picked?.has(index)) this.drawPicked(look, x, y, marks.picked.get(index));
    if (marks.letters?.has(index)) this.drawLetters(look, x, y, index);
    if (marks.target === index) this.drawTarget(look, x, y, index);
    if (marks.ranks?.has(index) && size >= 14) {
      glyphs.badge(ctx, look, x, y, size, marks.ranks.get(index), look.accent, look["accent-ink"]);
    }
  }

  drawTarget(look, x, y, index) {
    const { ctx, scene, size } = this;
    const colour = look[scene.marks.tone] ?? look.accent;
    if (scene.board.cells[index] === "H")
      glyphs.frame(ctx, look.panel, x, y, size, Math.min(glyphs.most(8.5, size), Math.max(4.5, size * 0.16)));
    glyphs.frame(ctx, colour, x, y, size, Math.min(glyphs.most(5.5, size), Math.max(3, size * 0.1)));
    if (scene.board.cells[index] !== "H" || scene.overlay?.probability) return;
    if (scene.marks.letters?.has(index)) return;
    const [px, py, small] = [x + size * 0.2, y + size * 0.2, size * 0.6];
    if (scene.marks.action === "flag") glyphs.flag(ctx, look, px, py, small);
    else if (scene.marks.action === "open") glyphs.tick(ctx, look.ink, px, py, small);
    else if (scene.marks.action === "guess")
      glyphs.text(ctx, look, "?", x + size / 2, y + size * 0.53, size * 0.5, look.ink);
  }

  /** A cell of an answer: chosen, right, wrong, missed or counted. */
  drawPicked(look, x, y, how) {
    const { ctx, size } = this;
    const colour = look[PICKED[how]];
    glyphs.frame(ctx, look.panel, x, y, size, Math.min(glyphs.most(8.5, size), Math.max(4.5, size * 0.16)));
    glyphs.frame(ctx, colour, x, y, size, Math.min(glyphs.most(5.5, size), Math.max(3, size * 0.1)));
    const [px, py, small] = [x + size * 0.2, y + size * 0.2, size * 0.6];
    if (how === "wrong") glyphs.cross(ctx, colour, px, py, small);
    else if (how !== "missed" && how !== "counted") glyphs.tick(ctx, how === "right" ? colour : look.ink, px, py, small);
  }

  drawLetters(look, x, y, index) {
    const { ctx, scene, size } = this;
    const corner = scene.board.cells[index] !== "H";
    if (scene.truth || (!corner && scene.overlay?.probability)) return;
    const letters = scene.marks.letters.get(index);
    const scale = corner ? 0.24 : Math.min(0.36, 0.9 / letters.length);
    const high = Math.min(glyphs.most(corner ? 13 : 20, size), size * scale);
    const [left, top] = corner ? [3 + size * 0.08, 4 + size * 0.14] : [size * 0.5, size * 0.53];
    if (corner) ctx.textAlign = "left";
    glyphs.text(ctx, look, letters, x + left, y + top, high, look.ink, 600);
    ctx.textAlign = "center";
  }

  drawCursor(look, x, y) {
    const { ctx, size } = this;
    glyphs.frame(ctx, look.panel, x, y, size, Math.min(glyphs.most(6, size), Math.max(4, size * 0.16)));
    glyphs.frame(ctx, look.ink, x, y, size, Math.min(glyphs.most(3.5, size), Math.max(2, size * 0.08)), 0.2);
  }

  drawGutter(look, seen, width, height) {
    const { ctx, size, gutter, scene } = this;
    ctx.fillStyle = look.panel;
    ctx.fillRect(0, 0, width, gutter);
    ctx.fillRect(0, 0, gutter, height);
    ctx.fillStyle = look.soft;
    ctx.font = `500 ${Math.min(Math.max(9, gutter * 0.55), Math.max(8, size * 0.42))}px ${look.sans}`;
    const every = size >= 20 ? 1 : size >= 10 ? 5 : 10;
    const clip = (at) => at >= gutter - size / 2;
    for (let column = seen.columns[0]; column < seen.columns[1]; column++) {
      const x = gutter + (column + 0.5) * size - seen.left;
      if (column % every === 0 && clip(x)) ctx.fillText(column, x, gutter / 2);
    }
    for (let row = seen.rows[0]; row < seen.rows[1]; row++) {
      const y = gutter + (row + 0.5) * size - seen.top;
      if (row % every === 0 && clip(y)) ctx.fillText(row, gutter / 2, y);
    }
    if (scene.board.width > 999) return;
    ctx.fillStyle = look.panel;
    ctx.fillRect(0, 0, gutter, gutter);
  }
}
