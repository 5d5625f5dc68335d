# cython: overflowcheck=False
# (words of bits wrap by design)
"""Layouts as words of bits, on a stack that a search splits by what a cell shows."""

from math import comb

import cython

from sapper.inference.kernel.arrays import flags, ints, words

ONE = cython.declare(cython.ulonglong, 1)
WORD = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
M1 = cython.declare(cython.ulonglong, 0x5555555555555555)
M2 = cython.declare(cython.ulonglong, 0x3333333333333333)
M4 = cython.declare(cython.ulonglong, 0x0F0F0F0F0F0F0F0F)


def bits(x):
    """Return how many bits are set."""
    x = x - ((x >> 1) & M1)
    x = (x & M2) + ((x >> 2) & M2)
    x = (x + (x >> 4)) & M4
    x = x + (x >> 8)
    x = x + (x >> 16)
    x = x + (x >> 32)
    return cython.cast(cython.int, x & 127)


@cython.final
@cython.cclass
class Layouts:
    """Layouts over the cells of one grid: bit i of a word of the ``stack`` is a mine in cell i.

    Methods that take ``start`` and ``end`` are about ``stack[start:end]``, whose order may change;
    those that take a ``depth`` keep their results apart by it. A cell shows one of ``clues[cell]``
    different clues.
    """

    def __init__(self, grid):
        n = grid.size
        self.n = n
        self.near = words(n)
        self.clues = ints(n)
        for i in range(n):
            self.near[i] = sum(1 << j for j in grid.neighbours(i))
            self.clues[i] = len(grid.neighbours(i)) + 1
        self.order, self.safe_in = ints(n * (2 * n + 8)), ints(n * (2 * n + 8))
        self.starts, self.fill = ints((n + 3) * (2 * n + 8)), ints(n + 3)
        self.threat = words(n)
        self._room(1)
        self.closed = 0
        self.left = 0

    def lay(self, free, mines):
        """Load all ways to place ``mines`` mines in the cells ``free``; return their number."""
        count = comb(len(free), mines)
        self._room(count)
        self._fill([1 << i for i in free], mines)
        return count

    def _fill(self, bits, mines):
        """Enumerate all choices as words of bits (Gosper's hack)."""
        k: cython.int
        at: cython.longlong = 0
        n: cython.int = len(bits)
        cell = words(max(n, 1))
        for k in range(n):
            cell[k] = bits[k]
        place: cython.ulonglong[::1] = cell
        chosen: cython.ulonglong = (ONE << mines) - 1
        end: cython.ulonglong = ONE << n
        lowest: cython.ulonglong
        ripple: cython.ulonglong
        word: cython.ulonglong
        if mines == 0:
            self.stack[0] = 0
            return
        while chosen < end:
            word = 0
            for k in range(n):
                if chosen >> k & 1:
                    word |= place[k]
            self.stack[at] = word
            at += 1
            lowest = chosen & (WORD - chosen + 1)
            ripple = chosen + lowest
            chosen = (((chosen ^ ripple) >> 2) // lowest) | ripple

    def _room(self, count):
        """Make room for ``count`` layouts."""
        self.stack, self.spare = words(max(count, 1)), words(max(count, 1))
        self.kind = flags(max(count, 1))

    def take(self, layouts):
        """Load these layouts, each a word of bits."""
        self._room(len(layouts))
        for i, layout in enumerate(layouts):
            self.stack[i] = layout

    def safe(self, start, end, hidden):
        """Return a hidden cell that is safe in all layouts and shows different clues, or -1.

        ``closed`` is set to the cells still hidden once this cell and all earlier safe ones, which
        add no information, are open. Without such a cell, ``left`` is set to the unsettled ones
        among them."""
        i: cython.longlong
        cell: cython.int
        clue: cython.int
        always: cython.ulonglong = WORD
        ever: cython.ulonglong = 0
        near: cython.ulonglong
        safe: cython.ulonglong
        for i in range(start, end):
            always &= self.stack[i]
            ever |= self.stack[i]
        safe = hidden & (ever ^ WORD)
        for cell in range(self.n):
            if safe >> cell & 1:
                hidden &= WORD ^ (ONE << cell)
                near = self.near[cell]
                clue = bits(self.stack[start] & near)
                for i in range(start + 1, end):
                    if bits(self.stack[i] & near) != clue:
                        self.closed = hidden
                        return cell
        self.closed = hidden
        self.left = hidden & (always ^ WORD)
        return -1

    def split(self, start, end, cell, depth):
        """Sort layouts by what a cell shows in them: clues in ascending order, then a mine.

        Return the place ``at`` of the result in ``starts``: part k is then
        ``stack[start + starts[at + k] : start + starts[at + k + 1]]``."""
        i: cython.longlong
        k: cython.int
        kind: cython.int
        mine: cython.int
        at: cython.int = depth * (self.n + 3)
        clues: cython.int = self.clues[cell]
        near: cython.ulonglong = self.near[cell]
        word: cython.ulonglong
        for k in range(clues + 2):
            self.starts[at + k] = 0
        for i in range(start, end):
            word = self.stack[i]
            mine = cython.cast(cython.int, word >> cell & 1)
            kind = bits(word & near) * (1 - mine) + clues * mine
            self.kind[i] = kind
            self.starts[at + kind + 1] += 1
        for k in range(clues + 1):
            self.starts[at + k + 1] += self.starts[at + k]
            self.fill[k] = self.starts[at + k]
        for i in range(start, end):
            kind = self.kind[i]
            self.spare[self.fill[kind]] = self.stack[i]
            self.fill[kind] += 1
        for i in range(end - start):
            self.stack[start + i] = self.spare[i]
        return at

    def rank(self, start, end, left, depth):
        """List the cells ``left`` by the number of layouts in which they are safe, most first.

        A cell is left out if another one is safe whenever it is, because opening that one first
        and this one next wins as much. Of cells that are safe in the same layouts, only the lowest
        is listed.

        Return the number n of cells listed, which are ``order[at : at + n]`` for ``at`` = depth
        times the number of cells; ``safe_in[at + cell]`` has the number of layouts.
        """
        i: cython.longlong
        k: cython.int
        cell: cython.int
        count: cython.int = 0
        at: cython.int = depth * self.n
        word: cython.ulonglong
        mine: cython.ulonglong
        mined: cython.longlong
        threat: cython.ulonglong
        for cell in range(self.n):
            if left >> cell & 1:
                mined = 0
                threat = 0
                for i in range(start, end):
                    word = self.stack[i]
                    mine = word >> cell & 1
                    mined += mine
                    threat |= word & ((mine - 1) & WORD)
                self.safe_in[at + cell] = cython.cast(cython.int, end - start - mined)
                self.threat[cell] = threat
        for cell in range(self.n):
            if left >> cell & 1:
                word = left & (WORD ^ self.threat[cell]) & (WORD ^ (ONE << cell))
                if word and self._outdone(cell, word, at):
                    continue
                k = count
                while k > 0 and self.safe_in[at + self.order[at + k - 1]] < self.safe_in[at + cell]:
                    self.order[at + k] = self.order[at + k - 1]
                    k -= 1
                self.order[at + k] = cell
                count += 1
        return count

    def _outdone(self, cell, others, at):
        """Return whether one of the others, safe whenever this cell is, is safe more often or has a
        lower index."""
        other: cython.int
        for other in range(self.n):
            if others >> other & 1 and (
                other < cell or self.safe_in[at + other] > self.safe_in[at + cell]
            ):
                return True
        return False

    def same_mines(self, start, end, cells):
        """Return whether all layouts have as many mines as each other in some cells."""
        i: cython.longlong = start
        mines: cython.int = bits(self.stack[start] & cells)
        while i < end and bits(self.stack[i] & cells) == mines:
            i += 1
        return i == end

    def like_first(self, start, end, cells):
        """Move the layouts that equal the first in some cells to the front; return their end."""
        i: cython.longlong
        swap: cython.ulonglong
        here: cython.longlong = start
        word: cython.ulonglong = self.stack[start] & cells
        for i in range(start, end):
            if self.stack[i] & cells == word:
                swap = self.stack[i]
                self.stack[i] = self.stack[here]
                self.stack[here] = swap
                here += 1
        return here

    def part(self, hidden, left, seed):
        """Return the cells of ``left`` connected to a seed, directly or not.

        Neighbours are connected, and so are cells that touch the same open cell."""
        cell: cython.int
        near: cython.ulonglong
        grown: cython.ulonglong = 0
        while grown != seed:
            grown = seed
            for cell in range(self.n):
                near = self.near[cell] & left
                if left >> cell & 1:
                    if seed >> cell & 1:
                        seed |= near
                elif not hidden >> cell & 1 and near & seed:
                    seed |= near
        return seed
