// Compares a win with earlier ones, and the progress of two games.

import { counted, gameTime, percent } from "../format.js";

const NAMED = ["beginner", "intermediate", "expert"];

/** The level of a game as the history names it: without the seed of a world, or the date of a daily board. */
export const levelOf = ({ world, level }) => world?.replace(/(-\d+){2,3}$/, "") ?? level;

/** Where a game of a level is played: "at beginner level", "on 8×8 boards with 10 mines". */
function placeOf(level) {
  const [, width, height, mines] = /^(\d+)x(\d+)x(\d+)$/.exec(level) ?? [];
  if (width) return `on ${width}×${height} boards with ${counted(mines, "mine", "mines")}`;
  if (level === "daily") return "on a daily board";
  return NAMED.includes(level) ? `at ${level} level` : `on ${level}`;
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

/** How a race ended for the visitor, as a sentence; `points` are those of the game raced, called `name`. */
export function raceWords({ board, seconds }, points, name) {
  const share = shareAt(points, seconds);
  if (board.outcome !== "won")
    return `You had opened ${percent(shareOpen(board))} of the board, ${name} ${percent(share)}.`;
  if (share < 1) return `You won the race: ${name} had opened ${percent(share)} of the board.`;
  return `You lost the race: ${name} needed ${gameTime(points.at(-1)[0])}.`;
}

/** The share of the safe cells that are open on a board. */
export function shareOpen({ cells, mines }) {
  const open = cells.filter((code) => /^[0-8]$/.test(code)).length;
  return open / (cells.length - mines);
}
