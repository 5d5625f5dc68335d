// The signs in a cell: tiles, clues, flags, mines, gold, frames. Shapes differ as well as colours.

const TAU = 2 * Math.PI;
const LARGE_CELL = 104; // pixels: from here on lines and letters grow with their cells

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
 * @param {Square} square @param {Colour} cover @param {Colour} edge */
export function tile(square, cover, edge) {
  const { ctx, look, size } = square;
  if (square.hex) {
    fillHexagon(square, 0.75, edge);
    return fillHexagon({ ...square, y: square.y - size * 0.04 }, 0.75 + size * 0.02, cover);
  }
  if (look["tile-shape"] === "raised") return raised(square, cover, edge);
  if (look["tile-shape"] === "flat") return floor(square, cover);
  const inset = size > 12 ? 1 : 0.5;
  const side = size - 2 * inset;
  const lift = size > 12 ? Math.max(1, size * 0.06) : 0;
  ctx.fillStyle = edge;
  box(square, inset, side, side);
  ctx.fillStyle = cover;
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
 * @param {Square} square @param {Colour} cover @param {Colour} edge */
function raised(square, cover, edge) {
  const { ctx, look, x, y, size } = square;
  const width = Math.round(pixels(square, 0.11, 1));
  ctx.fillStyle = edge;
  ctx.fillRect(x, y, size, size);
  fill(square, look["tile-light"], 0, 0, 1, 0, 0, 1);
  ctx.fillStyle = cover;
  ctx.fillRect(x + width, y + width, size - 2 * width, size - 2 * width);
}

/** The ground of an open cell; grid lines separate it from others unless it is `whole`.
 * @param {Square} square @param {Colour} colour */
export function floor(square, colour, whole = false) {
  if (square.hex) {
    fillHexagon(square, 0.75, square.look.grid);
    return fillHexagon(square, 2, colour);
  }
  const { ctx, x, y, size } = square;
  const inset = whole ? 0 : 0.5;
  ctx.fillStyle = colour;
  ctx.fillRect(x + inset, y + inset, size - 2 * inset, size - 2 * inset);
}

/** A veil over a square, or over the upper part of it that is `high`.
 * @param {Square} square @param {Colour} colour @param {number} alpha */
export function veil({ ctx, x, y, size }, colour, alpha, high = size) {
  Object.assign(ctx, { fillStyle: colour, globalAlpha: alpha });
  ctx.fillRect(x, y, size, high);
  ctx.globalAlpha = 1;
}

/** The shade of a cell that is held down, darkest at its upper edge. @param {Square} square */
export function sunken(square) {
  veil(square, square.look["mark-ink"], 0.09);
  veil(square, square.look["mark-ink"], 0.09, Math.max(2, square.size * 0.1));
}

/** The content of an open or flagged cell, with `zeros` if that is 0. @param {Square} square @param {string} code */
export function symbol(square, code, zeros = false) {
  if (code === "F") flag(square);
  else if (code === "*") mine(square);
  else if (code.startsWith("G")) gold(square);
  else if (code === "#") blocked(square);
  else clue(square, code, zeros);
  if (code === "G+1") gold(square, 0.84, 0.18, 0.14);
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
  const pips = look.pips && !signs && size >= 14 ? (PIPS[Number(digits)] ?? []) : [];
  if (pips.length) for (const [across, down] of pips) disc(square, across, down, 0.095, ink(digits));
  else if (SEVERAL[runs.length]) {
    for (const [i, run] of runs.entries()) text(square, run, SEVERAL[runs.length][i][0], SEVERAL[runs.length][i][1], size * 0.4, ink(run));
  } else if (code !== "0" || shown) {
    const scale = ([0.6, 0.46, 0.4][digits.length - 1] ?? 1.1 / digits.length) * (signs ? 0.9 : 1);
    const [left, top] = signs ? [0.4, 0.58] : [0.5, 0.54];
    text(square, digits.replace(/^-(\d+)$/, "−$1"), left, top, size * scale, ink(digits));
  }
  if (!signs) return;
  gold(square, 0.77, 0.25, 0.17);
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

/** @param {Square} square */
export function flag(square) {
  const { look } = square;
  draw(square, look["mark-ink"], pixels(square, 0.07, 1), [0.36, 0.2, 0.36, 0.8], [0.24, 0.8, 0.56, 0.8]);
  fill(square, look.flag, 0.36, 0.17, 0.78, 0.35, 0.36, 0.53);
}

/** A flag on a cell that turned out to be safe: on an open ground, in grey, crossed out.
 * @param {Square} square */
export function wrongFlag(square) {
  const { look } = square;
  floor(square, look.open);
  flag({ ...square, look: /** @type {any} */ ({ ...look, flag: look.soft, "mark-ink": look.soft }) });
  draw(square, look.danger, pixels(square, 0.1, 2), [0.14, 0.14, 0.86, 0.86], [0.86, 0.14, 0.14, 0.86]);
}

const SPIKES = [0, 1, 2, 3].map((spike) => {
  const [dx, dy] = [Math.cos((spike * TAU) / 8) * 0.34, Math.sin((spike * TAU) / 8) * 0.34];
  return [0.5 - dx, 0.5 - dy, 0.5 + dx, 0.5 + dy];
});

/** @param {Square} square */
export function mine(square, colour = square.look.mine) {
  draw(square, colour, pixels(square, 0.08, 1), ...SPIKES);
  disc(square, 0.5, 0.5, 0.23, colour);
  if (square.size > 14) disc(square, 0.42, 0.42, 0.055, square.look.panel);
}

/** Gold, in the middle of its cell or beside a clue. @param {Square} square */
export function gold(square, across = 0.5, down = 0.5, radius = 0.32) {
  const { ctx, look, size } = square;
  Object.assign(ctx, { strokeStyle: look.gold, lineWidth: Math.max(1, radius * size * 0.22) });
  fill(part(square, across, down, radius), look["gold-fill"], 0, -1, 1, 0, 0, 1, -1, 0);
  ctx.stroke();
}

const HATCH = [0.25, 0.5, 0.75, 1].flatMap((at) => [[at, 0, 0, at], [1, 1 - at, 1 - at, 1]]);

/** @param {Square} square */
function blocked(square) {
  veil(square, square.look.grid, 1);
  draw(square, square.look.blocked, 1, ...HATCH);
}

/** A tick: certainly safe. @param {Square} square @param {Colour} colour */
export const tick = (square, colour) => draw(square, colour, pixels(square, 0.1, 1.2), [0.28, 0.52, 0.44, 0.68, 0.73, 0.34]);

/** A cross: certainly a mine, or wrong. @param {Square} square @param {Colour} colour */
export const cross = (square, colour) => draw(square, colour, pixels(square, 0.1, 1.2), [0.3, 0.3, 0.7, 0.7], [0.7, 0.3, 0.3, 0.7]);

/** A frame inside a cell; `dash` is a share of the cell's size, 0 for a solid line.
 * @param {Square} square @param {Colour} colour @param {number} width */
export function frame(square, colour, width, dash = 0) {
  const { ctx, x, y, size, hex } = square;
  Object.assign(ctx, { strokeStyle: colour, lineWidth: width });
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
  Object.assign(ctx, { strokeStyle: colour, lineWidth: width });
  ctx.beginPath();
  ctx.arc(x + size / 2, y + size / 2, size * radius, 0, TAU);
  ctx.stroke();
}

/** Four corners, which mark the last move. @param {Square} square @param {Colour} colour */
export function corners(square, colour) {
  const width = pixels(square, 0.08, 1.5, 4);
  if (square.hex) return frame(square, colour, width, 0.29);
  const near = (width / 2 + 0.75) / square.size;
  const ends = [[near, 0.28], [1 - near, -0.28]];
  draw(square, colour, width, ...ends.flatMap(([x, dx]) => ends.map(([y, dy]) => [x + dx, y, x, y, x, y + dy])));
}

/** A wedge in the lower corner of a cell that another board shows differently.
 * @param {Square} square @param {Colour} colour */
export function wedge(square, colour) {
  const [far, near] = [1 - 1 / square.size, 1 - 1 / square.size - Math.max(4 / square.size, 0.3)];
  fill(square, colour, far, near, far, far, near, far);
}

/** A veil over a cell that another game has open by now, with a wedge, which needs no colour.
 * @param {Square} square @param {Colour} colour */
export function shade(square, colour) {
  veil(square, colour, 0.2);
  square.ctx.globalAlpha = 0.75;
  wedge(square, colour);
  square.ctx.globalAlpha = 1;
}

/** A small round badge with a text in the upper right corner.
 * @param {Square} square @param {string | number} words @param {Colour} colour @param {Colour} ink */
export function badge(square, words, colour, ink) {
  const { size } = square;
  const radius = pixels(square, 0.19, 5.5, 11);
  const [across, down] = [1 - (radius + 1) / size, (radius + 1) / size];
  disc(square, across, down, radius / size, colour);
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

/** A line from the middle of a square to the digit of a cell, drawn before what it leads to.
 * @param {Square} square @param {Square} cell */
export function leader(square, cell) {
  const { look, size } = square;
  const [dx, dy] = [cell.x - square.x, cell.y - square.y].map((far) => (far + cell.size / 2) / size - 0.5);
  const part = Math.max(0, 1 - (0.4 * cell.size) / (size * Math.hypot(dx, dy)));
  const line = [0.5, 0.5, 0.5 + part * dx, 0.5 + part * dy];
  draw(square, look.panel, 3.5, line);
  draw(square, look.accent, 1.75, line);
}

/** Words around a point, whose place is given in shares of the square, `high` pixels high.
 * @param {Square} square @param {string | number} words @param {number} across @param {number} down @param {number} high
 * @param {Colour} colour */
export function text({ ctx, look, x, y, size }, words, across, down, high, colour, weight = 700) {
  ctx.font = `${weight} ${high}px ${look.sans}`;
  ctx.fillStyle = colour;
  ctx.fillText(String(words), x + size * across, y + size * down);
}

/** A piece of confetti at the corner of a square, turned by an angle.
 * @param {Square} square @param {Colour} colour @param {number} angle @param {number} fade */
export function piece(square, colour, angle, fade) {
  const [dx, dy] = [Math.cos(angle), 0.6 * Math.sin(angle)];
  square.ctx.globalAlpha = fade;
  fill(square, colour, -dx, -dy, dy, -dx / 2, dx, dy, -dy, dx / 2);
  square.ctx.globalAlpha = 1;
}

/** The path of the pointer from cell to cell, with a dot at its end; `square` is the first cell of the
 * board, and points are columns and rows of cells. @param {Square} square @param {number[][]} points */
export function trail(square, points) {
  const { look, size } = square;
  const width = pixels(square, 0.08, 2);
  const line = points.flat().map((at) => at + 0.5);
  for (const [colour, wide] of /** @type {[Colour, number][]} */ ([[look.panel, width + 2], [look.accent, width]])) {
    draw(square, colour, wide, line);
    disc(square, line[line.length - 2], line[line.length - 1], (wide * 2) / size, colour);
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
    draw(square, colour, width + more, [...along(from, 0.2), ...along(to, -head)]);
    ctx.lineWidth = 1 + more;
    fill(square, colour, ...along(to, -0.12), ...along(to, neck, side), ...along(to, neck, -side));
    ctx.stroke();
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

/** @param {Square} square @param {number} across @param {number} down @param {number} radius @param {Colour} colour */
function disc({ ctx, x, y, size }, across, down, radius, colour) {
  ctx.fillStyle = colour;
  ctx.beginPath();
  ctx.arc(x + size * across, y + size * down, size * radius, 0, TAU);
  ctx.fill();
}

/** Begin a path through points that are shares of a square: across, down, across, down, …
 * @param {Square} square @param {number[]} shares */
function trace({ ctx, x, y, size }, shares) {
  ctx.beginPath();
  for (let i = 0; i < shares.length; i += 2) ctx.lineTo(x + size * shares[i], y + size * shares[i + 1]);
}

/** Fill the shape with the corners `shares`. @param {Square} square @param {Colour} colour @param {number[]} shares */
function fill(square, colour, ...shares) {
  square.ctx.fillStyle = colour;
  trace(square, shares);
  square.ctx.closePath();
  square.ctx.fill();
}

/** Draw lines, each through points that are shares of a square.
 * @param {Square} square @param {Colour} colour @param {number} width @param {number[][]} lines */
function draw(square, colour, width, ...lines) {
  Object.assign(square.ctx, { strokeStyle: colour, lineWidth: width });
  for (const shares of lines) {
    trace(square, shares);
    square.ctx.stroke();
  }
}
