"""Endings to play out: each guess is compared with perfect play, and always survives.

No layout is drawn: the guessed cell is safe, and shows the clue of the largest number of layouts.
Certain cells are then opened in the same way. So an ending is the same for everyone, and is played
without mines.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from sapper.game import Cell, Position
from sapper.game.codes import HIDDEN
from sapper.inference.counting import MEGABYTES, STEPS, possible_clues
from sapper.inference.kernel.counter import Counter
from sapper.inference.status import Status
from sapper.kernel.arrays import doubles, indices
from sapper.study.review.endgame import EndgameSolver


@dataclass(frozen=True)
class Guess:
    """A guess of an ending: the numbers of layouts that perfect play wins after it and after the
    best guess, and of all layouts. ``best`` are the cells of the best guesses."""

    cell: Cell
    won: int
    most: int
    layouts: int
    best: tuple[Cell, ...]

    @property
    def right(self) -> bool:
        """True if no guess wins more."""
        return self.won == self.most


class Ending:
    """An ending from a position in which no cell is certainly safe.

    ``position`` is the current one, and ``over`` says that no guess is left.
    """

    def __init__(self, start: Position) -> None:
        self.position = start
        self._solver = EndgameSolver(start.grid, start.mines)
        self._counter = Counter(start.grid)
        self._risk = doubles(start.grid.size)

    @property
    def over(self) -> bool:
        """True if all safe cells are open."""
        return self.position.cells.count(HIDDEN) == self.position.mines

    def values(self) -> tuple[int, dict[int, int]]:
        """Return the number of layouts, and of those that perfect play wins after opening each
        hidden cell that may be safe. Raises ``BudgetError``."""
        cells = self.position.cells
        layouts = self._solver.won(cells)[1]
        self._count(cells)
        hidden = [i for i, code in enumerate(cells) if code == HIDDEN and self._risk[i] < 1.0]
        return layouts, {i: self._solver.won_by_opening(cells, i) for i in hidden}

    def guess(self, cell: Cell) -> Guess:
        """Judge a guess; if it is right, advance to the next one. Raises ``BudgetError``."""
        grid = self.position.grid
        index = grid.index(cell)
        layouts, values = self.values()
        most = max(values.values())
        best = tuple(grid.cell(i) for i, won in values.items() if won == most)
        guess = Guess(cell, values.get(index, 0), most, layouts, best)
        if guess.right:
            self._open(index)
            self._go_on()
        return guess

    def line(self) -> tuple[Guess, ...]:
        """Play the best guesses to the end, the first of them where several are best."""
        made = []
        while not self.over:
            _, values = self.values()
            best = max(values, key=lambda i: (values[i], -i))
            made.append(self.guess(self.position.grid.cell(best)))
        return tuple(made)

    def _go_on(self) -> None:
        """Open all cells that are certainly safe."""
        while not self.over:
            self._count(self.position.cells)
            safe = indices(self._risk, 0.0)
            if not safe:
                break
            self._open(safe[0])

    def _open(self, index: int) -> None:
        """Open a cell, which shows the clue of the largest number of layouts."""
        cells = self.position.cells
        self._count(cells)
        clues: list[tuple[float, bytes]] = []
        for clue in possible_clues(self.position.grid, cells, self._risk, index):
            after = cells[:index] + bytes([clue]) + cells[index + 1 :]
            if self._count(after):
                clues.append((-round(self._counter.logarithm, 6), after))
        _, after = min(clues)
        self.position = self.position.shown(after, self.position.signs)

    def _count(self, cells: bytes) -> bool:
        status = self._counter.count(cells, self.position.mines, inf, MEGABYTES, STEPS)
        self._counter.risks(self._risk)
        return status == Status.OK
