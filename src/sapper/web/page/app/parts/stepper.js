// Stepping through a film: back, on, to either end, or playing by itself.

import { html, useEffect, useState } from "../kit.js";
import { useRemembered } from "../route.js";
import { titled, useKeys } from "../keys.js";

const SPEEDS = [1, 2, 5, 10, 25, 60]; // steps a second

/**
 * Where in a film one is: `{at, to, playing, play, …}`. `count` steps are there; while `live`
 * more are coming, and playing waits for them.
 */
export function useStepper(count, live) {
  const [at, setAt] = useState(0);
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useRemembered("speed", 5);
  const here = Math.min(at, count);

  useEffect(() => {
    if (!playing) return undefined;
    if (here >= count) {
      if (!live) setPlaying(false);
      return undefined;
    }
    const timer = setTimeout(() => setAt(here + 1), 1000 / speed);
    return () => clearTimeout(timer);
  }, [playing, here, count, live, speed]);

  const to = (next) => {
    setPlaying(false);
    setAt(Math.max(0, next)); // infinity follows what is still coming
  };
  const play = (wanted) => {
    setPlaying(wanted);
    if (wanted && !live && here >= count) setAt(0);
  };
  return { at: here, to, playing, play, restart: () => setAt(0), speed, setSpeed };
}

/** The keys of a stepper, as the table names them. */
function keysOf({ at, to, playing, play }, onBegin) {
  return {
    back: () => to(at - 1),
    step: () => to(at + 1),
    "back-ten": () => to(at - 10),
    "step-ten": () => to(at + 10),
    start: () => to(0),
    end: () => to(Infinity),
    go: onBegin ?? (() => play(!playing)),
  };
}

/** The controls, and their keys; `onBegin`, where nothing is there yet to play. */
export function Stepper({ stepper, count, live, onBegin = null }) {
  const { at, to, playing, speed, setSpeed } = stepper;
  const keys = keysOf(stepper, onBegin);
  useKeys(["watch"], keys);
  const button = (label, words, name, target, off) => html`<button
    type="button"
    class="tool tool-icon"
    aria-label=${words}
    title=${titled(words, "watch", name)}
    disabled=${off}
    onClick=${() => to(target)}
  >${label}</button>`;
  return html`<div class="stepper" role="group" aria-label="Steps of the game">
    <div class="stepper-buttons">
      ${button("⇤", "To the start", "start", 0, at === 0)}
      ${button("←", "One step back", "back", at - 1, at === 0)}
      <button type="button" class="tool tool-main" aria-pressed=${playing}
        title=${titled("Play on, or pause", "watch", "go")} onClick=${keys.go}>
        ${playing ? "Pause" : onBegin ? "Play" : "Play on"}
      </button>
      ${button("→", "One step on", "step", at + 1, at >= count)}
      ${button("⇥", "To the last step", "end", Infinity, at >= count)}
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
