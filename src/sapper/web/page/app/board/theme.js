// The board's colours, read from the style sheet, so that it alone knows light and dark.

let look = null;

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
  look = null;
  window.dispatchEvent(new Event("themechange"));
});

const NAMES = [
  "panel",
  "ink",
  "ink-soft",
  "accent",
  "accent-ink",
  "danger",
  "good",
  "tile",
  "tile-edge",
  "tile-hover",
  "open",
  "grid",
  "mark-ink",
  "flag",
  "mine",
  "exploded",
  "gold",
  "gold-fill",
  "blocked",
  "heat-ink",
  "mono",
  "sans",
];

/** Every colour of the board by name; `clues` from 0, `heat(p)` for a probability. */
export function theme() {
  if (look) return look;
  const style = getComputedStyle(document.documentElement);
  const read = (name) => style.getPropertyValue(`--${name}`).trim();
  const stops = [0, 50, 100].map((at) => read(`heat-${at}`).split(" ").map(Number));
  look = Object.fromEntries(NAMES.map((name) => [name, read(name)]));
  look.clues = [look.ink, ...[1, 2, 3, 4, 5, 6, 7, 8].map((clue) => read(`clue-${clue}`))];
  const shades = Array.from({ length: 101 }, (_, percent) => shade(stops, percent / 100));
  look.heat = (probability) => shades[Math.round(probability * 100)];
  return look;
}

function shade([low, middle, high], at) {
  const [from, to, part] = at < 0.5 ? [low, middle, at * 2] : [middle, high, at * 2 - 1];
  const mixed = from.map((value, i) => Math.round(value + (to[i] - value) * part));
  return `rgb(${mixed.join(" ")})`;
}
