// The place in a replay, moved by the visitor or by playback.

/**
 * The number of steps of a replay that are shown. `count` steps have arrived; while it is `live`, more are
 * coming, and playing waits for them. Each step has two halves: while it is `looking`, the reason of
 * the next step is shown before that step. With `halves`, playing stops at both, else at whole steps
 * only. Times are milliseconds of the caller's clock; while it plays, the next stop is shown at the
 * time `due`, and steps follow each other after a `period`, or after the times that they took, `took`.
 */
export class Playback {
  count = 0;
  live = false;
  period = 200;
  took = null;
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
    const period = this.took?.[this.at] ?? this.period;
    return this.halves ? period / 2 : period;
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
