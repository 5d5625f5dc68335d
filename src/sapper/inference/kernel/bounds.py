# cython: overflowcheck=False
# (places in the table wrap by design)
"""What is known of states: the least and the most that can be won, by name, in one hash table."""

from array import array

import cython

from sapper.inference.kernel.arrays import words

ENTRY = 24  #: bytes of a state
LEAST = 1 << 12  #: states that there is room for at first, before the table has to grow
FILLED = cython.declare(cython.int, 60)  #: percent of the room, beyond which it grows


@cython.final
@cython.cclass
class Bounds:
    """``low`` and ``high`` of the state at a place that ``find`` gives; ``high`` is 0 where the
    place is free. Names are two words, equal for equal states only (but for luck)."""

    def __init__(self):
        self.size = LEAST
        self.mask = self.size - 1
        self.name_a, self.name_b = words(LEAST), words(LEAST)
        self.low, self.high = halves(LEAST), halves(LEAST)
        self.states = 0
        self.limit = 1 << 62

    def within(self, megabytes):
        """Grow to so much memory at the most."""
        self.limit = (megabytes << 20) // ENTRY

    def find(self, a, b):
        """The place of a state, or of a free one for it."""
        place: cython.longlong = cython.cast(cython.longlong, a & self.mask)
        while self.high[place] > 0 and not (self.name_a[place] == a and self.name_b[place] == b):
            place = (place + 1) & self.mask
        return place

    def keep(self, a, b, low, high):
        """Write down the bounds of a state; False if there is no more memory for it."""
        place: cython.longlong = self.find(a, b)
        if self.high[place] == 0:
            if 100 * self.states > FILLED * self.size:
                if not self._grow():
                    return False
                place = self.find(a, b)
            self.states += 1
            self.name_a[place] = a
            self.name_b[place] = b
        self.low[place] = cython.cast(cython.uint, low)
        self.high[place] = cython.cast(cython.uint, high)
        return True

    def _grow(self):
        """Twice the room, if that is allowed."""
        i: cython.longlong
        place: cython.longlong
        old: cython.longlong = self.size
        if 2 * old > self.limit:
            return False
        name_a: cython.ulonglong[::1] = self.name_a
        name_b: cython.ulonglong[::1] = self.name_b
        low: cython.uint[::1] = self.low
        high: cython.uint[::1] = self.high
        self.size = 2 * old
        self.mask = self.size - 1
        self.name_a, self.name_b = words(2 * old), words(2 * old)
        self.low, self.high = halves(2 * old), halves(2 * old)
        for i in range(old):
            if high[i] > 0:
                place = self.find(name_a[i], name_b[i])
                self.name_a[place] = name_a[i]
                self.name_b[place] = name_b[i]
                self.low[place] = low[i]
                self.high[place] = high[i]
        return True

    def export(self):
        """All states, in four arrays: two words of name, the least and the most."""
        i: cython.longlong
        at: cython.longlong = 0
        count: cython.longlong = self.states
        arrays = words(count), words(count), halves(count), halves(count)
        if count == 0:
            return arrays
        name_a: cython.ulonglong[::1] = arrays[0]
        name_b: cython.ulonglong[::1] = arrays[1]
        low: cython.uint[::1] = arrays[2]
        high: cython.uint[::1] = arrays[3]
        for i in range(self.size):
            if self.high[i] > 0:
                name_a[at] = self.name_a[i]
                name_b[at] = self.name_b[i]
                low[at] = self.low[i]
                high[at] = self.high[i]
                at += 1
        return arrays

    def load(self, names_a, names_b, lows, highs):
        """Know again what ``export`` gave; False if there is no memory for all of it."""
        i: cython.longlong
        name_a: cython.const[cython.ulonglong][::1] = names_a
        name_b: cython.const[cython.ulonglong][::1] = names_b
        low: cython.const[cython.uint][::1] = lows
        high: cython.const[cython.uint][::1] = highs
        for i in range(len(name_a)):
            if high[i] > 0 and not self.keep(name_a[i], name_b[i], low[i], high[i]):
                return False
        return True


def halves(n):
    """n unsigned 32-bit integers, zero."""
    return array("I", [0]) * n
