// Formats numbers, times and sentences; the scale of text.

export const FIRM = "\u00a0"; // a no-break space

/** A reason or message as prose: with a capital letter, unless it begins with the name of a file or of
 * a field (`analysis=`), and a full stop where it lacks one.
 * @param {string} words */
export function sentence(words) {
  const text = (words ?? "").trim();
  if (!text) return "";
  const whole = /^\w+(\.\w|=)/.test(text) ? text : text[0].toUpperCase() + text.slice(1);
  return /[.!?…]["”’)]?$/.test(whole) ? whole : `${whole}.`;
}

/** A count with its noun: "0 mines", "1 mine". @param {number | string} count @param {string} one @param {string} many */
export function plural(count, one, many) {
  return `${count} ${Number(count) === 1 ? one : many}`;
}

/** The same in prose: "no guesses", "1 guess". @param {number | string} count @param {string} one @param {string} many */
export function counted(count, one, many) {
  return plural(count || "no", one, many);
}

/** A level, a size or a world as a title: "Beginner", "1×3, 1 mine"; the board of a day is the daily one.
 * @param {string} name */
export function titleOf(name) {
  const [, width, height, mines] = /^(\d+)x(\d+)x(\d+)$/.exec(name) ?? [];
  if (width) return `${width}×${height}, ${plural(mines, "mine", "mines")}`;
  if (name.startsWith("daily-")) return "Daily";
  const title = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
  return title.replace(/^(Beginner)(\d+)$/, "$1 $2×$2");
}

/** A probability in percent: "0%" and "100%" are exact, others at least "<1%" and at most "99%".
 * @param {number | null} probability */
export function percent(probability, digits = 0) {
  if (probability == null) return "unknown";
  if (probability === 0 || probability === 1) return `${100 * probability}%`;
  const least = 10 ** -digits;
  const shown = Math.min(100 * probability, 100 - least).toFixed(digits);
  return Number(shown) === 0 ? `<${least.toFixed(digits)}%` : `${shown}%`;
}

/** The same, short enough for a cell. @param {number | null} probability */
export function figure(probability) {
  return percent(probability).replace("%", "");
}

/** A time span in the unit that suits it. @param {number} seconds */
export function duration(seconds) {
  if (!seconds) return "";
  const micros = Math.round(seconds * 1e6);
  if (micros < 1000) return `${Math.max(1, micros)}${FIRM}µs`;
  const millis = Math.round(seconds * 1000);
  if (millis < 10) return `${(seconds * 1000).toFixed(1)}${FIRM}ms`;
  if (millis < 1000) return `${millis}${FIRM}ms`;
  if (seconds < 59.95) return `${seconds.toFixed(1)}${FIRM}s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** The time of a game to a hundredth of a second: "2.98 s", "1:23.45". @param {number} seconds */
export function gameTime(seconds) {
  const hundredths = Math.round(100 * seconds);
  if (hundredths < 6000) return `${(hundredths / 100).toFixed(2)}${FIRM}s`;
  return clock(hundredths / 100, { hundredths: true });
}

/** Minutes and seconds, as on a clock; with `hundredths`, those too. @param {number} seconds @param {any} given1 */
export function clock(seconds, { hundredths = false } = {}) {
  const whole = Math.floor(seconds + 1e-6);
  const parts = Math.floor((seconds - whole) * 100 + 1e-3);
  const after = hundredths ? `.${String(parts).padStart(2, "0")}` : "";
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}${after}`;
}

/** How much larger text is than usual: on large screens it grows. */
export const textScale = () => parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
