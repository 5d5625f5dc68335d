// Compare: the results of matches, plotted and in tables; and a match of the visitor's own.

import { html, useState } from "../preact.js";
import { csvOf, filtered, GamesList, kept, stored } from "../compare/games.js";
import { NewMatch, Progress, useMatch } from "../compare/match.js";
import { duration, percent, plural, sentence, titleOf } from "../format.js";
import { useKeys } from "../keys.js";
import { useFetched } from "../parts/hooks.js";
import { saveText } from "../parts/files.js";
import { Intervals, Table } from "../parts/figures.js";
import { Tool } from "../parts/controls.js";
import { go } from "../route.js";

export function Compare({ about, route }) {
  const names = about.results ?? [];
  const name = route.argument || names[0];
  const { found: report, trouble } = useFetched(name ? `/api/results/${encodeURIComponent(name)}` : null);
  const [filter, setFilter] = useState("");
  const match = useMatch();
  useKeys(["all"], { stop: match.stop });

  // The index of a contest is its place in the whole report, with which its games are read.
  const indexed = (found) => found.map((contest, index) => ({ ...contest, index }));
  const shown = report && filtered(indexed(report.contests), filter);
  const own = match.ends.map((end) => ({ end, contests: filtered(end.report.contests, filter) }));
  const all = [...own.flatMap(({ contests }) => contests), ...(shown ?? [])];
  return html`<main class="view view-one" id="main">
    <section class="stage">
      <header class="heading"><h2>Compare players</h2>
        <p class="soft">All players of a match play the same boards, so their results can be compared.</p></header>
      <${NewMatch} match=${match} about=${about} />
      ${names.length > 1 && html`<nav class="chips" aria-label="Results">
        ${names.map(
          (each) => html`<${Tool} key=${each} pressed=${each === name}
            onClick=${() => go(`compare/${encodeURIComponent(each)}`)}>${each}<//>`,
        )}
      </nav>`}
      ${trouble && html`<p class="trouble" role="alert">${trouble}</p>`}
      ${(names.length > 0 || match.begun || own.length > 0) && html`<${Tools} contests=${all} name=${name ?? "match"}
        filter=${filter} onFilter=${setFilter} />`}
      ${match.begun && html`<${Progress} match=${match} />`}
      ${own.map(({ end, contests }) =>
        contests.map(
          (contest) => html`<${Contest} key=${`own ${contest.seed} ${contest.started}`} contest=${contest}
          title=${`Your match: ${end.report.contests[0].players.map(({ player }) => player).join(", ")}`}
          read=${kept(end.games)} onRemove=${() => match.remove(end)} />`,
        ),
      )}
      ${shown?.map(
        (contest) => html`<${Contest} key=${contest.index} contest=${contest}
        read=${stored(name, contest.index)} />`,
      )}
      ${(own.length > 0 || shown) && !all.length && html`<p class="soft" role="status">No player or board matches
        all of these words.</p>`}
    </section>
  </main>`;
}

/** The filter, and a button that saves the matching contests. */
function Tools({ contests, name, filter, onFilter }) {
  const save = (ending, text, type) => () => saveText(`${name}.${ending}`, text(), type);
  const json = () => `${JSON.stringify({ contests }, null, 2)}\n`;
  return html`<div class="row compare-tools" role="search" aria-label="Results shown">
    <label class="filter"><span class="unseen">Filter</span><input type="search" name="filter"
      placeholder="Filter by player or board" value=${filter}
      onInput=${(event) => onFilter(event.currentTarget.value)} /></label>
    <${Tool} off=${!contests.length}
      onClick=${save("csv", () => csvOf(contests), "text/csv")}>CSV<//>
    <${Tool} off=${!contests.length}
      onClick=${save("json", json, "application/json")}>JSON<//>
  </div>`;
}

function Contest({ contest, title = contest.title || titleOf(contest.level), read, onRemove }) {
  const [games, setGames] = useState(null); // the player and the outcome whose games are listed
  const { players, pairs, trends, width, height, mines } = contest;
  const rows = [...players].filter((row) => row.games > 0).sort((a, b) => b.win_rate - a.win_rate);
  const size = `${width}×${height}, ${plural(mines, "mine", "mines")}`;
  const done = contest.complete
    ? ""
    : ` · not all ${count(contest.planned)} games played yet`;
  return html`<section class="card contest" aria-label=${title}>
    <div class="row row-between"><h2>${title}</h2>
      ${onRemove && html`<${Tool} words="Remove this result" onClick=${onRemove}>Remove<//>`}</div>
    <p class="soft small">${size}, seed ${contest.seed}${done}</p>
    ${contest.verdict && html`<p>${sentence(contest.verdict)}</p>`}
    ${rows.length > 0 && html`<${Intervals} label=${`Games won, ${titleOf(contest.level)}`}
      rows=${rows.map((row) => ({ name: row.player, value: row.win_rate, interval: row.interval }))} />`}
    <${Players} rows=${rows} onGames=${(player, outcome) => setGames({ player, outcome })} />
    ${games && html`<${GamesList} key=${`${games.player} ${games.outcome}`} ...${games}
      contest=${contest} read=${read} onClose=${() => setGames(null)} />`}
    ${pairs?.length > 0 && html`<p>${clearWords(pairs)}</p>`}
    ${trends?.map((trend) => html`<${TrendPlot} key=${trend.recipe} trend=${trend} players=${players} />`)}
    ${rows.some((row) => row.losses) && html`<${LossTable} rows=${rows} />`}
  </section>`;
}

const count = (games) => games.toLocaleString("en");

function Players({ rows, onGames }) {
  const games = (row, outcome, number) =>
    number == null
      ? "–"
      : html`<button type="button" class="link" onClick=${() => onGames(row.player, outcome)}
          aria-label=${`${count(number)} games ${outcome} by ${row.player}`}>${count(number)}</button>`;
  return html`<${Table} label="Players"
    caption="Players on the same deals, with 95% Wilson intervals"
    heads=${["player", "won", "wins", "losses", "interval", "games", "guesses per game", "CPU per game"]}
    rows=${rows.map((row) => [
      row.player,
      percent(row.win_rate, 1),
      games(row, "won", row.wins),
      games(row, "lost", row.lost),
      row.interval.map((end) => (100 * end).toFixed(1)).join(" … "),
      count(row.games),
      row.guesses == null ? "–" : (row.guesses / row.games).toFixed(2),
      row.cpu_ms_a_game == null ? "–" : duration(row.cpu_ms_a_game / 1000),
    ])} />`;
}

const CLEAR = 0.05; // the probability below which equal players hardly differ as much

/** Which players are clearly stronger than others. */
export function clearWords(pairs) {
  const clear = pairs.filter(({ p_holm, p_value }) => (p_holm ?? p_value ?? 1) < CLEAR);
  if (!clear.length) return "No clear difference between these players.";
  const words = clear.map(({ a, b, difference }) => {
    const [more, less] = difference > 0 ? [a, b] : [b, a];
    return `${more} wins ${Math.abs(100 * difference).toFixed(1)} more games in 100 than ${less}`;
  });
  const others = pairs.length - clear.length;
  return sentence(`${words.join("; ")}${others ? `; no other difference is clear` : ""}`);
}

/** The games won by thinking time: one row per budget. */
function TrendPlot({ trend, players }) {
  const rows = trend.players.flatMap((name, i) => {
    const row = players.find(({ player }) => player === name);
    return row?.games ? [{ name: `${trend.option} ${trend.budgets[i]}`, value: row.win_rate, interval: row.interval }] : [];
  });
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

const signed = (part) => `${part < 0 ? "−" : "+"}${Math.abs(100 * part).toFixed(1)}`;
