"""The components and the cells off the frontier, combined under the number of mines.

T mines on the frontier have the weight C(cells off the frontier, mines left - T), because the other
mines may lie anywhere off the frontier. Prefix products of the components' counts from one side and
suffix products from the other give each component the weight of everything else.

The tables count every mine as 2**-tilt, where the tilt depends on the mine density; the weights of
the cells off the frontier compensate.
"""

import cython
from cython.cimports.libc.math import lgamma, log

if not cython.compiled:
    from sapper.inference.kernel.marginals import Marginals, unsure
    from sapper.inference.kernel.tables import Tables
    from sapper.inference.kernel.work import Work
from sapper.inference import status
from sapper.inference.status import Status
from sapper.kernel.arrays import doubles, longs

OK = cython.declare(cython.int, Status.OK)
IMPOSSIBLE = cython.declare(cython.int, Status.IMPOSSIBLE)
IMPRECISE = cython.declare(cython.int, Status.IMPRECISE)

FLOOR = cython.declare(cython.double, status.FLOOR)
LN2 = cython.declare(cython.double, 0.6931471805599453)


@cython.final
@cython.cclass
class Combination:
    """The whole position: ``log_layouts`` (a natural logarithm), the ``off_cells`` off the frontier
    with the mine probability ``off_risk`` of each (-1 without such cells), and ``marginals``.

    Together the components hold t mines above their minimum, for t below ``span``, and then ``rest
    - t`` mines are off the frontier. The components before c hold i of them in
    ``prefix[prefix_at[c] + i]`` ways.
    """

    def __init__(self, tables: Tables, work: Work):
        self.frontier = tables.boxes.frontier
        self.boxes = tables.boxes
        self.tables = tables
        self.store = tables.store
        self.work = work
        self.marginals = Marginals(tables)
        self.prefix = doubles(256)
        self.prefix_at = longs(tables.boxes.frontier.size + 2)
        self.suffix = doubles(64)
        self.spare = doubles(64)
        self.off_weight = doubles(64)

    def combine(self):
        """Combine the components of ``tables``; the outcome is the status of the work."""
        c: cython.int
        n: cython.int = self.boxes.n_components
        self.fixed_mines = 0
        self.log_fixed = 0.0
        self.joined_least = 0
        self._fix_boxes()
        self.off_cells = self.frontier.undecided - self.boxes.n_cells
        self.rest = self.frontier.mines_left - self.fixed_mines
        for c in range(n):
            self.rest -= self.store.lo[self.tables.top(c)]
            self.joined_least += self.store.lo[self.tables.top(c)]
        if not self._multiply_prefixes():
            return
        if not self._weigh_off() or not self._total():
            self.work.status = IMPOSSIBLE
            return
        self._reserve_suffix()
        self.suffix[: self.span] = self.off_weight[: self.span]
        c = n - 1
        while c >= 0 and self.work.status == OK:
            self._weigh(c)
            self.marginals.unfold(c)
            self._multiply_suffix(c)
            self.work.spend(2 * (self.prefix_at[c + 1] - self.prefix_at[c]) * self.tables.length(c))
            c -= 1
        if self.work.status == OK and not self._adds_up():
            self.work.status = IMPRECISE

    def _adds_up(self):
        """Return whether the expected numbers of mines add up to the number of mines left."""
        box: cython.int
        total: cython.double = 0.0
        if self.off_cells > 0:
            total += self.off_cells * self.off_risk
        for box in range(self.boxes.n_boxes):
            total += self.marginals.expected[box]
        return abs(total - self.frontier.mines_left) <= 1e-9 * (self.frontier.mines_left + 1)

    def _fix_boxes(self):
        """Handle the boxes with a known number of mines, and the lower bounds of the others."""
        box: cython.int
        for box in range(self.boxes.n_boxes):
            self.fixed_mines += self.boxes.lo[box]
            if self.boxes.lo[box] == self.boxes.hi[box]:
                self.marginals.fix(box)
                self.log_fixed += log(self.tables.binomial[self.tables.ways_at(box)])
            else:
                self.joined_least += self.boxes.lo[box]

    def _multiply_prefixes(self):
        """Fill ``prefix`` component by component, and set ``span``, the number of coefficients at
        the end. Return False if time or memory runs out."""
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
            m = self.tables.length(c)
            poly = self.store.row[self.tables.top(c)]
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
                        self.prefix[target + i + j] += w * self.store.inside[poly + j]
            self.work.spend(cython.cast(cython.longlong, length) * m)
            if self.work.status != OK:
                return False
            length += m - 1
            self.log_scale += self.tables.scale[self.tables.root[c]]
            self.log_scale += log(self.store.level_between(self.prefix, target, target + length))
        self.span = length
        return True

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
        """Compute the number of layouts and the risk off the frontier; return False if there is no
        layout."""
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
            self.off_risk = unsure(mean / total / self.off_cells)
        return True

    def _weigh(self, c):
        """Weight each number of mines in component c by the rest of the board, and store the
        weights as the outside weights of its root."""
        i: cython.int
        j: cython.int
        w: cython.double
        at: cython.longlong = self.prefix_at[c]
        length: cython.int = cython.cast(cython.int, self.prefix_at[c + 1] - at)
        poly: cython.longlong = self.store.row[self.tables.top(c)]
        self.marginals.choose(c)
        for j in range(self.tables.length(c)):
            w = 0.0
            for i in range(length):
                w += self.prefix[at + i] * self.suffix[i + j]
            self.store.outside[poly + j] = w
        self.store.level(self.store.outside, self.tables.root[c])

    def _multiply_suffix(self, c):
        """Include component c in ``suffix``, the weight of t mines in the components before it."""
        i: cython.int
        j: cython.int
        w: cython.double
        m: cython.int = self.tables.length(c)
        poly: cython.longlong = self.store.row[self.tables.top(c)]
        length: cython.int = cython.cast(cython.int, self.prefix_at[c + 1] - self.prefix_at[c])
        for i in range(length):
            w = 0.0
            for j in range(m):
                w += self.store.inside[poly + j] * self.suffix[i + j]
            self.spare[i] = w
        for i in range(length):
            self.suffix[i] = self.spare[i]
        self.store.level_between(self.suffix, 0, length)

    def pull(self):
        """Return how many more mines the frontier most likely holds on the whole board than by its
        own counts."""
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

    def _more_prefix(self, least):
        if not self.store.afford(16 * least):
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
