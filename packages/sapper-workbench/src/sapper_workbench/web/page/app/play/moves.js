// The meaning of gestures on the board, the effects and sounds of moves, and the marks of guesses in a review.

import { indexOf } from "../board/position.js";
import { indices, marksOf } from "../board/scene.js";
import { codeWords } from "../board/speech.js";
import { walkMarks } from "../board/walk.js";
import { preferences } from "../preferences/preferences.js";
import { useRemembered } from "../storage.js";

/** The action of a gesture on a cell; null if it does nothing. A click on a clue is a chord only if
 * `clickChords`.
 * @param {string} gesture @param {Board} board @param {number[]} cell @param {boolean} flagging */
export function actionOf(gesture, board, cell, flagging, clickChords = true) {
  if (board.outcome !== "playing") return null;
  const code = board.cells[indexOf(board, cell)];
  if (code !== "H" && code !== "F") {
    const chords = gesture === "chord" || (gesture === "open" && clickChords);
    return chords && /^[1-9]/.test(code) ? "chord" : null;
  }
  if (gesture === "chord") return null;
  if (gesture === "flag" || flagging) return code === "F" ? "unflag" : "flag";
  return code === "H" ? "open" : null;
}

/** The keys of the gestures, which act on the cell of the cursor. @param {any} act @param {{current: number[]}} cursor */
export const gestureKeys = (act, cursor) =>
  Object.fromEntries(["open", "flag", "chord"].map((gesture) => [gesture, () => act(gesture, cursor.current)]));

/** The effect of a step in words; `helped` says whether the visitor used help in this game.
 * @param {any} given @param {boolean} helped */
export function stepWords({ decision, changed, outcome }, helped) {
  /** @type {Record<string, string>} */
  const done = { open: "Opened", flag: "Flagged", unflag: "Unflagged", chord: "Opened around" };
  const words = `${done[decision.action]} [${decision.cell.join(", ")}]`;
  const opened = changed.filter((/** @type {any} */ [, code]) => code !== "H" && code !== "F");
  if (outcome === "won") return `${words}. ${helped ? "The game is won, with help." : "You won!"}`;
  if (outcome === "lost") return `${words}: a mine. The game is lost.`;
  if (opened.some((/** @type {any} */ [, code]) => code === "*")) return `${words}: a mine, which cost a life.`;
  if (opened.length === 1) return `${words}: ${codeWords(opened[0][1])}.`;
  return opened.length ? `${words}: ${opened.length} cells opened.` : `${words}.`;
}

/**
 * The marks in the position of a guess: its cell, a better cell, and the clues that prove it, or what
 * the current stop of the `walk` through the reason shows.
 * @param {Board} board @param {any} review @param {number} at @param {any} walk
 */
export function guessMarks(board, review, at, walk) {
  const guess = review?.guesses.find((/** @type {any} */ { step }) => step === at + 1);
  if (walk?.stop)
    return { ...walkMarks(board, walk), doubts: indices(board, guess ? [guess.cell] : []) };
  if (!guess) return null;
  const marks = marksOf(board, { ...guess, guess: true, reason: guess.words, mines: [] });
  const [better] = indices(board, guess.best ? [guess.best] : []);
  return { ...marks, better: better === marks?.target ? null : better };
}

/** The fields of a request for the same board. @param {any} given */
export function sameFields({ board, world, seed, number, no_guess }) {
  if (world) return { world, seed };
  const { width, height, mines, rules } = board;
  return { width, height, mines, first: rules.first, seed, number, ...(no_guess && { no_guess }) };
}

/** What the gesture `flag` on a cell means for its question mark: `"add"` after the flag is removed,
 * `"remove"` instead of a flag, or null.
 * @param {string} gesture @param {Board} board @param {number[]} cell @param {any} marked */
export function questionOf(gesture, board, cell, marked) {
  if (gesture !== "flag" || board.outcome !== "playing") return null;
  const index = indexOf(board, cell);
  if (board.cells[index] === "F") return "add";
  return board.cells[index] === "H" && marked.has(index) ? "remove" : null;
}

/** The question marks of the current game: the set of their cells' indices, and a function that
 * changes one. They are kept until another game has some.
 * @returns {[Set<number>, (index: number, how: string) => void]}
 * @param {any} game */
export function useQuestions(game) {
  const [kept, setKept] = useRemembered("questions", { id: null, cells: [] });
  const cells = kept.id === game?.id ? kept.cells : [];
  /** @param {number} index @param {string} how */
  const turn = (index, how) => {
    const others = cells.filter((/** @type {any} */ each) => each !== index);
    setKept({ id: game.id, cells: how === "add" ? [...others, index] : others });
  };
  return [new Set(cells), turn];
}

/** @type {any} */
let audio = null;

/** Notes of a move: `[hertz, seconds from now, seconds long]`. @param {any} given */
export function notesOf({ decision, changed, outcome }) {
  if (outcome === "won") return [[523, 0, 0.12], [659, 0.12, 0.12], [784, 0.24, 0.12], [1047, 0.36, 0.3]];
  if (outcome === "lost") return [[110, 0, 0.35], [82, 0.08, 0.5]];
  if (decision.action === "flag" || decision.action === "unflag") return [[440, 0, 0.05]];
  if (changed.length > 8) return [[587, 0, 0.07], [880, 0.06, 0.1]];
  return [[660, 0, 0.04]];
}

/** Play the sound of a step. @param {any} step */
export function sound(step) {
  if (!preferences().sound) return;
  try {
    audio ??= new AudioContext();
    audio.resume();
    for (const [hertz, after, long] of notesOf(step)) play(hertz, after, long);
  } catch {
    // This browser has no sound.
  }
}

/** @param {number} hertz @param {number} after @param {number} long */
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
