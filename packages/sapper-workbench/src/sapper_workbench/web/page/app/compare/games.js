// The games of contests: which are shown, as CSV, and in a list to watch them from.

import { html, useEffect, useState } from "../preact.js";
import { get, messageOf, query } from "../api.js";
import { plural, titleOf } from "../format.js";
import { Tool } from "../parts/controls.js";

/** The words of a filter, in lower case. */
const wordsOf = (filter) => filter.toLowerCase().split(/\s+/).filter(Boolean);

/**
 * The contests with only those players for whom every word of the filter occurs in the name of the
 * player or of the contest, and only pairs of such players; contests without any are left out.
 */
export function filtered(contests, filter) {
  const words = wordsOf(filter);
  return contests
    .map((contest) => {
      const head = `${contest.title ?? ""} ${contest.level} ${titleOf(contest.level)} ${contest.first ?? ""}`;
      const wanted = ({ player }) =>
        words.every((word) => `${head} ${player}`.toLowerCase().includes(word));
      const players = contest.players.filter(wanted);
      const names = new Set(players.map(({ player }) => player));
      const pairs = (contest.pairs ?? []).filter(({ a, b }) => names.has(a) && names.has(b));
      const trends = (contest.trends ?? []).filter((trend) =>
        trend.players.every((name) => names.has(name)),
      );
      return { ...contest, players, pairs, trends };
    })
    .filter(({ players }) => players.length);
}

const COLUMNS = ["contest", "level", "width", "height", "mines", "first", "seed", "player", "games", "wins", "win_rate", "interval_low", "interval_high", "guesses", "cpu_seconds"];

/** Contests as CSV: a header, then one line for each player of each contest. */
export function csvOf(contests) {
  const rowOf = (contest, row) => ({ ...contest, contest: contest.title ?? contest.level, ...row, interval_low: row.interval?.[0], interval_high: row.interval?.[1] });
  const rows = contests.flatMap((contest) => contest.players.map((row) => rowOf(contest, row)));
  return [COLUMNS, ...rows.map((row) => COLUMNS.map((name) => field(row[name])))].map((line) => `${line.join(",")}\n`).join("");
}

/** A value as a field of CSV (RFC 4180); no spreadsheet takes a name for a formula. */
function field(value) {
  const text = String(value ?? "");
  const safe = typeof value === "string" && /^[=+\-@\t]/.test(text) ? `'${text}` : text;
  return /[",\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The address that plays a game of a contest again, null if its deals do not come from a seed. */
export function gameAddress(contest, player, number) {
  if (contest.deals || (contest.grid ?? "square") !== "square") return null;
  const { width, height, mines, first, seed } = contest;
  const fields = { player, width, height, mines, first, seed, ...(number && { number }) };
  return `#watch?${new URLSearchParams(fields)}`;
}

const PAGE_GAMES = 50; // in the list at a time
const HEADS = { won: "Won", lost: "Lost", passed: "Passed" };

/** Games of a store, from the server. */
export const stored = (name, index) => (player, outcome, start) =>
  get(
    `/api/results/${encodeURIComponent(name)}/games?${query({
      contest: index,
      player,
      outcome,
      start,
      most: PAGE_GAMES,
    })}`,
  );

/** Games already loaded, by player. */
export const kept = (games) => async (player, outcome, start) => {
  const found = games[player].filter((game) => !outcome || game.outcome === outcome);
  return { games: found.slice(start, start + PAGE_GAMES), more: found.length > start + PAGE_GAMES };
};

/** The games of a player with one outcome; `read(player, outcome, start)` returns some of them. */
export function GamesList({ contest, player, outcome, read, onClose }) {
  const [games, setGames] = useState([]);
  const [more, setMore] = useState(true);
  const [trouble, setTrouble] = useState(null);
  const next = (start) =>
    read(player, outcome, start)
      .then((found) => {
        setGames((old) => [...old.slice(0, start), ...found.games]);
        setMore(found.more);
      })
      .catch((error) => setTrouble(messageOf(error)));
  useEffect(() => {
    next(0);
  }, []);
  const title = `${HEADS[outcome]} by ${player}`;
  return html`<section class="games" aria-label=${title}>
    <p class="row row-between"><b>${title}</b><${Tool} onClick=${onClose}>Close<//></p>
    ${trouble && html`<p class="trouble" role="alert">${trouble}</p>`}
    <ul class="games-list">${games.map(
      (game) => html`<li key=${game.number}><${Game} contest=${contest} player=${player} game=${game} /></li>`,
    )}</ul>
    ${!games.length && !more && html`<p class="soft">No game ended like this.</p>`}
    ${games.length > 0 && more && html`<p class="row">
      <${Tool} onClick=${() => next(games.length)}>More games<//></p>`}
  </section>`;
}

function Game({ contest, player, game: { number, moves, guesses } }) {
  const address = gameAddress(contest, player, number);
  const words = `${plural(moves, "move", "moves")}, ${plural(guesses, "guess", "guesses")}`;
  const name = `Game ${number}`;
  return html`${
    address ? html`<a href=${address}>${name}</a>` : html`<span>${name}</span>`
  } <span class="soft small">${words}</span>`;
}
