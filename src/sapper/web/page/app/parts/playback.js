// The place in a replay, which moves by hand or by itself.

/**
 * How many steps of a replay are shown. `count` steps have arrived; while it is `live`, more are
 * coming, and playing waits for them. Times are milliseconds of the caller's clock; while it plays,
 * the next step is shown at the time `due`, and the one after it a `period` later.
 */
export class Playback {
  count = 0;
  live = false;
  period = 200;
  playing = false;
  due = 0;
  #wanted = 0; // infinity follows the steps that are still coming

  get at() {
    return Math.min(this.#wanted, this.count);
  }

  get atEnd() {
    return this.at >= this.count;
  }

  /** Go to a step and pause there; infinity follows the steps that are still coming. */
  to(step) {
    this.#wanted = Math.max(0, step);
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
    this.due = time + this.period;
  }

  /** Play a new replay from its start. */
  begin(time) {
    this.#wanted = 0;
    this.play(true, time);
  }

  /** Show the next step, now that its time has come. A late one does not delay those after it, unless much. */
  next(time) {
    if (!this.playing || this.atEnd) return;
    const late = time - this.due;
    this.#wanted = this.at + 1;
    this.due = (late < this.period ? this.due : time) + this.period;
  }
}
