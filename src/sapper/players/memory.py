# cython: overflowcheck=False
# (hashes wrap by design)
"""What a player has decided in positions it met before, kept for when it meets them again.

Playouts from one position soon meet the same ones: after the first move there are few clues to
see. What counting decides there depends on nothing but the position, and lots are still drawn each
time; so a playout that remembers goes as one that thinks anew. Positions are told apart by sums of
random words (Zobrist 1970, "A new hashing method with application for game playing"): that two
sums are equal by accident has a chance of one in some 10**10 even among all that there is room for.
"""

import cython

from sapper.inference.kernel.arrays import doubles, flags, ints, words

WORD = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
HASH = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)

CELLS = cython.declare(cython.int, 4)  # that a slot has room for, on average


@cython.final
@cython.cclass
class Memory:
    """Decisions by position: their ``kind`` (a number, not 0) and a list of cells, each with a
    number of its own. Of its ``slots``, a power of two from 2 on, half are used at the most.

    After ``find`` found one, these are ``kind_of[slot]``, ``cell[first[slot]:end[slot]]`` and
    ``worth`` alike."""

    def __init__(self, slots):
        self.slots, self.room = slots, CELLS * slots
        self.key = words(slots)
        self.kind_of = flags(slots)
        self.first, self.end = ints(slots), ints(slots)
        self.cell, self.worth = ints(self.room), doubles(self.room)
        self.slot = 0
        self.known = 0
        self.used = 0

    def find(self, key):
        """Whether this position is known; ``slot`` is where it is, or would be."""
        mask: cython.int = self.slots - 1
        self.slot = cython.cast(cython.int, ((key * HASH) & WORD) >> 40) & mask
        while self.kind_of[self.slot]:
            if self.key[self.slot] == key:
                return True
            self.slot = (self.slot + 1) & mask
        return False

    def begin(self, key, kind, cells):
        """Learn a position that was just not found, with at most so many cells to ``add``, and say
        whether it can be. Where there is no room, everything else is forgotten; what has more cells
        than there is room for at all is not learnt."""
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
        """One more cell of the position just learnt."""
        self.cell[self.used] = cell
        self.worth[self.used] = worth
        self.used += 1
        self.end[self.slot] = self.used
