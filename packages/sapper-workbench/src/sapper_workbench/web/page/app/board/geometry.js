// The geometry of a drawn board, in pixels and cells.

// The smallest and largest pixels of a cell; the largest where text has its usual size.
const LIMITS = {
  auto: { fine: [18, 104], coarse: [28, 104] },
  fit: { fine: [3, 104], coarse: [3, 104] },
};
const FINGER_PIXELS = 22; // the smallest cell for fingers, if the whole board is seen for it
const PICTURE = [6, 52];
const [GUTTER, NARROW_GUTTER] = [22, 15]; // pixels for the numbers of rows and columns
const BORDER_PIXELS = 2;
const NARROW_PIXELS = 520; // the width of a phone, which is tapped

const HEX_HIGH = 2 / Math.sqrt(3); // the height of a hexagon, in widths
const HEX_STEP = 0.75 * HEX_HIGH; // from one row of hexagons to the next
const HEX_TIP = (HEX_HIGH - 1) / 2; // what stands out above a square of the same width

/** Where a cell is: across and down, in cells. Each row of hexagons is shifted by half a cell from the row above.
 * @param {any} board @param {number} row @param {number} column */
export function placeOf({ grid, height }, row, column) {
  return grid === "hex" ? [column + (height - 1 - row) / 2, HEX_TIP + HEX_STEP * row] : [column, row];
}

/** The size of a board in cells, with the clues after its lines. @param {any} board */
export function extentOf({ grid, width, height, beside }) {
  const after = beside?.some((/** @type {any} */ [[row, column]]) => row >= height || column >= width) ? 1 : 0;
  if (grid !== "hex") return { width: width + after, height: height + after };
  const shift = (height - 1) / 2 + (beside?.length ? 0.5 : 0);
  return { width: width + shift, height: HEX_STEP * (height - 1 + after) + HEX_HIGH };
}

/** @param {any} value @param {number} least @param {number} most */
const clamp = (value, least, most) => Math.max(least, Math.min(most, value));

/**
 * The pixels of a cell, and of the gutter for the numbers of rows and columns, of a board in a room
 * `{width, height, scale}`, where text is `scale` times as large as usual. `zoom` is "auto" (readable cells), "fit" (the whole board) or the pixels; `fingers` need larger cells; a `picture` has the room's width,
 * and a `bare` board and one of hexagons no numbers. Clues `beside` a board take the place of the numbers.
 * @param {any} board @param {any} zoom @param {Size & {scale?: number}} room
 * @param {{fingers: boolean, picture: boolean, bare: boolean}} how
 */
export function pixelsOf(board, zoom, room, { fingers, picture, bare }) {
  const { scale = 1 } = room;
  const { width, height } = extentOf(board);
  const before = board.beside?.length ? 1 : 0;
  const tapped = fingers || room.width < NARROW_PIXELS;
  const numbers = !picture && tapped ? NARROW_GUTTER : GUTTER;
  let gutter = bare || before || board.grid === "hex" ? 0 : Math.round(numbers * scale);
  const wide = Math.floor((room.width - gutter - BORDER_PIXELS) / (width + before));
  const high = Math.floor((room.height - gutter - BORDER_PIXELS) / (height + before));
  const fits = LIMITS[/** @type {keyof typeof LIMITS} */ (zoom)]?.[tapped ? "coarse" : "fine"];
  let size = zoom;
  const [least, most] = picture ? PICTURE : (fits ?? []);
  if (picture) size = clamp(wide, least, Math.round(most * scale));
  else if (fits) {
    // Better smaller cells than a board that has to be moved; once it has to, in one direction only.
    const whole = Math.min(wide, high) >= FINGER_PIXELS ? Math.min(wide, high) : wide;
    const small = tapped && whole >= FINGER_PIXELS ? Math.min(whole, least) : least;
    size = clamp(Math.min(wide, high), small, Math.round(most * scale));
  }
  if (before) gutter = size;
  return { size, gutter, across: Math.min(width * size + gutter + BORDER_PIXELS, room.width) };
}

/**
 * The cell at a point of the visible part of a board, as `[row, column]`, or null. `view` is
 * `{size, gutter, left, top}`: the pixels of a cell and of the gutter, and those scrolled away.
 * @param {number[]} given @param {any} board @param {any} given2
 */
export function cellAt([x, y], board, { size, gutter, left, top }) {
  if (x < gutter || y < gutter) return null;
  const { width, height } = board;
  if (board.grid === "hex") return hexagonAt(board, (x + left - gutter) / size, (y + top - gutter) / size);
  const column = Math.floor((x + left - gutter) / size);
  const row = Math.floor((y + top - gutter) / size);
  return row < height && column < width ? [row, column] : null;
}

/** The hexagon around a point, which is the one with the nearest middle, or null. @param {any} board @param {number} across @param {number} down */
function hexagonAt(board, across, down) {
  const near = Math.round((down - HEX_HIGH / 2) / HEX_STEP);
  const found = [near - 1, near, near + 1].map((row) => {
    const [shift, above] = placeOf(board, row, 0);
    const column = Math.round(across - 0.5 - shift);
    return { cell: [row, column], far: Math.hypot(across - 0.5 - shift - column, down - 0.5 - above) };
  });
  const { cell, far } = found.sort((one, other) => one.far - other.far)[0];
  const inside = cell[0] >= 0 && cell[1] >= 0 && cell[0] < board.height && cell[1] < board.width;
  return inside && far <= HEX_HIGH / 2 ? cell : null;
}

/** The first row or column that is visible, and the one after the last.
 * @param {number} from @param {number} length @param {number} size @param {number} count */
export function visible(from, length, size, count) {
  return [Math.max(0, Math.floor(from / size)), Math.min(count, Math.ceil((from + length) / size))];
}

/**
 * The distance to scroll to show the cell number `at` of a row or column with `around` others on each
 * side, if `from` pixels are scrolled away and `seen` visible: as little as possible.
 * @param {number} at @param {number} around @param {any} given2
 */
export function scrolled(at, around, { size, gutter, seen, from }) {
  const first = (at - around) * size;
  if (first < from) return first;
  return Math.max(from, (at + around + 1) * size + gutter - seen);
}

/** @type {Record<string, number[]>} */
const STEPS = { left: [0, -1], right: [0, 1], up: [-1, 0], down: [1, 0] };

/** The names of the key bindings that move the cursor. */
export const MOVES = [...Object.keys(STEPS), "row-start", "row-end", "top", "bottom"];

/** The cell that a move leads to, or null for other names.
 * @param {string} name @param {number[]} given1 @param {Size} given2 */
export function moved(name, [row, column], { width, height }) {
  if (name in STEPS) {
    const [down, right] = STEPS[name];
    return [clamp(row + down, 0, height - 1), clamp(column + right, 0, width - 1)];
  }
  if (name === "row-start") return [row, 0];
  if (name === "row-end") return [row, width - 1];
  if (name === "top") return [0, column];
  if (name === "bottom") return [height - 1, column];
  return null;
}

/** The smallest cell, in pixels, with room for a letter beside its digit. */
export const LETTERED_CELL = 26;
const TAG_PIXELS = 17; // of a letter outside its cell
const REACH = 3; // cells from a cell to its letter, at most

/** The cost of covering a cell with a letter: open digits are worth more than hidden cells. @param {string} code */
const coverCost = (code) => (code === "H" || code === "0" || code === "#" ? 0 : 2);

/**
 * The squares of the letters of cells that are too small for them: near their cells, where they cover
 * little, none of the `busy` cells and not each other. Each is `{letter, at: [row, column], side, cells}`
 * with the side in cells.
 * @param {any} board @param {Map<number, string>} letters by index @param {Set<number>} busy @param {number} size
 */
export function tagsOf({ width, height, cells: codes }, letters, busy, size) {
  const side = Math.max(1, Math.round(TAG_PIXELS / size));
  const taken = new Set([...busy, ...letters.keys()]);
  const tags = [];
  for (const letter of new Set(letters.values())) {
    const cells = [...letters].filter(([, each]) => each === letter).map(([index]) => index);
    const [row, column] = [Math.floor(cells[0] / width), cells[0] % width];
    let best = { cost: Infinity, at: [0, 0], covered: /** @type {number[]} */ ([]) };
    for (let down = row - side - REACH; down <= row + REACH + 1; down++) {
      for (let across = column - side - REACH; across <= column + REACH + 1; across++) {
        if (down < 0 || across < 0 || down + side > height || across + side > width) continue;
        const covered = [];
        for (let i = 0; i < side * side; i++)
          covered.push((down + Math.floor(i / side)) * width + across + (i % side));
        if (covered.some((index) => taken.has(index))) continue;
        const [dy, dx] = [down + (side - 1) / 2 - row, across + (side - 1) / 2 - column];
        const crossed = Math.round(row + dy / 2) * width + Math.round(column + dx / 2); // by its line
        const spoilt = covered.reduce((sum, i) => sum + coverCost(codes[i]), 0) / side;
        const cost = Math.hypot(dy, dx) + spoilt + coverCost(codes[crossed]) / 4;
        if (cost < best.cost) best = { cost, at: [down, across], covered };
      }
    }
    if (best.cost === Infinity) continue;
    for (const index of best.covered) taken.add(index);
    tags.push({ letter, at: best.at, side, cells });
  }
  return tags;
}
