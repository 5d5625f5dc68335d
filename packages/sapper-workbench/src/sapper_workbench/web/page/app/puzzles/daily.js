// The day's board and puzzles: the visitor's results, the line to share, and the calendar.

import { html, useEffect, useState } from "../preact.js";
import { attempt, get, post } from "../api.js";
import { counted, gameTime, plural, titleOf } from "../format.js";
import { Tool } from "../parts/controls.js";
import { copyText } from "../parts/files.js";
import { useFetched } from "../parts/hooks.js";
import { helpOf } from "../play/advice.js";
import { go } from "../route.js";
import { recall, remember } from "../storage.js";
import { kindWords } from "./cards.js";

const MAX_KEPT_DAYS = 60; // whose games this browser remembers

/** The line to share: the same as that of `sapper puzzle --daily`. */
export function resultLine(date, game, solved) {
  const moves = game?.moves == null ? "" : ` and ${plural(game.moves, "move", "moves")}`;
  const help = game?.helped ? ", with help" : "";
  const board = game?.won ? `board in ${gameTime(game.seconds)}${moves}${help}` : "board not won";
  const right = solved.filter((each) => each === true).length;
  const signs = solved.map((each) => (each === null ? "." : each ? "+" : "-")).join("");
  return `Daily Minesweeper ${date}: ${board}, puzzles ${right}/${solved.length} ${signs}`;
}

/** The address of a day, today without a date, or of one of its puzzles, from 1. */
export const addressOfDay = (date, number) => ["daily", date, number && `puzzle/${number}`].filter(Boolean).join("/");

/** The game on the board of the day: the finished one of the history, else this browser's own. */
function useGame(day, begun) {
  const [own, setOwn] = useState(null);
  useEffect(() => {
    if (!begun || day.game) return;
    get(`/api/games/${begun}`)
      .then((found) => {
        const outcome = found.ended ? found.board.outcome : "begun";
        setOwn({ outcome, seconds: found.seconds, moves: found.moves, helped: helpOf(found).any });
      })
      .catch(() => {}); // the game was removed: it can be played again
  }, [begun, day]);
  const found = day.game ?? own;
  return found && { ...found, won: found.outcome === "won" };
}

/** The board of a day: the visitor's `game` on it, whether it was `won` or has `ended`, its state in
 * `words`, and a function that plays, continues or shows it. */
function useDayBoard(day, setNotice) {
  const begun = recall("days", {})[day.date]?.game;
  const game = useGame(day, begun);
  const play = () =>
    attempt(async () => {
      if (game && !day.game) return go(`play/${begun}`);
      if (game) return go(`play/${(await post(`/api/history/${day.game.number}/open`, {})).game}`);
      const { id } = await post("/api/games", { daily: day.date });
      const { [day.date]: _, ...others } = recall("days", {});
      const days = [...Object.entries(others), [day.date, { game: id }]].slice(-MAX_KEPT_DAYS);
      remember("days", Object.fromEntries(days));
      remember("game", id);
      return go(`play/${id}`);
    }, setNotice);
  const words = game?.won ? `won in ${gameTime(game.seconds)}` : (game?.outcome ?? "");
  return { game, won: Boolean(game?.won), ended: Boolean(game) && game.outcome !== "begun", words, play };
}

/** The board and the puzzles of a day with the visitor's results, one row each, before the `children`. The addresses of puzzles
 * have its `date`, which today's need not have. */
export function DayRows({ day, date, board: { won, ended, words, play }, children }) {
  return html`<ul class="today-rows">
    <li><span><b>${titleOf(day.level)}</b> <span class="soft small">no guess needed</span></span>
      <span class=${won ? "good" : "soft"}>${words}</span>
      <button type="button" class=${ended ? "tool" : "button"} onClick=${play}>${ended ? "View" : words ? "Continue" : "Play"}</button></li>
    ${day.puzzles.map((puzzle, i) => {
      const right = day.solved[i];
      const act = right === null ? "Solve" : "View";
      return html`<li key=${puzzle.id}><span><b>Puzzle ${i + 1}</b> <span class="soft small">${kindWords(puzzle.kind)}</span></span>
        <span class=${right ? "good" : "soft"}>${right === null ? "" : right ? "✓ solved" : "✗ not solved"}</span>
        <a class="tool" href=${`#${addressOfDay(date, i + 1)}`} aria-label=${`${act} puzzle ${i + 1}`}>${act}</a></li>`;
    })}${children}
  </ul>`;
}

/** The day on the first screen, with the days in a row. */
export function DayCard({ day, setNotice }) {
  const board = useDayBoard(day, setNotice);
  const kept = useFetched("/api/history/days").found;
  const row = kept ? daysInARow(kept.in_time, day.date) : 0;
  return html`<section class="card" aria-label="Daily">
    <p class="overline">Daily${row > 1 && ` · ${counted(row, "day", "days")} in a row`}</p>
    <${DayRows} day=${day} board=${board} />
  </section>`;
}

/** The day with the line to share. */
export function Day({ day, setNotice }) {
  const board = useDayBoard(day, setNotice);
  const { date, solved } = day;
  const line = resultLine(date, board.game, solved);
  return html`<div class="day">
    <header class="heading">
      <h2>Daily · ${date}</h2>
      <p class="soft">One board and three puzzles, the same for everyone.</p>
    </header>
    <section class="card" aria-label="The day"><${DayRows} day=${day} date=${date} board=${board}>
      <li><span><b>Variant</b> <span class="soft small">a board by another rule</span></span><span></span>
        <a class="tool" href=${`#variants/daily/${date}`} aria-label="Show the variant">Show</a></li>
    <//></section>
    ${(board.game || solved.some((each) => each !== null)) && html`<section class="card" aria-label="Your result">
      <p class="overline">Your result</p>
      <p><code class="share-line">${line}</code></p>
      <p class="row"><${Tool} onClick=${() => copyText(line, "Copied.", setNotice)}>Copy<//></p>
    </section>`}
  </div>`;
}

const DAY_MILLISECONDS = 86_400_000;
const WEEK = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"];
const textOf = (time) => new Date(time).toISOString().slice(0, 10);

/** The days of a month, `YYYY-MM`, in weeks from Monday on; null stands for days of other months. */
export function weeksOf(month) {
  const first = Date.parse(`${month}-01`);
  const days = Array((new Date(first).getUTCDay() + 6) % 7).fill(null);
  for (let at = first; textOf(at).startsWith(month); at += DAY_MILLISECONDS) days.push(textOf(at));
  while (days.length % 7) days.push(null);
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(7 * week, 7 * week + 7));
}

/** The current streak of days among those `won`, up to today, or yesterday while today's board is open. */
export function daysInARow(won, today) {
  const days = new Set(won);
  let at = Date.parse(today);
  if (!days.has(today)) at -= DAY_MILLISECONDS;
  let row = 0;
  for (; days.has(textOf(at)); at -= DAY_MILLISECONDS) row += 1;
  return row;
}

/** The calendar; `today` and the day that is `shown` are dates, `YYYY-MM-DD`. */
export function Calendar({ today, shown }) {
  const [month, setMonth] = useState(shown.slice(0, 7));
  const kept = useFetched("/api/history/days", shown).found; // no days without a history
  const { days, in_time: inTime } = kept ?? { days: {}, in_time: [] };
  const turn = (by) => setMonth(textOf(Date.parse(`${month}-15`) + by * 30 * DAY_MILLISECONDS).slice(0, 7));
  const won = Object.values(days).filter((seconds) => seconds != null).length;
  const row = daysInARow(inTime, today);
  const name = new Date(`${month}-15`).toLocaleDateString([], { month: "long", year: "numeric" });
  return html`<section class="card" aria-label="Calendar">
    <p class="overline">Daily boards</p>
    <p class="small">${won ? `${counted(won, "board", "boards")} won` : "No board won yet"}${row > 1 && `, ${row} days in a row`}.</p>
    <div class="row calendar-head">
      <${Tool} words="The month before" onClick=${() => turn(-1)}>←<//><b>${name}</b>
      <${Tool} words="The month after" off=${month >= today.slice(0, 7)} onClick=${() => turn(1)}>→<//>
    </div>
    <table class="calendar"><thead><tr>${WEEK.map((day) => html`<th scope="col" key=${day}>${day}</th>`)}</tr></thead>
      <tbody>${weeksOf(month).map((week, i) => html`<tr key=${i}>${week.map((day, j) => html`<td key=${j}>
        ${day && html`<${Cell} day=${day} seconds=${days[day]} later=${day > today} now=${day === shown} />`}</td>`)}</tr>`)}
      </tbody></table>
  </section>`;
}

/** A day; `seconds` are those of the fastest win, null if its board was lost, undefined if not played. */
function Cell({ day, seconds, later, now }) {
  const state = seconds === undefined ? "" : seconds === null ? "lost" : `won in ${gameTime(seconds)}`;
  const kind = seconds === undefined ? "" : seconds === null ? "day-lost" : "day-won";
  return html`<button type="button" class=${`calendar-day ${kind}`} disabled=${later} aria-current=${now ? "date" : null}
    title=${state} aria-label=${state ? `${day}: ${state}` : day} onClick=${() => go(addressOfDay(day))}>
    ${Number(day.slice(8))}</button>`;
}
