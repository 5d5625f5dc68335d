// What a visitor prefers, kept by the browser; the skin and colours are set on the root element.

import { useEffect, useState } from "../preact.js";
import { recall, remember } from "../storage.js";

export const SKINS = [
  ["rounded", "Rounded"],
  ["classic", "Classic: raised tiles"],
  ["flat", "Flat"],
  ["pips", "Pips: clues as on dice"],
];
export const COLOURS = [
  ["usual", "Usual"],
  ["safe", "For colour blindness: blue and orange"],
  ["ink", "Clues in one colour"],
];

const USUAL = {
  skin: "rounded",
  colours: "usual",
  questions: false, // a flag is followed by a question mark
  clickChords: true, // a click on a clue chords, as both buttons do
  magnifier: false, // a long press shows the cells under the finger
  sound: false,
  milliseconds: false, // on the clock
  keys: {}, // of the visitor, as in `rebind`
  name: "", // of the visitor, in records and replays
};

let now = { ...USUAL, ...recall("preferences", {}) };

/** The preferences by name. */
export const preferences = () => now;

/** Change some preferences. */
export function prefer(changes) {
  now = { ...now, ...changes };
  remember("preferences", now);
  dress();
  window.dispatchEvent(new Event("preferencechange"));
}

/** The preferences in a component, which is rendered again when they change. */
export function usePreferences() {
  const [, redraw] = useState(0);
  useEffect(() => {
    const changed = () => redraw((n) => n + 1);
    window.addEventListener("preferencechange", changed);
    return () => window.removeEventListener("preferencechange", changed);
  }, []);
  return now;
}

function dress() {
  const { dataset } = document.documentElement;
  const known = (choices, value) => choices.some(([name]) => name === value);
  dataset.skin = known(SKINS, now.skin) ? now.skin : USUAL.skin;
  dataset.colours = known(COLOURS, now.colours) ? now.colours : USUAL.colours;
  window.dispatchEvent(new Event("dresschange"));
}

/** Another tab has changed them. */
function followed({ key }) {
  if (key !== "sapper.preferences") return;
  now = { ...USUAL, ...recall("preferences", {}) };
  dress();
  window.dispatchEvent(new Event("preferencechange"));
}

window.addEventListener("storage", followed);
dress();
