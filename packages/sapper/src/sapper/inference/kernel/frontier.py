"""The cells that single clues settle, maintained cell by cell.

Every open clue has the number of mines it still needs (``need``) and of undecided cells it touches
(``unknown``). Revealing a cell changes only its neighbours, so a whole playout costs little more
than one scan of the board.
"""

from array import array

import cython

if not cython.compiled:
    from sapper.kernel.bits import lowest
    from sapper.kernel.chance import Chance
from sapper.game import codes
from sapper.inference.status import CellState
from sapper.kernel.arrays import flags, ints, words

HIDDEN = cython.declare(cython.int, codes.HIDDEN)
MINE = cython.declare(cython.int, codes.MINE)
GOLD = cython.declare(cython.int, codes.GOLD)
ONE = cython.declare(cython.ulonglong, 1)

UNKNOWN = cython.declare(cython.int, CellState.UNKNOWN)
SAFE = cython.declare(cython.int, CellState.SAFE)
MINED = cython.declare(cython.int, CellState.MINED)
OPEN = cython.declare(cython.int, CellState.OPEN)


@cython.final
@cython.cclass
class Frontier:
    """What single clues settle in one position; arrays are indexed by cell.

    ``known`` has a ``CellState``, and ``code`` a random word for each cell. ``open_bits`` has a bit
    for each clue with undecided neighbours, and ``safe_bits`` for each hidden cell proved safe.
    ``changed`` is set by every change, except when a cell proved safe shows a clue without
    undecided neighbours. After ``ask``, ``asked`` is the cell whose clue is not given, with
    ``asked_mines`` known mines around it; otherwise it is -1.
    """

    def __init__(self, grid):
        n = grid.size
        self.starts, self.near = grid.adjacency
        self.size = n
        self.words = (n + 63) // 64
        self.known = flags(n)
        self.is_clue = flags(n)
        self.need = ints(n)
        self.unknown = ints(n)
        chance = Chance(n)
        self.code = array("Q", [chance.bits() for _ in range(n)])
        self.queued = flags(n)
        self.queue = ints(n)
        self.safe_bits = words(self.words)
        self.open_bits = words(self.words)
        self.changed = True
        self.blank = flags(n)
        self.playable = n - len(grid.blocked)
        self.pending = 0
        self.asked = -1
        self.asked_mines = 0
        for index in grid.blocked:
            self.blank[index] = OPEN

    def cover(self, mines):
        """Reset to an untouched board with ``mines`` mines."""
        i: cython.int
        self.known[:] = self.blank
        for i in range(self.size):
            self.is_clue[i] = 0
        for i in range(self.words):
            self.safe_bits[i] = 0
            self.open_bits[i] = 0
        self.changed = True
        self.mines_left = mines
        self.undecided = self.playable
        self.contradiction = False
        self.culprit = -1
        self.asked = -1

    def load(self, view, mines):
        """Read a whole position; flags are ignored."""
        i: cython.int
        code: cython.int
        self.cover(mines)
        for i in range(self.size):
            code = view[i]
            if code < HIDDEN or code == GOLD or code == MINE:  # noqa: SIM109
                self.known[i] = OPEN
                self.undecided -= 1
                if code == MINE:
                    self.mines_left -= 1
        for i in range(self.size):
            code = view[i]
            if code < HIDDEN:
                self._add_clue(i, code, view)
            elif code == GOLD:
                self._add_clue(i, 0, view)
        if self.mines_left < 0 or self.mines_left > self.undecided:
            self.contradiction = True
        self.settle()

    def _add_clue(self, cell, clue, view):
        """Add a clue, less the open mines around it."""
        k: cython.int
        other: cython.int
        state: cython.int
        undecided: cython.int = 0
        for k in range(self.starts[cell], self.starts[cell + 1]):
            other = self.near[k]
            state = self.known[other]
            if state == UNKNOWN:
                undecided += 1
            elif state == MINED or view[other] == MINE:
                clue -= 1
        self.need[cell] = clue
        self.unknown[cell] = undecided
        self.is_clue[cell] = 1
        if undecided == 0:
            if clue != 0:
                self._contradict(cell)
            return
        self.open_bits[cell >> 6] |= ONE << (cell & 63)
        self.changed = True
        if clue <= 0 or clue >= undecided:
            self._enqueue(cell)

    def reveal(self, cell, view):
        """Record that a hidden cell has been opened and shows the clue ``view[cell]``."""
        if self.known[cell] == UNKNOWN:
            self.show(cell, view[cell], view)
            return
        self.known[cell] = OPEN
        self.safe_bits[cell >> 6] &= ~(ONE << (cell & 63))
        self._add_clue(cell, view[cell], view)

    def show(self, cell, clue, view):
        """Assume that an undecided cell is opened and shows ``clue``."""
        self._open(cell)
        self._add_clue(cell, clue, view)

    def ask(self, cell, view):
        """Assume that an undecided cell is opened, but not which clue it shows. Its ``need`` is
        then the most mines that its undecided neighbours can hold."""
        k: cython.int
        other: cython.int
        undecided: cython.int = 0
        self._open(cell)
        self.settle()
        self.asked = cell
        self.asked_mines = 0
        for k in range(self.starts[cell], self.starts[cell + 1]):
            other = self.near[k]
            if self.known[other] == UNKNOWN:
                undecided += 1
            elif self.known[other] == MINED or view[other] == MINE:
                self.asked_mines += 1
        self.need[cell] = undecided
        self.unknown[cell] = undecided
        self.is_clue[cell] = 1
        if undecided > 0:
            self.open_bits[cell >> 6] |= ONE << (cell & 63)

    def _open(self, cell):
        """Remove an undecided cell that is opened from the clues around it."""
        k: cython.int
        other: cython.int
        self.known[cell] = OPEN
        self.undecided -= 1
        self.changed = True
        for k in range(self.starts[cell], self.starts[cell + 1]):
            other = self.near[k]
            if self.is_clue[other]:
                self._close(other)
                self._look(other)

    def follow(self, other):
        """Copy the state of another frontier of the same grid."""
        self.known[:] = other.known
        self.is_clue[:] = other.is_clue
        self.need[:] = other.need
        self.unknown[:] = other.unknown
        self.safe_bits[:] = other.safe_bits
        self.open_bits[:] = other.open_bits
        self.changed = True
        self.mines_left = other.mines_left
        self.undecided = other.undecided
        self.contradiction = other.contradiction
        self.culprit = other.culprit
        self.asked = other.asked
        self.asked_mines = other.asked_mines

    def settle(self):
        """Apply single clues until they settle nothing more, and empty the queue."""
        k: cython.int
        cell: cython.int
        clue: cython.int
        mined: cython.bint
        while self.pending > 0:
            self.pending -= 1
            clue = self.queue[self.pending]
            self.queued[clue] = 0
            if self.contradiction:
                continue
            if self.unknown[clue] == 0:
                if self.need[clue] != 0:
                    self._contradict(clue)
                continue
            if self.need[clue] < 0 or self.need[clue] > self.unknown[clue]:
                self._contradict(clue)
                continue
            if self.need[clue] != 0 and self.need[clue] != self.unknown[clue]:
                continue
            mined = self.need[clue] != 0
            for k in range(self.starts[clue], self.starts[clue + 1]):
                cell = self.near[k]
                if self.known[cell] == UNKNOWN:
                    self._decide(cell, mined)
        if self.mines_left < 0 or self.mines_left > self.undecided:
            self.contradiction = True

    def _decide(self, cell, mined):
        """Mark a hidden cell as a mine, or as safe."""
        k: cython.int
        other: cython.int
        self.undecided -= 1
        self.changed = True
        if mined:
            self.known[cell] = MINED
            self.mines_left -= 1
        else:
            self.known[cell] = SAFE
            self.safe_bits[cell >> 6] |= ONE << (cell & 63)
        for k in range(self.starts[cell], self.starts[cell + 1]):
            other = self.near[k]
            if self.is_clue[other]:
                self._close(other)
                if mined:
                    self.need[other] -= 1
                self._look(other)

    def _close(self, clue):
        """Remove a decided cell from a clue."""
        self.unknown[clue] -= 1
        if self.unknown[clue] == 0:
            self.open_bits[clue >> 6] &= ~(ONE << (clue & 63))

    def _look(self, clue):
        """Queue a clue that may settle cells."""
        if self.need[clue] <= 0 or self.need[clue] >= self.unknown[clue]:
            self._enqueue(clue)

    def _enqueue(self, clue):
        if not self.queued[clue]:
            self.queued[clue] = 1
            self.queue[self.pending] = clue
            self.pending += 1

    def _contradict(self, clue):
        self.changed = True
        self.contradiction = True
        self.culprit = clue

    def lowest_safe(self):
        """Return the lowest hidden cell that is proved safe, or -1."""
        return lowest(self.safe_bits, 0)
