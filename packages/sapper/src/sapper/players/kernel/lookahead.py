"""Look-ahead of one move past a guess: over the clues that it may show, the value of what follows.

For each candidate and each clue that it may show, the resulting position is counted exactly, in a
few microseconds. The *survival* of a candidate is the probability to survive it and the next move
(the "secondary safety" of Tu, Li, Chen & Huang 2017, "Exploring efficient strategies for
Minesweeper"). Its *value* also estimates the prospects after that (see ``evaluation``).
"""

import cython
from cython.cimports.libc.math import exp

if not cython.compiled:
    from sapper.inference.kernel.counter import Counter
    from sapper.players.kernel.evaluation import Evaluation
from sapper.game import codes
from sapper.inference.counting import MAX_COUNT_STEPS, MAX_MEGABYTES
from sapper.inference.status import CellState, Status
from sapper.kernel.arrays import doubles, ints, longs
from sapper.players.weights import INPUTS

FLAGGED = cython.declare(cython.int, codes.FLAGGED)
MINE = cython.declare(cython.int, codes.MINE)
UNKNOWN = cython.declare(cython.int, CellState.UNKNOWN)
MINED = cython.declare(cython.int, CellState.MINED)
OK = cython.declare(cython.int, Status.OK)
IMPOSSIBLE = cython.declare(cython.int, Status.IMPOSSIBLE)
ONE = cython.declare(cython.ulonglong, 1)
N_INPUTS = cython.declare(cython.int, len(INPUTS))
TIE = cython.declare(cython.double, 1e-9)

# Candidates have at least NEAR_BEST times the best safety. Finding a good one early saves work, so
# those with a high prior are evaluated first: safe cells, preferably with few undecided neighbours
# (CROWD_PRICE), whose mines are uncertain (SPREAD_GAIN).
NEAR_BEST = cython.declare(cython.double, 0.85)
CROWD_PRICE = cython.declare(cython.double, 0.01)
SPREAD_GAIN = cython.declare(cython.double, 0.01)

#: The maximum number of candidates. On 60,000 expert deals, 8 won 0.01 points less than 128, in 0.7
#: of the time, and 5 won 0.07 points less.
DEFAULT_CANDIDATES = 8

#: The maximum by which a candidate's survival may lie below the best one.
DEFAULT_SLACK = 0.02

MAX_NEIGHBOURS = cython.declare(cython.int, 64)  # cells with more neighbours are treated alike


@cython.final
@cython.cclass
class Lookahead:
    """Weighs guesses on one grid: the candidates ``cell[:n]``, with their ``safety``, ``survival``
    and ``value``.

    At most ``most`` candidates are weighed. Those whose survival is more than ``slack`` below the
    best are left out."""

    def __init__(self, grid, slack=DEFAULT_SLACK, most=DEFAULT_CANDIDATES):
        self.slack, self.most = slack, most
        self.after = Counter(grid)
        self.after.limit(MAX_MEGABYTES, MAX_COUNT_STEPS)
        self.evaluation = Evaluation(grid, self.after)
        self.cell = ints(most)
        self.safety, self.prior = doubles(most), doubles(most)
        self.survival, self.value = doubles(most), doubles(most)
        self.share = doubles(grid.widest + 1)
        self.near, self.stamp = longs(grid.size), 0
        self.n = 0

    def weigh(self, now, view):
        """Return ``(cell, safety, survival, value)`` of each candidate in the position that ``now``
        has just counted; the value is -1 for candidates that are left out."""
        counter: Counter = now
        bytes_: cython.const[cython.uchar][::1] = view
        with cython.nogil:
            self.rank(counter, bytes_)
        return [
            (self.cell[i], self.safety[i], self.survival[i], self.value[i]) for i in range(self.n)
        ]

    def features(self, now, view, cell):
        """Return ``(shares, features)`` of the positions after opening a cell, one for each
        possible clue: its probability times the safety of the next move, and the features of
        ``Evaluation``."""
        counter: Counter = now
        bytes_: cython.const[cython.uchar][::1] = view
        shares, features = [], []
        self._prepare(counter)
        self.evaluation.guess(counter, cell)
        first, last = self._range(counter, cell, bytes_)
        self._open(counter, cell, bytes_)
        for clue in range(first, last + 1):
            share = self._after(counter, cell, clue, bytes_)
            if share > 0.0:
                self.evaluation.describe(0)
                shares.append(share * self.evaluation.next_safety[0])
                features.append(list(self.evaluation.feature[:N_INPUTS]))
        return shares, features

    def rank(self, now, view):
        """Find the candidates and their values."""
        i: cython.int
        best: cython.double = -1.0
        self._prepare(now)
        self._collect(now, view)
        for i in range(self.n):
            # the survival never exceeds the safety
            self.survival[i] = self.value[i] = -1.0
            if self.safety[i] >= best - self.slack - TIE:
                self._look(now, i, view, best - self.slack)
                best = max(best, self.survival[i])
        for i in range(self.n):
            if self.survival[i] < best - self.slack - TIE:
                self.value[i] = -1.0

    def _prepare(self, now):
        """Prepare for guesses in a position; its tables serve the positions after them too."""
        self.evaluation.begin(now)
        self.after.forget()
        self.after.frontier.follow(now.frontier)
        self.after.advance()

    def _collect(self, now, view):
        """List the candidates, most promising first; flagged cells are left out."""
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
        self._mark(now)
        self.n = 0
        self.far = 0
        for cell in range(now.frontier.size):
            if now.frontier.known[cell] != UNKNOWN or view[cell] == FLAGGED:
                continue
            safety = 1.0 - now.risk(cell)
            if safety < NEAR_BEST * safest or safety <= 0.0 or self._listed(now, cell):
                continue
            prior = safety * self._promise(now, cell)
            if self.n == self.most:
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

    def _mark(self, now):
        """Mark the cells on the frontier and their neighbours in ``near``, with ``stamp``."""
        i: cython.int
        k: cython.int
        cell: cython.int
        self.stamp += 1
        for i in range(now.boxes.n_cells):
            cell = now.boxes.boxed[i]
            self.near[cell] = self.stamp
            for k in range(now.frontier.starts[cell], now.frontier.starts[cell + 1]):
                self.near[now.frontier.near[k]] = self.stamp

    def _promise(self, now, cell):
        """Return a factor that is higher for cells whose next move is likely to be safe."""
        k: cython.int
        risk: cython.double
        promise: cython.double = 1.0
        for k in range(now.frontier.starts[cell], now.frontier.starts[cell + 1]):
            risk = now.risk(now.frontier.near[k])
            if 0.0 < risk < 1.0:
                promise += SPREAD_GAIN * risk * (1.0 - risk) - CROWD_PRICE
        return promise

    def _listed(self, now, cell):
        """Return whether a cell far from the frontier is equivalent to an earlier candidate.

        Such cells with the same number of hidden neighbours have the same value."""
        k: cython.int
        n: cython.int = 0
        if self.near[cell] == self.stamp:
            return False
        for k in range(now.frontier.starts[cell], now.frontier.starts[cell + 1]):
            n += now.frontier.known[now.frontier.near[k]] == UNKNOWN
        if n >= MAX_NEIGHBOURS:
            return False
        if self.far >> n & 1:
            return True
        self.far |= ONE << n
        return False

    def _look(self, now, i, view, bound):
        """Compute the survival of candidate i, and its value unless its survival is less than
        ``bound``; stop as soon as that is clear."""
        k: cython.int
        clue: cython.int
        n: cython.int = 0
        cell: cython.int = self.cell[i]
        bounds: tuple[cython.int, cython.int] = self._range(now, cell, view)
        survival: cython.double = 0.0
        value: cython.double = 0.0
        left: cython.double = self.safety[i]
        share: cython.double
        self.evaluation.guess(now, cell)
        self._open(now, cell, view)
        for k in range(1, bounds[1] - bounds[0] + 2):
            # the lowest clue comes last: the move after it is nearly always safe, so it rarely
            # shows that a candidate is worse than the best
            clue = bounds[0] + (k if k <= bounds[1] - bounds[0] else 0)
            if survival + left < bound - TIE:
                return
            share = self._after(now, cell, clue, view)
            if share > 0.0:
                left -= share
                self.evaluation.describe(n)
                survival += share * self.evaluation.next_safety[n]
                self.share[n] = share
                n += 1
        self.survival[i] = survival
        if survival < bound - TIE:
            return
        for k in range(n):
            value += self.share[k] * self.evaluation.value(k)
        self.value[i] = value

    def _range(self, now, cell, view):
        """Return the lowest and the highest clue that a cell may show."""
        k: cython.int
        other: cython.int
        least: cython.int = 0
        most: cython.int = 0
        for k in range(now.frontier.starts[cell], now.frontier.starts[cell + 1]):
            other = now.frontier.near[k]
            if now.frontier.known[other] == MINED or view[other] == MINE:
                least += 1
            elif now.frontier.known[other] == UNKNOWN:
                most += 1
        return least, least + most

    def _open(self, now, cell, view):
        """Prepare for ``_after`` with all clues that a cell may show: they share the tables."""
        self.after.frontier.follow(now.frontier)
        self.asked = self.after.prepare_clues_of(cell, view) == OK

    def _after(self, now, cell, clue, view):
        """Count the position after a cell shows a clue; return the probability of the clue, or 0 if
        it is impossible or too hard to count."""
        status: cython.int
        if self.asked:
            status = self.after.count_with_clue(clue)
            if status == OK:
                return exp(self.after.combined.log_layouts - now.combined.log_layouts)
            if status == IMPOSSIBLE:
                return 0.0
            self.asked = False  # counted one by one from here on
        self.after.frontier.follow(now.frontier)
        self.after.frontier.show(cell, clue, view)
        self.after.frontier.settle()
        if self.after.solve() != OK:
            return 0.0
        return exp(self.after.combined.log_layouts - now.combined.log_layouts)
