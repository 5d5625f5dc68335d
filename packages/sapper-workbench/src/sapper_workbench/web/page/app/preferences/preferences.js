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
  window.dispatchEvent(new Event("preferencechange"));
}

/** The preferences in a component, which is rendered again when they change. */
export function usePreferences() {
  const [, redraw] = useState(0);
  useListener(window, "preferencechange", () => redraw((/** @type {number} */ n) => n + 1));
  return now;
}

function dress() {
  const { dataset } = document.documentElement;
  /** @param {any} choices @param {any} value */
  const known = (choices, value) => choices.some((/** @type {any} */ [name]) => name === value);
  dataset.look = known(LOOKS, now.look) ? now.look : USUAL.look;
  dataset.clues = known(CLUES, now.clues) ? now.clues : USUAL.clues;
  window.dispatchEvent(new Event("dresschange"));
}

/** Another tab has changed them. @param {any} given */
function follow({ key }) {
  if (key !== "sapper.preferences") return;
  now = { ...USUAL, ...recall("preferences", {}) };
  dress();
  window.dispatchEvent(new Event("preferencechange"));
}

/** Dress the page as the visitor prefers, from now on. */
export function followPreferences() {
  window.addEventListener("storage", follow);
  dress();
}
