// Records of the history: bests and curves of each level, and the quality of guesses.

import { html } from "../preact.js";
import { counted, gameTime, percent, plural, titleOf } from "../format.js";
import { Series } from "../parts/figures.js";
import { Tool } from "../parts/controls.js";
import { go } from "../route.js";
import { gradesOf } from "./list.js";

/** The records of each level, with their games and dates, the curves of its wins and times, and the guesses. */
export function Records({ found, history }) {
  const { games, levels, left_out: others } = found;
  const left = others > 0 ? ` ${counted(others, "game", "games")} left out: unfinished, partly played for you, or on a board that you knew.` : "";
  return html`<p class="soft small">${games ? counted(games, "game", "games") : "No games"} counted.${left}</p>
    <div class="records">
      ${levels.map((row) => html`<${Level} key=${levelWords(row)} row=${row} history=${history} />`)}
      ${games > 0 && html`<${Guesses} guesses=${found.guesses} history=${history} />`}
    </div>`;
}

/** The name of a level; boards that need no guess count for themselves. */
const levelWords = ({ level, no_guess }) => (no_guess ? `${titleOf(level)}, no guess` : titleOf(level));

/** A record in words. */
export const recordValue = ({ name, value }) =>
  name === "time" ? gameTime(value) : name === "streak" ? counted(value, "win", "wins") : value.toFixed(2);

function Level({ row, history }) {
  const { games, wins, win_rate: rate, streak, times, shares } = row;
  const name = levelWords(row);
  const open = async (number) => {
    const id = await history.served(number, "open");
    if (id) go(`play/${id}?review=1`);
  };
  return html`<section class="card" aria-label=${name}>
    <h2>${name}</h2>
    <p class="soft small">${wins} of ${counted(games, "game", "games")} won (${percent(rate)})${streak > 1 && `, the last ${streak} in a row`}.</p>
    <dl class="result-figures">${row.records.map((record) => html`<div key=${record.name}><dt>${record.name === "streak" ? "longest streak" : record.name}</dt>
      <dd><button type="button" class="link" title="Review this game" onClick=${() => open(record.game)}>${recordValue(record)}</button></dd>
      <dd class="soft small">${new Date(1000 * record.at).toLocaleDateString([], { dateStyle: "medium" })}</dd></div>`)}
    </dl>
    ${shares.length > 1 && html`<${Series} values=${shares} most=${1} words=${(share) => percent(share)} label="Won of the last 20 games" />`}
    ${times.length > 1 && html`<${Series} best values=${times} most=${Math.max(...times)} words=${(time) => `${time.toFixed(time < 100 && time ? 1 : 0)} s`} label="Times of the games won" />`}
  </section>`;
}

function Guesses({ guesses, history }) {
  const { grading } = history;
  const { graded, ungraded } = guesses;
  return html`<section class="card" aria-label="Guesses">
    <h2>Guesses</h2>
    ${graded > 0 && html`<p>${counted(guesses.guesses, "guess", "guesses")} in ${counted(graded, "game", "games")},
      ${" "}${guesses.avoidable || "none"} of them avoidable${guesses.guesses > 0 && `: ${gradesOf(guesses.grades)}`}.
      ${guesses.accuracy != null && ` Mean accuracy ${percent(guesses.accuracy, 1)}.`}</p>`}
    <${Missed} motifs=${guesses.motifs} />
    ${
      ungraded > 0 &&
      html`<p class="soft small">${counted(ungraded, "game is", "games are")} not graded yet. Grading
        takes a few seconds for each game with guesses.</p>
      <p class="row">${
        grading
          ? html`<${Tool} onClick=${history.stop}>Stop grading<//>
            <span class="soft" role="status">${grading.left == null ? "Grading …" : `${grading.left} left`}</span>`
          : html`<${Tool} onClick=${history.grade}>Grade the guesses<//>`
      }</p>`
    }
  </section>`;
}

/** What it took to see the safe cells that were missed, with the lessons that teach it. */
function Missed({ motifs }) {
  const all = motifs.reduce((sum, { missed }) => sum + missed, 0);
  if (!all) return null;
  return html`<h3>What you miss</h3>
    <p class="soft small">${counted(all, "guess was", "guesses were")} made although a cell was certainly safe.
      These lessons teach to see it:</p>
    <ul>${motifs.map(
      ({ motif, missed, lesson, title }) => html`<li key=${motif}><a href=${`#learn/${lesson}`}>${title}</a>:
        ${" "}${plural(missed, "time", "times")} (${percent(missed / all)})</li>`,
    )}</ul>`;
}
