"""The value of a position after a guess: the safety of the next move, and the prospects after it.

The next move is weighed as in D. N. Hill's solver: a safe cell counts only if it can give
information, and if no such cell exists, the second safest cell counts a little as well. A small
neural network estimates the prospects from a few features of the position, above all the 50/50s
that may remain at the end (see ``swaps``), the safe cells and the layouts. It is fitted to how much
more often ``swift`` wins after one guess than after another (``python -m
papers.studies.guesses.fit``; docs/guesses.md).
"""

import cython
from cython.cimports.libc.math import exp, log, sqrt, tanh

from sapper.inference.status import CellState
from sapper.kernel.arrays import doubles, ints, longs
from sapper.players.swaps import swaps
from sapper.players.weights import INPUTS, read_weights

UNKNOWN = cython.declare(cython.int, CellState.UNKNOWN)
OPEN = cython.declare(cython.int, CellState.OPEN)

# The weight of the second-safest cell in the next move.
SECOND_WEIGHT = cython.declare(cython.double, 0.4)

# A swap counts if all its witnesses are mines with at least this probability, treating them as
# independent.
MIN_CHANCE = cython.declare(cython.double, 0.03)

# Caps: more safe cells, more informative cells and lower safeties make no further difference.
MAX_SAFE = cython.declare(cython.int, 12)
MAX_TELLING = cython.declare(cython.int, 8)
MIN_SAFETY = cython.declare(cython.double, 0.05)

N_INPUTS = cython.declare(cython.int, len(INPUTS))


@cython.final
@cython.cclass
class Evaluation:
    """Evaluates positions after guesses on one grid, counted by the counter ``after``.

    Position i after a guess has the weighted safety of the next move ``next_safety[i]`` and the
    features ``feature[i * N_INPUTS:(i + 1) * N_INPUTS]``, in the order of ``INPUTS``. ``before[k]``
    is the probability before the guess that swap k remains a guess, computed when it is first
    needed. ``risk[:n_cells]`` is the risk of each cell before the guess, -1 if it is open, and
    ``risk[n_cells:]`` the risk after it, for the cells ``watched[:n_watched]`` of the swaps
    ``considered[:n_considered]``."""

    def __init__(self, grid, after):
        self.after = after
        self.box, self.touched = ints(grid.widest + 1), ints(grid.widest + 1)
        found = swaps(grid)
        self.n_swaps = len(found.sizes)
        self.size, self.start, self.cell = found.sizes, found.starts, found.cells
        self.of_start, self.of_cell = found.of_starts, found.of_cell
        self.before = doubles(self.n_swaps + 1)
        self.n_cells = grid.size
        self.risk = doubles(2 * grid.size)
        self.considered, self.watched = ints(self.n_swaps + 1), ints(grid.size)
        self.stamp, self.rated = longs(self.n_swaps + 1), longs(self.n_swaps + 1)
        self.seen = longs(grid.size)
        self.now = 0
        self.n_frontier = self.n_considered = self.frontier_watched = self.n_watched = 0
        weights = read_weights()
        self.n_hidden = len(weights.output)
        self.hidden = doubles(self.n_hidden * (N_INPUTS + 1))
        self.output, self.total = doubles(self.n_hidden), doubles(self.n_hidden)
        for k, row in enumerate(weights.hidden):
            self.output[k] = weights.output[k]
            for i, weight in enumerate(row):
                self.hidden[i * self.n_hidden + k] = weight
        self.next_safety = doubles(grid.widest + 1)
        self.feature = doubles(N_INPUTS * (grid.widest + 1))

    def begin(self, now):
        """Prepare for guesses in the position that ``now`` has just counted."""
        i: cython.int
        k: cython.int
        cell: cython.int
        for cell in range(self.n_cells):
            self.risk[cell] = -1.0 if now.frontier.known[cell] == OPEN else now.risk(cell)
        self.log_now = now.combined.log_layouts
        self.now += 1
        self.first_stamp = self.now
        self.n_considered = self.n_watched = 0
        for k in range(now.boxes.n_cells):
            cell = now.boxes.boxed[k]
            for i in range(self.of_start[cell], self.of_start[cell + 1]):
                if self.stamp[self.of_cell[i]] != self.now and self._arises(self.of_cell[i]):
                    self._add(self.of_cell[i])
        self.n_frontier = self.n_considered
        self.frontier_watched = self.n_watched

    def guess(self, now, cell):
        """Prepare for the positions after opening a cell.

        Swaps that are neither on the frontier nor near the cell hardly change, and are skipped."""
        k: cython.int
        i: cython.int
        self.now += 1
        self.n_considered = self.n_frontier
        for i in range(self.frontier_watched, self.n_watched):
            self.seen[self.watched[i]] = 0
        self.n_watched = self.frontier_watched
        self._consider(cell)
        for k in range(now.frontier.starts[cell], now.frontier.starts[cell + 1]):
            self._consider(now.frontier.near[k])

    def _consider(self, cell):
        i: cython.int
        k: cython.int
        for i in range(self.of_start[cell], self.of_start[cell + 1]):
            k = self.of_cell[i]
            if self.stamp[k] not in (self.first_stamp, self.now) and self._arises(k):
                self._add(k)

    def _arises(self, swap):
        """Return whether a swap may remain a guess, as seen before the guess."""
        if self.rated[swap] != self.first_stamp:
            self.rated[swap] = self.first_stamp
            self.before[swap] = self._chance(0, swap)
        return self.before[swap] > 0.0

    def _add(self, swap):
        """Consider a swap, and watch its cells."""
        i: cython.int
        cell: cython.int
        self.stamp[swap] = self.now
        self.considered[self.n_considered] = swap
        self.n_considered += 1
        for i in range(self.start[swap], self.start[swap + 1]):
            cell = self.cell[i]
            if self.seen[cell] != self.first_stamp:
                self.seen[cell] = self.first_stamp
                self.watched[self.n_watched] = cell
                self.n_watched += 1

    def value(self, i):
        """Return the value of position i after a guess: the safety of the next move times a factor.
        Values are comparable only between guesses in the same position."""
        k: cython.int
        j: cython.int
        input_: cython.double
        estimate: cython.double = 0.0
        for k in range(self.n_hidden):
            self.total[k] = self.hidden[N_INPUTS * self.n_hidden + k]
        for j in range(N_INPUTS):
            input_ = self.feature[i * N_INPUTS + j]
            for k in range(self.n_hidden):
                self.total[k] += self.hidden[j * self.n_hidden + k] * input_
        for k in range(self.n_hidden):
            estimate += self.output[k] * tanh(self.total[k])
        return self.next_safety[i] * exp(estimate)

    def describe(self, i):
        """Compute the next safety and the features of the position that ``after`` has just counted,
        as position i after the guess."""
        k: cython.int
        cell: cython.int
        swap: cython.int
        box: cython.int
        at: cython.int = i * N_INPUTS
        undecided: cython.int = 0
        pairs: cython.double = 0.0
        blocks: cython.double = 0.0
        layouts: cython.double = max(self.after.combined.log_layouts, 0.0)
        if 0.0 < self.after.combined.off_risk < 1.0:
            undecided = self.after.combined.off_cells
        for box in range(self.after.boxes.n_boxes):
            if not self._settled(box):
                undecided += self.after.boxes.box_size[box]
        for k in range(self.n_watched):
            cell = self.watched[k]
            self.risk[self.n_cells + cell] = (
                -1.0 if self.after.frontier.known[cell] == OPEN else self.after.risk(cell)
            )
        for k in range(self.n_considered):
            swap = self.considered[k]
            if self.size[swap] == 1:
                pairs += self._chance(self.n_cells, swap) - self.before[swap]
            else:
                blocks += self._chance(self.n_cells, swap) - self.before[swap]
        self.next_safety[i] = self._next_safety()
        self.feature[at] = log(max(self.next_safety[i], MIN_SAFETY))
        self.feature[at + 1] = self.best
        self.feature[at + 2] = self.telling
        self.feature[at + 3] = 1.0 if self.telling > 0 else 0.0
        self.feature[at + 4] = self._safe_cells()
        self.feature[at + 5] = self.after.combined.log_layouts - self.log_now
        self.feature[at + 6] = sqrt(layouts)
        self.feature[at + 7] = undecided
        self.feature[at + 8] = layouts / undecided if undecided > 0 else 0.0
        self.feature[at + 9] = pairs
        self.feature[at + 10] = blocks

    def _chance(self, at, swap):
        """Return the probability that a swap remains a guess, treating its cells as independent; 0
        if its witnesses are unlikely to be all mines, or if one of its cells is open. ``at`` is the
        index in ``risk`` of the first cell."""
        i: cython.int
        n: cython.int = self.size[swap]
        end: cython.int = self.start[swap + 1]
        middle: cython.int = end - 2 * n
        chance: cython.double = 1.0
        ones: cython.double = 1.0
        others: cython.double = 1.0
        one: cython.double
        other: cython.double
        for i in range(self.start[swap], middle):
            chance *= self.risk[at + self.cell[i]]
            if chance < MIN_CHANCE:
                return 0.0
        for i in range(middle, middle + n):
            one = self.risk[at + self.cell[i]]
            other = self.risk[at + self.cell[i + n]]
            if one < 0.0 or other < 0.0:
                return 0.0
            ones *= one * (1.0 - other)
            others *= (1.0 - one) * other
        return chance * (ones + others)

    def _safe_cells(self):
        """Return the number of hidden cells that are certainly safe, at most ``MAX_SAFE``."""
        w: cython.int
        box: cython.int
        n: cython.int = 0
        word: cython.ulonglong
        for w in range(self.after.frontier.words):
            word = self.after.frontier.safe_bits[w]
            while word:
                word &= word - 1
                n += 1
        for box in range(self.after.boxes.n_boxes):
            if self.after.marginals.risk[box] == 0.0:
                n += self.after.boxes.box_size[box]
        if self.after.combined.off_risk == 0.0:
            n += self.after.combined.off_cells
        return min(n, MAX_SAFE)

    def _next_safety(self):
        """Return the safety of the next move in the position after the guess."""
        box: cython.int
        best: cython.double = 0.0
        second: cython.double = 0.0
        safety: cython.double
        if 0.0 < self.after.combined.off_risk < 1.0:
            best = 1.0 - self.after.combined.off_risk
            if self.after.combined.off_cells > 1:
                second = best
        for box in range(self.after.boxes.n_boxes):
            if self._settled(box):
                continue
            safety = 1.0 - self.after.marginals.risk[box]
            if safety > best:
                second = safety if self.after.boxes.box_size[box] > 1 else best
                best = safety
            elif safety > second:
                second = safety
        self.best = best
        self.telling = self._telling()
        if best == 0.0 or self.telling > 0:
            return 1.0  # no risk remains, or none is needed yet
        return best + SECOND_WEIGHT * (second - best)

    def _telling(self):
        """Return the number of informative safe cells, at most ``MAX_TELLING``."""
        w: cython.int
        n: cython.int = 0
        box: cython.int
        cell: cython.int
        word: cython.ulonglong
        for w in range(self.after.frontier.words):
            word = self.after.frontier.safe_bits[w]
            cell = w * 64
            while word and n < MAX_TELLING:
                if word & 1:
                    n += self._tells(cell)
                word >>= 1
                cell += 1
        for box in range(self.after.boxes.n_boxes):
            if self.after.marginals.risk[box] == 0.0:
                cell = self.after.boxes.first[box]
                while cell >= 0 and n < MAX_TELLING:
                    n += self._tells(cell)
                    cell = self.after.boxes.next[cell]
        if self.after.combined.off_risk == 0.0 and self.after.combined.off_cells > 0:
            for cell in range(self.after.frontier.size):
                if n >= MAX_TELLING:
                    break
                if self.after.frontier.known[cell] == UNKNOWN and self.after.boxes.box_of[cell] < 0:
                    n += self._tells(cell)
        return n

    def _tells(self, cell):
        """Return whether a safe cell can give information.

        It cannot if its uncertain neighbours are exactly those of some clue, or if it has no such
        neighbours. (Sums of clues are not considered.)"""
        k: cython.int
        i: cython.int
        n: cython.int = 0
        box: cython.int
        other: cython.int
        for k in range(self.after.frontier.starts[cell], self.after.frontier.starts[cell + 1]):
            other = self.after.frontier.near[k]
            if self.after.frontier.known[other] != UNKNOWN:
                continue
            box = self.after.boxes.box_of[other]
            if box < 0:
                if 0.0 < self.after.combined.off_risk < 1.0:
                    return True
                continue
            if self._settled(box):
                continue
            for i in range(n):
                if self.box[i] == box:
                    self.touched[i] += 1
                    break
            else:
                self.box[n] = box
                self.touched[n] = 1
                n += 1
        for i in range(n):
            if self.touched[i] < self.after.boxes.box_size[self.box[i]]:
                return True
        if n == 0:
            return False
        box = self.box[0]
        for k in range(self.after.boxes.box_start[box], self.after.boxes.box_start[box + 1]):
            if self._covers(self.after.boxes.box_clue[k], n):
                return False
        return True

    def _covers(self, clue, n):
        """Return whether the unsettled boxes of a clue are ``box[:n]``."""
        k: cython.int
        i: cython.int
        found: cython.int = 0
        other: cython.int
        for k in range(self.after.boxes.clue_start[clue], self.after.boxes.clue_start[clue + 1]):
            other = self.after.boxes.clue_box[k]
            if self._settled(other):
                continue
            for i in range(n):
                if self.box[i] == other:
                    found += 1
                    break
            else:
                return False
        return found == n

    def _settled(self, box):
        """Return whether the cells of a box are certainly mines, or certainly safe."""
        risk: cython.double = self.after.marginals.risk[box]
        return risk == 0.0 or risk == 1.0
