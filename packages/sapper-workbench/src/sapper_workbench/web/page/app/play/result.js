// The card of a finished game: how well it was played, and the next actions.

import { html, useEffect } from "../preact.js";
import { counted, exactTime, percent, sentence, titleOf } from "../format.js";
import { useFetched } from "../parts/fetched.js";
import { Curve } from "../parts/plot.js";
import { dotsOf, NOTHING, reviewAfter } from "../parts/review.js";
import { Tool } from "../parts/tool.js";
import { useStream } from "../stream.js";
import { helpWords } from "./help.js";
import { raceWords, recordWords } from "./records.js";

const PLAYOUTS = 50; // of the quick review, for each of two moves compared
const ACCURACY = "Of all moves that opened cells: 100% if none lowered your chance of winning.";
const SHOWN = ["3BV/s", "3BV", "efficiency (IOE)"];

/** A quick review of a game that has ended, as it comes: `{review, exercise, whole}`. */
export function useQuickReview(game, finished) {
  const quick = useStream(NOTHING, reviewAfter);
  const line = finished && game.moves ? `${game.id} ${game.node}` : "";
  useEffect(() => {
    if (line) quick.start(`/api/games/${game.id}/review?playouts=${PLAYOUTS}`);
    else quick.clear();
  }, [line]);
  return quick;
}

/**
 * How the game ended, who helped, the visitor's record, its figures and the curve of its chance of
 * winning. `quick` is the quick review, `standing` that of `useStanding`, `race` that of `useRace`; `does` has what the buttons do, `onStep(n)` shows the review after `n` steps.
 */
export function Result({ game, help, stepping, quick, standing, race, does, onStep }) {
  const won = game.board.outcome === "won";
  const record = won && !help.any ? recordWords(game, standing) : "";
  const figures = useFetched(`/api/games/${game.id}/figures`, `${game.id} ${game.node}`).found;
  const { rows, meanings } = figures ?? { rows: [], meanings: {} }; // the server computes them
  const { review, exercise, whole, live, final } = quick; // `final` if it is not the quick one
  const known = new Map(rows);
  const tasks = exercise?.tasks.length ?? 0;
  const accuracy = whole ? review.accuracy : null;
  const waits = live ? "…" : "–";
  return html`<section class=${won ? "card result result-won" : "card result result-lost"} aria-label="Result">
    <p class="overline">${titleOf(game.world ?? game.level ?? "game")}</p>
    <h2>${won ? "Won" : "Lost"}${help.any && html` <span class="tag tag-plain">with help</span>`}${" "}
      <span class="soft">after ${counted(game.moves, "move", "moves")}, ${exactTime(game.seconds ?? 0)}</span></h2>
    ${help.any && html`<p class="small">${helpWords(help, game.moves)}</p>`}
    ${record && html`<p class=${/^\d/.test(record) ? "soft small" : "record"}>${record}</p>`}
    ${race.points && html`<p class="small">${raceWords(game, race.points, race.name)}</p>`}
    <dl class="result-figures">
      <div title=${ACCURACY + (final ? "" : " Estimated quickly; Review measures it.")}><dt>accuracy</dt>
        <dd class="result-accuracy">${accuracy == null ? waits : `${final || accuracy === 1 ? "" : "≈"}${percent(accuracy)}`}</dd></div>
      ${SHOWN.map((name) => html`<div key=${name} title=${sentence(meanings[name])}>
        <dt>${name.replace("efficiency (IOE)", "efficiency")}</dt><dd>${known.get(name) ?? (rows.length ? "–" : "…")}</dd></div>`)}
    </dl>
    ${!stepping && html`<p class="row">
      <${Tool} group="play" name="review" words="What went well and what went wrong" onClick=${does.review}>Review<//>
      ${(live || tasks > 0) && html`<${Tool} group="play" name="mistakes" off=${!tasks} words=${`Try ${counted(tasks, "position", "positions")} again`}
        onClick=${does.mistakes}>Mistakes<//>`}
      <${Tool} words="Restart this board" onClick=${does.same}>Same board<//>
      <${Tool} words="Copy a link that lets others play this board" onClick=${does.challenge}>Challenge link<//>
    </p>`}
    ${!stepping && (live || review.curve.length > 0) && html`<div class="result-curve"><${Curve} curve=${review.curve} from=${0} dots=${dotsOf(review.guesses)}
      onStep=${onStep} label=${`Chance of winning throughout the game${final ? "" : ", estimated quickly"}`} /></div>`}
    ${rows.length > 0 && html`<${More} rows=${rows} meanings=${meanings} />`}
  </section>`;
}

/** All figures and their meanings. */
function More({ rows, meanings }) {
  return html`<details class="small figures-card" aria-label="Figures">
    <summary>All figures, and what they mean</summary>
    <dl class="figure-rows">${rows.map(
      ([name, value]) => html`<div key=${name}><dt>${name}</dt><dd>${value}</dd></div>`,
    )}</dl>
    <dl class="meanings">${rows.map(
      ([name]) => html`<div key=${name}><dt>${name}</dt><dd>${sentence(meanings[name])}</dd></div>`,
    )}</dl>
  </details>`;
}
