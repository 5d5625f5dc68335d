// What a win means beside the games before it.

/** A record as sentences; `found` are the statistics of the level, this game among them. */
export function recordWords({ seconds, level, world }, found) {
  if (!found?.wins || !seconds) return "";
  const { wins, best_seconds: best, streak } = found;
  const name = world ?? level;
  const row = streak > 1 ? ` ${streak} wins in a row.` : "";
  if (wins === 1) return `Your first win of ${name}.`;
  const behind = seconds - best;
  if (behind < 0.005) return `A new best time for ${name}!${row}`;
  return `${behind.toFixed(1)} s behind your best time, ${best.toFixed(1)} s.${row}`;
}
