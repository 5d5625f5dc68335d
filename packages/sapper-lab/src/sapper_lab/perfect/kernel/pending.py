"""The states that a search has yet to solve."""

from array import array

import cython

from sapper.kernel.arrays import longs, words

MIN_CAPACITY = 1 << 10  #: the initial capacity, in states


@cython.final
@cython.cclass
class Pending:
    """A stack of ``count`` states without safe cells.

    A state is a set of ``size`` members from ``start`` on (``sets``). At most ``bound`` of them can
    be won. ``safe``, ``unsettled`` and ``telling`` are what ``Sets.survey`` found, and ``name_a``
    and ``name_b`` are its name."""

    def __init__(self):
        self.count = 0
        self.capacity = 0
        self.start, self.size, self.bound = longs(0), longs(0), longs(0)
        self.safe, self.unsettled, self.telling = words(0), words(0), words(0)
        self.name_a, self.name_b = words(0), words(0)
        self._grow()

    def push(self, start, size, bound):
        """Add a state, and return its index; the caller fills in the words."""
        i: cython.longlong = self.count
        if i == self.capacity:
            self._grow()
        self.start[i] = start
        self.size[i] = size
        self.bound[i] = bound
        self.count += 1
        return i

    def widest_first(self, base):
        """Exchange the state at ``base`` and the one with the largest bound above it."""
        i: cython.longlong
        widest: cython.longlong = base
        for i in range(base + 1, self.count):
            if self.bound[i] > self.bound[widest]:
                widest = i
        i = widest
        if i == base:
            return
        self.start[i], self.start[base] = self.start[base], self.start[i]
        self.size[i], self.size[base] = self.size[base], self.size[i]
        self.bound[i], self.bound[base] = self.bound[base], self.bound[i]
        self.safe[i], self.safe[base] = self.safe[base], self.safe[i]
        self.unsettled[i], self.unsettled[base] = self.unsettled[base], self.unsettled[i]
        self.telling[i], self.telling[base] = self.telling[base], self.telling[i]
        self.name_a[i], self.name_a[base] = self.name_a[base], self.name_a[i]
        self.name_b[i], self.name_b[base] = self.name_b[base], self.name_b[i]

    def _grow(self):
        """Double the capacity."""
        more = max(self.capacity, MIN_CAPACITY)
        self.start = extended(self.start, longs(more))
        self.size = extended(self.size, longs(more))
        self.bound = extended(self.bound, longs(more))
        self.safe = extended(self.safe, words(more))
        self.unsettled = extended(self.unsettled, words(more))
        self.telling = extended(self.telling, words(more))
        self.name_a = extended(self.name_a, words(more))
        self.name_b = extended(self.name_b, words(more))
        self.capacity += more


def extended(values, more):
    """Return the values followed by an array of the same type."""
    return array(more.typecode, values) + more
