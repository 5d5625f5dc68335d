// One cell of a board as the canvas shows it: its content, its risk, and the marks on it.

import { figure } from "../format.js";
import * as glyphs from "./glyphs.js";
import { LETTERED_CELL } from "./geometry.js";
import { ringOf } from "./scene.js";

const PICKED = { chosen: "accent", right: "good", wrong: "danger", missed: "warn", counted: "accent" };

/**
 * A cell to draw: its place, the scene, and what the pointer and the animations do to it.
 * @typedef {object} Cell
 * @property {Square} square
 * @property {any} scene
 * @property {number} index
 * @property {boolean} hovered
 * @property {boolean} pressed
 * @property {{kind: string, part: number} | null} moving
 */

/** @typedef {(cell: Cell) => void} Draw */

/** Everything that the drawing of a cell depends on, without marks and the truth. @param {Omit<Cell, "square">} cell */
export function stateOf({ scene, index, hovered, pressed, moving }) {
  const { board, overlay, fresh, last, lit, cursor } = scene;
  const probability = overlay?.probability?.[index];
  const away = overlay?.away?.has(index);
  const certain = overlay?.safe.has(index) || overlay?.mines.has(index);
  const risk = probability == null || away ? "" : `${probability.toFixed(4)}${certain}`;
  const here = [overlay?.best, last, lit, cursor].map((each) => each === index);
  const within = [scene.questions?.has(index), scene.ghost?.has(index), fresh?.has(index), hovered, pressed];
  const motion = moving ? `${moving.kind} ${moving.part}` : "";
  return `${board.cells[index]} ${risk} ${here.join()} ${within.join()} ${motion}`;
}

/** @type {Draw} */
export function drawCell(cell) {
  const { square, scene, index, moving } = cell;
  const { look } = square;
  const { board, marks } = scene;
  const code = board.cells[index];
  const odd = board.grid !== "hex" && (Math.floor(index / board.width) + (index % board.width)) % 2 === 1;
  const waits = moving?.kind === "open" && moving.part < 0;
  const [cover, ground] = odd ? [look["tile-alt"], look["open-alt"]] : [look.tile, look.open];
  const whole = look.open !== look["open-alt"];
  if (waits) glyphs.tile(square, cover, look["tile-edge"]);
  else if (code === "H" && cell.pressed) {
    glyphs.floor(square, ground, whole);
    glyphs.sunken(square);
  }
  else if (code === "H" || code === "F") drawHidden(cell, code, cover);
  else {
    const fill = code === "*" ? look.exploded : scene.fresh?.has(index) ? look.fresh : ground;
    glyphs.floor(square, fill, whole);
    if (cell.pressed) glyphs.sunken(square);
    const beside = code !== "*" && marks?.letters?.has(index) && square.size >= LETTERED_CELL;
    glyphs.symbol(beside ? glyphs.part(square, -0.13, 0.05, 1) : square, code, Boolean(board.variant));
  }
  if (moving && !waits) drawMotion(square, moving, cover);
  if (scene.ghost?.has(index)) glyphs.shade(square, look.accent);
  if (marks) drawMarks(cell);
  const covered = [marks?.target, scene.cursor].includes(index);
  if (scene.last === index && !covered) glyphs.corners(square, look.ink);
  if (scene.lit === index) glyphs.frame(square, look.ink, 3);
  if (scene.cursor === index) drawCursor(square);
}

/** A cell that opens, a mine that goes off, or a cell of a board that is won.
 * @param {Square} square @param {{kind: string, part: number}} moving @param {string} cover */
function drawMotion(square, { kind, part }, cover) {
  const { ctx, look, size } = square;
  ctx.globalAlpha = 1 - part;
  if (kind === "open") glyphs.tile(glyphs.part(square, part / 2, part / 2, 1 - part), cover, look["tile-edge"]);
  else if (kind === "boom") glyphs.ring(square, look.danger, size * 0.12, 0.1 + 0.42 * part);
  else if (kind === "cheer" && part > 0) glyphs.veil(square, look["tile-light"], 0.55 * Math.sin(Math.PI * part));
  ctx.globalAlpha = 1;
}

/** @param {Cell} cell @param {string} code @param {string} cover */
function drawHidden({ square, scene, index, hovered, moving }, code, cover) {
  const { look } = square;
  const { overlay, truth, board, marks } = scene;
  const quiet = overlay?.away?.has(index); // one figure beside the board says it for all
  const probability = quiet ? null : overlay?.probability?.[index];
  const warm = probability == null ? null : look.heat(probability);
  const edge = warm === null ? look["tile-edge"] : look.depth(probability);
  glyphs.tile(square, warm ?? (hovered ? look["tile-hover"] : cover), edge);
  const mine = truth?.mines.has(index);
  // A flag falls into its cell; mines come up one ring after the other.
  const fall = moving?.kind === "flag" ? 1 - moving.part : 0;
  const hides = moving?.kind === "reveal" && moving.part < 0;
  if (code === "F" && truth && !mine) glyphs.wrongFlag(square);
  else if (code === "F") glyphs.flag(glyphs.part(square, 0, -0.4 * fall, 1));
  else if (mine && board.outcome === "won") glyphs.flag(square);
  else if (mine && !hides) glyphs.mine(square, look["mine-shown"]);
  else if (truth?.gold.has(index)) glyphs.gold(square);
  else if (marks?.mines.has(index) || marks?.safe?.has(index)) {} // which drawMarks draws
  else if (warm !== null) drawChance(square, overlay, index, probability);
  else if (scene.questions?.has(index)) glyphs.text(square, "?", 0.5, 0.54, square.size * 0.58, look["mark-ink"]);
  if (warm !== null && hovered) glyphs.frame(square, look.soft, 1);
  if (ringOf(overlay, marks) === index) {
    glyphs.ring(square, look.panel, glyphs.pixels(square, 0.16, 4, 6));
    glyphs.ring(square, look.accent, glyphs.pixels(square, 0.09, 2, 4));
  }
}

/** @param {Square} square @param {any} overlay @param {number} index @param {number} probability */
function drawChance(square, overlay, index, probability) {
  const { look, size } = square;
  const ink = look["heat-ink"];
  if (overlay.safe.has(index)) glyphs.tick(square, ink);
  else if (overlay.mines.has(index)) glyphs.cross(square, ink);
  else if (size >= 16) glyphs.text(square, figure(probability), 0.5, 0.52, Math.max(8, size * 0.38), ink, 600);
}

/** Frames of marks, in the order in which they are drawn: the colour, dashes if any, and a badge.
 * @type {[string, string, number, string?][]} */
const FRAMES = [
  ["clues", "accent", 0],
  ["within", "warn", 0.16],
  ["safe", "good", 0],
  ["mines", "danger", 0.16],
  ["faults", "danger", 0, "!"],
  ["doubts", "warn", 0.2, "?"],
];

/** @type {Draw} */
function drawMarks({ square, scene, index }) {
  const { look, size } = square;
  const { marks, overlay } = scene;
  const width = glyphs.pixels(square, 0.09, 2, 4);
  const corner = glyphs.part(square, 0.3, 0.3, 0.4);
  if (marks.region && !marks.region.has(index)) glyphs.veil(square, look.panel, 0.6);
  if (marks.clues.has(index)) glyphs.veil(square, look.accent, 0.16);
  if (marks.apart?.has(index)) glyphs.wedge(square, look.accent);
  for (const [kind, colour, dash, sign] of FRAMES) {
    if (!marks[kind]?.has(index)) continue;
    glyphs.frame(square, look[colour], width, dash);
    if (sign) glyphs.badge(square, sign, look[colour], look.panel);
  }
  if (marks.safe?.has(index) && marks.target !== index) glyphs.tick(corner, look.good);
  if (marks.mines.has(index) && !scene.truth) glyphs.mine(corner, overlay?.probability?.[index] == null ? look.danger : look["heat-ink"]);
  if (marks.better === index) {
    glyphs.frame(square, look.good, width);
    glyphs.badge(square, "✓", look.good, look.panel);
  }
  if (marks.noted?.has(index)) {
    glyphs.frame(square, look.panel, width + 3);
    glyphs.frame(square, look.accent, width + 0.5);
  }
  if (marks.picked?.has(index)) drawPicked(square, marks.picked.get(index));
  if (marks.variables?.has(index)) drawVariables(square, scene, index);
  if (marks.levels?.has(index)) {
    const { level, mine } = marks.levels.get(index);
    glyphs.frame(square, mine ? look.danger : look.good, width);
    glyphs.text(square, String(level), 0.5, 0.53, size * 0.4, look.ink, 600);
  }
  if (marks.target === index) drawTarget(square, scene, index);
  if (marks.letters?.has(index) && size >= LETTERED_CELL) glyphs.tag(square, marks.letters.get(index));
}

/** A frame that stands out from what is around it. @param {Square} square @param {string} colour */
function drawFrame(square, colour, lined = true) {
  if (lined) glyphs.frame(square, square.look.panel, glyphs.pixels(square, 0.16, 4.5, 8.5));
  glyphs.frame(square, colour, glyphs.pixels(square, 0.1, 3, 5.5));
}

/** @param {Square} square @param {any} scene @param {number} index */
function drawTarget(square, { board, marks, overlay }, index) {
  const { look, size } = square;
  const hidden = board.cells[index] === "H";
  drawFrame(square, look[marks.tone] ?? look.accent, hidden);
  if (!hidden || overlay?.probability || marks.variables?.has(index)) return;
  const inner = glyphs.part(square, 0.2, 0.2, 0.6);
  if (marks.action === "flag") glyphs.flag(inner);
  else if (marks.action === "open") glyphs.tick(inner, look.ink);
  else if (marks.action === "guess") glyphs.text(square, "?", 0.5, 0.53, size * 0.5, look.ink);
}

/** A cell of an answer: chosen, right, wrong, missed or counted.
 * @param {Square} square @param {keyof typeof PICKED} how */
function drawPicked(square, how) {
  const { look } = square;
  const colour = look[PICKED[how]];
  drawFrame(square, colour);
  const inner = glyphs.part(square, 0.2, 0.2, 0.6);
  if (how === "wrong") glyphs.cross(inner, colour);
  else if (how !== "missed" && how !== "counted") glyphs.tick(inner, how === "right" ? colour : look.ink);
}

/** @param {Square} square @param {any} scene @param {number} index */
function drawVariables(square, { board, marks, overlay, truth }, index) {
  const { ctx, look, size } = square;
  const corner = board.cells[index] !== "H";
  if (truth || (!corner && overlay?.probability)) return;
  const names = marks.variables.get(index);
  const scale = corner ? 0.24 : Math.min(0.36, 0.9 / names.length);
  const high = glyphs.pixels(square, scale, 0, corner ? 13 : 20);
  if (corner) ctx.textAlign = "left";
  const [left, top] = corner ? [3 / size + 0.08, 4 / size + 0.14] : [0.5, 0.53];
  glyphs.text(square, names, left, top, high, look.ink, 600);
  ctx.textAlign = "center";
}

/** @param {Square} square */
function drawCursor(square) {
  glyphs.frame(square, square.look.panel, glyphs.pixels(square, 0.16, 4, 6));
  glyphs.frame(square, square.look.ink, glyphs.pixels(square, 0.08, 2, 3.5), 0.2);
}
