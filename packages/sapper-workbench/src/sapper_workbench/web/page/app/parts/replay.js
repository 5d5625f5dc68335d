// A game as a list of steps: the board after any number of them.

/** The steps of a game, more of which may arrive, and the board after each. */
export class Replay {
  /** @param {Board} board @param {any[]} steps as the server sends them */
  constructor(board, steps = []) {
    this.start = board;
    this.steps = [...steps];
    this.cells = [...board.cells];
    this.at = 0;
  }

  /** @param {any} step */
  add(step) {
    this.steps.push(step);
  }

  /** The board after the first `count` steps, as a new object. @param {number} count */
  board(count) {
    if (count < this.at) Object.assign(this, { at: 0, cells: [...this.start.cells] });
    for (; this.at < count; this.at++) for (const [index, code] of this.steps[this.at].changed) this.cells[index] = code;
    const { lives_left, mines_left, outcome } = this.steps[count - 1] ?? this.start;
    return { ...this.start, cells: [...this.cells], lives_left, mines_left, outcome };
  }
}

/** A board after one more step. @param {Board} board @param {any} step */
export const stepped = (board, step) => new Replay(board, [step]).board(1);
