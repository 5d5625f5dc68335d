// Stepping through a film: backwards, forwards, to either end, or playing by itself.

import { html, useLayoutEffect, useRef, useState } from "../kit.js";
import { useRemembered } from "../route.js";
import { titled, useKeys } from "../keys.js";

const SPEEDS = [1, 2, 5, 10, 25, 60]; // steps a second

/**
 * A place in a film: `{at, to, playing, play, …}`. `count` steps have arrived; while `live`, more
 * are coming, and playing waits for them.
 */
export function useStepper(count, live) {
  const [speed, setSpeed] = useRemembered("speed", 5);
  const [, redraw] = useState(0);
  // Changed at once, not with the next frame: neither a second key nor a timer that has already
  // run out may act on what was true before the first key.
  const now = useRef({ at: 0, playing: false, due: 0 }).current;
  Object.assign(now, { count, live });
  const here = () => Math.min(now.at, now.count);
  const period = 1000 / speed;
  const change = (what) => {
    Object.assign(now, what);
    redraw((n) => n + 1);
  };
  const next = () => {
    if (!now.playing || here() >= now.count) return;
    const time = performance.now();
    const late = time - now.due;
    change({ at: here() + 1, due: (late < period ? now.due : time) + period });
  };

  // Steps that arrive must not restart the timer: only whether there are more counts.
  const more = here() < count;
  useLayoutEffect(() => {
    if (!now.playing) return undefined;
    if (!more) {
      if (!live) change({ playing: false });
      return undefined;
    }
    const timer = setTimeout(next, now.due - performance.now());
    return () => clearTimeout(timer);
  }, [now.playing, now.at, now.due, more, live]);

  return {
    at: here(),
    /** Go to a step and pause there; infinity follows the steps that are still coming. */
    to: (step) => change({ at: Math.max(0, step), playing: false }),
    /** The same, counted from the step shown. */
    by: (steps) =>
      change({ at: Math.min(now.count, Math.max(0, here() + steps)), playing: false }),
    playing: now.playing,
    play: (wanted) =>
      change({
        playing: wanted,
        due: performance.now() + period,
        at: wanted && !now.live && here() >= now.count ? 0 : now.at,
      }),
    /** Play a new film from its start. */
    begin: () => change({ at: 0, playing: true, due: performance.now() + period }),
    speed,
    setSpeed: (next) => {
      now.due = performance.now() + 1000 / next;
      setSpeed(next);
    },
  };
}

/** The keys of a stepper, as the table names them. */
function keysOf({ to, by, playing, play }, onBegin) {
  return {
    back: () => by(-1),
    step: () => by(1),
    "back-ten": () => by(-10),
    "step-ten": () => by(10),
    start: () => to(0),
    end: () => to(Infinity),
    go: onBegin ?? (() => play(!playing)),
  };
}

/** The controls and their keys; `onBegin`, if given, starts the game instead of the film. */
export function Stepper({ stepper, count, live, onBegin = null }) {
  const { at, to, by, playing, speed, setSpeed } = stepper;
  const keys = keysOf(stepper, onBegin);
  useKeys(["watch"], keys);
  const button = (label, words, name, act, off) => html`<button
    type="button"
    class="tool tool-icon"
    aria-label=${words}
    title=${titled(words, "watch", name)}
    disabled=${off}
    onClick=${act}
  >${label}</button>`;
  return html`<div class="stepper" role="group" aria-label="Steps of the game">
    <div class="stepper-buttons">
      ${button("⇤", "To the start", "start", () => to(0), at === 0)}
      ${button("←", "One step back", "back", () => by(-1), at === 0)}
      <button type="button" class="tool tool-main" aria-pressed=${playing}
        title=${titled("Play or pause", "watch", "go")} onClick=${keys.go}>
        ${playing ? "Pause" : "Play"}
      </button>
      ${button("→", "One step forward", "step", () => by(1), at >= count)}
      ${button("⇥", "To the last step", "end", () => to(Infinity), at >= count)}
    </div>
    <input type="range" min="0" max=${count} value=${at} aria-label="Step"
      onInput=${(event) => to(Number(event.currentTarget.value))} />
    <output class="stepper-count">${at} / ${count}${live ? " …" : ""}</output>
    <label class="stepper-speed"><span class="unseen">Speed</span>
      <select value=${speed} onChange=${(event) => setSpeed(Number(event.currentTarget.value))}>
        ${SPEEDS.map((each) => html`<option key=${each} value=${each}>${each} / s</option>`)}
      </select>
    </label>
  </div>`;
}
