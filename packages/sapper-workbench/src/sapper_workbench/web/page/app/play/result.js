// A finished game compared: its card, records, races, and the difficulty of its board.

import { html, useEffect, useMemo, useState } from "../preact.js";
import { get, query } from "../api.js";
import { LEVELS } from "../choice.js";
import { counted, gameTime, percent, sentence } from "../format.js";
import { Tool } from "../parts/controls.js";
import { Curve } from "../parts/figures.js";
import { useFetched } from "../parts/hooks.js";
import { Words } from "../parts/reasons.js";
import { dotsOf } from "../parts/review.js";
import { preferences } from "../preferences/preferences.js";
import { recall, useRemembered } from "../storage.js";
import { helpWords } from "./advice.js";
import { EndTools, useElapsed } from "./tools.js";

/** The level of a game as the history names it: without the seed of a world, or the date of a daily board. */
export const levelOf = ({ world, level }) => world?.replace(/(-\d+){2,3}$/, "") ?? level;

/** Where a game of a level is played: "at beginner level", "on 8×8 boards with 10 mines". */
function placeOf(level) {
  const [, width, height, mines] = /^(\d+)x(\d+)x(\d+)$/.exec(level) ?? [];
  if (width) return `on ${width}×${height} boards with ${counted(mines, "mine", "mines")}`;
  if (level === "daily") return "on a daily board";
  return LEVELS.includes(level) ? `at ${level} level` : `on ${level}`;
}

/** A record as sentences; `found` are the statistics of the level, this game among them. */
export function recordWords({ seconds, level, world }, found) {
  if (!found?.wins || !seconds) return "";
  const { wins, best_seconds: best, streak } = found;
  const where = placeOf(levelOf({ world, level }));
  const row = streak > 1 ? ` ${streak} wins in a row.` : "";
  if (wins === 1) return `Your first win ${where}.`;
  const behind = seconds - best;
  if (behind < 0.005) return `A new best time ${where}!${row}`;
  return `${gameTime(behind)} slower than your best time, ${gameTime(best)}.${row}`;
}

/** The share of the safe cells that a game had open after some seconds; `points` is `[[seconds, share]]`. */
export function shareAt(points, seconds) {
  return points.findLast(([at]) => at <= seconds)?.[1] ?? 0;
}

/** How a race ended for the visitor, as sentences; `points` are those of the game raced, called `name`. */
export function raceWords({ board, seconds }, points, name) {
  const share = shareAt(points, seconds);
  const [end, reached] = points.at(-1);
  if (board.outcome !== "won")
    return `You had opened ${percent(shareOpen(board))} of the board, ${name} ${percent(share)}.`;
  if (reached < 1) return `You won the race: ${name} opened only ${percent(reached)} of the board.`;
  return `You: ${gameTime(seconds)}, ${name}: ${gameTime(end)}. You ${seconds <= end ? "won" : "lost"} the race.`;
}

/** The share of the safe cells that are open on a board. */
export function shareOpen({ cells, mines }) {
  const open = cells.filter((code) => /^[0-8]$/.test(code)).length;
  return open / (cells.length - mines);
}

export const BEST = "best"; // the visitor's fastest game on the level
export const SWIFT = "swift"; // on another board that shows the same after the first cell

/** The statistics of the level of a game, read again when it is `over`; null without any. */
export function useStanding(game, over) {
  const level = game && levelOf(game);
  const certain = level === "daily" || game?.no_guess;
  const path = game && `/api/history/statistics?${query({ level, name: preferences().name })}`;
  const { found } = useFetched(path, game && `${game.id} ${over}`); // no records without a history
  return found?.levels.find((row) => row.no_guess === certain) ?? null;
}

/** The visitor's best time on the level of the game. */
export function Best({ standing }) {
  if (!standing?.best_seconds) return null;
  const { best_seconds: best, streak } = standing;
  return html`<p class="best small">Your best: <b>${gameTime(best)}</b>${
    streak > 1 && ` · ${counted(streak, "win", "wins")} in a row`
  }</p>`;
}

/**
 * Whom the visitor races, and the pace to beat, null without one: `{against, turn, points, cells, name}`;
 * `turn` begins and ends a race, but that against the sender of a challenge goes on. `best` is the number
 * of the visitor's fastest game in the history.
 */
export function useRace(game, best) {
  const rival = recall("rival", null);
  const [against, setAgainst] = useRemembered("race", "");
  const [pace, setPace] = useState(NO_PACE);
  const begun = game?.moves > 0;
  const running = game && !game.ended; // a game that has ended may be the best one itself
  const path = running && { [BEST]: best && `/api/history/${best}/pace`, [SWIFT]: begun && `/api/games/${game.id}/race` }[against];
  useEffect(() => {
    if (!path) return;
    get(path)
      .then(({ points, cells }) => setPace({ of: path, game: game.id, points, cells }))
      .catch(() => setPace(NO_PACE)); // it was deleted
  }, [path, game?.id]);
  const turn = (whom) => setAgainst(against === whom ? "" : whom);
  const raced = running ? path && pace.of === path : against && pace.game === game?.id;
  if (rival && rival.game === game?.id) return { against: "rival", turn, points: rival.points, cells: null, name: rival.name };
  return { against, turn, points: raced ? pace.points : null, cells: pace.cells, name: against === SWIFT ? "swift" : "your best game" };
}

const NO_PACE = { of: null, game: null, points: null, cells: null };

/** What the board shows of a race: the cells that the other game has open by now, as indices, and its
 * share of the board. That of a challenge has no cells: they would tell where the mines are not. */
export function useGhost(game, { points, cells }) {
  const running = Boolean(points) && !game?.ended;
  const seconds = useElapsed(game ?? NO_GAME, running ? 200 : 1e9);
  const passed = running ? points.filter(([at]) => at <= seconds).length : 0;
  const shown = useMemo(() => (passed && cells ? new Set(cells.slice(0, passed).flat()) : null), [passed, cells]);
  return { cells: running ? shown : null, share: running ? shareAt(points, seconds) : null };
}

const NO_GAME = { ended: true, moves: 0, seconds: 0 };
const PACE_POINTS = 20; // of a challenge

/** The game raced of a challenge in an address, null without one. @param {URLSearchParams} fields */
export function rivalIn(fields) {
  const pace = fields.get("pace") ?? "";
  if (!/^\d{1,7}(\.\d{1,7}){0,19}$/.test(pace)) return null;
  const points = pace.split(".").map((hundredths, i) => [Number(hundredths) / 100, (i + 1) / PACE_POINTS]);
  return { name: (fields.get("by") ?? "").slice(0, 40) || "your friend", points };
}

const DAILY = /^daily-/;
const COVERED = new Set(["H", "F"]);

/** The difficulty of a board that needs no guess; the server may keep it until the game has ended. */
export function Difficulty({ game }) {
  const certain = game.no_guess || DAILY.test(game.world ?? "");
  const begun = game.board.cells.some((cell) => !COVERED.has(cell));
  const path = certain && begun ? `/api/games/${game.id}/difficulty` : null;
  const words = useFetched(path, `${path} ${game.ended}`).found?.words ?? "";
  if (!certain) return null;
  if (!begun) return html`<p class="soft small">The board is dealt at your first click: no guess will be needed.</p>`;
  return html`<p class="soft small">${sentence(`no guess is needed${words && `: ${words}`}`)}</p>`;
}

const ACCURACY = "Of all moves that opened cells: 100% if none lowered your chance of winning.";
const SHOWN = ["3BV/s", "3BV", "efficiency"];

/**
 * How the game ended, who helped, the visitor's record, its figures and the curve of its chance of
 * winning, and the `cause` of a loss. `found` is the review so far, which is `final` or a quick one, `standing` that of `useStanding`, `race` that of `useRace`; `does` has what the buttons do, `onStep(n)` shows the review after `n` steps.
 */
export function Result({ game, help, stepping, found, standing, race, cause, does, onStep, onLit }) {
  const won = game.board.outcome === "won";
  const record = won && !help.any ? recordWords(game, standing) : "";
  const figures = useFetched(`/api/games/${game.id}/figures`, `${game.id} ${game.node}`).found;
  const { rows, meanings } = figures ?? { rows: [], meanings: {} }; // the server computes them
  const { review, exercise, whole, live, final } = found;
  const known = new Map(rows);
  const tasks = exercise?.tasks.length ?? 0;
  const accuracy = whole ? review.accuracy : null;
  const waits = live ? "…" : "–";
  return html`<section class=${won ? "card result result-won" : "card result result-lost"} aria-label="Result">
    <${Outcome} won=${won} helped=${help.any} moves=${game.moves} time=${gameTime(game.seconds ?? 0)} />
    ${cause && html`<p class="cause"><${Words} text=${cause.sentence} letters=${cause.walk?.letters} onLit=${onLit} /></p>`}
    ${help.any && html`<p class="small">${helpWords(help, game.moves)}</p>`}
    ${record && html`<p class=${/^\d/.test(record) ? "soft small" : "record"}>${record}</p>`}
    ${race.points && html`<p class="small">${raceWords(game, race.points, race.name)}</p>`}
    ${!stepping && html`<div class="row result-tools"><${EndTools} game=${game} does=${does} />
      <${Tool} group="play" name="review" words="What went well and what went wrong" onClick=${does.review}>Review<//>
      ${(live || tasks > 0) && html`<${Tool} group="play" name="mistakes" off=${!tasks} words=${`Try ${counted(tasks, "position", "positions")} again`}
        onClick=${does.mistakes}>Mistakes<//>`}
      <${Tool} words="Restart this board" onClick=${does.same}>Same board<//>
      <${Tool} words="Copy a link that lets others play this board" onClick=${does.challenge}>Challenge link<//>
    </div>`}
    <dl class="result-figures">
      <div title=${ACCURACY + (final ? "" : " Estimated quickly; Review measures it.")}><dt>accuracy</dt>
        <dd class="result-accuracy">${accuracy == null ? waits : `${final || accuracy === 1 ? "" : "≈"}${percent(accuracy)}`}</dd></div>
      ${SHOWN.map((name) => html`<div key=${name} title=${sentence(meanings[name])}>
        <dt>${name}</dt><dd>${known.get(name) ?? (rows.length ? "–" : "…")}</dd></div>`)}
    </dl>
    ${!stepping && (live ? !won : review.guesses.length > 0) && html`<div class="result-curve"><${Curve} curve=${review.curve} from=${0} dots=${dotsOf(review.guesses)}
      onStep=${onStep} label=${`Chance of winning throughout the game${final ? "" : ", estimated quickly"}`} /></div>`}
    ${rows.length > 0 && html`<${More} rows=${rows} meanings=${meanings} />`}
  </section>`;
}

/** How a game ended, as a heading. */
export const Outcome = ({ won, helped, moves, time }) => html`<h2>${won ? "Won" : "Lost"}${helped &&
  html` <span class="tag tag-plain">with help</span>`}${" "}<span class="soft">after ${counted(moves, "move", "moves")}, ${time}</span></h2>`;

/** All figures and their meanings. */
function More({ rows, meanings }) {
  return html`<details class="small figures-card" aria-label="Figures">
    <summary>All figures, and what they mean</summary>
    <dl class="figure-rows">${rows.map(
      ([name, value]) => html`<div key=${name}><dt>${name}</dt><dd>${value}</dd><dd class="soft">${sentence(meanings[name])}</dd></div>`,
    )}</dl>
  </details>`;
}
