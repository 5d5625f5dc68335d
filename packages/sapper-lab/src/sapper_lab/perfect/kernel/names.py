# cython: overflowcheck=False
# (names of states wrap by design)
"""Names of states by what remains, independent of location and orientation on the board."""

import cython

from sapper.kernel.arrays import ints, words
from sapper.kernel.chance import Chance

if not cython.compiled:
    from sapper.kernel.bits import popcount, trailing_zeros
    from sapper_lab.perfect.kernel.layouts import Layouts

WORD = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)

UNSETTLED = cython.declare(cython.int, 63)  #: the code of an unsettled cell
CODES = cython.declare(cython.int, 64)


@cython.final
@cython.cclass
class StateNames:
    """Names the states of games on one grid by the two words ``a`` and ``b``."""

    def __init__(self, grid, layouts):
        its: Layouts = layouts
        n = grid.size
        self.n = n
        self.near = its.near
        self.turns = 8 if grid.kind == "square" else 1
        self.stride = max(grid.width, grid.height)
        self.row, self.column, self.spot = ints(n), ints(n), ints(self.turns * n)
        for i in range(n):
            self.row[i], self.column[i] = divmod(i, grid.width)
            for turn in range(self.turns):
                r = -self.row[i] if turn & 2 else self.row[i]
                c = -self.column[i] if turn & 1 else self.column[i]
                place = self._place(r, c, turn) if self.turns > 1 else i
                self.spot[turn * n + i] = CODES * place
        self.seen, self.seen_code = ints(n), ints(n)
        places = max(self.stride * self.stride, n)
        chance = Chance(n)
        self.code_a = words(places * 64)
        self.code_b = words(places * 64)
        for i in range(places * 64):
            self.code_a[i] = chance.bits()
            self.code_b[i] = chance.bits()
        self.a = 0
        self.b = 0

    def _place(self, r, c, turn):
        """Return the number of a place in a row and column, which some turns exchange."""
        return c * self.stride + r if turn & 4 else r * self.stride + c

    def name(self, safe, opened, left):
        """Name what remains: the unsettled cells ``left``, the mines among them, and what the
        ``opened`` cells around them still need; ``safe`` are the safe cells of any layout."""
        cell: cython.int
        turn: cython.int
        k: cython.int
        code: cython.int
        shift: cython.int = 0
        spots: cython.int
        count: cython.int = 0
        top: cython.int = self.n
        first: cython.int = self.n
        bottom: cython.int = 0
        last: cython.int = 0
        near: cython.ulonglong
        mines: cython.ulonglong = left & (WORD ^ safe)
        cells: cython.ulonglong = left | opened
        a: cython.ulonglong
        b: cython.ulonglong
        while cells:
            cell = trailing_zeros(cells)
            cells &= cells - 1
            if left >> cell & 1:
                code = UNSETTLED
            else:
                near = self.near[cell]
                if not near & left:
                    continue
                code = popcount(near & mines)
            self.seen[count] = cell
            self.seen_code[count] = code
            top = min(top, self.row[cell])
            first = min(first, self.column[cell])
            bottom = max(bottom, self.row[cell])
            last = max(last, self.column[cell])
            count += 1
        for turn in range(self.turns):
            a = 0
            b = 0
            spots = turn * self.n
            if self.turns > 1:  # to the corner of the grid
                shift = CODES * self._place(
                    bottom if turn & 2 else -top, last if turn & 1 else -first, turn
                )
            for k in range(count):
                code = self.spot[spots + self.seen[k]] + shift + self.seen_code[k]
                a = (a + self.code_a[code]) & WORD
                b = (b + self.code_b[code]) & WORD
            if turn == 0 or a < self.a or (a == self.a and b < self.b):
                self.a = a
                self.b = b
        k = popcount(mines)
        self.a = (self.a + self.code_a[k] * 3) & WORD
        self.b = (self.b + self.code_b[k] * 3) & WORD
