// Statistics of the history: wins, times, efficiency, and the quality of guesses.

import { html, useState } from "../preact.js";
import { post } from "../api.js";
import { counted, percent, plural, titleOf } from "../format.js";
import { Select } from "../parts/forms.js";
import { Intervals, Table, Times } from "../parts/figures.js";
import { Tool } from "../parts/controls.js";
import { go } from "../route.js";
import { gradesOf } from "./list.js";

const MAX_PERIODS = 12; // the latest, which are plotted

export function Statistics({ found, history }) {
  const { games, levels, periods, left_out: others } = found;
  const left = others > 0 ? ` ${counted(others, "game", "games")} left out: unfinished, partly played for you, or on a board that you knew.` : "";
  return html`<section class="card" aria-label="Statistics">
      <h2>Statistics</h2>
      <p class="soft small">${games ? counted(games, "game", "games") : "No games"} counted.${left}</p>
      ${games > 0 && html`<h3>Games won by level</h3>
        <${Intervals} label="Games won by level" rows=${levels.map((row) => ({ ...rowOf(row), name: levelWords(row) }))} />
        <${Levels} levels=${levels} />
        <${Progress} levels=${levels} />
        <h3>Games won over time</h3>
        <${Intervals} label="Games won over time" rows=${periods.slice(-MAX_PERIODS).map(rowOf)} />
        <${Periods} periods=${periods.slice(-MAX_PERIODS)} />`}
    </section>
    ${games > 0 && html`<${Guesses} guesses=${found.guesses} history=${history} />`}`;
}

const rowOf = (row) => ({ name: row.period, value: row.win_rate, interval: row.interval });

/** The name of a level; boards that need no guess count for themselves. */
const levelWords = ({ level, no_guess }) => (no_guess ? `${titleOf(level)}, no guess` : titleOf(level));

/** The times of the latest wins of a level, which the visitor chooses. */
function Progress({ levels }) {
  const [chosen, setChosen] = useState("");
  const timed = levels.filter(({ times }) => times.length > 1);
  if (!timed.length) return null;
  const row = timed.find((each) => levelWords(each) === chosen) ?? timed[0];
  return html`<h3>Times of the games you won</h3>
    <${Select} label="level" name="progress" value=${levelWords(row)} options=${timed.map(levelWords)} onChange=${setChosen} />
    <${Times} times=${row.times} label=${`Times of games won, ${levelWords(row)}`} />
    <p class="row"><${Tool} words="Review the fastest game" onClick=${() => openBest(row)}>The fastest game<//></p>`;
}

async function openBest({ best_game: best }) {
  const { game } = await post(`/api/history/${best}/open`, {});
  go(`play/${game}?review=1`);
}

const shown = (value, digits) => (value == null ? "–" : value.toFixed(digits));

/** @type {[string, (row: any) => string | number][]} */
const MEASURES = [
  ["games won", (row) => `${row.wins} of ${row.games}`],
  ["best time", (row) => shown(row.best_seconds, 2)],
  ["mean time", (row) => shown(row.mean_seconds, 1)],
  ["3BV/s", (row) => shown(row.mean_bbbv_per_second, 2)],
  ["efficiency", (row) => shown(row.mean_ioe, 2)],
  ["current streak", (row) => row.streak],
  ["longest streak", (row) => row.longest_streak],
];

function Levels({ levels }) {
  return html`<${Table} label="Levels" caption="Times in seconds, of games won"
    heads=${["level", ...MEASURES.map(([name]) => name)]}
    rows=${levels.map((row) => [levelWords(row), ...MEASURES.map(([, of]) => of(row))])} />`;
}

function Periods({ periods }) {
  return html`<${Table} label="Periods" caption="Over time"
    heads=${["period", "games", "won", "3BV/s", "effi\u00adciency"]}
    rows=${periods.map((row) => [
      row.period,
      row.games,
      row.wins,
      shown(row.mean_bbbv_per_second, 2),
      shown(row.mean_ioe, 2),
    ])} />`;
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
