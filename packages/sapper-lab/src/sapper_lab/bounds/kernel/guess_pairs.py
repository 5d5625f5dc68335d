# cython: overflowcheck=False
# (random numbers wrap by design)
"""The next two guesses of a position, all of them valued by the same layouts.

A player guesses *a*, sees its clue, guesses *b*, and then learns the class of the layout (see
``twins``), of which at most one layout is won. So a layout in which both are safe is worth 1 over
the number of such layouts in its class. ``GuessPairs`` adds this up, over random layouts, for all
*a*, clues of *a*, and *b*.
"""

import cython

if not cython.compiled:
    from sapper.inference.kernel.counter import Counter
    from sapper.inference.kernel.sampler import TableSampler
    from sapper.kernel.chance import Chance, Seed
    from sapper_lab.bounds.kernel.twins import Twins
from sapper.game import codes
from sapper.game.deal import DEALS
from sapper.inference.status import Status
from sapper.kernel.arrays import flags, floats, ints

HIDDEN = cython.declare(cython.int, codes.HIDDEN)
OK = cython.declare(cython.int, Status.OK)
DEAL = cython.declare(cython.ulonglong, DEALS)


BLOCK_LAYOUTS = cython.declare(cython.int, 64)  #: layouts drawn before their values are added


@cython.final
@cython.cclass
class GuessPairs:
    """Values pairs of guesses on one grid."""

    def __init__(self, grid):
        self.counter = Counter(grid)
        self.sampler = TableSampler(self.counter)
        self.twins = Twins(grid)
        self.chance = Chance()
        self.size = grid.size
        self.starts, self.near = grid.adjacency
        # By layout of the block and cell. All rows of a cell fit into the fastest cache, if they
        # are added for one cell after another.
        self.clue, self.swapped = ints(BLOCK_LAYOUTS * grid.size), flags(BLOCK_LAYOUTS * grid.size)
        self.share, self.safe = floats(BLOCK_LAYOUTS * grid.size), floats(BLOCK_LAYOUTS * grid.size)

    def add(self, shown, mines, limits, seed, number, layouts, once, twice):
        """Add the values of some layouts of a position, numbered from ``number`` on.

        - ``limits``: those of ``Counter.count``. Returns False if the position cannot be counted.
        - ``once[a, k]``, doubles: the value of guessing *a* and seeing *k*, without a second guess.
        - ``twice[a, k - 1, b]``, floats: the value of the pair, for the clues k that ``twice`` has.
        """
        singles: cython.double[:, ::1] = once
        pairs: cython.float[:, :, ::1] = twice
        position: cython.const[cython.uchar][::1] = shown
        key: Seed = Seed(seed)
        first: cython.ulonglong = number
        n: cython.int = layouts
        i: cython.int
        if self.counter.count(shown, mines, *limits) != OK:
            return False
        with cython.nogil:
            self.twins.prepare(self.counter.frontier)
            self.sampler.prepare()
            for i in range(n):
                key.begin(self.chance, DEAL, first + i)
                self.sampler.draw(self.chance)
                self._divide(position, (i % BLOCK_LAYOUTS) * self.size)
                if i % BLOCK_LAYOUTS == BLOCK_LAYOUTS - 1 or i == n - 1:
                    self._add(i % BLOCK_LAYOUTS + 1, singles, pairs)
        return True

    def _divide(self, position, at):
        """Find the clue of each cell, and the share of the class that is won if it is guessed;
        write them from index ``at`` on."""
        i: cython.int
        k: cython.int
        rivals: cython.int
        self.twins.divide(self.sampler.layout)
        for i in range(self.size):
            self.clue[at + i] = 0
        for i in range(self.size):
            if self.sampler.layout[i]:
                for k in range(self.starts[i], self.starts[i + 1]):
                    self.clue[at + self.near[k]] += 1
        for i in range(self.size):
            self.safe[at + i] = self.share[at + i] = 0.0
            if position[i] == HIDDEN and not self.sampler.layout[i]:
                rivals = self.twins.rivals(i)
                self.safe[at + i] = 1.0
                self.share[at + i] = 1.0 / rivals
                self.swapped[at + i] = rivals < self.twins.members

    def _add(self, layouts, once, twice):
        """Add the values of the layouts of a block. A guess at a swapped cell forgoes the other
        guess's share, so that no value is too small."""
        a: cython.Py_ssize_t
        b: cython.Py_ssize_t
        i: cython.Py_ssize_t
        k: cython.Py_ssize_t
        at: cython.Py_ssize_t
        size: cython.Py_ssize_t = self.size
        share: cython.float[::1] = self.share
        safe: cython.float[::1] = self.safe
        clues: cython.int = twice.shape[1]
        for a in range(size):
            for i in range(layouts):
                at = i * size
                k = self.clue[at + a]
                once[a, k] += share[at + a]
                if not safe[at + a] or not 0 < k <= clues:
                    continue
                if self.swapped[at + a]:
                    for b in range(size):
                        twice[a, k - 1, b] += safe[at + b]
                else:
                    for b in range(size):
                        twice[a, k - 1, b] += share[at + b]
