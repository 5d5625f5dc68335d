"""All layouts of a position near the end of a game, and the clues that cells show in them."""

import math

import cython

from sapper.inference.status import CellState
from sapper.kernel.arrays import flags, ints, words

UNKNOWN = cython.declare(cython.int, CellState.UNKNOWN)
MINED = cython.declare(cython.int, CellState.MINED)
ONE = cython.declare(cython.ulonglong, 1)

MAX_CELLS = cython.declare(cython.int, 64)  # one word of bits
CLUE_BITS = cython.declare(cython.int, 6)  # of the largest clue


@cython.final
@cython.cclass
class Layouts:
    """The layouts of a position with at most ``most`` of them, and at most 64 undecided cells.

    After ``enumerate``, ``n`` layouts over ``n_cells`` cells are listed; cell number j has the
    index ``cell[j]`` in the grid. Bit j of ``safe[i]`` is set if cell j is safe in layout i, where
    it then shows the clue ``shown[64 * i + j]``. ``bits`` holds the same clues: bit j of ``bits[6 *
    i + b]`` is bit b of the clue, 0 for a mine. No clue has more than ``n_bits`` bits."""

    def __init__(self, grid, most):
        n = grid.size
        self.most = most
        self.log_most = math.log(most) + 1e-6
        self.cell, self.place = ints(n), ints(n)
        self.need, self.open_to = ints(n), ints(n)
        self.safe = words(most)
        self.shown = flags(most * MAX_CELLS)
        self.bits = words(most * CLUE_BITS)
        self.n = self.n_cells = self.n_bits = 0
        self.steps = self.most_steps = 0

    def enumerate(self, now, steps):
        """List the layouts of the position that ``now`` has just counted, in at most ``steps``
        assignments of cells; return False if a limit is exceeded."""
        self.n = self.n_cells = 0
        self.steps, self.most_steps = 0, steps
        if now.frontier.undecided > MAX_CELLS or now.combined.log_layouts > self.log_most:
            return False
        self._list_cells(now)
        self._decide_from(now, 0, now.frontier.mines_left, 0)
        return self.steps <= steps and self.n <= self.most and self._show(now)

    def _list_cells(self, now):
        """Number the undecided cells box by box, cells off the frontier last, and set the need of
        each clue."""
        i: cython.int
        c: cython.int
        box: cython.int
        cell: cython.int
        for c in range(now.boxes.n_components):
            for i in range(now.boxes.member_start[c], now.boxes.member_start[c + 1]):
                self._list_box(now, now.boxes.member[i])
        for box in range(now.boxes.n_boxes):
            if now.boxes.lo[box] == now.boxes.hi[box]:
                self._list_box(now, box)
        for cell in range(now.frontier.size):
            if now.frontier.known[cell] == UNKNOWN and now.boxes.box_of[cell] < 0:
                self._list(cell)
        for i in range(now.boxes.n_clues):
            cell = now.boxes.clue_cell[i]
            self.need[cell] = now.frontier.need[cell]
            self.open_to[cell] = now.frontier.unknown[cell]

    def _list_box(self, now, box):
        cell: cython.int = now.boxes.first[box]
        while cell >= 0:
            self._list(cell)
            cell = now.boxes.next[cell]

    def _list(self, cell):
        self.cell[self.n_cells] = cell
        self.place[cell] = self.n_cells
        self.n_cells += 1

    def _decide_from(self, now, j, left, safe):
        """List all layouts by assigning the cells from number j on in turn."""
        self.steps += 1
        if self.steps > self.most_steps or self.n > self.most:
            return
        if j == self.n_cells:
            if self.n < self.most:
                self.safe[self.n] = safe
            self.n += 1
            return
        if left < self.n_cells - j:
            if self._decide(now, j, 0):
                self._decide_from(now, j + 1, left, safe | (ONE << j))
            self._undecide(now, j, 0)
        if left > 0:
            if self._decide(now, j, 1):
                self._decide_from(now, j + 1, left - 1, safe)
            self._undecide(now, j, 1)

    def _decide(self, now, j, mine):
        """Make a cell a mine or safe, and return whether its clues can still be satisfied."""
        k: cython.int
        clue: cython.int
        fits: cython.bint = True
        cell: cython.int = self.cell[j]
        for k in range(now.frontier.starts[cell], now.frontier.starts[cell + 1]):
            clue = now.frontier.near[k]
            if now.frontier.is_clue[clue]:
                self.need[clue] -= mine
                self.open_to[clue] -= 1
                if self.need[clue] < 0 or self.need[clue] > self.open_to[clue]:
                    fits = False
        return fits

    def _undecide(self, now, j, mine):
        k: cython.int
        clue: cython.int
        cell: cython.int = self.cell[j]
        for k in range(now.frontier.starts[cell], now.frontier.starts[cell + 1]):
            clue = now.frontier.near[k]
            if now.frontier.is_clue[clue]:
                self.need[clue] += mine
                self.open_to[clue] += 1

    def _show(self, now):
        """Compute the clue that each cell shows in each layout; return False if one is too
        large."""
        i: cython.int
        j: cython.int
        k: cython.int
        other: cython.int
        fixed: cython.int
        clue: cython.int
        cell: cython.int
        every: cython.int = 1
        around: cython.ulonglong
        word: cython.ulonglong
        for i in range(self.n * CLUE_BITS):
            self.bits[i] = 0
        for j in range(self.n_cells):
            fixed = 0
            around = 0
            cell = self.cell[j]
            for k in range(now.frontier.starts[cell], now.frontier.starts[cell + 1]):
                other = now.frontier.near[k]
                if now.frontier.known[other] == MINED:
                    fixed += 1
                elif now.frontier.known[other] == UNKNOWN:
                    around |= ONE << self.place[other]
            for i in range(self.n):
                if not (self.safe[i] >> j) & 1:
                    continue
                clue = fixed
                word = around & ~self.safe[i]
                while word:
                    word &= word - 1
                    clue += 1
                every |= clue
                self.shown[i * MAX_CELLS + j] = clue & 255
                k = i * CLUE_BITS
                while clue and every >> CLUE_BITS == 0:
                    if clue & 1:
                        self.bits[k] |= ONE << j
                    clue >>= 1
                    k += 1
        self.n_bits = 0
        while every >> self.n_bits:
            self.n_bits += 1
        return self.n_bits <= CLUE_BITS
