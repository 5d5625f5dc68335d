"""The open clues of a table and their fields in the words that represent states.

A clue is open from the join of its first box to that of its last; its field is the number of mines
it still needs. One scope is active at a time, that of the table being extended; the others are
stored.
"""

import cython

if not cython.compiled:
    from sapper.inference.kernel.boxes import Boxes
    from sapper.inference.kernel.store import StateStore
from sapper.kernel.arrays import ints, words

ONE = cython.declare(cython.ulonglong, 1)

#: A field has at least one bit, so a word holds at most this many.
FIELDS = cython.declare(cython.int, 64)


@cython.final
@cython.cclass
class Scope:
    """The active scope: the clues ``clue[:n]``, their fields from bit ``shift`` on with width
    ``mask``, and their ``room``: the number of mines that boxes outside the table can still hold.
    ``at[clue]`` is the position of a clue in the scope, or -1 if it is not open.
    """

    def __init__(self, boxes: Boxes, store: StateStore):
        n: cython.int = boxes.frontier.size
        self.boxes = boxes
        self.store = store
        self.n = 0
        self.used = 0
        self.at = ints(n)
        for i in range(n):
            self.at[i] = -1
        self.clue, self.shift, self.room = ints(FIELDS + 1), ints(FIELDS + 1), ints(FIELDS + 1)
        self.mask = words(FIELDS + 1)
        self.kept_at, self.kept_n = ints(2 * n + 4), ints(2 * n + 4)
        self.kept_clue, self.kept_shift, self.kept_room = ints(256), ints(256), ints(256)
        self.kept_end = 0

    def clear(self):
        """Discard all stored scopes."""
        self.kept_end = 0

    def take(self, node):
        """Activate the scope of a table; that of node 0, the empty table, is empty."""
        i: cython.int
        place: cython.int
        self.n = 0
        self.used = 0
        if node == 0:
            return
        for i in range(self.kept_n[node]):
            place = self.kept_at[node] + i
            self.clue[i] = self.kept_clue[place]
            self.shift[i] = self.kept_shift[place]
            self.room[i] = self.kept_room[place]
            self.mask[i] = self._field(self.clue[i])
            self.at[self.clue[i]] = i
            self.used |= self.mask[i] << self.shift[i]
        self.n = self.kept_n[node]

    def keep(self, node):
        """Store the active scope as that of a table."""
        i: cython.int
        if self.kept_end + self.n > len(self.kept_clue):
            self._grow()
        self.kept_at[node] = self.kept_end
        self.kept_n[node] = self.n
        for i in range(self.n):
            self.kept_clue[self.kept_end + i] = self.clue[i]
            self.kept_shift[self.kept_end + i] = self.shift[i]
            self.kept_room[self.kept_end + i] = self.room[i]
        self.kept_end += self.n

    def drop(self):
        """Deactivate the active scope."""
        i: cython.int
        for i in range(self.n):
            self.at[self.clue[i]] = -1
        self.n = 0

    def _field(self, clue):
        """Return the mask of a clue's field, at shift 0."""
        return (ONE << self.boxes.width[clue]) - 1

    def admit(self, node, clue):
        """Allocate a field for a clue in the active scope, that of ``node``; return False if no
        bits are free."""
        shift: cython.int = self._gap(self.boxes.width[clue])
        if shift < 0:
            self._compact(node)
            shift = self._gap(self.boxes.width[clue])
            if shift < 0:
                return False
        self.clue[self.n] = clue
        self.mask[self.n] = self._field(clue)
        self.used |= self.mask[self.n] << shift
        self.shift[self.n] = shift
        self.room[self.n] = self.boxes.capacity[clue]
        self.at[clue] = self.n
        self.n += 1
        return True

    def _gap(self, width):
        """Return the lowest shift at which ``width`` bits are free, or -1."""
        shift: cython.int
        field: cython.ulonglong = (ONE << width) - 1
        for shift in range(65 - width):
            if not self.used & (field << shift):
                return shift
        return -1

    def _compact(self, node):
        """Close the gaps between the active fields; the states of the table are rewritten."""
        i: cython.int
        s: cython.longlong
        shift: cython.int
        old: cython.ulonglong
        new: cython.ulonglong
        for s in range(
            self.store.state_at[node], self.store.state_at[node] + self.store.states[node]
        ):
            old = self.store.key[s]
            new = 0
            shift = 0
            for i in range(self.n):
                new |= ((old >> self.shift[i]) & self.mask[i]) << shift
                shift += self.boxes.width[self.clue[i]]
            self.store.key[s] = new
        shift = 0
        self.used = 0
        for i in range(self.n):
            self.shift[i] = shift
            self.used |= self.mask[i] << shift
            shift += self.boxes.width[self.clue[i]]

    def close(self):
        """Close the clues without boxes outside the table; their fields are 0 in all states."""
        i: cython.int = 0
        clue: cython.int
        while i < self.n:
            clue = self.clue[i]
            if self.room[i] > 0:
                i += 1
                continue
            self.used &= ~(self.mask[i] << self.shift[i])
            self.at[clue] = -1
            self.n -= 1
            if i < self.n:
                self.clue[i] = self.clue[self.n]
                self.shift[i] = self.shift[self.n]
                self.mask[i] = self.mask[self.n]
                self.room[i] = self.room[self.n]
                self.at[self.clue[i]] = i

    def _grow(self):
        size = 2 * len(self.kept_clue) + 64
        clue: cython.int[::1] = ints(size)
        shift: cython.int[::1] = ints(size)
        room: cython.int[::1] = ints(size)
        old = len(self.kept_clue)
        clue[:old], shift[:old], room[:old] = self.kept_clue, self.kept_shift, self.kept_room
        self.kept_clue, self.kept_shift, self.kept_room = clue, shift, room
