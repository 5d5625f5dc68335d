// Compare: the results of matches, plotted and in tables.

import { html, useEffect, useState } from "../preact.js";
import { get, messageOf } from "../api.js";
import { duration, percent, sentence } from "../format.js";
import { Intervals } from "../parts/plot.js";
import { Tool } from "../parts/tool.js";
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
      .catch((error) => setTrouble(messageOf(error)));
    return () => leaving.abort();
  }, [name]);

  return html`<main class="view view-one" id="main">
    <section class="stage">
      ${names.length > 1 && html`<nav class="chips" aria-label="Results">
        ${names.map(
          (each) => html`<${Tool} key=${each} pressed=${each === name}
            onClick=${() => go(`compare/${encodeURIComponent(each)}`)}>${each}<//>`,
        )}
      </nav>`}
      ${!names.length && html`<${NoResults} />`}
      ${trouble && html`<p class="trouble" role="alert">${trouble}</p>`}
      ${report?.contests.map((contest, i) => html`<${Contest} key=${i} contest=${contest} />`)}
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

function Contest({ contest }) {
  const { players, pairs, trends, width, height, mines } = contest;
  const rows = [...players].filter((row) => row.games > 0).sort((a, b) => b.win_rate - a.win_rate);
  const size = `${width}×${height}, ${mines} mines`;
  const done = contest.complete
    ? ""
    : ` · not all ${count(contest.planned)} games played yet`;
  return html`<section class="card contest" aria-label=${contest.title || contest.level}>
    <h2>${contest.title || contest.level}</h2>
    <p class="soft small">${size}, seed ${contest.seed}${done}</p>
    ${contest.verdict && html`<p>${sentence(contest.verdict)}</p>`}
    ${rows.length > 0 && html`<${Intervals} label=${`Games won, ${contest.level}`}
      rows=${rows.map((row) => ({ name: row.player, value: row.win_rate, interval: row.interval }))} />`}
    <${Players} rows=${rows} />
    ${pairs?.length > 0 && html`<${Pairs} pairs=${pairs} />`}
    ${trends?.map((trend) => html`<${TrendPlot} key=${trend.recipe} trend=${trend} players=${players} />`)}
    ${rows.some((row) => row.losses) && html`<${LossTable} rows=${rows} />`}
  </section>`;
}

/** A table; each row is `[heading, …cells]`. */
function Table({ label, caption, heads, rows }) {
  const [first, ...others] = heads;
  return html`<div class="wide-table" tabindex="0" role="group" aria-label=${label}><table>
    <caption>${caption}</caption>
    <thead><tr><th scope="col">${first}</th>
      ${others.map((head) => html`<th scope="col" class="number" key=${head}>${head}</th>`)}</tr></thead>
    <tbody>${rows.map(
      ([heading, ...cells]) => html`<tr key=${heading}>
      <th scope="row">${heading}</th>
      ${cells.map((cell) => html`<td class="number">${cell}</td>`)}
    </tr>`,
    )}</tbody>
  </table></div>`;
}

const count = (games) => games.toLocaleString("en");

function Players({ rows }) {
  return html`<${Table} label="Players"
    caption="Players on the same deals, with 95 % Wilson intervals"
    heads=${["player", "won", "interval", "games", "guesses per game", "CPU per game"]}
    rows=${rows.map((row) => [
      row.player,
      percent(row.win_rate, 2),
      row.interval.map((end) => (100 * end).toFixed(2)).join(" – "),
      count(row.games),
      row.guesses == null ? "–" : (row.guesses / row.games).toFixed(2),
      row.cpu_ms_a_game == null ? "–" : duration(row.cpu_ms_a_game / 1000),
    ])} />`;
}

const PAIRS =
  "Pairs on the same deals: how many more games in 100 the first player wins, with exact McNemar tests (Holm)";

function Pairs({ pairs }) {
  return html`<${Table} label="Pairs of players" caption=${PAIRS}
    heads=${["pair", "difference", "interval", "won only by the first", "won only by the second", "p"]}
    rows=${pairs.map((pair) => [
      `${pair.a} − ${pair.b}`,
      signed(pair.difference),
      pair.interval?.map(signed).join(" … ") ?? "–",
      count(pair.only_a),
      count(pair.only_b),
      likely(pair.p_holm ?? pair.p_value),
    ])} />`;
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
  return html`<${Table} label="Where games were lost" caption="Where games were lost"
    heads=${["player", ...lost[0].losses.places.map(({ place }) => place)]}
    rows=${lost.map(({ player, losses }) => [
      player,
      ...losses.places.map(({ share }) => (share == null ? "–" : percent(share, 1))),
    ])} />`;
}

const signed = (part) => `${part < 0 ? "−" : "+"}${Math.abs(100 * part).toFixed(2)}`;
const likely = (p) => (p == null ? "–" : p < 0.0001 ? "< 0.0001" : p.toPrecision(2));
