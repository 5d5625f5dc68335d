// The calendar of daily boards: those won, and those still to play.

import { html, useState } from "../preact.js";
import { clock, counted } from "../format.js";
import { useFetched } from "../parts/fetched.js";
import { Tool } from "../parts/tool.js";
import { go } from "../route.js";

const DAY = 86_400_000;
const WEEK = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"];
const textOf = (time) => new Date(time).toISOString().slice(0, 10);

/** The days of a month, `YYYY-MM`, in weeks from Monday on; null stands for days of other months. */
export function weeksOf(month) {
  const first = Date.parse(`${month}-01`);
  const days = Array((new Date(first).getUTCDay() + 6) % 7).fill(null);
  for (let at = first; textOf(at).startsWith(month); at += DAY) days.push(textOf(at));
  while (days.length % 7) days.push(null);
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(7 * week, 7 * week + 7));
}

/** The current streak of days among those `won`, up to today, or yesterday while today's board is open. */
export function daysInARow(won, today) {
  const days = new Set(won);
  let at = Date.parse(today);
  if (!days.has(today)) at -= DAY;
  let row = 0;
  for (; days.has(textOf(at)); at -= DAY) row += 1;
  return row;
}

/** The calendar; `today` and the day that is `shown` are dates, `YYYY-MM-DD`. */
export function Calendar({ today, shown }) {
  const [month, setMonth] = useState(shown.slice(0, 7));
  const kept = useFetched("/api/history/days", shown).found; // no days without a history
  const { days, in_time: inTime } = kept ?? { days: {}, in_time: [] };
  const turn = (by) => setMonth(textOf(Date.parse(`${month}-15`) + by * 30 * DAY).slice(0, 7));
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
  const state = seconds === undefined ? "" : seconds === null ? "lost" : `won in ${clock(seconds)}`;
  const kind = seconds === undefined ? "" : seconds === null ? "day-lost" : "day-won";
  return html`<button type="button" class=${`calendar-day ${kind}`} disabled=${later} aria-current=${now ? "date" : null}
    title=${state} aria-label=${state ? `${day}: ${state}` : day} onClick=${() => go(`puzzles/daily/${day}`)}>
    ${Number(day.slice(8))}</button>`;
}
