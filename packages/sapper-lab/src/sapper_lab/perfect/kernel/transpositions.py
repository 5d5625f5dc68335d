# cython: overflowcheck=False
# (indices into the table wrap by design)
"""A hash table of states, with bounds on the layouts that can be won in each."""

import cython

from sapper.kernel.arrays import zeroed

ENTRY = 24  #: the bytes of a state
MIN_CAPACITY = 1 << 12  #: the initial capacity, in states
#: One less than the number of states moved between two looks at the clock.
LOOK = cython.declare(cython.longlong, (1 << 16) - 1)
FILLED = cython.declare(cython.int, 60)  #: the percentage of the capacity above which it grows


@cython.final
@cython.cclass
class TranspositionTable:
    """``low`` and ``high`` are the bounds of the state at an index that ``find`` returns; ``high``
    is 0 at a free index. Two words name a state; they differ for different states unless their
    hashes collide. The ``clock`` may stop the table from growing."""

    def __init__(self, clock):
        self.clock = clock
        self.size = MIN_CAPACITY
        self.mask = self.size - 1
        self.name_a, self.name_b = zeroed("Q", MIN_CAPACITY), zeroed("Q", MIN_CAPACITY)
        self.low, self.high = zeroed("I", MIN_CAPACITY), zeroed("I", MIN_CAPACITY)
        self.states = 0
        self.limit = 1 << 62

    def within(self, megabytes):
        """Limit the memory of the table."""
        self.limit = (megabytes << 20) // ENTRY

    def find(self, a, b):
        """Return the index of a state, or a free index for it."""
        place: cython.longlong = cython.cast(cython.longlong, a & self.mask)
        while self.high[place] > 0 and not (self.name_a[place] == a and self.name_b[place] == b):
            place = (place + 1) & self.mask
        return place

    def keep(self, a, b, low, high):
        """Store the bounds of a state; return False if memory runs out."""
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
        """Double the capacity, if the memory limit allows it and the clock does not stop it."""
        i: cython.longlong
        place: cython.longlong
        old: cython.longlong = self.size
        if 3 * old > self.limit:  # the old table and the new one, for a while
            return False
        mask: cython.longlong = 2 * old - 1
        name_a: cython.ulonglong[::1] = zeroed("Q", 2 * old)
        name_b: cython.ulonglong[::1] = zeroed("Q", 2 * old)
        low: cython.uint[::1] = zeroed("I", 2 * old)
        high: cython.uint[::1] = zeroed("I", 2 * old)
        for i in range(old):
            if not i & LOOK and self.clock.spend(LOOK + 1):
                return False
            if self.high[i] > 0:
                place = cython.cast(cython.longlong, self.name_a[i] & mask)
                while high[place] > 0:
                    place = (place + 1) & mask
                name_a[place] = self.name_a[i]
                name_b[place] = self.name_b[i]
                low[place] = self.low[i]
                high[place] = self.high[i]
        self.size = 2 * old
        self.mask = mask
        self.name_a, self.name_b = name_a, name_b
        self.low, self.high = low, high
        return True

    def export(self):
        """Return all states as four arrays: the two words of the names, and the lower and upper
        bounds."""
        i: cython.longlong
        at: cython.longlong = 0
        count: cython.longlong = self.states
        arrays = zeroed("Q", count), zeroed("Q", count), zeroed("I", count), zeroed("I", count)
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
        """Restore what ``export`` returned; return False if there is not enough memory."""
        i: cython.longlong
        name_a: cython.const[cython.ulonglong][::1] = names_a
        name_b: cython.const[cython.ulonglong][::1] = names_b
        low: cython.const[cython.uint][::1] = lows
        high: cython.const[cython.uint][::1] = highs
        for i in range(len(name_a)):
            if high[i] > 0 and not self.keep(name_a[i], name_b[i], low[i], high[i]):
                self.clock.resume()
                return False
        return True
