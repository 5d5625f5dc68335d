// Compare: the results of matches, plotted and in tables.

import { html, useEffect, useState } from "../kit.js";
import { get, messageOf } from "../api.js";
import { percent } from "../board/speech.js";
import { Intervals } from "../parts/plot.js";
import { duration, sentence } from "../parts/words.js";
import { go } from "../route.js";

export function Compare({ about, route }) {
  const names = about.results ?? [];
  const name = route.argument || names[0];
  const [report, setReport] = useState(null);
  const [trouble, setTrouble] = useState(null);
  useEffect(() => {
    setReport(null);
    setTrouble(null);
    if (!name) return undefined;
    const leaving = new AbortController();
    get(`/api/results/${encodeURIComponent(name)}`, leaving.signal)
      .then(setReport)
      .catch((error) => {
        const words = messageOf(error);
        if (words) setTrouble(words);
      });
    return () => leaving.abort();
  }, [name]);

  return html`<main class="view view-one" id="main">
    <section class="stage">
      ${
        names.length > 1 &&
        html`<nav class="chips" aria-label="Results">
        ${names.map(
          (each) => html`<button type="button" key=${each} class="tool"
          aria-pressed=${each === name} onClick=${() => go(`compare/${encodeURIComponent(each)}`)}>${each}</button>`,
        )}
      </nav>`
      }
      ${!names.length && html`<${NoResults} />`}
      ${trouble && html`<p class="trouble" role="alert">${trouble}</p>`}
      ${report && html`<${Report} report=${report} />`}
    </section>
  </main>`;
}

const COMMANDS = `sapper match --player swift --player csp --level beginner --games 200 --store results.sqlite
sapper serve --results results.sqlite`;

function NoResults() {
  return html`<section class="card narrow">
    <h2>No results yet</h2>
    <p>Play a match into a store, then start the server with that store. The results appear here.</p>
    <pre class="clause">${COMMANDS}</pre>
  </section>`;
}

/** The contests of a store, one after another. */
function Report({ report }) {
  return html`
    ${report.contests.map((contest, i) => html`<${Contest} key=${i} contest=${contest} />`)}`;
}

function Contest({ contest }) {
  const { players, pairs, trends, width, height, mines } = contest;
  const rows = [...players].filter((row) => row.games > 0).sort((a, b) => b.win_rate - a.win_rate);
  const size = `${width}×${height}, ${mines} mines`;
  const done = contest.complete
    ? ""
    : ` · not all ${contest.planned.toLocaleString("en")} games played yet`;
  return html`<section class="card contest" aria-label=${contest.title || contest.level}>
    <h2>${contest.title || contest.level}</h2>
    <p class="soft small">${size}, seed ${contest.seed}${done}</p>
    ${contest.verdict && html`<p>${sentence(contest.verdict)}</p>`}
    ${
      rows.length > 0 &&
      html`<${Intervals} label=${`Games won, ${contest.level}`}
      rows=${rows.map((row) => ({ name: row.player, value: row.win_rate, interval: row.interval }))} />`
    }
    <${Players} rows=${rows} />
    ${pairs?.length > 0 && html`<${Pairs} pairs=${pairs} />`}
    ${trends?.map((trend) => html`<${TrendPlot} key=${trend.recipe} trend=${trend} players=${players} />`)}
    ${rows.some((row) => row.losses) && html`<${LossTable} rows=${rows} />`}
  </section>`;
}

function Players({ rows }) {
  return html`<div class="wide-table" tabindex="0" role="group" aria-label="Players"><table>
    <caption>Players on the same deals, with 95 % Wilson intervals</caption>
    <thead><tr><th scope="col">player</th><th scope="col" class="number">won</th><th scope="col" class="number">interval</th>
      <th scope="col" class="number">games</th><th scope="col" class="number">guesses per game</th><th scope="col" class="number">CPU per game</th></tr></thead>
    <tbody>${rows.map(
      (row) => html`<tr key=${row.player}>
      <th scope="row">${row.player}</th>
      <td class="number">${percent(row.win_rate, 2)}</td>
      <td class="number">${row.interval.map((end) => (100 * end).toFixed(2)).join(" – ")}</td>
      <td class="number">${row.games.toLocaleString("en")}</td>
      <td class="number">${row.guesses == null ? "–" : (row.guesses / row.games).toFixed(2)}</td>
      <td class="number">${row.cpu_ms_a_game == null ? "–" : duration(row.cpu_ms_a_game / 1000)}</td>
    </tr>`,
    )}</tbody>
  </table></div>`;
}

function Pairs({ pairs }) {
  return html`<div class="wide-table" tabindex="0" role="group" aria-label="Pairs of players"><table>
    <caption>Pairs on the same deals: how many more games in 100 the first player wins, with exact McNemar tests (Holm)</caption>
    <thead><tr><th scope="col">pair</th><th scope="col" class="number">difference</th><th scope="col" class="number">interval</th>
      <th scope="col" class="number">won only by the first</th><th scope="col" class="number">won only by the second</th><th scope="col" class="number">p</th></tr></thead>
    <tbody>${pairs.map(
      (pair) => html`<tr key=${`${pair.a}/${pair.b}`}>
      <th scope="row">${pair.a} − ${pair.b}</th>
      <td class="number">${signed(pair.difference)}</td>
      <td class="number">${pair.interval?.map(signed).join(" … ") ?? "–"}</td>
      <td class="number">${pair.only_a.toLocaleString("en")}</td>
      <td class="number">${pair.only_b.toLocaleString("en")}</td>
      <td class="number">${likely(pair.p_holm ?? pair.p_value)}</td>
    </tr>`,
    )}</tbody>
  </table></div>`;
}

/** The games won by thinking time: one row per budget. */
function TrendPlot({ trend, players }) {
  const rows = trend.players
    .map((name, i) => ({
      row: players.find(({ player }) => player === name),
      budget: trend.budgets[i],
    }))
    .filter(({ row }) => row?.games)
    .map(({ row, budget }) => ({
      name: `${trend.option} ${budget}`,
      value: row.win_rate,
      interval: row.interval,
    }));
  const slope = trend.slope == null ? "" : `: ${signed(trend.slope)} games in 100 per doubling`;
  return html`<h3>More ${trend.option} for ${trend.recipe}${slope}</h3>
    ${rows.length > 0 && html`<${Intervals} rows=${rows} label=${`Games won by ${trend.option}`} />`}`;
}

function LossTable({ rows }) {
  const lost = rows.filter((row) => row.losses?.places?.length);
  return html`<div class="wide-table" tabindex="0" role="group" aria-label="Where games were lost"><table>
    <caption>Where games were lost</caption>
    <thead><tr><th scope="col">player</th>${lost[0].losses.places.map(
      ({ place }) => html`
      <th scope="col" class="number" key=${place}>${place}</th>`,
    )}</tr></thead>
    <tbody>${lost.map(
      ({ player, losses }) => html`<tr key=${player}>
      <th scope="row">${player}</th>
      ${losses.places.map(
        ({ place, share }) => html`<td class="number" key=${place}>
        ${share == null ? "–" : percent(share, 1)}</td>`,
      )}
    </tr>`,
    )}</tbody>
  </table></div>`;
}

const signed = (part) => `${part < 0 ? "−" : "+"}${Math.abs(100 * part).toFixed(2)}`;
const likely = (p) => (p == null ? "–" : p < 0.0001 ? "< 0.0001" : p.toPrecision(2));
