// The games behind a figure: a list to watch them from.

import { html, useEffect, useState } from "../preact.js";
import { get, messageOf, query } from "../api.js";
import { plural } from "../format.js";
import { Tool } from "../parts/tool.js";
import { gameAddress } from "./filter.js";

const MOST = 50; // games in the list at a time
const HEADS = { won: "Won", lost: "Lost", passed: "Passed" };

/** Games of a store, from the server. */
export const stored = (name, index) => (player, outcome, start) =>
  get(
    `/api/results/${encodeURIComponent(name)}/games?${query({
      contest: index,
      player,
      outcome,
      start,
      most: MOST,
    })}`,
  );

/** Games already loaded, by player. */
export const kept = (games) => async (player, outcome, start) => {
  const found = games[player].filter((game) => !outcome || game.outcome === outcome);
  return { games: found.slice(start, start + MOST), more: found.length > start + MOST };
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
