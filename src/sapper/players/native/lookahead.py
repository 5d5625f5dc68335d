"""One move of look-ahead past a guess: the clue that it may show, and the safety of the next move.

For each candidate and each clue that it may show, the position after it is counted exactly, in a
few microseconds. The value of a candidate is the chance to survive it and the next move (the
"secondary safety" of Tu, Li, Chen & Huang 2017, "Exploring efficient strategies for Minesweeper").
The next move is weighed as in D. N. Hill's solver: a safe cell counts only if it can give
information, and if no such cell exists, the second safest cell counts a little as well.
"""

import cython
from cython.cimports.libc.math import exp

if not cython.compiled:
    from sapper.inference.kernel.counter import Counter
from sapper.game import codes
from sapper.inference.counting import MEGABYTES, STEPS
from sapper.inference.kernel.arrays import doubles, ints
from sapper.inference.kernel.constants import CellState, Status

FLAGGED = cython.declare(cython.int, codes.FLAGGED)
MINE = cython.declare(cython.int, codes.MINE)
UNKNOWN = cython.declare(cython.int, CellState.UNKNOWN)
MINED = cython.declare(cython.int, CellState.MINED)
OK = cython.declare(cython.int, Status.OK)
ONE = cython.declare(cython.ulonglong, 1)
TIE = cython.declare(cython.double, 1e-9)

# The candidates: at most MOST cells, with a safety of at least NEAR times the best one. Safer ones
# are evaluated first, and a likely 0 counts like QUIET more safety, as a good value found early
# saves work.
MOST = cython.declare(cython.int, 128)
NEAR = cython.declare(cython.double, 0.85)
QUIET = cython.declare(cython.double, 0.02)

# The weight of the second safest cell in the next move.
SECOND = cython.declare(cython.double, 0.4)

WIDEST = cython.declare(cython.int, 64)  # the most neighbours that are distinguished by number


@cython.final
@cython.cclass
class Lookahead:
    """Weighs guesses on one grid: the candidates ``cell[:n]``, with their ``safety`` and ``value``.

    Values that are more than ``slack`` below the best one may be left out."""

    def __init__(self, grid, slack=0.0):
        self.slack = slack
        self.after = Counter(grid)
        self.after.limit(MEGABYTES, STEPS)
        self.cell = ints(MOST)
        self.safety, self.prior, self.value = doubles(MOST), doubles(MOST), doubles(MOST)
        self.box, self.touched = ints(grid.widest + 1), ints(grid.widest + 1)
        self.n = 0

    def weigh(self, now, view):
        """Return ``(cell, safety, value)`` of each candidate in the position that ``now`` has just
        counted; the value is -1 for candidates that cannot come near enough to the best one."""
        counter: Counter = now
        bytes_: cython.const[cython.uchar][::1] = view
        with cython.nogil:
            self.rank(counter, bytes_)
        return [(self.cell[i], self.safety[i], self.value[i]) for i in range(self.n)]

    def rank(self, now, view):
        """Find the candidates and their values."""
        i: cython.int
        best: cython.double = -1.0
        self._collect(now, view)
        for i in range(self.n):
            # a value never exceeds the safety
            self.value[i] = -1.0
            if self.safety[i] > best - self.slack + TIE:
                self.value[i] = self._look(now, i, view, best - self.slack)
                best = max(best, self.value[i])

    def _collect(self, now, view):
        """List the candidates, the most promising first; flagged cells are left out."""
        cell: cython.int
        box: cython.int
        i: cython.int
        safety: cython.double
        prior: cython.double
        safest: cython.double = 0.0
        if now.combined.off_cells > 0:
            safest = 1.0 - now.combined.off_risk
        for box in range(now.boxes.n_boxes):
            safest = max(safest, 1.0 - now.marginals.risk[box])
        self.n = 0
        self.far = 0
        for cell in range(now.frontier.size):
            if now.frontier.known[cell] != UNKNOWN or view[cell] == FLAGGED:
                continue
            safety = 1.0 - now.risk(cell)
            if safety < NEAR * safest or safety <= 0.0 or self._listed(now, cell):
                continue
            prior = safety * (1.0 + QUIET * now.quiet(cell, 0.0))
            if self.n == MOST:
                if prior <= self.prior[self.n - 1] + TIE:
                    continue
                self.n -= 1
            i = self.n
            while i > 0 and self.prior[i - 1] < prior - TIE:
                self.prior[i] = self.prior[i - 1]
                self.cell[i] = self.cell[i - 1]
                self.safety[i] = self.safety[i - 1]
                i -= 1
            self.prior[i] = prior
            self.cell[i] = cell
            self.safety[i] = safety
            self.n += 1

    def _listed(self, now, cell):
        """Whether a cell far from the frontier, with all its neighbours, equals an earlier one.

        Such cells with the same number of hidden neighbours have the same value."""
        k: cython.int
        n: cython.int = 0
        other: cython.int
        if now.boxes.box_of[cell] >= 0:
            return False
        for k in range(now.frontier.starts[cell], now.frontier.starts[cell + 1]):
            other = now.frontier.near[k]
            if now.frontier.known[other] == UNKNOWN:
                if now.boxes.box_of[other] >= 0:
                    return False
                n += 1
        if n >= WIDEST:
            return False
        if self.far >> n & 1:
            return True
        self.far |= ONE << n
        return False

    def _look(self, now, i, view, bound):
        """Return the chance to survive candidate i and the next move, or -1 if that is not more
        than ``bound``."""
        k: cython.int
        other: cython.int
        clue: cython.int
        cell: cython.int = self.cell[i]
        least: cython.int = 0
        most: cython.int = 0
        value: cython.double = 0.0
        left: cython.double = self.safety[i]
        share: cython.double
        for k in range(now.frontier.starts[cell], now.frontier.starts[cell + 1]):
            other = now.frontier.near[k]
            if now.frontier.known[other] == MINED or view[other] == MINE:
                least += 1
            elif now.frontier.known[other] == UNKNOWN:
                most += 1
        for k in range(1, most + 2):
            # the lowest clue comes last: the next move after it is nearly always safe, so it does
            # not show early that a candidate is worse than the best one
            clue = least + (k if k <= most else 0)
            if value + left <= bound + TIE:
                return -1.0
            self.after.frontier.follow(now.frontier)
            self.after.frontier.show(cell, clue, view)
            self.after.frontier.settle()
            if self.after.solve() == OK:
                share = exp(self.after.combined.log_layouts - now.combined.log_layouts)
                left -= share
                value += share * self._next_safety()
        return value

    def _next_safety(self):
        """Return the safety of the next move in the position after the candidate."""
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
        if best == 0.0 or self._goes_on():
            return 1.0  # no risk is left, or no risk is needed yet
        return best + SECOND * (second - best)

    def _goes_on(self):
        """Whether some safe cell can give information."""
        w: cython.int
        box: cython.int
        cell: cython.int
        word: cython.ulonglong
        for w in range(self.after.frontier.words):
            word = self.after.frontier.safe_bits[w]
            cell = w * 64
            while word:
                if word & 1 and self._tells(cell):
                    return True
                word >>= 1
                cell += 1
        for box in range(self.after.boxes.n_boxes):
            if self.after.marginals.risk[box] == 0.0:
                cell = self.after.boxes.first[box]
                while cell >= 0:
                    if self._tells(cell):
                        return True
                    cell = self.after.boxes.next[cell]
        if self.after.combined.off_risk == 0.0:
            for cell in range(self.after.frontier.size):
                if (
                    self.after.frontier.known[cell] == UNKNOWN
                    and self.after.boxes.box_of[cell] < 0
                    and self._tells(cell)
                ):
                    return True
        return False

    def _tells(self, cell):
        """Whether a safe cell can give information.

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
        """Whether the unsettled boxes of a clue are ``box[:n]``."""
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
        """Whether the cells of a box are certainly mines, or certainly safe."""
        risk: cython.double = self.after.marginals.risk[box]
        return risk == 0.0 or risk == 1.0
