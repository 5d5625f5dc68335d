# cython: overflowcheck=False
# (words of bits wrap by design)
"""Perfect play for at most 64 layouts: a set is one word, which makes the same search fast."""

import cython

from sapper.kernel.arrays import flags, ints, longs, words

if not cython.compiled:
    from sapper.kernel.bits import trailing_zeros
    from sapper_lab.perfect.kernel.layouts import Layouts

ONE = cython.declare(cython.ulonglong, 1)
WORD = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)

MAX_LAYOUTS = cython.declare(cython.int, 64)
SLOTS = cython.declare(cython.int, 1 << 14)  #: sets that are remembered
SPREAD = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)  # 2^64 over the golden ratio


@cython.final
@cython.cclass
class FewLayouts:
    """Solves sets of at most 64 layouts, which ``win`` numbers from 0.

    ``part[start[j]:start[j + 1]]`` are the layouts in which cell j shows one clue or another, and
    ``safe[j]`` all of them. Only informative cells are numbered. The layouts distinguishable from
    layout i are ``apart[i]``."""

    def __init__(self, layouts):
        its: Layouts = layouts
        self.layouts = its
        n: cython.int = its.n
        self.cells = 0
        self.rows = n + 2
        self.start = ints(n + 1)
        self.part, self.safe = words(n * (its.most_neighbours + 1)), words(n)
        self.apart = words(MAX_LAYOUTS)
        # Of each depth: the cliques, and the cells with their bounds.
        self.clique = words(MAX_LAYOUTS * self.rows)
        self.order, self.bound = ints(n * self.rows), ints(n * self.rows)
        self.set, self.stamp = words(SLOTS), longs(SLOTS)
        self.low, self.high = flags(SLOTS), flags(SLOTS)
        self.now = 0

    def win(self, members, start, n, telling, need):
        """Return the number of layouts of ``members[start:start + n]`` that perfect play wins if at
        least ``need``, otherwise an upper bound below it. ``telling`` are the cells that show
        different clues in these layouts."""
        self._load(members, start, n, telling)
        self.now += 1  # forgets all sets
        return self._solve(WORD >> (MAX_LAYOUTS - n), need, 0)

    def _load(self, members, start, n, telling):
        """Number the layouts and the informative cells."""
        i: cython.int
        b: cython.int
        k: cython.int
        cell: cython.int
        clue: cython.int
        j: cython.int = 0
        first: cython.int
        at: cython.longlong
        seen: cython.ulonglong
        word: cython.ulonglong
        left: cython.ulonglong
        for i in range(n):
            self.apart[i] = 0
        self.start[0] = 0
        while telling:
            cell = trailing_zeros(telling)
            telling &= telling - 1
            first = self.start[j]
            for k in range(self.layouts.most_neighbours + 1):
                self.part[first + k] = 0
            seen = 0
            for i in range(n):
                at = members[start + i] * cython.cast(cython.longlong, self.layouts.n)
                clue = self.layouts.shown[at + cell]
                if clue <= self.layouts.most_neighbours:
                    self.part[first + clue] |= ONE << i
                    seen |= ONE << i
            self.safe[j] = seen
            b = first
            for k in range(first, first + self.layouts.most_neighbours + 1):
                word = self.part[k]
                if word:
                    self.part[b] = word
                    b += 1
                    left = word
                    while left:
                        self.apart[trailing_zeros(left)] |= seen ^ word
                        left &= left - 1
            j += 1
            self.start[j] = b
        self.cells = j

    def _solve(self, some, need, depth):
        """Return the layouts of a set that can be won if at least ``need``, otherwise an upper
        bound below it."""
        j: cython.int
        k: cython.int
        n: cython.int
        at: cython.int
        most: cython.int
        target: cython.int
        value: cython.int
        count: cython.int = 0
        best: cython.int = 1
        bound: cython.int = 1
        base: cython.int = depth * self.cells
        slot: cython.longlong
        here: cython.ulonglong
        if not some & (some - 1):
            return 1
        slot = cython.cast(cython.longlong, ((some * SPREAD) & WORD) >> 50)
        if (
            self.stamp[slot] == self.now
            and self.set[slot] == some
            and (self.low[slot] == self.high[slot] or self.high[slot] < need)
        ):
            return self.high[slot]
        n = self._divide(some, depth)
        if n < need or n == 1:
            return n
        for j in range(self.cells):
            here = some & self.safe[j]
            for k in range(self.start[j], self.start[j + 1]):
                if here & self.part[k]:
                    break
            else:
                continue
            if here & self.part[k] == here:
                continue
            if here == some:
                return self._open(some, j, need, n, depth)
            most = self._cliques(here, n, depth)
            at = count
            while at > 0 and self.bound[base + at - 1] < most:
                self.bound[base + at] = self.bound[base + at - 1]
                self.order[base + at] = self.order[base + at - 1]
                at -= 1
            self.bound[base + at] = most
            self.order[base + at] = j
            count += 1
        for at in range(base, base + count):
            target = max(best + 1, need)
            if self.bound[at] < target:
                bound = max(bound, self.bound[at])
                break
            j = self.order[at]
            if self._better_first(some & self.safe[j], base, at):
                continue
            value = self._open(some & self.safe[j], j, target, n, depth)
            if value >= target:
                best = value
            else:
                bound = max(bound, value)
        if best >= need:
            bound = best
        self.stamp[slot] = self.now
        self.set[slot] = some
        self.low[slot] = best if bound == best else 0
        self.high[slot] = bound
        return bound

    def _better_first(self, here, start, end):
        """Return whether one of the cells in ``order[start:end]`` is safe in all these layouts."""
        at: cython.int
        better: cython.bint = False
        for at in range(start, end):
            better |= here & self.safe[self.order[at]] == here
        return better

    def _open(self, some, j, need, n, depth):
        """Return the layouts of a set that can be won by opening a cell that is safe in all of
        them."""
        k: cython.int
        most: cython.int
        won: cython.int = 0  # or may still be
        value: cython.int
        here: cython.ulonglong
        for k in range(self.start[j], self.start[j + 1]):
            won += self._cliques(some & self.part[k], n, depth)
        for k in range(self.start[j], self.start[j + 1]):
            if won < need:
                break
            here = some & self.part[k]
            most = self._cliques(here, n, depth)
            if most > 1:
                value = self._solve(here, need - (won - most), depth + 1)
                won -= most - min(value, most)
        return won

    def _divide(self, some, depth):
        """Divide a set into cliques, and return their number."""
        i: cython.int
        n: cython.int = depth * MAX_LAYOUTS
        left: cython.ulonglong
        clique: cython.ulonglong
        while some:
            left = some
            clique = 0
            while left:
                i = trailing_zeros(left)
                clique |= ONE << i
                left &= WORD ^ (self.apart[i] | ONE << i)
            self.clique[n] = clique
            n += 1
            some ^= clique
        return n - depth * MAX_LAYOUTS

    def _cliques(self, some, n, depth):
        """Return in how many of the n cliques a set has layouts."""
        k: cython.int
        count: cython.int = 0
        for k in range(depth * MAX_LAYOUTS, depth * MAX_LAYOUTS + n):
            count += (self.clique[k] & some) != 0
        return count
