"""Classes of layouts that no player can distinguish, because they differ only by swapped cells.

Two layouts are *distinguishable* if a cell that is safe in both shows different clues. No player
wins both of two indistinguishable layouts (see ``endgame``).

The two sets of a swap (``sapper.players.swaps``) are *twins* in a layout if one of them is all
mines, the other all safe, and every witness a mine: swapping them changes no clue of a safe cell.
If the sets of several twins are disjoint from each other and from each other's witnesses, any
subset of them can be swapped, and the resulting layouts are mutually indistinguishable. The twins
to swap are a function of the layout, so layouts with the same twins that agree elsewhere form a
class, and the classes partition all layouts. At most one layout of each class is won.
"""

import cython

if not cython.compiled:
    from sapper.inference.kernel.counter import Counter
from sapper.inference.status import CellState
from sapper.kernel.arrays import flags, ints
from sapper.players.swaps import chains, swaps

UNKNOWN = cython.declare(cython.int, CellState.UNKNOWN)
MINED = cython.declare(cython.int, CellState.MINED)

MAX_SWAPS = cython.declare(cython.int, 4)  # maximum number of swaps of a class


@cython.final
@cython.cclass
class Twins:
    """Finds the classes of layouts of the positions of one grid.

    Of the swaps that may be twins (``sapper.players.swaps``), swap i has its witnesses at
    ``cells[starts[i]:sets[i]]``, and its sets in the first and the second half of
    ``cells[sets[i]:starts[i + 1]]``. ``parts`` are all swaps of the grid unless given.
    """

    def __init__(self, grid, parts=None):
        if parts is None:
            parts = swaps(grid), chains(grid)
        self.n_swaps = sum(len(part.sizes) for part in parts)
        self.starts, self.sets = ints(self.n_swaps + 1), ints(self.n_swaps + 1)
        self.cells = ints(sum(len(part.cells) for part in parts) + 1)
        n: cython.int = 0
        end: cython.int = 0
        for part in parts:
            for k, size in enumerate(part.sizes):
                self.starts[n] = end
                for cell in part.cells[part.starts[k] : part.starts[k + 1]]:
                    self.cells[end] = cell
                    end += 1
                self.sets[n] = end - 2 * size
                n += 1
        self.starts[n] = end
        self.possible, self.likely = ints(self.n_swaps + 1), ints(self.n_swaps + 1)
        self.mine, self.swapped = flags(grid.size), flags(grid.size)
        self.size = grid.size
        self.chosen, self.again = ints(MAX_SWAPS), ints(MAX_SWAPS)
        self.one_safe, self.other_safe = ints(MAX_SWAPS), ints(MAX_SWAPS)
        self.n_possible = self.n_likely = self.members = self.n_chosen = 0

    def prepare(self, frontier):
        """List the swaps that can be twins in some layout of a position; return their number."""
        i: cython.int
        self.n_possible = 0
        for i in range(self.n_swaps):
            if self._can(frontier, i):
                self.possible[self.n_possible] = i
                self.n_possible += 1
        return self.n_possible

    def _can(self, frontier, swap):
        """Return whether the sets of a swap are unknown, and its witnesses may be mines."""
        k: cython.int
        known: cython.int
        for k in range(self.sets[swap], self.starts[swap + 1]):
            if frontier.known[self.cells[k]] != UNKNOWN:
                return False
        for k in range(self.starts[swap], self.sets[swap]):
            known = frontier.known[self.cells[k]]
            if known != UNKNOWN and known != MINED:
                return False
        return True

    def divide(self, layout):
        """Find the class of a layout of the position given to ``prepare``.

        It has ``members`` layouts; the two sets of the swap ``chosen[k]`` are safe in
        ``one_safe[k]`` and ``other_safe[k]`` of them. The cells of all sets are ``swapped``."""
        i: cython.int
        k: cython.int
        subset: cython.int
        for i in range(self.size):
            self.mine[i] = layout[i]
            self.swapped[i] = 0
        self.n_chosen = self._choose(self.possible, self.n_possible, self.chosen)
        self.members = 1 if self.n_chosen == 0 else 0
        if self.n_chosen == 0:
            return
        for k in range(self.n_chosen):
            for i in range(self.sets[self.chosen[k]], self.starts[self.chosen[k] + 1]):
                self.swapped[self.cells[i]] = 1
        self._list_likely()
        for k in range(self.n_chosen):
            self.one_safe[k] = 0
            self.other_safe[k] = 0
        for subset in range(1 << self.n_chosen):
            self._swap(subset)
            if self._same():
                self.members += 1
                for k in range(self.n_chosen):
                    if self.mine[self.cells[self.sets[self.chosen[k]]]]:
                        self.other_safe[k] += 1
                    else:
                        self.one_safe[k] += 1
            self._swap(subset)

    def _list_likely(self):
        """List the swaps that can be twins in some layout of the class: each witness is a mine, or
        is swapped."""
        i: cython.int
        k: cython.int
        self.n_likely = 0
        for i in range(self.n_possible):
            for k in range(self.starts[self.possible[i]], self.sets[self.possible[i]]):
                if not (self.mine[self.cells[k]] or self.swapped[self.cells[k]]):
                    break
            else:
                self.likely[self.n_likely] = self.possible[i]
                self.n_likely += 1

    def rivals(self, cell):
        """Return in how many layouts of the last class this cell, safe in the given layout, is
        safe: opening it first wins at most one of them."""
        i: cython.int
        k: cython.int
        start: cython.int
        end: cython.int
        if not self.swapped[cell]:
            return self.members
        for k in range(self.n_chosen):
            start = self.sets[self.chosen[k]]
            end = self.starts[self.chosen[k] + 1]
            for i in range(start, end):
                if self.cells[i] == cell:
                    return self.one_safe[k] if 2 * i < start + end else self.other_safe[k]
        return self.members

    def _choose(self, listed, n_listed, chosen):
        """Choose the first twins of a list that do not touch twins chosen earlier; return their
        number."""
        i: cython.int
        n: cython.int = 0
        for i in range(n_listed):
            if self._twins(listed[i]) and self._apart(listed[i], n, chosen):
                chosen[n] = listed[i]
                n += 1
                if n == MAX_SWAPS:
                    break
        return n

    def _twins(self, swap):
        """Return whether the sets of a swap are twins."""
        k: cython.int
        mine: cython.bint
        start: cython.int = self.sets[swap]
        end: cython.int = self.starts[swap + 1]
        for k in range(self.starts[swap], start):
            if not self.mine[self.cells[k]]:  # first, because most witnesses are safe
                return False
        for k in range(start + 1, end):
            mine = self.mine[self.cells[k]] == self.mine[self.cells[start]]
            if mine != (2 * k < start + end):
                return False
        return True

    def _apart(self, swap, n, chosen):
        """Return whether the sets of a swap are disjoint from the first n chosen swaps, and the
        sets of these from its witnesses."""
        k: cython.int
        for k in range(n):
            if self._meets(swap, chosen[k]) or self._meets(chosen[k], swap):
                return False
        return True

    def _meets(self, swap, other):
        """Return whether a set of a swap has a cell or a witness of another one."""
        i: cython.int
        k: cython.int
        for i in range(self.sets[swap], self.starts[swap + 1]):
            for k in range(self.starts[other], self.starts[other + 1]):
                if self.cells[k] == self.cells[i]:
                    return True
        return False

    def _swap(self, subset):
        """Swap the sets of the chosen twins in the bit set ``subset``."""
        i: cython.int
        k: cython.int
        for k in range(self.n_chosen):
            if (subset >> k) & 1:
                for i in range(self.sets[self.chosen[k]], self.starts[self.chosen[k] + 1]):
                    self.mine[self.cells[i]] ^= 1

    def _same(self):
        """Return whether the same twins are chosen again."""
        k: cython.int
        if self._choose(self.likely, self.n_likely, self.again) != self.n_chosen:
            return False
        for k in range(self.n_chosen):  # noqa: SIM110 - a generator would need Python
            if self.again[k] != self.chosen[k]:
                return False
        return True

    def classes(self, now, layouts):
        """Return the classes of some layouts (bytes) of a position: the swapped sets and the mines
        elsewhere, which all layouts of a class share, and the number of its layouts.

        ``now`` is the counter that has just counted the position."""
        counter: Counter = now
        self.prepare(counter.frontier)
        found = []
        for layout in layouts:
            self.divide(bytearray(layout))
            chosen = [self.chosen[k] for k in range(self.n_chosen)]
            swapped = {
                self.cells[k] for i in chosen for k in range(self.sets[i], self.starts[i + 1])
            }
            elsewhere = tuple(i for i, mine in enumerate(layout) if mine and i not in swapped)
            found.append(((tuple(chosen), elsewhere), self.members))
        return found
