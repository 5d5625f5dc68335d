"""Exact counting of a whole position: the components combined under the number of mines.

The mines off the frontier may lie in any of the remaining cells, so T mines on the frontier have
the weight C(cells off the frontier, mines left - T). Prefix products of the components' counts from
one side and suffix products from the other give each component the weight of everything else.

The tables count every mine as 2**-tilt, where the tilt depends on the density of mines; the weights
of the cells off the frontier compensate for it.
"""

import time

import cython
from cython.cimports.libc.math import lgamma, log

if not cython.compiled:
    from sapper.inference.kernel.boxes import Boxes
    from sapper.inference.kernel.frontier import Frontier
    from sapper.inference.kernel.marginals import Marginals
    from sapper.inference.kernel.tables import Tables
from sapper.inference.kernel.arrays import doubles, longs

FLOOR = cython.declare(cython.double, 1e-140)
NAN = cython.declare(cython.double, float("nan"))
LN2 = cython.declare(cython.double, 0.6931471805599453)

UNKNOWN = cython.declare(cython.int, 0)
MINED = cython.declare(cython.int, 2)
OPEN = cython.declare(cython.int, 3)

# Statuses; 2, 3, 4 and 6 are those of Tables.
COUNTED = cython.declare(cython.int, 0)
IMPOSSIBLE = cython.declare(cython.int, 1)
FITS = cython.declare(cython.int, 0)
OUT_OF_MEMORY = cython.declare(cython.int, 2)
IMPRECISE = cython.declare(cython.int, 5)

ATTEMPTS = cython.declare(cython.int, 40)


@cython.final
@cython.cclass
class Counter:
    """Counts positions of one grid, one after another, and keeps its memory between them.

    After ``count`` or ``solve`` has returned ``COUNTED``, the results are ``log_layouts`` (a
    natural logarithm), ``off_risk`` (the mine probability of every cell off the frontier, or -1
    without such cells), and the values of ``marginals`` for each box.
    """

    def __init__(self, grid):
        self.frontier = Frontier(grid)
        self.boxes = Boxes(self.frontier)
        self.tables = Tables(self.boxes, grid.widest)
        self.marginals = Marginals(self.tables)
        self.prefix = doubles(256)
        self.prefix_at = longs(grid.size + 2)
        self.suffix = doubles(64)
        self.spare = doubles(64)
        self.off_weight = doubles(64)
        self.status = IMPOSSIBLE

    def count(self, view, mines, seconds, megabytes, steps):
        """Count a position, given as its bytes and number of mines, and return the status.

        ``COUNTED`` 0, ``IMPOSSIBLE`` 1 (``culprit`` is a clue at fault, or -1), out of memory 2,
        out of time 3, too wide (more open clues at once than a word has bits for) 4, imprecise
        (the expected mines do not add up to the mines left) 5, out of steps 6. ``steps`` limits
        the work equally on every machine; 0 means no limit.
        """
        cells: cython.const[cython.uchar][::1] = view
        n_mines: cython.int = mines
        self.tables.store.budget = megabytes << 20
        self.tables.allowance = steps
        self.tables.deadline = time.monotonic() + seconds
        with cython.nogil:
            self.frontier.load(cells, n_mines)
            self.solve()
        return self.status

    def limit(self, megabytes, steps):
        """Limit the work of ``solve`` equally on every machine, without a time limit."""
        self.tables.store.budget = megabytes << 20
        self.tables.allowance = steps
        self.tables.deadline = 0.0

    def solve(self):
        """Count the position that the frontier holds, and return the status."""
        self.culprit = self.frontier.culprit
        self.tables.worked = 0
        self.status = IMPOSSIBLE
        if self.frontier.contradiction:
            return self.status
        if not self.boxes.build():
            self.culprit = self.boxes.culprit
            return self.status
        if self._attempt(self._tilt()) == IMPRECISE:
            self._lean_better()
        return self.status

    def _attempt(self, tilt):
        """Count with this tilt, and return the status."""
        self.status = IMPOSSIBLE
        self.tables.lean(tilt)
        if self.tables.build() != FITS:
            self.status = self.tables.status
        else:
            self._combine()
        return self.status

    def _lean_better(self):
        """Find a tilt under which the numbers of mines that matter are the largest entries.

        The overall density of mines gives a good tilt for most positions. If digits were lost, the
        counts of the frontier alone peak far from those of the whole board; this bisects the tilt
        until the peaks are close.
        """
        attempt: cython.int
        tilt: cython.double = self.tables.tilt
        low: cython.double = -self.tables.steepest
        high: cython.double = self.tables.steepest
        attempt = 0
        while self.status == IMPRECISE and attempt < ATTEMPTS:
            if self._pull() > 0:
                high = tilt
            else:
                low = tilt
            tilt = 0.5 * (low + high)
            self._attempt(tilt)
            attempt += 1

    def _pull(self):
        """Return how many more mines the frontier most likely holds given the whole board than by
        its own counts."""
        t: cython.int
        alone: cython.int = 0
        together: cython.int = 0
        weight: cython.double
        most: cython.double = -1e300
        at: cython.longlong = self.prefix_at[self.boxes.n_components]
        for t in range(self.span):
            if self.prefix[at + t] > self.prefix[at + alone]:
                alone = t
            if self.prefix[at + t] > 0.0 and self.off_weight[t] > 0.0:
                weight = (
                    log(self.prefix[at + t])
                    + LN2 * self.tables.tilt * t
                    - lgamma(self.rest - t + 1.0)
                    - lgamma(self.off_cells - self.rest + t + 1.0)
                )
                if weight > most:
                    most = weight
                    together = t
        return together - alone

    def _tilt(self):
        """Return the power of two nearest to the odds against a mine."""
        tilt: cython.double = 0.0
        mines: cython.double = max(self.frontier.mines_left, 1)
        free: cython.double = max(self.frontier.undecided - self.frontier.mines_left, 1)
        while free > 1.5 * mines and tilt + 1.0 < self.tables.steepest:
            tilt += 1
            mines *= 2
        while mines > 1.5 * free and tilt - 1.0 > -self.tables.steepest:
            tilt -= 1
            free *= 2
        return tilt

    def _combine(self):
        """Combine the components with each other and with the cells off the frontier."""
        c: cython.int
        n: cython.int = self.boxes.n_components
        self.fixed_mines = 0
        self.log_fixed = 0.0
        self.joined_least = 0
        self._fix_boxes()
        self.off_cells = self.frontier.undecided - self.boxes.n_cells
        self.rest = self.frontier.mines_left - self.fixed_mines
        for c in range(n):
            self.rest -= self.tables.store.lo[self._root(c)]
            self.joined_least += self.tables.store.lo[self._root(c)]
        if not self._multiply_prefixes():
            self.status = self.tables.status
            return
        if not self._weigh_off() or not self._total():
            return
        self._reserve_suffix()
        self.suffix[: self.span] = self.off_weight[: self.span]
        c = n - 1
        while c >= 0 and self.tables.status == FITS:
            self._weigh(c)
            self.marginals.unfold(c)
            self._multiply_suffix(c)
            self.tables._labour(2 * (self.prefix_at[c + 1] - self.prefix_at[c]) * self._length(c))
            c -= 1
        self.status = self.tables.status
        if self.status == FITS and not self._adds_up():
            self.status = IMPRECISE

    def _adds_up(self):
        """Return whether the expected numbers of mines add up to the mines left."""
        box: cython.int
        total: cython.double = 0.0
        if self.off_cells > 0:
            total += self.off_cells * self.off_risk
        for box in range(self.boxes.n_boxes):
            total += self.marginals.expected[box]
        return abs(total - self.frontier.mines_left) <= 1e-9 * (self.frontier.mines_left + 1)

    def _root(self, c):
        """Return the only state of the root of component c, which has the component's counts."""
        return self.tables.store.state_at[self.tables.root[c + 1]]

    def _length(self, c):
        """Return how many different numbers of mines component c may hold, ends included."""
        return self.tables.store.hi[self._root(c)] - self.tables.store.lo[self._root(c)] + 1

    def _fix_boxes(self):
        """Handle the boxes with a known number of mines, and the lower bounds of the others."""
        box: cython.int
        for box in range(self.boxes.n_boxes):
            self.fixed_mines += self.boxes.lo[box]
            if self.boxes.lo[box] == self.boxes.hi[box]:
                self.marginals.fix(box)
                self.log_fixed += log(
                    self.tables.binomial[
                        self.boxes.box_size[box] * self.tables.side + self.boxes.lo[box]
                    ]
                )
            else:
                self.joined_least += self.boxes.lo[box]

    def _multiply_prefixes(self):
        """Fill ``prefix`` from ``prefix_at[c]`` on with the combined counts of the components
        before c, by number of mines above their least; ``span`` is the final number of
        coefficients. Return False if time or memory runs out; the status of the tables says
        which."""
        c: cython.int
        i: cython.int
        j: cython.int
        length: cython.int = 1
        m: cython.int
        source: cython.longlong
        target: cython.longlong
        poly: cython.longlong
        w: cython.double
        self.log_scale = 0.0
        self.prefix[0] = 1.0
        self.prefix_at[0] = 0
        self.prefix_at[1] = 1
        for c in range(self.boxes.n_components):
            m = self._length(c)
            poly = self.tables.store.row[self._root(c)]
            source = self.prefix_at[c]
            target = self.prefix_at[c + 1]
            self.prefix_at[c + 2] = target + length + m - 1
            if self.prefix_at[c + 2] > len(self.prefix) and not self._more_prefix(
                self.prefix_at[c + 2]
            ):
                return False
            for i in range(length + m - 1):
                self.prefix[target + i] = 0.0
            for i in range(length):
                w = self.prefix[source + i]
                if w > 0.0:
                    for j in range(m):
                        self.prefix[target + i + j] += w * self.tables.store.inside[poly + j]
            self.tables._labour(cython.cast(cython.longlong, length) * m)
            if self.tables.status != FITS:
                return False
            length += m - 1
            self.log_scale += self.tables.scale[self.tables.root[c + 1]]
            self.log_scale += log(self._level(self.prefix, target, length))
        self.span = length
        return True

    def _level(self, weights, first, length):
        """Divide weights by the largest, keep positive ones at least ``FLOOR``, and return the
        divisor."""
        i: cython.longlong
        top: cython.double = 0.0
        for i in range(first, first + length):
            top = max(top, weights[i])
        if top <= 0.0:
            return 1.0
        for i in range(first, first + length):
            if weights[i] > 0.0:
                weights[i] = max(weights[i] / top, FLOOR)
        return top

    def _weigh_off(self):
        """Fill ``off_weight[t]`` with the ways to place ``rest - t`` mines off the frontier,
        relative to the largest; return False if no t is possible."""
        t: cython.int
        mode: cython.int
        w: cython.double = 1.0
        tilt: cython.double = 2.0**self.tables.tilt
        first: cython.int = max(0, self.rest - self.off_cells)
        last: cython.int = min(self.span - 1, self.rest)
        if first > last:
            return False
        if len(self.off_weight) < self.span:
            self._more_off(2 * self.span)
        for t in range(self.span):
            self.off_weight[t] = 0.0
        # the largest weight: where one more mine on the frontier no longer increases it
        w = ((self.rest + 1) * tilt - self.off_cells + self.rest) / (tilt + 1.0)
        mode = cython.cast(cython.int, min(max(w, cython.cast(cython.double, first)), last))
        w = 1.0
        self.off_weight[mode] = 1.0
        for t in range(mode + 1, last + 1):
            w *= tilt * (self.rest - t + 1) / (self.off_cells - self.rest + t)
            self.off_weight[t] = max(w, FLOOR)
        w = 1.0
        t = mode - 1
        while t >= first:
            w *= (self.off_cells - self.rest + t + 1) / (tilt * (self.rest - t))
            self.off_weight[t] = max(w, FLOOR)
            t -= 1
        self.log_off = (
            lgamma(self.off_cells + 1.0)
            - lgamma(self.rest - mode + 1.0)
            - lgamma(self.off_cells - self.rest + mode + 1.0)
            + LN2 * self.tables.tilt * (mode + self.joined_least)
        )
        return True

    def _total(self):
        """Compute the number of layouts and the risk off the frontier; return False without one."""
        t: cython.int
        w: cython.double
        total: cython.double = 0.0
        mean: cython.double = 0.0
        at: cython.longlong = self.prefix_at[self.boxes.n_components]
        self.off_fewest = self.off_cells
        self.off_utmost = 0
        for t in range(self.span):
            w = self.prefix[at + t] * self.off_weight[t]
            if w > 0.0:
                total += w
                mean += w * (self.rest - t)
                self.off_fewest = min(self.off_fewest, self.rest - t)
                self.off_utmost = max(self.off_utmost, self.rest - t)
        if total <= 0.0:
            return False
        self.log_layouts = log(total) + self.log_scale + self.log_fixed + self.log_off
        if self.off_cells == 0:
            self.off_risk = -1.0
        elif self.off_utmost == 0:
            self.off_risk = 0.0
        elif self.off_fewest == self.off_cells:
            self.off_risk = 1.0
        else:
            self.off_risk = self._unsure(mean / total / self.off_cells)
        return True

    def _weigh(self, c):
        """Compute the weight that everything else gives each number of mines in component c, and
        store it as the outside weights of its root."""
        i: cython.int
        j: cython.int
        w: cython.double
        at: cython.longlong = self.prefix_at[c]
        length: cython.int = cython.cast(cython.int, self.prefix_at[c + 1] - at)
        poly: cython.longlong = self.tables.store.row[self._root(c)]
        for j in range(self._length(c)):
            w = 0.0
            for i in range(length):
                w += self.prefix[at + i] * self.suffix[i + j]
            self.tables.store.outside[poly + j] = w
        self.tables.store.level(self.tables.store.outside, self.tables.root[c + 1])

    def _multiply_suffix(self, c):
        """Include component c in ``suffix``, the weight of t mines in the components before it."""
        i: cython.int
        j: cython.int
        w: cython.double
        m: cython.int = self._length(c)
        poly: cython.longlong = self.tables.store.row[self._root(c)]
        length: cython.int = cython.cast(cython.int, self.prefix_at[c + 1] - self.prefix_at[c])
        for i in range(length):
            w = 0.0
            for j in range(m):
                w += self.tables.store.inside[poly + j] * self.suffix[i + j]
            self.spare[i] = w
        for i in range(length):
            self.suffix[i] = self.spare[i]
        self._level(self.suffix, 0, length)

    def risk(self, cell):
        """Return the mine probability of a hidden cell, exactly 0 or 1 only if it is certain."""
        box: cython.int
        known: cython.int = self.frontier.known[cell]
        if known != UNKNOWN:
            return 1.0 if known == MINED else 0.0
        box = self.boxes.box_of[cell]
        if box < 0:
            return self.off_risk
        return self.box_risk(box)

    def box_risk(self, box):
        """Return the mine probability of each cell of a box, exactly 0 or 1 only if certain."""
        if self.marginals.utmost[box] == 0:
            return 0.0
        if self.marginals.fewest[box] == self.boxes.box_size[box]:
            return 1.0
        return self._unsure(self.marginals.expected[box] / self.boxes.box_size[box])

    def _unsure(self, p):
        """Keep a probability strictly between 0 and 1, so that rounding cannot make it certain."""
        return min(max(p, 1e-300), 1.0 - 1e-16)

    def quiet(self, cell):
        """Return the chance that no neighbour of a cell is a mine, as if they were independent."""
        k: cython.int
        quiet: cython.double = 1.0
        for k in range(self.frontier.starts[cell], self.frontier.starts[cell + 1]):
            if self.frontier.known[self.frontier.near[k]] != OPEN:
                quiet *= 1.0 - self.risk(self.frontier.near[k])
        return quiet

    def risk_of(self, cell):
        """Return ``risk`` to Python."""
        return self.risk(cell)

    def risks(self, out):
        """Write the mine probability of every cell into an array of doubles, nan where open.

        If counting stopped early, only the cells that single clues settle are known; the rest are
        nan."""
        to: cython.double[::1] = out
        self.write_risks(to)

    def write_risks(self, to):
        """Write what ``risks`` does, without Python."""
        cell: cython.int
        known: cython.int
        for cell in range(self.frontier.size):
            known = self.frontier.known[cell]
            if known == OPEN or (known == UNKNOWN and self.status != COUNTED):
                to[cell] = NAN
            else:
                to[cell] = self.risk(cell)

    @property
    def held(self):
        """The bytes of its tables, which are kept for the next position."""
        return self.tables.store.held() + 8 * len(self.prefix)

    @property
    def logarithm(self):
        """The natural logarithm of the number of layouts."""
        return self.log_layouts

    @property
    def fault(self):
        """After ``IMPOSSIBLE``: the index of a clue at fault, or -1 if it takes several clues."""
        return self.culprit

    def _more_prefix(self, least):
        if 16 * least + self.tables.store.held() > self.tables.store.budget:
            self.tables.status = OUT_OF_MEMORY
            return False
        bigger: cython.double[::1] = doubles(2 * least)
        bigger[: len(self.prefix)] = self.prefix
        self.prefix = bigger
        return True

    def _more_off(self, size):
        self.off_weight = doubles(size)

    def _reserve_suffix(self):
        if len(self.suffix) < self.span:
            self._more_suffix(2 * self.span)

    def _more_suffix(self, size):
        self.suffix, self.spare = doubles(size), doubles(size)
