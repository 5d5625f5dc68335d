// The signs in a cell: tiles, clues, flags, mines, gold, frames. Shapes differ as well as colours.

const TAU = 2 * Math.PI;
const LARGE_CELL = 104; // pixels: from here on lines and letters grow with their cells

/**
 * A square to draw in, which is a cell or a part of one, in pixels of a canvas.
 * @typedef {object} Square
 * @property {CanvasRenderingContext2D} ctx
 * @property {import("./theme.js").Look} look
 * @property {number} x
 * @property {number} y
 * @property {number} size
 * @property {boolean} [hex] whether it is the square in the middle of a hexagon of the same width
 */

/** @typedef {string | CanvasGradient | CanvasPattern} Colour */

/** A part of a square; the numbers are shares of its size.
 * @param {Square} square @param {number} left @param {number} top @param {number} share @returns {Square} */
export function part(square, left, top, share) {
  const { x, y, size } = square;
  return { ...square, x: x + size * left, y: y + size * top, size: size * share };
}

/** The width of a line, or the height of a letter: a share of the size between two numbers of pixels.
 * @param {Square} square @param {number} share @param {number} least @param {number} [most] */
export function pixels({ size }, share, least, most = Infinity) {
  return Math.min(most * Math.max(1, size / LARGE_CELL), Math.max(least, size * share));
}

/** A hidden cell, with a lower edge in another colour, in the shape of the look.
 * @param {Square} square @param {Colour} fill @param {Colour} edge */
export function tile(square, fill, edge) {
  const { ctx, look, size } = square;
  if (square.hex) {
    fillHexagon(square, 0.75, edge);
    return fillHexagon({ ...square, y: square.y - size * 0.04 }, 0.75 + size * 0.02, fill);
  }
  if (look["tile-shape"] === "raised") return raised(square, fill, edge);
  if (look["tile-shape"] === "flat") return floor(square, fill);
  const inset = size > 12 ? 1 : 0.5;
  const side = size - 2 * inset;
  const lift = size > 12 ? Math.max(1, size * 0.06) : 0;
  ctx.fillStyle = edge;
  box(square, inset, side, side);
  ctx.fillStyle = fill;
  box(square, inset, side, side - lift);
}

/** Begin the path of a hexagon around a square, smaller by some pixels. @param {Square} square @param {number} inset */
export function hexagon({ ctx, x, y, size }, inset) {
  const radius = size / Math.sqrt(3) - inset * 1.155;
  ctx.beginPath();
  for (let corner = 0; corner < 6; corner++) {
    const angle = ((2 * corner + 1) * TAU) / 12;
    ctx.lineTo(x + size / 2 + radius * Math.cos(angle), y + size / 2 + radius * Math.sin(angle));
  }
  ctx.closePath();
}

/** @param {Square} square @param {number} inset @param {Colour} colour */
function fillHexagon(square, inset, colour) {
  hexagon(square, inset);
  square.ctx.fillStyle = colour;
  square.ctx.fill();
}

/** A square tile with a light edge on its upper left and a dark one on its lower right.
 * @param {Square} square @param {Colour} fill @param {Colour} edge */
function raised(square, fill, edge) {
  const { ctx, look, x, y, size } = square;
  const width = Math.round(pixels(square, 0.11, 1));
  ctx.fillStyle = edge;
  ctx.fillRect(x, y, size, size);
  ctx.fillStyle = look["tile-light"];
  trace(square, 0, 0, 1, 0, 0, 1);
  ctx.closePath();
  ctx.fill();
  ctx.fillStyle = fill;
  ctx.fillRect(x + width, y + width, size - 2 * width, size - 2 * width);
}

/** The ground of an open cell; grid lines separate it from others unless it is `whole`.
 * @param {Square} square @param {Colour} fill */
export function floor(square, fill, whole = false) {
  if (square.hex) {
    fillHexagon(square, 0.75, square.look.grid);
    return fillHexagon(square, 2, fill);
  }
  const { ctx, x, y, size } = square;
  const inset = whole ? 0 : 0.5;
  ctx.fillStyle = fill;
  ctx.fillRect(x + inset, y + inset, size - 2 * inset, size - 2 * inset);
}

/** The shade of a cell that is held down, darkest at its upper edge. @param {Square} square */
export function sunken({ ctx, look, x, y, size }) {
  ctx.fillStyle = look["mark-ink"];
  ctx.globalAlpha = 0.09;
  ctx.fillRect(x, y, size, size);
  ctx.fillRect(x, y, size, Math.max(2, size * 0.1));
  ctx.globalAlpha = 1;
}

/** The content of an open or flagged cell, with `zeros` if that is 0. @param {Square} square @param {string} code */
export function symbol(square, code, zeros = false) {
  if (code === "F") flag(square);
  else if (code === "*") mine(square);
  else if (code.startsWith("G")) gold(square);
  else if (code === "#") blocked(square);
  else clue(square, code, zeros);
  if (code === "G+1") nugget(square, 0.84, 0.18, 0.14);
}

/** The places of several numbers of one clue, and the height of each, as shares of the size. @type {Record<number, number[][]>} */
const SEVERAL = {
  2: [[0.3, 0.33], [0.7, 0.73]],
  3: [[0.5, 0.28], [0.27, 0.74], [0.73, 0.74]],
  4: [[0.3, 0.3], [0.7, 0.3], [0.3, 0.75], [0.7, 0.75]],
};

/** @param {Square} square @param {string} code @param {boolean} shown whether it is shown if it is 0 */
function clue(square, code, shown) {
  const { look, size } = square;
  const [digits, signs] = code.split("+");
  const runs = digits.split(".");
  /** @param {string} words */
  const ink = (words) => look.clues[Number(words.replace(/\D/g, "") || -1)] ?? (words === "?" ? look.soft : look.ink);
  if (look.pips && !signs && size >= 14 && PIPS[Number(digits)]?.length) pips(square, Number(digits));
  else if (SEVERAL[runs.length]) {
    for (const [i, run] of runs.entries()) text(square, run, SEVERAL[runs.length][i][0], SEVERAL[runs.length][i][1], size * 0.4, ink(run));
  } else if (code !== "0" || shown) {
    const scale = ([0.6, 0.46, 0.4][digits.length - 1] ?? 1.1 / digits.length) * (signs ? 0.9 : 1);
    const [left, top] = signs ? [0.4, 0.58] : [0.5, 0.54];
    text(square, digits.replace(/^-(\d+)$/, "−$1"), left, top, size * scale, ink(digits));
  }
  if (!signs) return;
  nugget(square, 0.77, 0.25, 0.17);
  if (signs !== "1") text(square, signs, 0.78, 0.72, size * 0.3, look.gold);
}

/** The places of the pips of a clue, as on dice: shares of the size, across and down. */
const PIPS = (() => {
  const [low, mid, high] = [0.26, 0.5, 0.74];
  const two = [[low, low], [high, high]];
  const four = [...two, [high, low], [low, high]];
  const six = [...four, [low, mid], [high, mid]];
  const eight = [...six, [mid, low], [mid, high]];
  const centre = [[mid, mid]];
  return [[], centre, two, [...two, ...centre], four, [...four, ...centre], six,
    [...six, ...centre], eight];
})();

/** @param {Square} square @param {number} clue */
function pips(square, clue) {
  for (const [across, down] of PIPS[clue]) disc(square, across, down, 0.095, square.look.clues[clue]);
}

/** A question mark on a hidden cell. @param {Square} square */
export function question(square) {
  text(square, "?", 0.5, 0.54, square.size * 0.58, square.look["mark-ink"]);
}

/** @param {Square} square */
export function flag(square) {
  const { ctx, look } = square;
  pen(square, look["mark-ink"], pixels(square, 0.07, 1));
  line(square, 0.36, 0.2, 0.36, 0.8);
  line(square, 0.24, 0.8, 0.56, 0.8);
  ctx.fillStyle = look.flag;
  trace(square, 0.36, 0.17, 0.78, 0.35, 0.36, 0.53);
  ctx.fill();
}

/** A flag on a cell that turned out to be safe: on an open ground, in grey, crossed out.
 * @param {Square} square */
export function wrongFlag(square) {
  const { look } = square;
  floor(square, look.open);
  flag({ ...square, look: /** @type {any} */ ({ ...look, flag: look.soft, "mark-ink": look.soft }) });
  pen(square, look.danger, pixels(square, 0.1, 2));
  line(square, 0.14, 0.14, 0.86, 0.86);
  line(square, 0.86, 0.14, 0.14, 0.86);
}

/** @param {Square} square */
export function mine(square, colour = square.look.mine) {
  pen(square, colour, pixels(square, 0.08, 1));
  for (let spike = 0; spike < 4; spike++) {
    const angle = (spike * TAU) / 8;
    const [dx, dy] = [Math.cos(angle) * 0.34, Math.sin(angle) * 0.34];
    line(square, 0.5 - dx, 0.5 - dy, 0.5 + dx, 0.5 + dy);
  }
  disc(square, 0.5, 0.5, 0.23, colour);
  if (square.size > 14) disc(square, 0.42, 0.42, 0.055, square.look.panel);
}

/** @param {Square} square */
export function gold(square) {
  nugget(square, 0.5, 0.5, 0.32);
}

/** @param {Square} square @param {number} across @param {number} down @param {number} radius */
function nugget(square, across, down, radius) {
  const { ctx, look, size } = square;
  pen(square, look.gold, Math.max(1, radius * size * 0.22));
  ctx.fillStyle = look["gold-fill"];
  trace(part(square, across, down, radius), 0, -1, 1, 0, 0, 1, -1, 0);
  ctx.closePath();
  ctx.fill();
  ctx.stroke();
}

/** @param {Square} square */
function blocked(square) {
  const { ctx, look, x, y, size } = square;
  ctx.fillStyle = look.grid;
  ctx.fillRect(x, y, size, size);
  pen(square, look.blocked, 1);
  for (const at of [0.25, 0.5, 0.75, 1]) {
    line(square, at, 0, 0, at);
    line(square, 1, 1 - at, 1 - at, 1);
  }
}

/** A tick: certainly safe. @param {Square} square @param {Colour} colour */
export function tick(square, colour) {
  pen(square, colour, pixels(square, 0.1, 1.2));
  line(square, 0.28, 0.52, 0.44, 0.68, 0.73, 0.34);
}

/** A cross: certainly a mine, or wrong. @param {Square} square @param {Colour} colour */
export function cross(square, colour) {
  pen(square, colour, pixels(square, 0.1, 1.2));
  line(square, 0.3, 0.3, 0.7, 0.7);
  line(square, 0.7, 0.3, 0.3, 0.7);
}

/** A frame inside a cell; `dash` is a share of the cell's size, 0 for a solid line.
 * @param {Square} square @param {Colour} colour @param {number} width */
export function frame(square, colour, width, dash = 0) {
  const { ctx, x, y, size, hex } = square;
  pen(square, colour, width);
  ctx.setLineDash(dash ? [size * dash, size * dash * 0.7] : []);
  const inset = width / 2 + 1;
  if (hex) hexagon(square, inset);
  else {
    ctx.beginPath();
    ctx.roundRect(x + inset, y + inset, size - 2 * inset, size - 2 * inset, size * 0.14);
  }
  ctx.stroke();
  ctx.setLineDash([]);
}

/** A ring inside a cell, whose radius is a share of its size.
 * @param {Square} square @param {Colour} colour @param {number} width */
export function ring(square, colour, width, radius = 0.42) {
  const { ctx, x, y, size } = square;
  pen(square, colour, width);
  ctx.beginPath();
  ctx.arc(x + size / 2, y + size / 2, size * radius, 0, TAU);
  ctx.stroke();
}

/** Four corners, which mark the last move. @param {Square} square @param {Colour} colour */
export function corners(square, colour) {
  const width = pixels(square, 0.08, 1.5, 4);
  if (square.hex) return frame(square, colour, width, 0.29);
  pen(square, colour, width);
  const near = (width / 2 + 0.75) / square.size;
  const far = 1 - near;
  for (const [cx, dx] of [[near, 0.28], [far, -0.28]]) {
    for (const [cy, dy] of [[near, 0.28], [far, -0.28]]) {
      line(square, cx + dx, cy, cx, cy, cx, cy + dy);
    }
  }
}

/** A wedge in the lower corner of a cell that another board shows differently.
 * @param {Square} square @param {Colour} colour */
export function wedge({ ctx, x, y, size }, colour) {
  const [right, low, side] = [x + size - 1, y + size - 1, Math.max(4, size * 0.3)];
  ctx.fillStyle = colour;
  ctx.beginPath();
  ctx.moveTo(right, low - side);
  ctx.lineTo(right, low);
  ctx.lineTo(right - side, low);
  ctx.fill();
}

/** A veil over a cell that another game has open by now, with a wedge, which needs no colour.
 * @param {Square} square @param {Colour} colour */
export function shade(square, colour) {
  const { ctx, x, y, size } = square;
  ctx.fillStyle = colour;
  ctx.globalAlpha = 0.2;
  ctx.fillRect(x, y, size, size);
  ctx.globalAlpha = 0.75;
  wedge(square, colour);
  ctx.globalAlpha = 1;
}

/** A small round badge with a text in the upper right corner.
 * @param {Square} square @param {string | number} words @param {Colour} fill @param {Colour} ink */
export function badge(square, words, fill, ink) {
  const { size } = square;
  const radius = pixels(square, 0.19, 5.5, 11);
  const [across, down] = [1 - (radius + 1) / size, (radius + 1) / size];
  disc(square, across, down, radius / size, fill);
  text(square, words, across, down + (radius * 0.08) / size, radius * 1.35, ink);
}

/** A letter in the upper right corner of a square, large enough to be read. @param {Square} square @param {string} letter */
export function tag(square, letter) {
  const within = square.hex ? { ...part(square, -0.04, 0.1, 1), hex: false } : square; // the corners of a hexagon are cut
  const { ctx, look, x, y, size } = within;
  const high = square.hex ? pixels(square, 0.28, 9.5, 18) : pixels(square, 0.4, 11, 18);
  const side = Math.min(size, high * 1.25);
  ctx.fillStyle = look.accent;
  ctx.beginPath();
  ctx.roundRect(x + size - side - 0.5, y + 0.5, side, side, 0.25 * side);
  ctx.fill();
  text(within, letter, 1 - (side / 2 + 0.5) / size, (0.54 * side + 0.5) / size, high, look["accent-ink"]);
}

/** A line from the middle of a square to a cell, drawn before what it leads to.
 * @param {Square} square @param {Square} cell */
export function leader(square, cell) {
  const { ctx, look } = square;
  const from = [square.x + square.size / 2, square.y + square.size / 2];
  const to = [cell.x + cell.size / 2, cell.y + cell.size / 2];
  const long = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const part = Math.max(0, 1 - (0.4 * cell.size) / long); // up to the digit
  for (const [colour, width] of /** @type {[Colour, number][]} */ ([[look.panel, 3.5], [look.accent, 1.75]])) {
    pen(square, colour, width);
    ctx.beginPath();
    ctx.moveTo(from[0], from[1]);
    ctx.lineTo(from[0] + part * (to[0] - from[0]), from[1] + part * (to[1] - from[1]));
    ctx.stroke();
  }
}

/**
 * Words around a point, whose place is given in shares of the square, `high` pixels high.
 * @param {Square} square
 * @param {string | number} words
 * @param {number} across
 * @param {number} down
 * @param {number} high
 * @param {Colour} colour
 */
export function text({ ctx, look, x, y, size }, words, across, down, high, colour, weight = 700) {
  ctx.font = `${weight} ${high}px ${look.sans}`;
  ctx.fillStyle = colour;
  ctx.fillText(String(words), x + size * across, y + size * down);
}

/** A piece of confetti at the corner of a square, turned by an angle.
 * @param {Square} square @param {Colour} colour @param {number} angle @param {number} fade */
export function piece({ ctx, x, y, size }, colour, angle, fade) {
  ctx.globalAlpha = fade;
  ctx.fillStyle = colour;
  const [dx, dy] = [Math.cos(angle) * size, Math.sin(angle) * size * 0.6];
  ctx.beginPath();
  ctx.moveTo(x - dx, y - dy);
  ctx.lineTo(x + dy, y - dx * 0.5);
  ctx.lineTo(x + dx, y + dy);
  ctx.lineTo(x - dy, y + dx * 0.5);
  ctx.fill();
  ctx.globalAlpha = 1;
}

/**
 * The path of the pointer from cell to cell, with a dot at its end; `square` is the first cell of the
 * board, and points are columns and rows of cells.
 * @param {Square} square
 * @param {number[][]} points
 */
export function trail(square, points) {
  const { ctx, look } = square;
  const width = pixels(square, 0.08, 2);
  for (const [colour, wide] of /** @type {[Colour, number][]} */ ([[look.panel, width + 2], [look.accent, width]])) {
    pen(square, colour, wide);
    trace(square, ...points.flatMap(([column, row]) => [column + 0.5, row + 0.5]));
    ctx.stroke();
    const [column, row] = points[points.length - 1];
    disc(square, column + 0.5, row + 0.5, (wide * 2) / square.size, colour);
  }
}

/** An arrow between two cells of a board, given by column and row; `square` is its first cell.
 * @param {Square} square @param {number[]} from @param {number[]} to */
export function arrow(square, from, to) {
  const { ctx, look, size } = square;
  const long = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const [ux, uy] = [(to[0] - from[0]) / long, (to[1] - from[1]) / long];
  const [width, head] = [Math.max(2.5, size * 0.11), Math.max(7, size * 0.36) / size];
  /** @param {number[]} base @param {number} by @param {number} [aside] */
  const along = (base, by, aside = 0) => [base[0] + 0.5 + ux * by - uy * aside, base[1] + 0.5 + uy * by + ux * aside];
  const [neck, side] = [-0.12 - head, 0.55 * head];
  for (const [colour, more] of /** @type {[Colour, number][]} */ ([[look.panel, 3], [look.accent, 0]])) {
    pen(square, colour, width + more);
    line(square, ...along(from, 0.2), ...along(to, -head));
    ctx.lineWidth = 1 + more;
    ctx.fillStyle = colour;
    trace(square, ...along(to, -0.12), ...along(to, neck, side), ...along(to, neck, -side));
    ctx.closePath();
    ctx.stroke();
    ctx.fill();
  }
}

/** A box with round corners, where they can be seen.
 * @param {Square} square @param {number} inset @param {number} width @param {number} height */
function box({ ctx, x, y, size }, inset, width, height) {
  const radius = size * 0.14;
  if (radius < 2.6) {
    ctx.fillRect(x + inset, y + inset, width, height);
    return;
  }
  ctx.beginPath();
  ctx.roundRect(x + inset, y + inset, width, height, radius);
  ctx.fill();
}

/** 
 * @param {Square} square @param {number} across @param {number} down @param {number} radius @param {Colour} colour */
function disc({ ctx, x, y, size }, across, down, radius, colour) {
  ctx.fillStyle = colour;
  ctx.beginPath();
  ctx.arc(x + size * across, y + size * down, size * radius, 0, TAU);
  ctx.fill();
}

/** @param {Square} square @param {Colour} colour @param {number} width */
function pen({ ctx }, colour, width) {
  ctx.strokeStyle = colour;
  ctx.lineWidth = width;
}

/** Begin a path through points that are shares of a square: across, down, across, down, …
 * @param {Square} square @param {number[]} shares */
function trace({ ctx, x, y, size }, ...shares) {
  ctx.beginPath();
  for (let i = 0; i < shares.length; i += 2) ctx.lineTo(x + size * shares[i], y + size * shares[i + 1]);
}

/** @param {Square} square @param {number[]} points */
function line(square, ...points) {
  trace(square, ...points);
  square.ctx.stroke();
}
