# cython: overflowcheck=False
# (words of bits wrap by design)
"""Cliques of layouts: sets of layouts of which no policy wins more than one.

Two layouts are *distinguishable* if a cell that is safe in both shows different clues. No policy
wins both of two indistinguishable layouts: it would open the same cells in both, namely all cells
that are safe in either, so the layouts would be equal.
"""

import cython

from sapper.kernel.arrays import flags, ints, words, zeroed
from sapper_lab.perfect.kernel.layouts import COPIES, MAX_COPIED

if not cython.compiled:
    from sapper.kernel.bits import trailing_zeros
    from sapper_lab.perfect.kernel.layouts import Layouts

ONE = cython.declare(cython.ulonglong, 1)
WORD = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
CELLS = cython.declare(cython.int, 64)  #: maximum number of cells of a layout

LEVELS = cython.declare(cython.int, 1 + COPIES)
#: The most layouts of a set divided for level 1; each further level allows an eighth as many.
MAX_DIVIDED = cython.declare(cython.int, MAX_COPIED)


@cython.final
@cython.cclass
class Cliques:
    """Divides sets of layouts into cliques on several levels. On level 0, that of large sets, each
    layout is a clique of its own; the subsets of a search are divided once they are small enough
    for level 1, and again, into fewer cliques, for each further level.

    A divided set consists of copies of its layouts, clique by clique; each level has storage for
    one set. ``of[i]`` is the clique of layout i in the set that its level divided last."""

    def __init__(self, layouts):
        its: Layouts = layouts
        self.layouts = its
        self.n = 0
        self.few = 0
        self.of, self.place, self.joined, self.first = ints(1), ints(1), ints(1), ints(1)
        self.table, self.shows = words(1), words(1)
        self.asked = ints(its.n)
        self.kind = flags(1)

    def room(self):
        """Allocate storage for the loaded layouts."""
        i: cython.int
        count: cython.longlong = max(self.layouts.count, 1)
        few: cython.int = min(count, MAX_DIVIDED)
        self.few = few
        self.of = ints(1)
        self.of = zeroed("i", count + COPIES * few)
        self.place, self.joined, self.first = ints(few), ints(few), ints(few)
        for i in range(count):
            self.of[i] = i
        self.table = words(few * self.layouts.stride)
        self.shows = words(2 * CELLS * (few // 64 + 1))
        self.kind = flags(few)

    def level(self, n, level):
        """Return the level to use for a set of n layouts with the cliques of some level."""
        while level < LEVELS - 1 and n <= MAX_DIVIDED >> 3 * level:
            level += 1
        return level

    def divide(self, members, start, n, cell, telling, level, end):
        """Divide the layouts ``members[start:start + n]`` for a level, and list their copies clique
        by clique in ``members[end:end + n]``: each joins the first clique with no layout
        distinguishable from it. Only ``telling`` cells distinguish layouts.

        Layouts in which a cell shows the same clue are divided together and join only one another;
        those in which it is a mine come last."""
        i: cython.longlong
        k: cython.int
        m: cython.int
        kind: cython.int
        first: cython.int
        at: cython.longlong
        mined: cython.int = self.layouts.most_neighbours + 1
        placed: cython.longlong = 0
        self.n = 0
        for i in range(n):
            at = members[start + i] * cython.cast(cython.longlong, self.layouts.n)
            self.kind[i] = self.layouts.shown[at + cell]
        for kind in range(mined + 1):
            first = 0 if kind == mined else self.n
            for i in range(n):
                if self.kind[i] == kind:
                    m = members[start + i]
                    k = self._fitting(m, first, telling)
                    self._join(m, k)
                    self.place[placed] = m
                    self.joined[placed] = k
                    placed += 1
        self._copy(members, end, n, level)

    def _fitting(self, m, first, telling):
        """Return the first clique from ``first`` on with no layout distinguishable from this one,
        or the number of a new one."""
        j: cython.int
        k: cython.int
        cell: cython.int
        count: cython.int = 0
        base: cython.int = first & ~63
        at: cython.longlong = m * cython.cast(cython.longlong, self.layouts.stride)
        safe: cython.ulonglong = self.layouts.table[at] & telling
        odd: cython.ulonglong = self.layouts.table[at + 1]
        differs: cython.ulonglong = (ONE << (first & 63)) - 1
        while safe:
            cell = trailing_zeros(safe)
            safe &= safe - 1
            self.asked[count] = 2 * cell + 1 - cython.cast(cython.int, odd >> cell & 1)
            count += 1
        self.n_asked = count
        # Most layouts already differ in which clues are odd: 64 cliques are compared at once.
        while base < self.n:
            for j in range(count):
                differs |= self.shows[2 * base + self.asked[j]]
                if differs == WORD:
                    break
            while differs != WORD:
                k = base + trailing_zeros(WORD ^ differs)
                if k >= self.n:
                    return self.n
                if self._fits(m, k):
                    return k
                differs |= differs + 1
            differs = 0
            base += 64
        return self.n

    def _fits(self, m, k):
        """Return whether no layout of clique k is distinguishable from this one."""
        b: cython.int
        at: cython.longlong = m * cython.cast(cython.longlong, self.layouts.stride)
        to: cython.longlong = cython.cast(cython.longlong, k) * self.layouts.stride
        safe: cython.ulonglong = self.layouts.table[at] & self.table[to]
        for b in range(1, self.layouts.stride):
            if (self.layouts.table[at + b] ^ self.table[to + b]) & safe:
                return False
        return True

    def _join(self, m, k):
        """Add the layout last given to ``_fitting`` to a clique, which may be new."""
        b: cython.int
        j: cython.int
        at: cython.longlong = m * cython.cast(cython.longlong, self.layouts.stride)
        to: cython.longlong = cython.cast(cython.longlong, k) * self.layouts.stride
        base: cython.int = 2 * (k & ~63)
        if k == self.n:
            self.n += 1
            self.first[k] = 0
            for b in range(self.layouts.stride):
                self.table[to + b] = 0
            if k & 63 == 0:
                for j in range(2 * CELLS):
                    self.shows[base + j] = 0
        for b in range(self.layouts.stride):
            self.table[to + b] |= self.layouts.table[at + b]
        for j in range(self.n_asked):
            self.shows[base + (self.asked[j] ^ 1)] |= ONE << (k & 63)
        self.first[k] += 1

    def _copy(self, members, end, n, level):
        """Copy the layouts at ``place`` to the rows of a level, clique by clique, and list them."""
        i: cython.longlong
        k: cython.int
        start: cython.int = 0
        size: cython.int
        row: cython.longlong = self.layouts.count + (level - 1) * self.few
        for k in range(self.n):
            size = self.first[k]
            self.first[k] = start
            start += size
        for i in range(n):
            k = self.joined[i]
            self.layouts.copy(self.place[i], row + self.first[k])
            self.of[row + self.first[k]] = k
            self.first[k] += 1
        for i in range(n):
            members[end + i] = cython.cast(cython.int, row + i)
