// The looks of boards, which are read from the style sheets.

/** @type {Map<string | undefined, Look>} */
const looks = new Map();

window.addEventListener("preferencechange", () => looks.clear());

const NAMES = `
  tile-shape tile tile-alt tile-edge tile-light tile-hover open open-alt fresh grid mark-ink flag mine
  mine-shown exploded gold gold-fill blocked heat-ink sans`
  .trim()
  .split(/\s+/);
/** The page's colours that a look may replace on its board. */
const PAGE = "ink soft panel accent accent-ink good danger warn".split(" ");

/**
 * The look of the board in an element: its colours by name; `clues` from 0, `heat(p)` for a
 * probability, and `depth(p)` for the lower edge of its tile.
 * @param {HTMLElement} element
 * @returns {Look}
 */
export function theme(element) {
  /** @type {HTMLElement} */
  const dressed = element.closest("[data-look]") ?? document.documentElement;
  const known = looks.get(dressed.dataset.look);
  if (known) return known;
  const style = getComputedStyle(dressed);
  const read = (/** @type {string} */ name) => style.getPropertyValue(`--${name}`).trim();
  const stops = [0, 50, 100].map((at) => read(`heat-${at}`).split(" ").map(Number));
  const shades = Array.from({ length: 101 }, (_, percent) => shade(stops, percent / 100));
  const low = Number(read("heat-depth"));
  const [heat, depth] = [1, low].map((part) => shades.map((colour) => css(colour, part)));
  /** @type {any} */
  const look = Object.fromEntries([
    ...NAMES.map((name) => [name, read(name)]),
    ...PAGE.map((name) => [name, read(`board-${name}`)]),
  ]);
  look.pips = document.documentElement.dataset.clues === "pips";
  look.clues = [look.ink, ...[1, 2, 3, 4, 5, 6, 7, 8].map((clue) => read(`clue-${clue}`))];
  look.heat = (/** @type {number} */ probability) => heat[Math.round(probability * 100)];
  look.depth = (/** @type {number} */ probability) => depth[Math.round(probability * 100)];
  looks.set(dressed.dataset.look, look);
  return look;
}

/** @param {number[][]} stops @param {number} at */
function shade([low, middle, high], at) {
  const [from, to, part] = at < 0.5 ? [low, middle, at * 2] : [middle, high, at * 2 - 1];
  return from.map((value, i) => value + (to[i] - value) * part);
}

/** @param {number[]} colour @param {number} part */
const css = (colour, part) => `rgb(${colour.map((value) => Math.round(value * part)).join(" ")})`;
