// The review of a game: its chance of winning as a curve, and every guess with what was better.

import { html, useEffect, useRef, useState } from "../kit.js";
import { sentence, stream } from "../api.js";
import { percent } from "../board/speech.js";
import { Curve } from "./plot.js";
import { CellName, counted, Words } from "./words.js";

/**
 * Asks for the review of a game, hands it to `onReview`, and shows it; `onStep(n)` goes to the
 * position after so many steps.
 */
export function Review({ id, at, onReview, onStep, onLit }) {
  const [review, setReview] = useState(null);
  const [progress, setProgress] = useState(null);
  const [trouble, setTrouble] = useState(null);
  useEffect(() => {
    const leaving = new AbortController();
    setReview(null);
    setTrouble(null);
    const heard = (name, data) => {
      if (name === "progress") setProgress(data);
      if (name !== "review") return;
      setReview(data);
      onReview(data);
    };
    stream(`/api/games/${id}/review`, heard, leaving.signal).catch((error) => {
      const told = sentence(error);
      if (told) setTrouble(told);
    });
    return () => leaving.abort();
  }, [id]);

  if (trouble)
    return html`<section class="card"><p class="trouble" role="alert">${trouble}</p></section>`;
  if (!review)
    return html`<section class="card"><${Progress} of=${progress} words="Reviewing the game" /></section>`;
  return html`<${Verdict} review=${review} at=${at} onStep=${onStep} onLit=${onLit} />`;
}

export function Progress({ of, words }) {
  const told = of?.of ? `${words}: ${of.done} of ${of.of}` : `${words} …`;
  return html`<p class="progress" role="status">${told}
    <progress max=${of?.of || 1} value=${of?.of ? of.done : null} aria-label=${words}></progress>
  </p>`;
}

function Verdict({ review, at, onStep, onLit }) {
  const { guesses, curve, slips = [], notes = [] } = review;
  const list = useRef();
  useEffect(() => {
    const [now] = list.current.getElementsByClassName("guess-now");
    if (!now) return;
    const { offsetTop: top, offsetHeight: high } = now;
    const { scrollTop, clientHeight } = list.current;
    list.current.scrollTop = Math.min(top, Math.max(top + high - clientHeight, scrollTop));
  }, [at]);
  const avoidable = guesses.filter((guess) => !guess.forced).length;
  const dots = guesses.map((guess) => ({
    step: guess.step - 1,
    good: guess.forced && !(guess.loss > 0.01),
    words: `${percent(guess.risk, 1)} risk`,
  }));
  return html`<section class="card" aria-label="Review">
    <p class="overline">Review</p>
    <h2>${counted(guesses.length, "guess", "guesses")}${
      guesses.length > 0 && html`<span class="soft">${avoidable || "none"} avoidable</span>`
    }</h2>
    <${Curve} curve=${curve} dots=${dots} at=${at} onStep=${onStep}
      label="Chance of winning along the game" />
    ${curve.length > 0 && html`<p class="soft small">Chance of winning along the game; dots are guesses.</p>`}
    <ol class="guesses" ref=${list}>
      ${guesses.map((guess) => html`<${Guess} key=${guess.step} guess=${guess} now=${at === guess.step - 1} onStep=${onStep} onLit=${onLit} />`)}
      ${slips.map(
        (slip) => html`<li key=${`slip ${slip.step}`} class="guess guess-avoidable">
        <p class="guess-head">
          <button type="button" class="link" onClick=${() => onStep(slip.step - 1)}>move ${slip.step}</button>
          <${CellName} cell=${slip.cell} onLit=${onLit} /><span class="tag tag-bad">wrong flag</span></p>
        <p><${Words} text=${slip.words} onLit=${onLit} /></p></li>`,
      )}
    </ol>
    ${notes.map((note) => html`<p class="soft small" key=${note}>${note}</p>`)}
  </section>`;
}

function Guess({ guess, now, onStep, onLit }) {
  const { step, cell, risk, forced, words } = guess;
  const kind = `guess ${forced ? "" : "guess-avoidable"} ${now ? "guess-now" : ""}`;
  return html`<li class=${kind} aria-current=${now ? "step" : null}>
    <p class="guess-head">
      <button type="button" class="link" onClick=${() => onStep(step - 1)}>move ${step}</button>
      <${CellName} cell=${cell} onLit=${onLit} />
      <b>${percent(risk, 1)} risk</b>
      <span class=${forced ? "tag tag-plain" : "tag tag-bad"}>${forced ? "forced" : "avoidable"}</span>
    </p>
    <p class="reason"><${Words} text=${words} onLit=${onLit} /></p>
  </li>`;
}
