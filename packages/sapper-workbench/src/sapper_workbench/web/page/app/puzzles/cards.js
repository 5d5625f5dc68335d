// The cards beside a puzzle: the task, the judgement with its proofs, and the player's standing.

import { html } from "../preact.js";
import { LEVELS } from "../choice.js";
import { percent, plural, sentence } from "../format.js";
import { Tool } from "../parts/controls.js";
import { Walk, Words } from "../parts/reasons.js";

const KINDS = {
  safe: "Every safe cell",
  guess: "The best guess",
  certain: "Is anything certain?",
  ending: "Play out the ending",
};
const HOW = {
  safe: "Choose all cells that cannot be mines, then check. Each one that you find counts, and each wrong one costs as much.",
  guess: "Choose a cell, then check.",
  certain: "Choose one such cell, then check. A cell is certainly safe if no layout of the mines has a mine there.",
  ending: "Choose a cell, then check. A guess that is as good as any other turns out to be safe, and the ending continues.",
};

export const kindWords = (kind) => KINDS[kind] ?? kind;

/** The task and the chosen cells. */
export function TaskCard({ puzzle, title, chosen }) {
  return html`<section class="card" aria-label="Task">
    <p class="overline">${title}</p>
    <h2>${kindWords(puzzle.kind)}</h2>
    <p>${sentence(puzzle.task)}</p>
    <p class="soft small">${HOW[puzzle.kind]}${puzzle.board.cells.includes("#") && " Hatched cells are left out: they do not matter."}</p>
    ${chosen.length > 0 && html`<p class="small" role="status">${plural(chosen.length, "cell", "cells")} chosen.</p>`}
  </section>`;
}

/** The judgement of an answer, the `walk` through the reasons, and the change of the ratings. */
export function VerdictCard({ verdict, walk, onLit }) {
  const { right, score, done, shown, words, themes, standing, before } = verdict;
  const wrong = score > 0 ? `${percent(score)} right` : "✗ not solved";
  const tag = shown ? "the solution" : right ? "✓ right" : wrong;
  return html`<section class="card" aria-label="Verdict">
    <div class=${right ? "answer answer-right" : "answer answer-wrong"}>
      <span class=${right ? "tag tag-good" : "tag tag-bad"}>${tag}</span>
      <p class="reason"><${Words} text=${sentence(words.replace(JUDGED, ""))} letters=${walk?.letters} onLit=${onLit} /></p>
    </div>
    ${walk && html`<${Walk} walk=${walk} onLit=${onLit} />`}
    ${done && html`<p class="chips" aria-label="Themes">${themes
      .filter((theme) => !UNNAMED.includes(theme))
      .map((theme) => html`<span key=${theme} class="tag tag-plain">${themeWords(theme)}</span>`)}</p>`}
    ${done && standing && html`<p class="soft small">The puzzle’s rating is ${verdict.puzzle_rating};
      yours ${standing.rating === before ? `is still ${before}` : `went from ${before} to ${standing.rating}`}.</p>`}
  </section>`;
}

/** The player's rating, tries and repetitions. */
export function StandingCard({ standing }) {
  const { rating, deviation, tried, solved, due, waiting } = standing;
  return html`<section class="card" aria-label="Your rating">
    <p class="overline">Your puzzle rating</p>
    <p><b class="puzzle-rating">${rating}</b>${" "}
      <span class="soft small">${deviation > PROVISIONAL_DEVIATION ? "provisional" : `± ${2 * deviation}`}</span></p>
    <p class="soft small">${solved} of ${plural(tried, "puzzle", "puzzles")} solved.${" "}
      ${waiting > 0 && `${plural(waiting, "missed puzzle", "missed puzzles")} will come back in the next few days.`}</p>
    ${due > 0 && html`<p class="row"><a class="button" href="#puzzles/repeat">Repeat ${plural(due, "puzzle", "puzzles")}</a></p>`}
  </section>`;
}

const ANSWERS = { yes: "a safe cell", no: "no safe cell" }; // the themes of "Is anything certain?"
const JUDGED = /^(right|wrong): /; // the tag says it
const PROVISIONAL_DEVIATION = 110; // above which a rating means little
/** The themes of solutions in people's words, and their meanings; easiest techniques first. */
const SOLUTIONS = {
  "1-1": ["1-1", "two 1s side by side: the extra cell is safe"],
  "1-2": ["1-2", "a 1 beside a 2: the extra cell is a mine"],
  "1-2-1": ["1-2-1", "mines beside the 1s, not beside the 2"],
  "1-2-2-1": ["1-2-2-1", "mines beside the 2s"],
  hole: ["holes", "all cells of one number are cells of another"],
  "two clues": ["two numbers", "two numbers compared, without a named pattern"],
  corner: ["corners", "three numbers around a corner: 2-2-2 or 1-3-1"],
  counts: ["one of these", "how many mines some cells hold, as a clue for other numbers"],
  "mines left": ["mines left", "the number of mines left decides"],
  suppose: ["what if?", "suppose a mine, and a number fails"],
  "one cell": ["one safe cell", "one safe cell to find"],
  "several cells": ["several safe cells", "several safe cells to find"],
  "one guess": ["one guess", "an ending decided by one guess"],
  "several guesses": ["several guesses", "an ending with several guesses"],
};
const UNNAMED = ["exact", "playouts"]; // how a guess was valued

/** The name of a kind or a theme. */
export const themeWords = (name) => KINDS[name] ?? SOLUTIONS[name]?.[0] ?? ANSWERS[name] ?? name;

/** Buttons that choose a theme to train. */
export function Themes({ themes, theme, onTheme }) {
  const kinds = Object.keys(KINDS);
  const known = Object.keys(SOLUTIONS).filter((name) => name in themes);
  const named = [...kinds, ...LEVELS, ...known, ...UNNAMED];
  const others = [...known, ...Object.keys(themes).filter((name) => !named.includes(name))];
  return html`<details class="card">
    <summary><h2>Themes</h2></summary>
    ${[kinds, LEVELS, others].map(
      (names, i) => html`<div key=${i} class="chips" role="group" aria-label=${["Kinds", "Levels", "What a solution uses"][i]}>
      ${names.map(
        (name) => html`<${Tool} key=${name} pressed=${name === theme} words=${SOLUTIONS[name]?.[1]}
          onClick=${() => onTheme(name === theme ? null : name)}>${themeWords(name)}
          ${" "}<span class="soft small">${themes[name]?.toLocaleString("en")}</span><//>`,
      )}</div>`,
    )}
  </details>`;
}
