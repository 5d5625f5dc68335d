"""Looking one move past a guess: what each candidate would show, and how safe the next move is.

For a candidate and each clue it might show, the position after it is counted exactly, a few
microseconds each. A candidate's value is the chance to survive it and the best move after it
(the "secondary safety" of Tu, Li, Chen & Huang 2017, "Exploring efficient strategies for
Minesweeper").
"""

import cython
from cython.cimports.libc.math import exp

if not cython.compiled:
    from sapper.inference.kernel.counter import Counter
from sapper.game import codes
from sapper.inference.counting import MEGABYTES, STEPS
from sapper.inference.kernel.arrays import doubles, ints

MINE = cython.declare(cython.int, codes.MINE)
UNKNOWN = cython.declare(cython.int, 0)
MINED = cython.declare(cython.int, 2)
TIE = cython.declare(cython.double, 1e-9)

# Which cells are worth a look: at most MOST, their safety at least NEAR of the best, and among
# those first the safer ones, a likely zero counting like QUIET more safety. Fewer candidates or
# none of this preference lose measurably; more cost time and win nothing.
MOST = cython.declare(cython.int, 16)
NEAR = cython.declare(cython.double, 0.85)
QUIET = cython.declare(cython.double, 0.02)


@cython.final
@cython.cclass
class Lookahead:
    """Weighs guesses on one grid: ``cell[:n]``, their ``safety`` and ``value``."""

    def __init__(self, grid):
        self.after = Counter(grid)
        self.after.limit(MEGABYTES, STEPS)
        self.cell = ints(MOST)
        self.safety, self.prior, self.value = doubles(MOST), doubles(MOST), doubles(MOST)
        self.n = 0

    def weigh(self, now, view):
        """``(cell, safety, value)`` of each candidate in the position ``now`` has counted last,
        value -1 where a look could not make it the best."""
        counter: Counter = now
        bytes_: cython.const[cython.uchar][::1] = view
        with cython.nogil:
            self.rank(counter, bytes_)
        return [(self.cell[i], self.safety[i], self.value[i]) for i in range(self.n)]

    def rank(self, now, view):
        """Find the candidates and their values."""
        i: cython.int
        best: cython.double = -1.0
        self._collect(now)
        for i in range(self.n):
            # a value is never above the safety
            self.value[i] = -1.0
            if self.safety[i] > best + TIE:
                self.value[i] = self._look(now, self.cell[i], view)
                best = max(best, self.value[i])

    def _collect(self, now):
        """List the candidates, the most promising first."""
        cell: cython.int
        i: cython.int
        safety: cython.double
        prior: cython.double
        safest: cython.double = 0.0
        for cell in range(now.frontier.size):
            if now.frontier.known[cell] == UNKNOWN:
                safest = max(safest, 1.0 - now.risk(cell))
        self.n = 0
        for cell in range(now.frontier.size):
            if now.frontier.known[cell] != UNKNOWN:
                continue
            safety = 1.0 - now.risk(cell)
            if safety < NEAR * safest or safety <= 0.0:
                continue
            prior = safety * (1.0 + QUIET * now.quiet(cell))
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

    def _look(self, now, cell, view):
        """The chance to survive this cell and the best move after it."""
        k: cython.int
        other: cython.int
        clue: cython.int
        least: cython.int = 0
        most: cython.int = 0
        value: cython.double = 0.0
        for k in range(now.frontier.starts[cell], now.frontier.starts[cell + 1]):
            other = now.frontier.near[k]
            if now.frontier.known[other] == MINED or view[other] == MINE:
                least += 1
            elif now.frontier.known[other] == UNKNOWN:
                most += 1
        for clue in range(least, least + most + 1):
            self.after.frontier.follow(now.frontier)
            self.after.frontier.show(cell, clue, view)
            self.after.frontier.settle()
            if self.after.solve() == 0:
                value += exp(self.after.log_layouts - now.log_layouts) * self._next_safety()
        return value

    def _next_safety(self):
        """How safe the safest cell is in the position looked at."""
        box: cython.int
        w: cython.int
        best: cython.double = 0.0
        for w in range(self.after.frontier.words):
            if self.after.frontier.safe_bits[w]:
                return 1.0
        if self.after.frontier.undecided == self.after.frontier.mines_left:
            return 1.0  # won: nothing is left to open
        if self.after.off_cells > 0:
            best = 1.0 - self.after.off_risk
        for box in range(self.after.boxes.n_boxes):
            best = max(best, 1.0 - self.after.box_risk(box))
        return best
