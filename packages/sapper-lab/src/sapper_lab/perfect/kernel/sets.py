# cython: overflowcheck=False
# (words of bits wrap by design)
"""Sets of layouts, which the search splits by the clue of a cell."""

import cython

from sapper.kernel.arrays import flags, ints, zeroed
from sapper_lab.perfect.kernel.layouts import COPIES

if not cython.compiled:
    from sapper.kernel.bits import SlicedCounters, popcount
    from sapper_lab.perfect.kernel.cliques import Cliques
    from sapper_lab.perfect.kernel.layouts import Layouts

ONE = cython.declare(cython.ulonglong, 1)
WORD = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)

LARGE = cython.declare(cython.int, 1 << 15)  #: sets of more layouts are not copied
COUNT_BITS = cython.declare(cython.int, 32)  # of a count of cliques


@cython.final
@cython.cclass
class Sets:
    """A set is n of the ``members`` from ``start`` on; those from ``end`` on are free.

    The members of a clique are adjacent in a set and its parts. A set of more than ``LARGE``
    layouts is split in place; the clock may stop each pass through it, whose results are then
    invalid.

    Methods that take a ``depth`` store their results by it: ``row * depth`` is the index of the
    part with clue 0 in ``at`` (its start), ``size`` and ``most`` (its number of cliques)."""

    def __init__(self, layouts):
        its: Layouts = layouts
        self.layouts = its
        self.cliques = Cliques(layouts)
        self.clock = its.clock
        self.deepest = 2 * its.n + 8
        self.row = its.most_neighbours + 2
        rows = self.row * self.deepest
        self.at, self.size, self.most, self.seen = ints(rows), ints(rows), ints(rows), ints(rows)
        self.counts = SlicedCounters(COUNT_BITS, self.deepest)
        self.all()

    def all(self):
        """Make all layouts the first set."""
        i: cython.int
        count: cython.longlong = self.layouts.count
        self.members, self.spare, self.shown = ints(1), ints(1), flags(1)  # release the last ones
        self.members = zeroed("i", count + (self.deepest + COPIES) * min(count, LARGE))
        self.spare, self.shown = zeroed("i", count), zeroed("B", count)
        self.cliques.room()
        for i in range(count):
            self.members[i] = i

    def survey(self, start, n):
        """Find the cells of a set that are ``safe`` in all layouts, ``unsettled`` (safe in only
        some), and ``telling``: they show different clues in the layouts in which they are safe."""
        i: cython.longlong
        b: cython.int
        at: cython.longlong
        word: cython.ulonglong
        ever: cython.ulonglong = 0
        always: cython.ulonglong = WORD
        c: cython.int
        safe: cython.ulonglong
        ones: cython.ulonglong
        zeros: cython.ulonglong
        more_ones: cython.ulonglong
        more_zeros: cython.ulonglong
        self.telling = 0
        self.safe = 0
        self.unsettled = 0
        # Two bits of the clues at a time.
        for b in range(1, self.layouts.stride, 2):
            if n > LARGE and self.clock.spend(n):
                return
            c = min(b + 1, self.layouts.stride - 1)
            ones = 0
            zeros = 0
            more_ones = 0
            more_zeros = 0
            for i in range(start, start + n):
                at = self.members[i] * self.stride()
                safe = self.layouts.table[at]
                word = self.layouts.table[at + b]
                ones |= word
                zeros |= word ^ safe
                word = self.layouts.table[at + c]
                more_ones |= word
                more_zeros |= word ^ safe
                ever |= safe
                always &= safe
            self.telling |= ones & zeros | more_ones & more_zeros
        self.safe = always
        self.unsettled = ever ^ always

    def stride(self):
        """Return the number of words of a layout."""
        return cython.cast(cython.longlong, self.layouts.stride)

    def large(self, n):
        """Return whether a set of n layouts is split in place."""
        return n > LARGE

    def count_cliques(self, start, n, depth):
        """Count, for all cells at once, the cliques that have a layout in which the cell is safe,
        in row ``depth`` of ``counts``."""
        i: cython.longlong
        m: cython.int
        clique: cython.int
        safe: cython.ulonglong = 0  # in a layout of this clique
        self.counts.clear(depth)
        if n > LARGE and self.clock.spend(n):
            return
        clique = self.cliques.of[self.members[start]]
        for i in range(start, start + n):
            m = self.members[i]
            if self.cliques.of[m] != clique:
                self.counts.add(safe, depth)
                safe = 0
                clique = self.cliques.of[m]
            safe |= self.layouts.table[m * self.stride()]
        self.counts.add(safe, depth)

    def never_alone(self, start, n, cell, others):
        """Return which of some other cells are safe whenever this one is."""
        i: cython.longlong = start
        word: cython.ulonglong
        if n > LARGE and self.clock.spend(n):
            return 0
        while others and i < start + n:
            word = self.layouts.table[self.members[i] * self.stride()]
            others &= word | ((word >> cell & 1) - 1)
            i += 1
        return others

    def split(self, start, n, end, cell, in_place, depth):
        """Divide the layouts in which a cell is safe into parts by the clue that it shows; the
        parts are copied to the free members unless the set is split ``in_place``.

        Return the clues as bits, and set ``free`` to the start of the free members. No loop
        branches on a layout, because a processor could not predict that."""
        i: cython.longlong
        to: cython.longlong = end
        m: cython.int
        k: cython.int
        clue: cython.int
        clique: cython.int
        cells: cython.longlong = self.layouts.n
        first: cython.int = depth * self.row
        mined: cython.int = first + self.row - 1
        clues: cython.ulonglong = 0
        # Layouts that are not copies are on level 0, where each is a clique.
        single: cython.bint = self.members[start] < self.layouts.count
        if in_place:
            to = start
        self.free = end
        for k in range(first, first + self.row):
            self.size[k] = 0
        if n > LARGE and self.clock.spend(n):
            return 0
        for i in range(start, start + n):
            m = self.members[i]
            clue = self.layouts.shown[m * cells + cell]
            self.spare[i - start] = m
            self.shown[i - start] = clue
            self.size[first + clue] += 1
        if n > LARGE and self.clock.spend(n):
            return 0
        for k in range(first, mined + 1):
            self.at[k] = cython.cast(cython.int, to)
            to += self.size[k]
            self.most[k] = 0
            self.seen[k] = -1
            if k < mined and self.size[k]:
                clues |= ONE << (k - first)
        # The layouts with a mine come last; in a copied set, their members are free.
        self.free = end if in_place else self.at[mined]
        if single:
            for i in range(n):
                k = first + self.shown[i]
                self.members[self.at[k]] = self.spare[i]
                self.at[k] += 1
        else:
            for i in range(n):
                k = first + self.shown[i]
                m = self.spare[i]
                self.members[self.at[k]] = m
                self.at[k] += 1
                clique = self.cliques.of[m]
                self.most[k] += clique != self.seen[k]
                self.seen[k] = clique
        for k in range(first, mined):
            self.at[k] -= self.size[k]
            if single:
                self.most[k] = self.size[k]
        return clues

    def same_mines(self, start, n, cells):
        """Return whether all layouts have the same number of mines in some cells."""
        i: cython.longlong
        safe: cython.int
        if n > LARGE and self.clock.spend(n):
            return False
        safe = popcount(self.layouts.table[self.members[start] * self.stride()] & cells)
        for i in range(start + 1, start + n):
            if popcount(self.layouts.table[self.members[i] * self.stride()] & cells) != safe:
                return False
        return True

    def like_first(self, start, n, end, cells):
        """Copy the layouts that equal the first in some cells to the free members, or move them to
        the front of a large set; return their number."""
        i: cython.longlong
        m: cython.int
        count: cython.longlong = 0
        to: cython.longlong = start if n > LARGE else end
        safe: cython.ulonglong = self.layouts.table[self.members[start] * self.stride()] & cells
        for i in range(start, start + n):
            m = self.members[i]
            if self.layouts.table[m * self.stride()] & cells == safe:
                if n > LARGE:
                    self.members[i] = self.members[to + count]
                self.members[to + count] = m
                count += 1
        return count
