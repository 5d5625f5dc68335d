// Short sounds of moves, made by the browser; only if the visitor wants them.

import { preferences } from "../preferences/preferences.js";

let audio = null;

/** Notes of a move: `[hertz, seconds from now, seconds long]`. */
export function notesOf({ decision, changed, outcome }) {
  if (outcome === "won") return [[523, 0, 0.12], [659, 0.12, 0.12], [784, 0.24, 0.12], [1047, 0.36, 0.3]];
  if (outcome === "lost") return [[110, 0, 0.35], [82, 0.08, 0.5]];
  if (decision.action === "flag" || decision.action === "unflag") return [[440, 0, 0.05]];
  if (changed.length > 8) return [[587, 0, 0.07], [880, 0.06, 0.1]];
  return [[660, 0, 0.04]];
}

/** Play the sound of a step. */
export function sound(step) {
  if (!preferences().sound) return;
  try {
    audio ??= new AudioContext();
    audio.resume();
    for (const note of notesOf(step)) play(...note);
  } catch {
    // This browser has no sound.
  }
}

function play(hertz, after, long) {
  const [tone, volume, start] = [audio.createOscillator(), audio.createGain(), audio.currentTime + after];
  tone.type = "triangle";
  tone.frequency.value = hertz;
  volume.gain.setValueAtTime(0.12, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + long);
  tone.connect(volume).connect(audio.destination);
  tone.start(start);
  tone.stop(start + long);
}
