// A game as a list of steps: the board after any number of them.

/**
 * A step of a game as the server sends it.
 * @typedef {object} Step
 * @property {object} decision who decided what, and why
 * @property {[number, string][]} changed indices of cells with their new codes
 * @property {number} lives_left
 * @property {number} mines_left
 * @property {"playing" | "won" | "lost"} outcome
 */

/** The steps of a game, more of which may arrive, and the board after each. */
export class Replay {
  /** @param {Board} board @param {any[]} steps */
  constructor(board, steps = []) {
    this.start = board;
    this.steps = [...steps];
    this.cells = [...board.cells];
    this.at = 0;
    /** @type {[number, string][][]} */
    this.before = []; // for each step, what its changed cells showed
  }

  /** @param {any} step */
  add(step) {
    this.steps.push(step);
  }

  /** The board after the first `count` steps, as a new object. @param {number} count */
  board(count) {
    while (this.at < count) this.forward();
    while (this.at > count) this.back();
    const last = this.steps[count - 1];
    return {
      ...this.start,
      cells: [...this.cells],
      lives_left: last?.lives_left ?? this.start.lives_left,
      mines_left: last?.mines_left ?? this.start.mines_left,
      outcome: last?.outcome ?? this.start.outcome,
    };
  }

  forward() {
    const { changed } = this.steps[this.at];
    this.before[this.at] = changed.map((/** @type {any} */ [index]) => [index, this.cells[index]]);
    for (const [index, code] of changed) this.cells[index] = code;
    this.at += 1;
  }

  back() {
    this.at -= 1;
    for (const [index, code] of this.before[this.at]) this.cells[index] = code;
  }
}

/** A board after one more step. @param {Board} board @param {any} step */
export function stepped(board, step) {
  const cells = [...board.cells];
  for (const [index, code] of step.changed) cells[index] = code;
  const { lives_left, mines_left, outcome } = step;
  return { ...board, cells, lives_left, mines_left, outcome };
}
