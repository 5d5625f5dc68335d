"""The true state of a board and its open cells: places mines, counts clues and opens regions.

Compiled, because playouts open hundreds of millions of cells; ``Referee`` wraps it for games.
"""

from array import array

import cython

if not cython.compiled:
    from sapper.kernel.bits import drop, lowest
    from sapper.kernel.chance import Chance  # noqa: F401
from sapper.game import codes
from sapper.game.rules import FIRST_CODES

HIDDEN = cython.declare(cython.int, codes.HIDDEN)
MINE = cython.declare(cython.int, codes.MINE)
BLOCKED = cython.declare(cython.int, codes.BLOCKED)

ANY = cython.declare(cython.int, FIRST_CODES["any"])
OPENING = cython.declare(cython.int, FIRST_CODES["opening"])


@cython.final
@cython.cclass
class Board:
    """The mines, clues and visible cells of one game; all arrays are indexed by cell."""

    def __init__(self, grid, zeros_open):
        self.starts, self.near = grid.adjacency
        self.size = grid.size
        self.zeros_open = zeros_open
        self.playable = array("i", grid.playable)
        self.mine = array("B", bytes(grid.size))
        self.clue = array("B", bytes(grid.size))
        self.view = array("B", bytes(grid.size))
        self.order = array("i", grid.playable)
        self.opened = array("i", bytes(4 * grid.size))
        self.forbidden = array("B", bytes(grid.size))
        self.blocked = array("i", sorted(grid.blocked))
        self.given = len(grid.playable)
        self.cover()

    def use(self, mine, clue, view):
        """Continue with the mines, clues and visible cells of another game."""
        self.mine = mine
        self.clue = clue
        self.view = view

    def cover(self):
        """Hide every cell again."""
        i: cython.int
        for i in range(self.size):
            self.view[i] = HIDDEN
        for i in range(len(self.blocked)):
            self.view[self.blocked[i]] = BLOCKED

    def shuffle(self, chance, count):
        """Draw the first ``count`` entries of ``order`` uniformly from ``chance``."""
        i: cython.int
        j: cython.int
        n: cython.int = len(self.playable)
        swap: cython.int
        for i in range(n):
            self.order[i] = self.playable[i]
        self.given = n
        for i in range(min(count, n)):
            j = i + cython.cast(cython.int, chance._draw(n - i))
            swap = self.order[i]
            self.order[i] = self.order[j]
            self.order[j] = swap

    def lay(self, mines, first, promise):
        """Put mines on the first ``mines`` cells of ``order`` that the first-move rule ``promise``
        allows when ``first`` is opened first, and hide everything. Return the number of mines
        without a cell."""
        i: cython.int
        cell: cython.int
        left: cython.int = mines
        for i in range(self.size):
            self.mine[i] = 0
            self.clue[i] = 0
        self._forbid(first, promise, 1)
        for i in range(len(self.playable)):
            if left == 0:
                break
            cell = self.order[i]
            if not self.forbidden[cell]:
                self.put(cell)
                left -= 1
        self._forbid(first, promise, 0)
        self.cover()
        self.safe_left = len(self.playable) - mines + left
        return left

    def put(self, cell):
        """Put a mine under a cell."""
        k: cython.int
        self.mine[cell] = 1
        for k in range(self.starts[cell], self.starts[cell + 1]):
            self.clue[self.near[k]] += 1

    def _forbid(self, first, promise, mark):
        k: cython.int
        if promise != ANY:
            self.forbidden[first] = mark
        if promise == OPENING:
            for k in range(self.starts[first], self.starts[first + 1]):
                self.forbidden[self.near[k]] = mark

    def open(self, cell):
        """Open a hidden cell and, if the rules say so, the neighbours of every 0.

        Return the number n of opened cells, which are ``opened[:n]``, or -1 for a mine."""
        k: cython.int
        head: cython.int = 0
        tail: cython.int = 1
        here: cython.int
        other: cython.int
        if self.mine[cell]:
            self.view[cell] = MINE
            return -1
        self.view[cell] = self.clue[cell]
        self.opened[0] = cell
        if self.zeros_open:
            while head < tail:
                here = self.opened[head]
                head += 1
                if self.clue[here] == 0:
                    for k in range(self.starts[here], self.starts[here + 1]):
                        other = self.near[k]
                        if self.view[other] == HIDDEN:
                            self.view[other] = self.clue[other]
                            self.opened[tail] = other
                            tail += 1
        self.safe_left -= tail
        return tail

    def place(self, mines):
        """Put mines on exactly these cells, and hide everything."""
        for i in range(self.size):
            self.mine[i] = 0
            self.clue[i] = 0
        for cell in mines:
            self.put(cell)
        self.cover()
        self.safe_left = len(self.playable) - len(mines)

    def lay_out(self, layout):
        """Put mines exactly where a layout has them or the view shows them; the view stays."""
        i: cython.int
        hidden: cython.int = 0
        for i in range(self.size):
            self.mine[i] = 0
            self.clue[i] = 0
        for i in range(self.size):
            if layout[i] or self.view[i] == MINE:
                self.put(i)
            elif self.view[i] == HIDDEN:
                hidden += 1
        self.safe_left = hidden

    def pop_hidden(self, cells):
        """Return the lowest hidden cell of a bit set, or -1; remove it and all cells before it."""
        cell: cython.int = lowest(cells, 0)
        while cell >= 0:
            drop(cells, cell)
            if self.view[cell] == HIDDEN:
                return cell
            cell = lowest(cells, cell + 1)
        return -1

    def show(self):
        """Return the view as the bytes of a position."""
        return bytes(self.view)

    def restore(self, view):
        """Restore an earlier (or later) view of the same board."""
        for i in range(self.size):
            self.view[i] = view[i]
        self.safe_left = sum(
            1 for i in self.playable if view[i] >= codes.HIDDEN and not self.mine[i]
        )

    def mark(self, cell, code):
        """Set the code (hidden or flagged) of a hidden cell."""
        self.view[cell] = code

    def holds_mine(self, cell):
        """Return whether a cell holds a mine."""
        return bool(self.mine[cell])

    @property
    def cleared(self):
        """True if every safe cell is open."""
        return self.safe_left == 0
