// Light or dark, and the board's colours, which are read from the style sheet.

import { recall, remember } from "../storage.js";

const system = matchMedia("(prefers-color-scheme: dark)");
let look = null;

/** Whether the page is dark: as chosen here, else as the system prefers. */
const dark = () => (recall("theme", null) ?? (system.matches ? "dark" : "light")) === "dark";

/** Switch between light and dark; a choice that the system makes too is not stored. */
export function turnTheme() {
  const wanted = dark() ? "light" : "dark";
  remember("theme", (wanted === "dark") === system.matches ? null : wanted);
  dress();
}

function dress() {
  document.documentElement.dataset.theme = dark() ? "dark" : "light";
  look = null;
  window.dispatchEvent(new Event("themechange"));
}

system.addEventListener("change", dress);
window.addEventListener("dresschange", dress); // another skin or palette
dress();

const NAMES = `
  panel ink ink-soft accent accent-ink danger good warn tile tile-edge tile-light tile-hover open fresh
  grid mark-ink flag mine mine-shown exploded gold gold-fill blocked heat-ink sans`
  .trim()
  .split(/\s+/);

/**
 * The colours of the board by name; `clues` from 0, `heat(p)` for a probability, and `depth(p)` for
 * the lower edge of its tile.
 */
export function theme() {
  if (look) return look;
  const style = getComputedStyle(document.documentElement);
  const read = (name) => style.getPropertyValue(`--${name}`).trim();
  const stops = [0, 50, 100].map((at) => read(`heat-${at}`).split(" ").map(Number));
  const shades = Array.from({ length: 101 }, (_, percent) => shade(stops, percent / 100));
  const low = Number(read("heat-depth"));
  const [heat, depth] = [1, low].map((part) => shades.map((colour) => css(colour, part)));
  look = Object.fromEntries(NAMES.map((name) => [name, read(name)]));
  look.skin = document.documentElement.dataset.skin;
  look.clues = [look.ink, ...[1, 2, 3, 4, 5, 6, 7, 8].map((clue) => read(`clue-${clue}`))];
  look.heat = (probability) => heat[Math.round(probability * 100)];
  look.depth = (probability) => depth[Math.round(probability * 100)];
  return look;
}

function shade([low, middle, high], at) {
  const [from, to, part] = at < 0.5 ? [low, middle, at * 2] : [middle, high, at * 2 - 1];
  return from.map((value, i) => value + (to[i] - value) * part);
}

const css = (colour, part) => `rgb(${colour.map((value) => Math.round(value * part)).join(" ")})`;
