# cython: overflowcheck=False
# (hashes wrap by design)
"""The storage of tables: states, their polynomials, and the links between them.

All tables of a position lie one after another in a few growing arrays, within a memory limit.
"""

import cython

if not cython.compiled:
    from sapper.inference.kernel.work import Work
from sapper.inference import status
from sapper.kernel.arrays import doubles, flags, ints, longs, words

OUT_OF_MEMORY = cython.declare(cython.int, status.Status.OUT_OF_MEMORY)
FLOOR = cython.declare(cython.double, status.FLOOR)
HASH = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
WORD = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)


@cython.final
@cython.cclass
class StateStore:
    """Node i has ``states[i]`` states from ``state_at[i]`` on. State s (numbered across all nodes)
    is the word ``key[s]``; its polynomial ``inside[row[s]:]`` has coefficients for ``lo[s]`` to
    ``hi[s]`` mines, and ``outside`` is parallel to it. In the outside pass, only states that are
    ``alive`` have outside weights other than 0. Node i has ``links[i]`` entries from
    ``link_at[i]`` on in ``link``; see ``Tables``. The status of the work is set when an allocation
    would exceed its memory."""

    def __init__(self, nodes, work: Work):
        self.work = work
        self.states = ints(nodes)
        self.state_at, self.link_at, self.links = longs(nodes), longs(nodes), longs(nodes)
        self.key, self.row, self.lo, self.hi = words(256), longs(256), ints(256), ints(256)
        self.inside, self.outside = doubles(1024), doubles(1024)
        self.alive = flags(256)
        self.link = ints(1024)
        self.slot_state, self.slot_stamp = ints(1024), longs(1024)
        self.mask = 63
        self.stamp = 0
        # node 0: one state, no open clues, one way to have no mines
        self.states[0] = 1
        self.inside[0] = 1.0
        self.forget()
        self.clear()

    def forget(self):
        """Make ``clear`` keep only node 0 from now on."""
        self.kept_states = self.kept_poly = 1
        self.kept_links = 0

    def keep(self):
        """Make ``clear`` keep everything stored so far."""
        self.kept_states = self.n_states
        self.kept_poly = self.n_poly
        self.kept_links = self.n_links

    def clear(self):
        """Remove everything that is not kept."""
        self.n_states = self.kept_states
        self.n_poly = self.kept_poly
        self.n_links = self.kept_links

    def spacious(self):
        """Return whether the stored tables take only a small part of the memory limit."""
        used: cython.longlong = 25 * self.n_states + 16 * self.n_poly + 4 * self.n_links
        return 8 * used <= self.work.memory

    def open_node(self, node, links):
        """Add a node without states, with room for ``links``; return False if memory runs out."""
        self.states[node] = 0
        self.state_at[node] = self.n_states
        self.link_at[node] = self.n_links
        self.links[node] = links
        if self.n_links + links > len(self.link) and not self._more_links(self.n_links + links):
            return False
        self.n_links += links
        self.mask = 63
        self.stamp += 1  # empties all slots
        return True

    def open_rows(self, new):
        """Allocate zeroed polynomials for a node; return False if memory runs out."""
        i: cython.longlong
        s: cython.longlong
        first: cython.longlong = self.state_at[new]
        end: cython.longlong = self.n_poly
        for s in range(first, first + self.states[new]):
            self.row[s] = end
            end += self.hi[s] - self.lo[s] + 1
        if end > len(self.inside) and not self._more_poly(end):
            return False
        for i in range(self.n_poly, end):
            self.inside[i] = 0.0
        self.n_poly = end
        return True

    def rows_end(self, node):
        """Return the end of a node's polynomials, which start at the row of its first state."""
        last: cython.longlong = self.state_at[node] + self.states[node] - 1
        return self.row[last] + self.hi[last] - self.lo[last] + 1

    def intern(self, node, key, lo, hi):
        """Return the number of a state of a node with lo to hi mines, adding it if it is new; -1 if
        memory runs out."""
        s: cython.int
        base: cython.longlong = self.state_at[node]
        slot: cython.int = self._slot(key)
        while self.slot_stamp[slot] == self.stamp:
            s = self.slot_state[slot]
            if self.key[base + s] == key:
                self.lo[base + s] = min(self.lo[base + s], lo)
                self.hi[base + s] = max(self.hi[base + s], hi)
                return s
            slot = (slot + 1) & self.mask
        s = self.states[node]
        if base + s >= len(self.key) and not self._more_states(base + s + 1):
            return -1
        self.key[base + s] = key
        self.lo[base + s] = lo
        self.hi[base + s] = hi
        self.states[node] = s + 1
        self.n_states = base + s + 1
        self.slot_stamp[slot] = self.stamp
        self.slot_state[slot] = s
        if 2 * s > self.mask and not self._spread(node):
            return -1
        return s

    def _slot(self, key):
        """Return the slot at which probing for a state starts."""
        return cython.cast(cython.int, ((key * HASH) & WORD) >> 36) & self.mask

    def _spread(self, node):
        """Rehash the states of a node to four times the slots; return False if memory runs out."""
        s: cython.int
        slot: cython.int
        self.mask = 4 * self.mask + 3
        if self.mask >= len(self.slot_stamp) and not self._more_slots(self.mask + 1):
            return False
        self.stamp += 1  # empties all slots
        for s in range(self.states[node]):
            slot = self._slot(self.key[self.state_at[node] + s])
            while self.slot_stamp[slot] == self.stamp:
                slot = (slot + 1) & self.mask
            self.slot_stamp[slot] = self.stamp
            self.slot_state[slot] = s
        return True

    def link_table(self, new, a, b, p):
        """Append a link of a join of tables; return False if memory runs out."""
        if self.n_links + 3 > len(self.link) and not self._more_links(self.n_links + 3):
            return False
        self.link[self.n_links] = a
        self.link[self.n_links + 1] = b
        self.link[self.n_links + 2] = p
        self.n_links += 3
        self.links[new] += 3
        return True

    def level(self, counts, node):
        """Do ``level_between`` with a node's part of ``inside`` or ``outside``."""
        return self.level_between(counts, self.row[self.state_at[node]], self.rows_end(node))

    def level_between(self, counts, first, last):
        """Divide ``counts[first:last]`` by the largest, keep positive ones at or above ``FLOOR``,
        and return the divisor (1 if all are zero)."""
        i: cython.longlong
        top: cython.double = 0.0
        for i in range(first, last):
            top = max(top, counts[i])
        if top == 0.0:
            return 1.0
        for i in range(first, last):
            if counts[i] > 0.0:
                counts[i] = max(counts[i] / top, FLOOR)
        return top

    def held(self):
        """Return the bytes currently allocated."""
        return (
            25 * len(self.key)
            + 16 * len(self.inside)
            + 4 * len(self.link)
            + 12 * len(self.slot_stamp)
        )

    def afford(self, n_bytes):
        """Return whether an allocation stays within the limit; otherwise set the status."""
        if self.held() + n_bytes > self.work.memory:
            self.work.status = OUT_OF_MEMORY
            return False
        return True

    def _more_states(self, least):
        size = max(least, 2 * len(self.key))
        if not self.afford(25 * size):
            return False
        n = len(self.key)
        self.alive = flags(size)
        key: cython.ulonglong[::1] = words(size)
        row: cython.longlong[::1] = longs(size)
        lo: cython.int[::1] = ints(size)
        hi: cython.int[::1] = ints(size)
        key[:n], row[:n], lo[:n], hi[:n] = self.key, self.row, self.lo, self.hi
        self.key, self.row, self.lo, self.hi = key, row, lo, hi
        return True

    def _more_poly(self, least):
        size = max(least, 3 * len(self.inside) // 2)
        if not self.afford(16 * size):
            return False
        inside: cython.double[::1] = doubles(size)
        inside[: len(self.inside)] = self.inside
        self.inside = inside
        self.outside = doubles(size)
        return True

    def _more_links(self, least):
        size = max(least, 3 * len(self.link) // 2)
        if not self.afford(4 * size):
            return False
        link: cython.int[::1] = ints(size)
        link[: len(self.link)] = self.link
        self.link = link
        return True

    def _more_slots(self, least):
        if not self.afford(12 * least):
            return False
        self.slot_state, self.slot_stamp = ints(least), longs(least)
        return True
