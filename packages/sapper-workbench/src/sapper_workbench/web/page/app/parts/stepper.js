// Stepping through a replay: backwards, forwards, to either end, or playing by itself.

import { html, useLayoutEffect, useState } from "../preact.js";
import { useKeys } from "../keys.js";
import { useRemembered } from "../storage.js";
import { Tool } from "./controls.js";

/**
 * The number of steps of a replay that are shown. `count` steps have arrived; while it is `live`, more are
 * coming, and playing waits for them. Each step has two halves: while it is `looking`, the reason of
 * the next step is shown before that step. With `halves`, playing stops at both, else at whole steps
 * only. Times are milliseconds of the caller's clock; while it plays, the next stop is shown at the
 * time `due`, and a stop is shown for the time `pace(at, looking)`.
 */
export class Playback {
  count = 0;
  live = false;
  /** @type {(at: number, looking: boolean) => number} */
  pace = () => 200;
  playing = false;
  due = 0;
  halves = false;
  #wanted = 0; // in halves; infinity follows the steps that are still coming

  get #half() {
    return Math.min(this.#wanted, 2 * this.count);
  }

  get at() {
    return Math.floor(this.#half / 2);
  }

  get looking() {
    return this.#half % 2 === 1;
  }

  get atEnd() {
    return this.at >= this.count;
  }

  get #pause() {
    return this.pace(this.at, this.looking);
  }

  /** Go to a step and pause there; infinity follows the steps as they arrive. */
  to(step) {
    this.#wanted = 2 * Math.max(0, step);
    this.pause();
  }

  /** Go forward or back by a number of halves, and pause there. */
  byHalves(halves) {
    this.#wanted = Math.max(0, Math.min(2 * this.count, this.#half + halves));
    this.pause();
  }

  /** The same, counted from the step shown. */
  by(steps) {
    this.to(Math.min(this.count, this.at + steps));
  }

  pause() {
    this.playing = false;
  }

  /** Play on, from the start where the replay has ended; or pause. */
  play(wanted, time) {
    if (wanted && !this.live && this.atEnd) this.#wanted = 0;
    this.playing = wanted;
    this.due = time + this.#pause;
  }

  /** Play a new replay from its start. */
  begin(time) {
    this.#wanted = 0;
    this.play(true, time);
  }

  /** Show the next stop, whose time has come. Unless it is very late, it does not delay those after it. */
  next(time) {
    if (!this.playing || this.atEnd) return;
    const late = time - this.due;
    this.#wanted = this.halves ? this.#half + 1 : 2 * (this.at + 1);
    this.due = (late < this.#pause ? this.due : time) + this.#pause;
  }
}

const SPEEDS = [1 / 8, 1 / 4, 1 / 2, 1, 2, 5, 10, 25, 60]; // steps per second
const USUAL_SPEED = 5;
const READ = "read"; // the speed at which there is time to read the reason of each step
const READING_SPEED = 1 / 4; // where there is no such choice
const READABLE_SPEED = 2; // steps per second at which both halves of a step can be read
export const PLAYED = "played"; // the speed at which the game was played

/**
 * The playback of a replay: `{at, looking, atEnd, playing, to, by, back, forward, play, begin, speed, speeds,
 * setSpeed}`. `count` steps have arrived; while `live`, more are coming. With `halves`, `back` and
 * `forward` stop before each step, too, where its reason is shown; so does playing, unless it is
 * fast, or `always`. `took` are the milliseconds that each step took, where that is worth repeating, and
 * `reading(at, looking)` those that it takes to read what is shown, where there is a choice of that pace.
 * @param {number} count @param {boolean} live @param {any} [options]
 */
export function useStepper(count, live, { halves = false, always = false, took = null, reading = null } = {}) {
  // Where reasons are shown before the steps, another speed is remembered.
  const [chosen, setSpeed] = useRemembered(halves ? "watch.speed" : "speed", reading ? READ : USUAL_SPEED);
  const offered = (speed) => ({ [READ]: reading ? READ : READING_SPEED, [PLAYED]: took ? PLAYED : USUAL_SPEED })[speed] ?? speed;
  const speed = offered(chosen);
  const both = halves && (always || speed === READ || speed <= READABLE_SPEED);
  const paceOf = (speed) => ({ [READ]: reading, [PLAYED]: (at) => took[at] ?? 0 })[speed] ?? (() => 1000 / speed / (both ? 2 : 1));
  const [, redraw] = useState(0);
  // Changed at once, not with the next frame: neither a second key nor a timer that has already
  // run out may act on what was true before the first key.
  const [now] = useState(() => new Playback());
  Object.assign(now, { count, live, pace: paceOf(speed), halves: both });
  const doing = (act) => {
    act();
    redraw((n) => n + 1);
  };

  // Steps that arrive must not restart the timer: only whether there are more counts.
  useLayoutEffect(() => {
    if (!now.playing) return undefined;
    if (now.atEnd) {
      if (!live) doing(() => now.pause());
      return undefined;
    }
    const next = () => doing(() => now.next(performance.now()));
    const timer = setTimeout(next, now.due - performance.now());
    return () => clearTimeout(timer);
  }, [now.playing, now.at, now.looking, now.due, now.atEnd, live]);

  const { at, looking, atEnd, playing, due } = now;
  return {
    at,
    looking,
    atEnd,
    playing,
    due,
    to: (step) => doing(() => now.to(step)),
    by: (steps) => doing(() => now.by(steps)),
    back: () => doing(() => (halves ? now.byHalves(-1) : now.by(-1))),
    forward: () => doing(() => (halves ? now.byHalves(1) : now.by(1))),
    play: (wanted) => doing(() => now.play(wanted, performance.now())),
    begin: () => doing(() => now.begin(performance.now())),
    speed,
    speeds: [...(reading ? [[READ, "to read"]] : []), ...SPEEDS.map((each) => [each, each < 1 ? `every ${1 / each} s` : `${each} / s`]), ...(took ? [[PLAYED, "as played"]] : [])],
    setSpeed: (next) => {
      now.due = performance.now() + paceOf(next)(at, looking);
      setSpeed(next);
    },
  };
}

/**
 * The controls and their keys; `onBegin`, if given, starts the game instead of the replay. Without
 * `keyed`, the keys do something else, and `onForward` takes the place of a step forward.
 */
export function Stepper({ stepper, count, live, onBegin = null, keyed = true, onForward }) {
  const { at, looking, atEnd, to, by, playing, play, speed, speeds, setSpeed } = stepper;
  const keys = {
    back: stepper.back,
    step: stepper.forward,
    "back-ten": () => by(-10),
    "step-ten": () => by(10),
    start: () => to(0),
    end: () => to(Infinity),
    go: onBegin ?? (() => play(!playing)),
  };
  useKeys(["watch"], keyed ? keys : {});
  const button = (sign, words, name, off, onClick = keys[name]) =>
    html`<${Tool} icon group="watch" name=${name} words=${words} off=${off} onClick=${onClick}>${sign}<//>`;
  return html`<div class="stepper" role="group" aria-label="Steps of the game">
    <div class="stepper-buttons">
      ${button("⇤", "To the start", "start", at === 0 && !looking)}
      ${button("←", "One step back", "back", at === 0 && !looking)}
      <${Tool} main group="watch" name="go" words="Play or pause" pressed=${playing} onClick=${keys.go}>
        ${playing ? "Pause" : "Play"}<//>
      ${button("→", "One step forward", "step", atEnd, onForward)}
      ${button("⇥", "To the last step", "end", atEnd)}
    </div>
    <input type="range" min="0" max=${count} value=${at} aria-label="Step" disabled=${!count}
      onInput=${(event) => to(Number(event.currentTarget.value))} />
    <output class="stepper-count">${at} / ${count}${live ? " …" : ""}</output>
    <label class="stepper-speed"><span class="unseen">Speed</span>
      <select value=${speed} onChange=${(event) => setSpeed(speeds[event.currentTarget.selectedIndex][0])}>
        ${speeds.map(([each, words]) => html`<option key=${each} value=${each}>${words}</option>`)}
      </select>
    </label>
  </div>`;
}
