"""Classes of layouts that no player can distinguish, because they differ only by swapped cells.

Two layouts are *distinguishable* if a cell that is safe in both shows different clues. No player
wins both of two indistinguishable layouts (see ``endgame``).

Two adjacent cells, one of them a mine, are *twins* in a layout if every other cell that touches
only one of them is a mine: swapping the two changes no clue of a safe cell. If several pairs of
twins do not touch one another's cells or mines, any subset of them can be swapped, and the
resulting layouts are mutually indistinguishable. The pairs to swap are a function of the layout, so
layouts with the same pairs that agree elsewhere form a class, and the classes partition all
layouts. At most one layout of each class is won.
"""

import cython

if not cython.compiled:
    from sapper.inference.kernel.counter import Counter
from sapper.inference.status import CellState
from sapper.kernel.arrays import flags, ints

UNKNOWN = cython.declare(cython.int, CellState.UNKNOWN)
MINED = cython.declare(cython.int, CellState.MINED)

MOST = cython.declare(cython.int, 4)  # maximum number of swapped pairs


@cython.final
@cython.cclass
class Twins:
    """Finds the classes of layouts of the positions of one grid.

    Of the first pairs by number, pair i is the cells ``one[i]`` and ``other[i]``; the cells that
    touch only one of them are ``around[starts[i]:starts[i + 1]]``.
    """

    def __init__(self, grid):
        pairs = [(i, k) for i in grid.playable for k in grid.neighbours(i) if i < k]
        around = [
            sorted((set(grid.neighbours(i)) ^ set(grid.neighbours(k))) - {i, k} - grid.blocked)
            for i, k in pairs
        ]
        self.one, self.other = ints(len(pairs) + 1), ints(len(pairs) + 1)
        self.starts = ints(len(pairs) + 1)
        self.around = ints(sum(map(len, around)) + 1)
        self.n_pairs = len(pairs)
        for n, (i, k) in enumerate(pairs):
            self.one[n], self.other[n] = i, k
            self.starts[n + 1] = self.starts[n] + len(around[n])
            for m, cell in enumerate(around[n]):
                self.around[self.starts[n] + m] = cell
        self.possible = ints(len(pairs) + 1)
        self.mine = flags(grid.size)
        self.size = grid.size
        self.chosen, self.again = ints(MOST), ints(MOST)
        self.one_safe, self.other_safe = ints(MOST), ints(MOST)
        self.n_possible = self.members = self.n_chosen = 0

    def prepare(self, frontier):
        """List the pairs that can be twins in some layout of a position; return their number."""
        i: cython.int
        k: cython.int
        known: cython.int
        self.n_possible = 0
        for i in range(self.n_pairs):
            if frontier.known[self.one[i]] != UNKNOWN or frontier.known[self.other[i]] != UNKNOWN:
                continue
            for k in range(self.starts[i], self.starts[i + 1]):
                known = frontier.known[self.around[k]]
                if known != UNKNOWN and known != MINED:
                    break
            else:
                self.possible[self.n_possible] = i
                self.n_possible += 1
        return self.n_possible

    def divide(self, layout):
        """Find the class of a layout of the position given to ``prepare``.

        It has ``members`` layouts; the two cells of the pair ``chosen[k]`` are safe in
        ``one_safe[k]`` and ``other_safe[k]`` of them."""
        i: cython.int
        k: cython.int
        subset: cython.int
        for i in range(self.size):
            self.mine[i] = layout[i]
        self.n_chosen = self._choose(self.chosen)
        self.members = 0
        for k in range(self.n_chosen):
            self.one_safe[k] = 0
            self.other_safe[k] = 0
        for subset in range(1 << self.n_chosen):
            self._swap(subset)
            if self._same():
                self.members += 1
                for k in range(self.n_chosen):
                    if self.mine[self.one[self.chosen[k]]]:
                        self.other_safe[k] += 1
                    else:
                        self.one_safe[k] += 1
            self._swap(subset)

    def rivals(self, cell):
        """Return in how many layouts of the last class this cell, safe in the given layout, is
        safe: opening it first wins at most one of them."""
        k: cython.int
        for k in range(self.n_chosen):
            if self.one[self.chosen[k]] == cell:
                return self.one_safe[k]
            if self.other[self.chosen[k]] == cell:
                return self.other_safe[k]
        return self.members

    def _choose(self, chosen):
        """Choose the first pairs of twins that do not touch pairs chosen earlier; return their
        number."""
        i: cython.int
        n: cython.int = 0
        for i in range(self.n_possible):
            if self._twins(self.possible[i]) and self._apart(self.possible[i], n, chosen):
                chosen[n] = self.possible[i]
                n += 1
                if n == MOST:
                    break
        return n

    def _twins(self, pair):
        """Return whether a pair are twins."""
        k: cython.int
        if self.mine[self.one[pair]] == self.mine[self.other[pair]]:
            return False
        for k in range(self.starts[pair], self.starts[pair + 1]):
            if not self.mine[self.around[k]]:
                return False
        return True

    def _apart(self, pair, n, chosen):
        """Return whether a pair is disjoint from the first n chosen pairs and the mines around
        them, and these from the mines around it."""
        k: cython.int
        for k in range(n):
            if self._meets(pair, chosen[k]) or self._meets(chosen[k], pair):
                return False
        return True

    def _meets(self, pair, other):
        """Return whether a cell of a pair belongs to another pair, or touches only one of its
        cells."""
        k: cython.int
        for k in range(self.starts[other], self.starts[other + 1]):
            if self.around[k] == self.one[pair] or self.around[k] == self.other[pair]:
                return True
        return (
            self.one[pair] == self.one[other]
            or self.one[pair] == self.other[other]
            or self.other[pair] == self.one[other]
            or self.other[pair] == self.other[other]
        )

    def _swap(self, subset):
        """Swap the cells of the chosen pairs in the bit set ``subset``."""
        k: cython.int
        for k in range(self.n_chosen):
            if (subset >> k) & 1:
                self.mine[self.one[self.chosen[k]]] ^= 1
                self.mine[self.other[self.chosen[k]]] ^= 1

    def _same(self):
        """Return whether the same pairs are chosen again."""
        k: cython.int
        if self._choose(self.again) != self.n_chosen:
            return False
        for k in range(self.n_chosen):  # noqa: SIM110 - a generator would need Python
            if self.again[k] != self.chosen[k]:
                return False
        return True

    def classes(self, now, layouts):
        """Return the classes of some layouts (bytes) of a position: the swapped pairs and the mines
        elsewhere, which all layouts of a class share, and the number of its layouts.

        ``now`` is the counter that has just counted the position."""
        counter: Counter = now
        self.prepare(counter.frontier)
        found = []
        for layout in layouts:
            self.divide(bytearray(layout))
            pairs = [self.chosen[k] for k in range(self.n_chosen)]
            swapped = {self.one[i] for i in pairs} | {self.other[i] for i in pairs}
            elsewhere = tuple(i for i, mine in enumerate(layout) if mine and i not in swapped)
            found.append(((tuple(pairs), elsewhere), self.members))
        return found
