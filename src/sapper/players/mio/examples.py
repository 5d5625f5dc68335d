"""Examples for learning Minesweeper: cells of random positions that are certainly safe or mines.

An example is used only if its position implies its label, so that all possible layouts agree on the
cell; exact inference decides that. Peña Castillo & Wrobel 2003 call other examples contradictory:
nothing can be learned from them.
"""

from __future__ import annotations

from collections.abc import Iterator

from sapper.chance import Chance
from sapper.errors import InputError
from sapper.game import Level, Position
from sapper.game.codes import FLAGGED, HIDDEN
from sapper.inference.analysis import analyse

#: An example: the index of a cell, and the position as text.
CellExample = tuple[int, str]

TARGETS = ("safe", "mine")
LEVEL = "beginner8"  #: 8×8 cells, 10 mines: the paper's board


class Drawing:
    """Draws examples of a target from positions on random boards.

    In a position some cells of a random board are open, with the cells that zeros open; in half of
    the positions the certain mines are marked. Raises ``InputError`` for an unknown target.
    """

    def __init__(self, target: str, level: str = LEVEL) -> None:
        if target not in TARGETS:
            raise InputError(f"unknown target '{target}': expected {' or '.join(TARGETS)}")
        self._target, self._level = target, Level.parse(level)
        self._waiting: list[tuple[CellExample, bool]] = []

    def __call__(self, chance: Chance) -> tuple[CellExample, bool]:
        """Return an example, and whether it is positive."""
        while not self._waiting:
            drawn = certain(opened(self._level, chance), self._target, chance)
            self._waiting = chance.shuffled(drawn)
        return self._waiting.pop()


def opened(level: Level, chance: Chance) -> Position:
    """Return a random position of a level in which no mine was opened."""
    grid = level.grid
    mines = set(chance.shuffled(grid.playable)[: level.mines])
    safe = [i for i in grid.playable if i not in mines]
    cells = bytearray(Position.start(grid, level.mines).cells)
    waiting = chance.shuffled(safe)[: 1 + chance.below(max(1, len(safe) // 3))]
    while waiting:
        index = waiting.pop()
        if cells[index] == HIDDEN:
            near = grid.neighbours(index)
            cells[index] = sum(i in mines for i in near)
            if not cells[index]:
                waiting.extend(near)
    return Position(grid, Position.start(grid, level.mines).rules, level.mines, bytes(cells))


def certain(position: Position, target: str, chance: Chance) -> Iterator[tuple[CellExample, bool]]:
    """Yield the covered cells beside a clue whose value is certain, as examples of a target."""
    grid = position.grid
    found = analyse(position)
    safe = [grid.index(cell) for cell in found.safe]
    mines = [grid.index(cell) for cell in found.certain_mines]
    marked = bool(chance.below(2))
    text = str(_marked(position, mines)) if marked else str(position)
    for index in safe if marked else [*safe, *mines]:
        if any(position.cells[i] < HIDDEN for i in grid.neighbours(index)):
            yield (index, text), (index in safe) == (target == "safe")
    if marked and mines:  # remove one of the marks: that mine is the example
        index = chance.choice(mines)
        if any(position.cells[i] < HIDDEN for i in grid.neighbours(index)):
            others = [i for i in mines if i != index]
            yield (index, str(_marked(position, others))), target == "mine"


def _marked(position: Position, mines: list[int]) -> Position:
    cells = bytearray(position.cells)
    for index in mines:
        cells[index] = FLAGGED
    return Position(position.grid, position.rules, position.mines, bytes(cells))
