// The drawing of one cell: tiles, clues, flags, mines, gold. Shapes differ as well as colours.

const TAU = 2 * Math.PI;

/** A hidden cell, with a lower edge in another colour. */
export function tile(ctx, x, y, size, fill, edge) {
  const inset = size > 12 ? 1 : 0.5;
  ctx.fillStyle = edge;
  box(ctx, x + inset, y + inset, size - 2 * inset, size - 2 * inset, size * 0.14);
  ctx.fillStyle = fill;
  const lift = size > 12 ? Math.max(1, size * 0.06) : 0;
  box(ctx, x + inset, y + inset, size - 2 * inset, size - 2 * inset - lift, size * 0.14);
}

/** The ground of an open cell. */
export function floor(ctx, x, y, size, fill) {
  ctx.fillStyle = fill;
  ctx.fillRect(x + 0.5, y + 0.5, size - 1, size - 1);
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
  if (digits !== "0" || signs) {
    const scale = (digits.length > 1 ? 0.46 : 0.6) * (signs ? 0.9 : 1);
    ctx.font = `700 ${size * scale}px ${look.sans}`;
    ctx.fillStyle = look.clues[digits] ?? look.ink;
    ctx.fillText(digits, x + size * (signs ? 0.4 : 0.5), y + size * (signs ? 0.58 : 0.54));
  }
  if (signs) {
    nugget(ctx, look, x + size * 0.77, y + size * 0.25, size * 0.17);
    if (signs !== "1") {
      ctx.font = `700 ${size * 0.3}px ${look.sans}`;
      ctx.fillStyle = look.gold;
      ctx.fillText(signs, x + size * 0.78, y + size * 0.72);
    }
  }
}

export function flag(ctx, look, x, y, size) {
  const left = x + size * 0.36;
  ctx.strokeStyle = look["mark-ink"];
  ctx.lineWidth = Math.max(1, size * 0.07);
  path(ctx, [
    [left, y + size * 0.2],
    [left, y + size * 0.8],
  ]);
  path(ctx, [
    [x + size * 0.24, y + size * 0.8],
    [x + size * 0.56, y + size * 0.8],
  ]);
  ctx.fillStyle = look.flag;
  ctx.beginPath();
  ctx.moveTo(left, y + size * 0.17);
  ctx.lineTo(x + size * 0.78, y + size * 0.35);
  ctx.lineTo(left, y + size * 0.53);
  ctx.fill();
}

export function mine(ctx, look, x, y, size, colour = look.mine) {
  const [cx, cy] = [x + size / 2, y + size / 2];
  ctx.fillStyle = ctx.strokeStyle = colour;
  ctx.lineWidth = Math.max(1, size * 0.08);
  for (let spike = 0; spike < 4; spike++) {
    const angle = (spike * TAU) / 8;
    const [dx, dy] = [Math.cos(angle) * size * 0.34, Math.sin(angle) * size * 0.34];
    path(ctx, [
      [cx - dx, cy - dy],
      [cx + dx, cy + dy],
    ]);
  }
  disc(ctx, cx, cy, size * 0.23);
  if (size > 14) {
    ctx.fillStyle = look.panel;
    disc(ctx, cx - size * 0.08, cy - size * 0.08, size * 0.055);
  }
}

export function gold(ctx, look, x, y, size) {
  nugget(ctx, look, x + size / 2, y + size / 2, size * 0.32);
}

function nugget(ctx, look, cx, cy, radius) {
  ctx.beginPath();
  for (let corner = 0; corner < 4; corner++) {
    const angle = (corner * TAU) / 4;
    ctx.lineTo(cx + Math.sin(angle) * radius, cy - Math.cos(angle) * radius);
  }
  ctx.closePath();
  ctx.fillStyle = look["gold-fill"];
  ctx.strokeStyle = look.gold;
  ctx.lineWidth = Math.max(1, radius * 0.22);
  ctx.fill();
  ctx.stroke();
}

function blocked(ctx, look, x, y, size) {
  ctx.fillStyle = look.grid;
  ctx.fillRect(x, y, size, size);
  ctx.strokeStyle = look.blocked;
  ctx.lineWidth = 1;
  for (const at of [0.25, 0.5, 0.75, 1]) {
    path(ctx, [
      [x + size * at, y],
      [x, y + size * at],
    ]);
    path(ctx, [
      [x + size, y + size * (1 - at)],
      [x + size * (1 - at), y + size],
    ]);
  }
}

/** A tick: certainly safe. */
export function tick(ctx, colour, x, y, size) {
  ctx.strokeStyle = colour;
  ctx.lineWidth = Math.max(1.2, size * 0.1);
  path(ctx, [
    [x + size * 0.28, y + size * 0.52],
    [x + size * 0.44, y + size * 0.68],
    [x + size * 0.73, y + size * 0.34],
  ]);
}

/** A cross: certainly a mine, or wrong. */
export function cross(ctx, colour, x, y, size) {
  ctx.strokeStyle = colour;
  ctx.lineWidth = Math.max(1.2, size * 0.1);
  path(ctx, [
    [x + size * 0.3, y + size * 0.3],
    [x + size * 0.7, y + size * 0.7],
  ]);
  path(ctx, [
    [x + size * 0.7, y + size * 0.3],
    [x + size * 0.3, y + size * 0.7],
  ]);
}

/** A frame inside a cell; `dash` is a share of the cell's size, 0 for a solid line. */
export function frame(ctx, colour, x, y, size, width, dash = 0) {
  ctx.strokeStyle = colour;
  ctx.lineWidth = width;
  ctx.setLineDash(dash ? [size * dash, size * dash * 0.7] : []);
  const inset = width / 2 + 1;
  ctx.beginPath();
  ctx.roundRect(x + inset, y + inset, size - 2 * inset, size - 2 * inset, size * 0.14);
  ctx.stroke();
  ctx.setLineDash([]);
}

/** Four corners, which mark the last move. */
export function corners(ctx, colour, x, y, size) {
  ctx.strokeStyle = colour;
  ctx.lineWidth = Math.min(4, Math.max(1.5, size * 0.08));
  const [near, far, arm] = [1.5, size - 1.5, size * 0.28];
  for (const [cx, dx] of [
    [near, arm],
    [far, -arm],
  ]) {
    for (const [cy, dy] of [
      [near, arm],
      [far, -arm],
    ]) {
      path(ctx, [
        [x + cx + dx, y + cy],
        [x + cx, y + cy],
        [x + cx, y + cy + dy],
      ]);
    }
  }
}

/** A small round badge with a text in a corner of the cell. */
export function badge(ctx, look, x, y, size, text, fill, ink) {
  const radius = Math.min(11, Math.max(5.5, size * 0.19));
  const [cx, cy] = [x + size - radius - 1, y + radius + 1];
  ctx.fillStyle = fill;
  disc(ctx, cx, cy, radius);
  ctx.font = `700 ${radius * 1.35}px ${look.sans}`;
  ctx.fillStyle = ink;
  ctx.fillText(text, cx, cy + radius * 0.08);
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

function disc(ctx, x, y, radius) {
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, TAU);
  ctx.fill();
}

function path(ctx, points) {
  ctx.beginPath();
  points.forEach(([x, y], i) => (i ? ctx.lineTo(x, y) : ctx.moveTo(x, y)));
  ctx.stroke();
}
