// Figures as SVG plots and as tables.

import { html, useLayoutEffect, useRef, useState } from "../preact.js";
import { percent, textScale } from "../format.js";

const PLOT_WIDTH = 340;
const PLOT_HEIGHT = 130;
const [LEFT, RIGHT, TOP, BOTTOM] = [42, PLOT_WIDTH - 8, 8, PLOT_HEIGHT - 22];

/** A linear scale: `from` … `to` on `low` … `high`, and beyond. */
export function linear([from, to], [low, high]) {
  return (value) => low + ((value - from) / (to - from)) * (high - low);
}

/** A plot with `labels` at their heights, `[y, words]` each, and words `below`. */
function Plot({ label, labels, below, onClick, children }) {
  return html`<svg class="plot" viewBox=${`0 0 ${PLOT_WIDTH} ${PLOT_HEIGHT}`} role="img" aria-label=${label} onClick=${onClick}>
    ${labels.map(([y, words]) => html`<text class="plot-text" key=${y} x=${LEFT - 5} y=${y + 3.5} text-anchor="end">${words}</text>`)}
    ${children}
    <text class="plot-text" x=${LEFT} y=${PLOT_HEIGHT - 6}>${below[0]}</text>
    <text class="plot-text" x=${RIGHT} y=${PLOT_HEIGHT - 6} text-anchor="end">${below[1]}</text>
  </svg>`;
}

/**
 * The chance of winning along a game. `curve` is `[{step, chance}]`, drawn with room for steps
 * before it down to `from`; `dots` mark steps, with words in a tooltip, and `at` is the current
 * step; a click calls `onStep`.
 */
export function Curve({ curve, from = Infinity, dots = [], at, onStep, label }) {
  const known = curve.filter(({ chance }) => chance != null);
  if (!known.length) return null;
  const first = Math.min(from, known[0].step);
  const last = Math.max(known.at(-1).step, first + 1);
  const x = linear([first, last], [LEFT, RIGHT]);
  const y = linear([0, 1], [BOTTOM, TOP]);
  const line = known.map(({ step, chance }) => `${x(step).toFixed(1)},${y(chance).toFixed(1)}`);
  const area = `${x(known[0].step)},${y(0)} ${line.join(" ")} ${x(known.at(-1).step).toFixed(1)},${y(0)}`;
  const chanceAt = new Map(known.map(({ step, chance }) => [step, chance]));
  const pick = (event) => {
    const frame = event.currentTarget.getBoundingClientRect();
    const along = ((event.clientX - frame.left) / frame.width) * PLOT_WIDTH;
    const step = Math.round(linear([LEFT, RIGHT], [first, last])(along));
    onStep?.(Math.max(first, Math.min(last, step)));
  };
  const shares = [0, 0.5, 1];
  return html`<${Plot} label=${label} labels=${shares.map((chance) => [y(chance), `${100 * chance}%`])} below=${[`move ${first}`, last]} onClick=${pick}>
    ${shares.map((chance) => html`<line key=${chance} class="plot-grid" x1=${LEFT} x2=${RIGHT} y1=${y(chance)} y2=${y(chance)} />`)}
    <polygon class="plot-area" points=${area} />
    <polyline class="plot-line" points=${line.join(" ")} />
    ${dots.map(
      ({ step, words, good }) => html`<circle key=${step} r="4"
      class=${good ? "plot-dot" : "plot-dot plot-dot-bad"}
      cx=${x(step)} cy=${y(chanceAt.get(step) ?? 0)}><title>${words}</title></circle>`,
    )}
    ${at != null && at >= first && at <= last && html`<line class="plot-now" x1=${x(at)} x2=${x(at)} y1=${TOP} y2=${BOTTOM} />`}
  <//>`;
}

// In pixels: the heights of a label and of a row, the width of a letter, and the width below which
// a plot has names above its bars.
const [LABEL, ROW, LETTER, NARROW] = [13, 30, 7.5, 460];
const MAX_NAME_LETTERS = 21; // longer names are above their bars

/** Values with their 95% intervals, one row each; `rows` is `[{name, value, interval}]`. */
export function Intervals({ rows, label }) {
  const frame = useRef();
  const [width, scale] = useWidth(frame);
  const longest = Math.max(...rows.map(({ name }) => name.length));
  const over = width < NARROW || longest > MAX_NAME_LETTERS;
  const [names, row] = over ? [4, ROW + 16] : [16 + LETTER * longest, ROW];
  const most = Math.min(
    1,
    Math.max(...rows.map(({ value, interval }) => interval?.[1] ?? value)) * 1.05,
  );
  const high = rows.length * row + 24;
  const x = linear([0, most], [names, width - 64]);
  return html`<div class="plot-frame" ref=${frame}><svg class="plot" width=${scale * width} height=${scale * high}
    viewBox=${`0 0 ${width} ${high}`} role="img" aria-label=${label}>
    ${ticks(most).map(
      (tick) => html`<g key=${tick}>
      <line class="plot-grid" x1=${x(tick)} x2=${x(tick)} y1="4" y2=${high - 20} />
      <text class="plot-text" x=${x(tick)} y=${high - 6} text-anchor=${tick ? "middle" : "start"}>
        ${Math.round(100 * tick)}%</text>
    </g>`,
    )}
    ${rows.map(({ name, value, interval }, i) => {
      const y = i * row + (over ? ROW : ROW / 2) + 4;
      const at = over ? [names, y - 13, "start"] : [names - 8, y + 4, "end"];
      return html`<g key=${name}>
        <text class="plot-name" x=${at[0]} y=${at[1]} text-anchor=${at[2]}>${name}</text>
        <rect class="plot-bar" x=${x(0)} y=${y - 7} width=${Math.max(0, x(value) - x(0))} height="14" rx="3" />
        ${interval && html`<path class="plot-whisker" d=${whisker(x(interval[0]), x(interval[1]), y)} />`}
        <text class="plot-value" x=${x(interval?.[1] ?? value) + 6} y=${y + 4}>${percent(value, 1)}</text>
      </g>`;
    })}
  </svg></div>`;
}

const whisker = (low, high, y) => `M${low} ${y}H${high}M${low} ${y - 4}v8M${high} ${y - 4}v8`;

/** Values of games in their order, at most about `most`, whose labels `words` writes; with a line at the `best` so far, else through all. */
export function Series({ values, most, words, best, label }) {
  const x = linear([0, Math.max(1, values.length - 1)], [LEFT, RIGHT]);
  const y = linear([0, 1.05 * most], [BOTTOM, TOP]);
  const places = values.map((value, i) => `${x(i).toFixed(1)} ${y(value).toFixed(1)}`);
  const bests = values.map((_, i) => Math.min(...values.slice(0, i + 1)));
  const line = best ? bests.map((value, i) => `${i ? `H${x(i).toFixed(1)}V` : `M${LEFT} `}${y(value).toFixed(1)}`).join("") : `M${places.join("L")}`;
  const labelled = apart([best ? bests.at(-1) : values.at(-1), 0, most], y);
  return html`<${Plot} label=${label} labels=${labelled.map((value) => [y(value), words(value)])} below=${[label]}>
    <path class="plot-line" d=${line} />
    ${best && values.map((value, i) => html`<circle key=${i} class="plot-dot" r="2.5" cx=${x(i)} cy=${y(value)} />`)}
  <//>`;
}

/** Those of some values whose labels at the heights `y` do not overlap those of values before them. */
export function apart(values, y) {
  const clear = (value, other) => Math.abs(y(value) - y(other)) >= LABEL;
  return values.reduce((kept, value) => (kept.every((other) => clear(value, other)) ? [...kept, value] : kept), []);
}

/** Round values from 0 to `most`, some two to six. */
export function ticks(most) {
  const step = most > 0.5 ? 0.25 : most > 0.2 ? 0.1 : 0.05;
  return Array.from({ length: Math.floor(most / step + 1e-9) + 1 }, (_, i) => i * step);
}

/** The current width of an element in pixels of usual text, and how much larger the text is. */
function useWidth(element) {
  const [width, setWidth] = useState(560);
  const scale = textScale();
  useLayoutEffect(() => {
    const measure = () => setWidth(Math.max(240, Math.min(960, element.current.clientWidth / scale)));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [scale]);
  return [width, scale];
}

const PHONE_COLUMNS = 5; // that fit on a phone

/** A table; each row is `[heading, …cells]`. Where many columns do not fit, each row is a block of
 * figures with their names. */
export function Table({ label, caption, heads, rows }) {
  const [first, ...others] = heads;
  return html`<div class=${heads.length > PHONE_COLUMNS ? "wide-table table-many" : "wide-table"} tabindex="0" role="group" aria-label=${label}><table>
    <caption>${caption}</caption>
    <thead><tr><th scope="col">${first}</th>
      ${others.map((head) => html`<th scope="col" class="number" key=${head}>${head}</th>`)}</tr></thead>
    <tbody>${rows.map(
      ([heading, ...cells]) => html`<tr key=${heading}>
      <th scope="row">${heading}</th>
      ${cells.map((cell, i) => html`<td class="number" data-head=${others[i]}>${cell}</td>`)}
    </tr>`,
    )}</tbody>
  </table></div>`;
}
