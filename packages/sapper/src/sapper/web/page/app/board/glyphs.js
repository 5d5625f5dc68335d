// The drawing of one cell: tiles, clues, flags, mines, gold. Shapes differ as well as colours.

const TAU = 2 * Math.PI;

/** The most pixels of a line or a letter in a cell: they grow with cells that are larger than usual. */
export const most = (pixels, size) => pixels * Math.max(1, size / 104);

/** A hidden cell, with a lower edge in another colour, in the shape of the look. */
export function tile(ctx, look, x, y, size, fill, edge) {
  if (look["tile-shape"] === "raised") return raised(ctx, look, x, y, size, fill, edge);
  if (look["tile-shape"] === "flat") return floor(ctx, x, y, size, fill);
  const inset = size > 12 ? 1 : 0.5;
  ctx.fillStyle = edge;
  box(ctx, x + inset, y + inset, size - 2 * inset, size - 2 * inset, size * 0.14);
  ctx.fillStyle = fill;
  const lift = size > 12 ? Math.max(1, size * 0.06) : 0;
  box(ctx, x + inset, y + inset, size - 2 * inset, size - 2 * inset - lift, size * 0.14);
}

/** A square tile with a light edge on its upper left and a dark one on its lower right. */
function raised(ctx, look, x, y, size, fill, edge) {
  const width = Math.max(1, Math.round(size * 0.11));
  ctx.fillStyle = edge;
  ctx.fillRect(x, y, size, size);
  ctx.fillStyle = look["tile-light"];
  trace(ctx, x, y, size, 0, 0, 1, 0, 0, 1);
  ctx.closePath();
  ctx.fill();
  ctx.fillStyle = fill;
  ctx.fillRect(x + width, y + width, size - 2 * width, size - 2 * width);
}

/** The ground of an open cell; grid lines separate it from others unless it is `whole`. */
export function floor(ctx, x, y, size, fill, whole = false) {
  const inset = whole ? 0 : 0.5;
  ctx.fillStyle = fill;
  ctx.fillRect(x + inset, y + inset, size - 2 * inset, size - 2 * inset);
}

/** The content of an open or flagged cell. */
export function symbol(ctx, look, x, y, size, code) {
  if (code === "F") flag(ctx, look, x, y, size);
  else if (code === "*") mine(ctx, look, x, y, size);
  else if (code === "G") gold(ctx, look, x, y, size);
  else if (code === "#") blocked(ctx, look, x, y, size);
  else clue(ctx, look, x, y, size, code);
}

function clue(ctx, look, x, y, size, code) {
  const [digits, signs] = code.split("+");
  if (look.pips && !signs && size >= 14) pips(ctx, look, x, y, size, Number(digits));
  else if (digits !== "0" || signs) {
    const scale = (digits.length > 1 ? 0.46 : 0.6) * (signs ? 0.9 : 1);
    const [left, top] = signs ? [0.4, 0.58] : [0.5, 0.54];
    const colour = look.clues[digits] ?? look.ink;
    text(ctx, look, digits, x + size * left, y + size * top, size * scale, colour);
  }
  if (!signs) return;
  nugget(ctx, look, x + size * 0.77, y + size * 0.25, size * 0.17);
  if (signs !== "1")
    text(ctx, look, signs, x + size * 0.78, y + size * 0.72, size * 0.3, look.gold);
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

/** A clue as pips. */
function pips(ctx, look, x, y, size, clue) {
  for (const [across, down] of PIPS[clue])
    disc(ctx, x + size * across, y + size * down, size * 0.095, look.clues[clue]);
}

/** A question mark on a hidden cell. */
export function question(ctx, look, x, y, size) {
  text(ctx, look, "?", x + size / 2, y + size * 0.54, size * 0.58, look["mark-ink"]);
}

export function flag(ctx, look, x, y, size) {
  pen(ctx, look["mark-ink"], Math.max(1, size * 0.07));
  line(ctx, x, y, size, 0.36, 0.2, 0.36, 0.8);
  line(ctx, x, y, size, 0.24, 0.8, 0.56, 0.8);
  ctx.fillStyle = look.flag;
  trace(ctx, x, y, size, 0.36, 0.17, 0.78, 0.35, 0.36, 0.53);
  ctx.fill();
}

/** A flag on a cell that turned out to be safe: faded, and crossed out. */
export function wrongFlag(ctx, look, x, y, size) {
  ctx.globalAlpha = 0.45;
  flag(ctx, look, x, y, size);
  ctx.globalAlpha = 1;
  for (const [colour, width] of [[look.panel, 0.24], [look.danger, 0.14]]) {
    pen(ctx, colour, Math.max(1.5, size * width));
    line(ctx, x, y, size, 0.22, 0.22, 0.78, 0.78);
    line(ctx, x, y, size, 0.78, 0.22, 0.22, 0.78);
  }
}

export function mine(ctx, look, x, y, size, colour = look.mine) {
  pen(ctx, colour, Math.max(1, size * 0.08));
  for (let spike = 0; spike < 4; spike++) {
    const angle = (spike * TAU) / 8;
    const [dx, dy] = [Math.cos(angle) * 0.34, Math.sin(angle) * 0.34];
    line(ctx, x, y, size, 0.5 - dx, 0.5 - dy, 0.5 + dx, 0.5 + dy);
  }
  const [cx, cy] = [x + size / 2, y + size / 2];
  disc(ctx, cx, cy, size * 0.23, colour);
  if (size > 14) disc(ctx, cx - size * 0.08, cy - size * 0.08, size * 0.055, look.panel);
}

export function gold(ctx, look, x, y, size) {
  nugget(ctx, look, x + size / 2, y + size / 2, size * 0.32);
}

function nugget(ctx, look, cx, cy, radius) {
  pen(ctx, look.gold, Math.max(1, radius * 0.22));
  ctx.fillStyle = look["gold-fill"];
  trace(ctx, cx, cy, radius, 0, -1, 1, 0, 0, 1, -1, 0);
  ctx.closePath();
  ctx.fill();
  ctx.stroke();
}

function blocked(ctx, look, x, y, size) {
  ctx.fillStyle = look.grid;
  ctx.fillRect(x, y, size, size);
  pen(ctx, look.blocked, 1);
  for (const at of [0.25, 0.5, 0.75, 1]) {
    line(ctx, x, y, size, at, 0, 0, at);
    line(ctx, x, y, size, 1, 1 - at, 1 - at, 1);
  }
}

/** A tick: certainly safe. */
export function tick(ctx, colour, x, y, size) {
  pen(ctx, colour, Math.max(1.2, size * 0.1));
  line(ctx, x, y, size, 0.28, 0.52, 0.44, 0.68, 0.73, 0.34);
}

/** A cross: certainly a mine, or wrong. */
export function cross(ctx, colour, x, y, size) {
  pen(ctx, colour, Math.max(1.2, size * 0.1));
  line(ctx, x, y, size, 0.3, 0.3, 0.7, 0.7);
  line(ctx, x, y, size, 0.7, 0.3, 0.3, 0.7);
}

/** A frame inside a cell; `dash` is a share of the cell's size, 0 for a solid line. */
export function frame(ctx, colour, x, y, size, width, dash = 0) {
  pen(ctx, colour, width);
  ctx.setLineDash(dash ? [size * dash, size * dash * 0.7] : []);
  const inset = width / 2 + 1;
  ctx.beginPath();
  ctx.roundRect(x + inset, y + inset, size - 2 * inset, size - 2 * inset, size * 0.14);
  ctx.stroke();
  ctx.setLineDash([]);
}

/** A ring inside a cell, whose radius is a share of its size. */
export function ring(ctx, colour, x, y, size, width, radius = 0.42) {
  pen(ctx, colour, width);
  ctx.beginPath();
  ctx.arc(x + size / 2, y + size / 2, size * radius, 0, TAU);
  ctx.stroke();
}

/** A piece of confetti at a point, turned by an angle. */
export function piece(ctx, colour, x, y, size, angle, fade) {
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

/** Four corners, which mark the last move. */
export function corners(ctx, colour, x, y, size) {
  const width = Math.min(most(4, size), Math.max(1.5, size * 0.08));
  pen(ctx, colour, width);
  const near = (width / 2 + 0.75) / size;
  const far = 1 - near;
  for (const [cx, dx] of [[near, 0.28], [far, -0.28]]) {
    for (const [cy, dy] of [[near, 0.28], [far, -0.28]]) {
      line(ctx, x, y, size, cx + dx, cy, cx, cy, cx, cy + dy);
    }
  }
}

/** A wedge in the lower corner of a cell that another board shows differently. */
export function wedge(ctx, colour, x, y, size) {
  const [right, low, side] = [x + size - 1, y + size - 1, Math.max(4, size * 0.3)];
  ctx.fillStyle = colour;
  ctx.beginPath();
  ctx.moveTo(right, low - side);
  ctx.lineTo(right, low);
  ctx.lineTo(right - side, low);
  ctx.fill();
}

/** The path of the pointer through points, moved by an offset, which ends with a dot. */
export function trail(ctx, look, points, [right, down], size) {
  const [x, y] = points.at(-1);
  const width = Math.max(2, size * 0.08);
  for (const [colour, wide] of [[look.panel, width + 2], [look.accent, width]]) {
    pen(ctx, colour, wide);
    ctx.beginPath();
    for (const [across, below] of points) ctx.lineTo(across + right, below + down);
    ctx.stroke();
    disc(ctx, x + right, y + down, wide * 2, colour);
  }
}

/** An arrow between the middles of two cells, moved by an offset. */
export function arrow(ctx, look, [from, to], [right, down], size) {
  const long = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const [ux, uy] = [(to[0] - from[0]) / long, (to[1] - from[1]) / long];
  const [width, head] = [Math.max(2.5, size * 0.11), Math.max(7, size * 0.36)];
  const along = (base, by) => [base[0] + right + ux * by, base[1] + down + uy * by];
  const [start, tip, neck] = [along(from, size * 0.2), along(to, -size * 0.12), along(to, -size * 0.12 - head)];
  const side = (by) => [neck[0] - uy * head * by, neck[1] + ux * head * by];
  for (const [colour, more] of [[look.panel, 3], [look.accent, 0]]) {
    pen(ctx, colour, width + more);
    ctx.beginPath();
    ctx.moveTo(...start);
    ctx.lineTo(...along(to, -head));
    ctx.stroke();
    ctx.lineWidth = 1 + more;
    ctx.fillStyle = colour;
    ctx.beginPath();
    for (const point of [tip, side(0.55), side(-0.55)]) ctx.lineTo(...point);
    ctx.closePath();
    ctx.stroke();
    ctx.fill();
  }
}

/** A small round badge with a text in a corner of the cell. */
export function badge(ctx, look, x, y, size, words, fill, ink) {
  const radius = Math.min(most(11, size), Math.max(5.5, size * 0.19));
  const [cx, cy] = [x + size - radius - 1, y + radius + 1];
  disc(ctx, cx, cy, radius, fill);
  text(ctx, look, words, cx, cy + radius * 0.08, radius * 1.35, ink);
}

/** Words around a point, `size` pixels high. */
export function text(ctx, look, words, x, y, size, colour, weight = 700) {
  ctx.font = `${weight} ${size}px ${look.sans}`;
  ctx.fillStyle = colour;
  ctx.fillText(words, x, y);
}

function box(ctx, x, y, width, height, radius) {
  if (radius < 2.6) {
    ctx.fillRect(x, y, width, height);
    return;
  }
  ctx.beginPath();
  ctx.roundRect(x, y, width, height, radius);
  ctx.fill();
}

function disc(ctx, x, y, radius, colour) {
  ctx.fillStyle = colour;
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, TAU);
  ctx.fill();
}

function pen(ctx, colour, width) {
  ctx.strokeStyle = colour;
  ctx.lineWidth = width;
}

/** Begin a path through points that are shares of a size: across, down, across, down, … */
function trace(ctx, x, y, size, ...shares) {
  ctx.beginPath();
  for (let i = 0; i < shares.length; i += 2) {
    ctx.lineTo(x + size * shares[i], y + size * shares[i + 1]);
  }
}

function line(...points) {
  trace(...points);
  points[0].stroke();
}
