// The visitor's records on a level, and a race against the fastest game.

import { html, useEffect, useState } from "../preact.js";
import { get, query } from "../api.js";
import { clock, counted } from "../format.js";
import { Tool } from "../parts/tool.js";
import { preferences } from "../preferences/preferences.js";
import { useRemembered } from "../storage.js";
import { useElapsed } from "./cards.js";
import { levelOf, shareAt, shareOpen } from "./records.js";

/** The statistics of the level of a game, read again when it is `over`; null without any. */
export function useStanding(game, over) {
  const [found, setFound] = useState({ of: null, row: null });
  const level = game && levelOf(game);
  const certain = level === "daily" || game?.no_guess;
  const asked = game && `${game.id} ${over}`;
  useEffect(() => {
    if (!game) return;
    get(`/api/history/statistics?${query({ level, name: preferences().name })}`)
      .then(({ levels }) => setFound({ of: asked, row: levels.find((row) => row.no_guess === certain) ?? null }))
      .catch(() => {}); // a server without a history keeps no records
  }, [asked]);
  return found.of === asked ? found.row : null;
}

/** The visitor's best time on the level of the game, and the button to race it. */
export function Best({ standing, race }) {
  if (!standing?.best_seconds) return null;
  const { best_seconds: best, streak } = standing;
  return html`<p class="row best small"><span>Your best: <b>${clock(best, { milliseconds: true }).slice(0, -1)}</b>${
    streak > 1 && ` · ${counted(streak, "win", "wins")} in a row`
  }</span>
    <${Tool} words="Show how far your best game was at the same time" pressed=${race.racing} onClick=${race.turn}>Race it<//></p>`;
}

/**
 * Whether the visitor races, and the pace of the game to beat, null without one: `{racing, turn, points}`.
 * `best` is the number of that game in the history.
 */
export function useRace(best) {
  const [racing, setRacing] = useRemembered("race", false);
  const [pace, setPace] = useState({ of: null, points: null });
  useEffect(() => {
    if (!racing || !best) return;
    get(`/api/history/${best}/pace`)
      .then(({ points }) => setPace({ of: best, points }))
      .catch(() => setPace({ of: null, points: null })); // it was deleted
  }, [racing, best]);
  const points = racing && best && pace.of === best ? pace.points : null;
  return { racing, turn: () => setRacing(!racing), points };
}

/** Two bars: the visitor's progress, and that of the fastest game at the same time. */
export function Race({ game, points }) {
  const seconds = useElapsed(game, 250);
  const bar = (share, label, kind) => html`<progress class=${kind} max="1" value=${share} aria-label=${label}></progress>`;
  return html`<span class="race" title="Above: how much of the board you have opened. Below: your best game at this time.">
    ${bar(shareOpen(game.board), "You", "race-own")}${bar(shareAt(points, seconds), "Your best game", "race-best")}
  </span>`;
}
