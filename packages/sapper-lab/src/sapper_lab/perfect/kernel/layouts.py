# cython: overflowcheck=False
# (words of bits wrap by design)
"""Layouts as words of bits: their mines, and the clues that their safe cells show."""

from math import comb

import cython

from sapper.kernel.arrays import flags, words, zeroed

if not cython.compiled:
    from sapper.kernel.bits import popcount, trailing_zeros
    from sapper_lab.perfect.kernel.clock import Clock

ONE = cython.declare(cython.ulonglong, 1)
WORD = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)

MAX_COPIED = 1 << 13  #: maximum number of layouts copied at once
COPIES = 1  #: the number of times that there is room for that
#: One less than the number of layouts laid between two looks at the clock.
LOOK = cython.declare(cython.longlong, (1 << 12) - 1)


@cython.final
@cython.cclass
class Layouts:
    """Up to 2^31 layouts over the cells of one grid, in ascending order of their words.

    Layout i has ``stride`` words in ``table`` from ``i * stride`` on. The first has the safe cells:
    bit j is cell j. Bit j of word 1 + b is bit b of the clue in cell j, or 0 for a mine.
    What cell j shows is also ``shown[i * n + j]``: its clue, or for a mine, one more than any clue.

    From number ``count`` on there is room for copies, which place the layouts of a small set side
    by side."""

    def __init__(self, grid):
        n = grid.size
        self.n = n
        self.playable = sum(1 << i for i in grid.playable)
        self.near = words(n)
        for i in range(n):
            self.near[i] = sum(1 << j for j in grid.neighbour_indices(i))
        self.most_neighbours = max((len(grid.neighbour_indices(i)) for i in range(n)), default=0)
        self.clock = Clock()
        self.count = 0
        self.stride = 1
        self.table, self.shown = words(1), flags(1)

    def lay(self, free, mines):
        """Load all placements of ``mines`` mines in the cells ``free``, in ascending order, unless
        the clock stops it."""
        self._room(comb(len(free), mines), mines)
        self._fill([1 << i for i in free], mines)

    def take(self, layouts):
        """Load layouts in ascending order, each a word whose bits are the mines."""
        self._room(len(layouts), max((layout.bit_count() for layout in layouts), default=0))
        for i, layout in enumerate(sorted(layouts)):
            self._put(i, layout)

    def _room(self, count, mines):
        """Make room for ``count`` layouts with this many mines."""
        self.table, self.shown = words(1), flags(1)  # those of the last layouts, which are large
        self.count = count
        self.stride = 1 + min(mines, self.most_neighbours).bit_length()
        rows = max(count, 1) + COPIES * min(count, MAX_COPIED)
        self.table = zeroed("Q", rows * self.stride)
        self.shown = zeroed("B", rows * self.n)

    def _fill(self, cells, mines):
        """Enumerate all choices as words of bits (Gosper's hack)."""
        k: cython.int
        at: cython.longlong = 0
        n: cython.int = len(cells)
        place: cython.ulonglong[::1] = words(max(n, 1))
        chosen: cython.ulonglong = (ONE << mines) - 1
        lowest: cython.ulonglong
        ripple: cython.ulonglong
        word: cython.ulonglong
        for k in range(n):
            place[k] = cells[k]
        if mines == 0:
            self._put(0, 0)
            return
        for at in range(self.count):
            if not at & LOOK and self.clock.spend(LOOK + 1):
                return
            word = 0
            ripple = chosen
            while ripple:
                word |= place[trailing_zeros(ripple)]
                ripple &= ripple - 1
            self._put(at, word)
            lowest = chosen & (WORD - chosen + 1)
            ripple = (chosen + lowest) & WORD
            chosen = (((chosen ^ ripple) >> 2) // lowest) | ripple

    def _put(self, i, mines):
        """Store a layout by its mines."""
        b: cython.int
        at: cython.longlong = i * self.stride
        safe: cython.ulonglong = self.playable & (mines ^ WORD)
        left: cython.ulonglong = mines
        carry: cython.ulonglong
        word: cython.ulonglong
        for b in range(1, self.stride):
            self.table[at + b] = 0
        while left:
            carry = self.near[trailing_zeros(left)] & safe
            left &= left - 1
            b = 1
            while carry:
                word = self.table[at + b]
                self.table[at + b] = word ^ carry
                carry &= word
                b += 1
        self.table[at] = safe
        at = i * self.n
        for b in range(self.n):
            if safe >> b & 1:
                self.shown[at + b] = popcount(mines & self.near[b])
            else:
                self.shown[at + b] = self.most_neighbours + 1

    def copy(self, i, to):
        """Copy a layout over another."""
        b: cython.int
        at: cython.longlong = i * self.stride
        row: cython.longlong = to * self.stride
        for b in range(self.stride):
            self.table[row + b] = self.table[at + b]
        at = i * self.n
        row = to * self.n
        for b in range(self.n):
            self.shown[row + b] = self.shown[at + b]

    def distinguished(self, i, j):
        """Return whether a cell that is safe in both layouts shows different clues."""
        b: cython.int
        at: cython.longlong = i * self.stride
        to: cython.longlong = j * self.stride
        safe: cython.ulonglong = self.table[at] & self.table[to]
        different: cython.ulonglong = 0
        for b in range(1, self.stride):
            different |= self.table[at + b] ^ self.table[to + b]
        return different & safe != 0

    def connected(self, opened, left, seed):
        """Return the cells of ``left`` connected to a seed, directly or not.

        Neighbours are connected, and so are cells that touch the same open cell."""
        near: cython.ulonglong
        cells: cython.ulonglong
        grown: cython.ulonglong = 0
        while grown != seed:
            grown = seed
            cells = left | opened
            while cells:
                near = self.near[trailing_zeros(cells)]
                if near & seed or left & seed & cells & (WORD - cells + 1):
                    seed |= near & left
                cells &= cells - 1
        return seed
