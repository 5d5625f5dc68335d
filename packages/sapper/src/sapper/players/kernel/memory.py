# cython: overflowcheck=False
# (hashes wrap by design)
"""A cache of decisions by position.

Playouts from one position often meet the same positions, because few clues are open after the first
move. Decisions by counting depend on the position alone, and random choices among their cells are
still made each time, so the cache changes no playout. The keys of positions are sums of random
words (Zobrist 1970, "A new hashing method with application for game playing"). Even with a full
cache, two keys collide with a probability of about 1e-10.
"""

import cython

from sapper.kernel.arrays import doubles, flags, ints, words

WORD = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
HASH = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)

CELLS_PER_SLOT = cython.declare(cython.int, 4)  # storage for cells, as a multiple of the slots


@cython.final
@cython.cclass
class Memory:
    """Decisions by position: their ``kind``, a number other than 0, and a list of cells with a
    number for each. At most half of the ``slots``, a power of two from 2, are used.

    After ``find`` has found a decision, its kind is ``kind_of[slot]``, its cells are
    ``cell[first[slot]:end[slot]]``, and their numbers are the same slice of ``worth``."""

    def __init__(self, slots):
        self.slots, self.room = slots, CELLS_PER_SLOT * slots
        self.key = words(slots)
        self.kind_of = flags(slots)
        self.first, self.end = ints(slots), ints(slots)
        self.cell, self.worth = ints(self.room), doubles(self.room)
        self.slot = 0
        self.known = 0
        self.used = 0

    def find(self, key):
        """Return whether a position is in the cache; set ``slot`` to its slot, or to a free one for
        it."""
        mask: cython.int = self.slots - 1
        self.slot = cython.cast(cython.int, ((key * HASH) & WORD) >> 40) & mask
        while self.kind_of[self.slot]:
            if self.key[self.slot] == key:
                return True
            self.slot = (self.slot + 1) & mask
        return False

    def begin(self, key, kind, cells):
        """Start an entry for a position that ``find`` has just missed, with at most ``cells`` cells
        to ``add``; return whether they fit into the cache at all. A full cache is emptied first."""
        i: cython.int
        if cells > self.room:
            return False
        if 2 * self.known >= self.slots or self.used + cells > self.room:
            for i in range(self.slots):
                self.kind_of[i] = 0
            self.known = 0
            self.used = 0
            self.find(key)
        self.known += 1
        self.key[self.slot] = key
        self.kind_of[self.slot] = kind
        self.first[self.slot] = self.used
        self.end[self.slot] = self.used
        return True

    def add(self, cell, worth):
        """Add a cell to the entry just started."""
        self.cell[self.used] = cell
        self.worth[self.used] = worth
        self.used += 1
        self.end[self.slot] = self.used
