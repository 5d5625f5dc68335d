// The visitor's preferences, stored by the browser; look and clues are set on the root element.

import { useState } from "../preact.js";
import { useListener } from "../parts/hooks.js";
import { recall, remember } from "../storage.js";

export const LOOKS = [
  ["lagoon", "Lagoon"],
  ["classic", "Classic"],
  ["paper", "Paper"],
  ["night", "Night"],
  ["contrast", "Blue and orange"],
];
export const CLUES = [
  ["colours", "In colours"],
  ["ink", "In one colour"],
  ["pips", "Pips, as on dice"],
];

const USUAL = {
  look: "lagoon",
  clues: "colours",
  questions: false, // a flag is followed by a question mark
  clickChords: true, // a click on a clue chords, as both buttons do
  magnifier: false, // a long press shows the cells under the finger
  sound: false,
  milliseconds: false, // hundredths of a second on the clock
  coordinates: false, // the numbers of rows and columns
  adviser: "swift", // who gives hints
  keys: {}, // of the visitor, as in `rebind`
  name: "", // of the visitor, in records and replays
};

let now = { ...USUAL, ...recall("preferences", {}) };

/** The preferences by name. */
export const preferences = () => now;

/** Change some preferences. @param {any} changes */
export function prefer(changes) {
  now = { ...now, ...changes };
  remember("preferences", now);
  dress();
}

/** The preferences in a component, which is rendered again when they change. */
export function usePreferences() {
  const [, redraw] = useState(0);
  useListener(window, "preferencechange", () => redraw((/** @type {number} */ n) => n + 1));
  return now;
}

const system = () => matchMedia("(prefers-color-scheme: dark)");

/** Whether the page is dark: as chosen here, else as the system prefers. */
const dark = () => (recall("theme", null) ?? (system().matches ? "dark" : "light")) === "dark";

/** Switch between light and dark; a choice that the system makes too is not stored. */
export function turnTheme() {
  const wanted = dark() ? "light" : "dark";
  remember("theme", (wanted === "dark") === system().matches ? null : wanted);
  dress();
}

function dress() {
  /** @param {any} choices @param {any} value @param {string} otherwise */
  const known = (choices, value, otherwise) => (choices.some((/** @type {any} */ [name]) => name === value) ? value : otherwise);
  Object.assign(document.documentElement.dataset, {
    theme: dark() ? "dark" : "light",
    look: known(LOOKS, now.look, USUAL.look),
    clues: known(CLUES, now.clues, USUAL.clues),
  });
  window.dispatchEvent(new Event("preferencechange"));
}

/** Dress the page from now on, also when the system or another tab changes something. */
export function followPreferences() {
  system().addEventListener("change", dress);
  window.addEventListener("storage", ({ key }) => {
    if (key !== "sapper.preferences") return;
    now = { ...USUAL, ...recall("preferences", {}) };
    dress();
  });
  dress();
}
