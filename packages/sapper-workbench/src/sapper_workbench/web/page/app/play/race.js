// The visitor's records on a level, and a race against the fastest game or against `swift`.

import { html, useEffect, useState } from "../preact.js";
import { get, query } from "../api.js";
import { counted, gameTime } from "../format.js";
import { useFetched } from "../parts/fetched.js";
import { Tool } from "../parts/tool.js";
import { preferences } from "../preferences/preferences.js";
import { useRemembered } from "../storage.js";
import { useElapsed } from "./cards.js";
import { levelOf, shareAt, shareOpen } from "./records.js";

const BEST = "best"; // the visitor's fastest game on the level
export const SWIFT = "swift"; // on another board that shows the same after the first cell

/** The statistics of the level of a game, read again when it is `over`; null without any. */
export function useStanding(game, over) {
  const level = game && levelOf(game);
  const certain = level === "daily" || game?.no_guess;
  const path = game && `/api/history/statistics?${query({ level, name: preferences().name })}`;
  const { found } = useFetched(path, game && `${game.id} ${over}`); // no records without a history
  return found?.levels.find((row) => row.no_guess === certain) ?? null;
}

/** The visitor's best time on the level of the game, and the button to race it. */
export function Best({ standing, race }) {
  if (!standing?.best_seconds) return null;
  const { best_seconds: best, streak } = standing;
  return html`<p class="row best small"><span>Your best: <b>${gameTime(best)}</b>${
    streak > 1 && ` · ${counted(streak, "win", "wins")} in a row`
  }</span>
    <${Tool} words="Show how far your best game was at the same time" pressed=${race.against === BEST}
      onClick=${() => race.turn(BEST)}>Race it<//></p>`;
}

/**
 * Whom the visitor races, and the pace to beat, null without one: `{against, turn, points, name}`; `turn`
 * begins and ends a race. `best` is the number of the visitor's fastest game in the history.
 */
export function useRace(game, best) {
  const [against, setAgainst] = useRemembered("race", "");
  const [pace, setPace] = useState(NO_PACE);
  const begun = game?.moves > 0;
  const running = game && !game.ended; // a game that has ended may be the best one itself
  const path = running && { [BEST]: best && `/api/history/${best}/pace`, [SWIFT]: begun && `/api/games/${game.id}/race` }[against];
  useEffect(() => {
    if (!path) return;
    get(path)
      .then(({ points }) => setPace({ of: path, game: game.id, points }))
      .catch(() => setPace(NO_PACE)); // it was deleted
  }, [path, game?.id]);
  const turn = (whom) => setAgainst(against === whom ? "" : whom);
  const raced = running ? path && pace.of === path : against && pace.game === game?.id;
  return { against, turn, points: raced ? pace.points : null, name: against === SWIFT ? "swift" : "your best game" };
}

const NO_PACE = { of: null, game: null, points: null };

/** Two bars: the visitor's progress, and that of the other game at the same time. */
export function Race({ game, race: { against, points, name } }) {
  const seconds = useElapsed(game, 250);
  const other = against === SWIFT ? "swift on another board with the same start, with a move every second" : "Your best game";
  const bar = (share, words, label, kind) => html`<span>${words}</span>
    <progress class=${kind} max="1" value=${share} aria-label=${label}></progress>`;
  return html`<section class="card race small" aria-label="Race" title="The share of the board that is open">
    ${bar(shareOpen(game.board), "You", "You", "race-own")}${bar(shareAt(points, seconds), name, other, "race-best")}
  </section>`;
}
