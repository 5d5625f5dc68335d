// The review of a game: the curve of its chance of winning, and every guess with a better move.

import { html, useEffect, useRef } from "../preact.js";
import { lettersOfDecision } from "../board/scene.js";
import { counted, percent, sentence } from "../format.js";
import { Curve } from "./figures.js";
import { Tool } from "./controls.js";
import { CellName, Walk, Words } from "./reasons.js";

/** The meaning of each verdict on a guess (`Guess.verdict`), and the look of its tag. */
const VERDICTS = {
  avoidable: {
    tag: "tag-bad",
    means:
      "a cell was certainly safe, the move certainly hit a mine, or another move wins more games and the 95% interval of the difference lies above 0",
  },
  unclear: {
    tag: "tag-guess",
    means: "another move may be better, but the simulated games do not show it with 95% confidence",
  },
  forced: { tag: "tag-plain", means: "no cell was certainly safe, and no better move was found" },
};
/** The look of the tag of a grade (`Guess.grade`). */
const GRADES = {
  best: "tag-good",
  fine: "tag-good",
  inaccuracy: "tag-guess",
  mistake: "tag-bad",
  blunder: "tag-bad",
};

const BESIDE = "(min-width: 901px)"; // the review is beside the board, which stays in sight

const EMPTY = { guesses: [], slips: [], curve: [], summary: [], notes: [] };
/** The state of a stream of a review before its first event. */
export const NOTHING = {
  line: null, // the game, and where in its tree it ended
  review: EMPTY,
  whole: false, // whether the review is complete
  progress: null,
  exercise: null,
  live: false,
  trouble: null,
};

/** The state after an event of the stream, which begins with the end of the game. */
export function reviewAfter(state, name, data) {
  const { review } = state;
  if (name === "review") return { ...state, review: data, whole: true };
  if (name === "guess") return { ...state, review: { ...review, guesses: [data, ...review.guesses] } };
  if (name === "slip") return { ...state, review: { ...review, slips: [data, ...review.slips] } };
  if (name === "chances")
    return { ...state, review: { ...review, curve: [...data.toReversed(), ...review.curve] } };
  return { ...state, [name]: data };
}

/**
 * A review, as far as it has come: `found` is the state of its stream, and `walk` is the one through the reason at the
 * current step. `onStep(n)` goes to the position after `n` steps, `onLearn(exercise)` to the exercise on the mistakes.
 */
export function Review({ found, at, walk, onStep, onLit, onLearn }) {
  const { review, whole, exercise, progress, trouble } = found;
  if (trouble) return html`<section class="card"><p class="trouble" role="alert">${trouble}</p></section>`;
  if (!whole && !review.guesses.length && !review.slips.length)
    return html`<section class="card"><${Progress} of=${progress} words="Reviewing the game" /></section>`;
  return html`<${Verdict} review=${review} whole=${whole} at=${at} walk=${walk} onStep=${onStep} onLit=${onLit}>
    ${
      whole
        ? html`<${Sum} review=${review} exercise=${exercise} onLearn=${onLearn} />`
        : html`<${Progress} of=${progress} words="Reviewing from the end" />`
    }
  <//>`;
}

function Progress({ of, words }) {
  const text = of?.of ? `${words}: ${of.done} of ${of.of}` : `${words} …`;
  return html`<p class="progress" role="status">${text}
    <progress max=${of?.of || 1} value=${of?.of ? of.done : null} aria-label=${words}></progress>
  </p>`;
}

/** The dots of guesses on a curve. */
export const dotsOf = (guesses) =>
  guesses.map(({ step, risk, verdict, grade }) => ({
    step: step - 1,
    good: verdict !== "avoidable",
    words: `${percent(risk, 1)} risk, ${grade ?? verdict}`,
  }));

/** The summary of the review, and the button for its exercise. */
function Sum({ review, exercise, onLearn }) {
  const tasks = exercise?.tasks.length;
  return html`<p class="small">${review.summary.map(sentence).join(" ")}</p>
    ${
      tasks > 0 &&
      html`<p class="row"><${Tool} main group="play" name="mistakes"
        words=${`Try ${counted(tasks, "position", "positions")} again`}
        onClick=${() => onLearn(exercise)}>Learn from your mistakes<//></p>`
    }`;
}

function Verdict({ review, whole, at, walk, onStep, onLit, children }) {
  const { guesses, curve, slips, notes } = review;
  const list = useRef();
  useEffect(() => {
    const [now] = list.current.getElementsByClassName("guess-now");
    if (matchMedia(BESIDE).matches) now?.scrollIntoView({ block: "nearest" });
  }, [at]);
  return html`<section class="card" aria-label="Review">
    <p class="overline">Review</p>
    <h2>${whole ? review.story : html`${counted(guesses.length, "guess", "guesses")} <span class="soft">so far</span>`}</h2>
    ${guesses.length > 0 && html`<${Curve} curve=${curve} from=${0} dots=${dotsOf(guesses)} at=${at} onStep=${onStep}
      label="Chance of winning throughout the game" />
    <p class="soft small">Chance of winning throughout the game; dots are guesses, red if avoidable.</p>`}
    ${children}
    <ol class="guesses" ref=${list}>
      ${guesses.map((guess) => html`<${Guess} key=${guess.step} guess=${guess} now=${at === guess.step - 1} walk=${at === guess.step - 1 ? walk : null} onStep=${onStep} onLit=${onLit} />`)}
      ${slips.map(
        (slip) => html`<li key=${`slip ${slip.step}`} class="guess guess-avoidable">
        <p class="guess-head">
          <button type="button" class="link" onClick=${() => onStep(slip.step - 1)}>move ${slip.step}</button>
          <${CellName} cell=${slip.cell} onLit=${onLit} /><span class="tag tag-bad">wrong flag</span></p>
        <${Reason} words=${slip.words} walk=${at === slip.step - 1 ? walk : null} onLit=${onLit} /></li>`,
      )}
    </ol>
    ${notes.map((note) => html`<p class="soft small" key=${note}>${sentence(note)}</p>`)}
  </section>`;
}

/** A clause of a review. Its proof is left to the steps of the walk, at the current step. Only their cells
 * have letters then, as on the board: one sentence has one notation. */
function Reason({ words, letters, walk, onLit }) {
  const said = words.replace(/(certainly safe): .*/, "$1");
  return html`<p class="reason"><${Words} text=${sentence(said)} letters=${walk?.stop ? null : letters} onLit=${onLit} /></p>
    ${walk?.stop && html`<${Walk} walk=${walk} onLit=${onLit} />`}`;
}

function Guess({ guess, now, walk, onStep, onLit }) {
  const { step, cell, risk, verdict, grade, words, reason } = guess;
  const letters = now ? lettersOfDecision({ cell, reason: words }) : null; // the board shows this position
  const { tag, means } = VERDICTS[verdict];
  const kind = `guess guess-${verdict} ${now ? "guess-now" : ""}`;
  return html`<li class=${kind} aria-current=${now ? "step" : null}>
    <p class="guess-head">
      <button type="button" class="link" onClick=${() => onStep(step - 1)}>move ${step}</button>
      <${CellName} cell=${cell} letter=${walk ? null : letters?.get(String(cell))} onLit=${onLit} />
      <b>${percent(risk, 1)} risk</b>
      ${grade && html`<span class=${`tag ${GRADES[grade]}`}>${grade}</span>`}
      <span class=${grade ? "verdict soft" : `verdict tag ${tag}`} title=${means}>${verdict}</span>
    </p>
    <${Reason} words=${words} letters=${letters} walk=${walk} onLit=${onLit} />
    ${now && reason && html`<p class="reason soft small"><${Words} text=${reason} letters=${letters} onLit=${onLit} /></p>`}
  </li>`;
}
