"""The exact number of layouts that perfect play wins from a position near the end.

``players.kernel.endgame`` counts them for positions in which nothing is certain. If a cell is safe,
opening it can only add information: the layouts are divided by the clue that it would show, and
each group is counted separately. A guess is treated in the same way.
"""

from __future__ import annotations

from math import exp, inf, log

from sapper.errors import BudgetError
from sapper.game import Grid
from sapper.inference.counting import MEGABYTES, STEPS, possible_clues
from sapper.inference.kernel.counter import Counter
from sapper.inference.status import Status
from sapper.kernel.arrays import doubles, indices
from sapper.players.kernel.endgame import Endgame

LAYOUTS, NODES = 4_000, 200_000  #: the most layouts of an ending that is solved
COUNTS = 2_000  #: the most positions counted for one figure


class EndgameSolver:
    """Endings of games on one grid with a given number of mines.

    Positions are given as their bytes, without flags. A position beyond the bounds raises
    ``BudgetError``.
    """

    def __init__(self, grid: Grid, mines: int) -> None:
        self._grid, self._mines = grid, mines
        self._counter = Counter(grid)
        self._endgame = Endgame(grid, LAYOUTS, NODES)
        self._risk = doubles(grid.size)
        self._counts = 0

    def won(self, cells: bytes) -> tuple[int, int]:
        """Return the number of layouts that perfect play wins, and of all layouts."""
        self._counts = 0
        layouts = self._layouts(cells)
        return self._won(cells, layouts), layouts

    def won_by_opening(self, cells: bytes, index: int) -> int:
        """Return the number of layouts won by opening a hidden cell and then playing perfectly."""
        self._counts = 0
        self._layouts(cells)
        if self._risk[index] == 1.0:
            return 0
        clues = possible_clues(self._grid, cells, self._risk, index)
        return self._by_clues(cells, index, clues)

    def best(self, cells: bytes) -> int | None:
        """Return a cell that perfect play opens first; None if some cell is certain."""
        self._layouts(cells)
        move = self._endgame.best(self._counter)
        return None if move is None else move[0]

    def _layouts(self, cells: bytes) -> int:
        """Count the layouts of a position, and keep its risks."""
        self._counts += 1
        if self._counts > COUNTS:
            raise BudgetError(f"an ending needs more than {COUNTS} counts")
        status = self._counter.count(cells, self._mines, inf, MEGABYTES, STEPS)
        if status == Status.IMPOSSIBLE:
            return 0
        if status != Status.OK or self._counter.logarithm > log(LAYOUTS) + 1e-6:
            raise BudgetError(f"an ending has more than {LAYOUTS} layouts")
        self._counter.risks(self._risk)
        return round(exp(self._counter.logarithm))

    def _won(self, cells: bytes, layouts: int) -> int:
        """Return the number of layouts won in the position counted last."""
        if layouts <= 1:
            return layouts
        safe = indices(self._risk, 0.0)  # nan where a cell is open
        opened = bytearray(cells)
        for index in safe:
            clues = possible_clues(self._grid, cells, self._risk, index)
            if len(clues) > 1:
                return self._by_clues(bytes(opened), index, clues)
            opened[index] = clues[0]  # its clue is known, so it adds no information
        if safe:
            return self._won(bytes(opened), self._layouts(bytes(opened)))
        move = self._endgame.best(self._counter)
        if move is None:
            raise BudgetError(f"an ending needs more than {NODES:,} nodes")
        return move[1]

    def _by_clues(self, cells: bytes, index: int, clues: range) -> int:
        """Return the number of layouts won after opening a cell, summed over its possible clues."""
        total = 0
        for clue in clues:
            after = cells[:index] + bytes([clue]) + cells[index + 1 :]
            total += self._won(after, self._layouts(after))
        return total
