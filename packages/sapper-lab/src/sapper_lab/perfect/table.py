"""The value of each first cell of small boards under perfect play: a table that ships with sapper.

``python -m papers.studies.first_moves FILE`` creates it. Each line is a JSON object for a board
whose width is at least its height, with the number of layouts won from each first cell up to
symmetry.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.resources import files

import msgspec

from sapper.errors import NotationError
from sapper.game import Cell, Grid
from sapper.game.rules import First, Rules, mine_free_indices
from sapper.json_input import decoder

FILE = "first_moves.jsonl"


@dataclass(frozen=True)
class FirstMoves:
    """The share of all deals of a board that perfect play wins after each allowed first cell."""

    width: int
    height: int
    mines: int
    first: First
    values: dict[Cell, Fraction]

    @property
    def best(self) -> tuple[Cell, ...]:
        """The first cells that win most, in ascending order."""
        return tuple(cell for cell, value in self.values.items() if value == self.value)

    @property
    def value(self) -> Fraction:
        """The value of the best first cell: the optimum of the board."""
        return max(self.values.values())


class SolvedBoard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the file: the number of layouts ``won``, by the index of the first cell."""

    width: int
    height: int
    mines: int
    first: First
    won: dict[int, int]

    @property
    def key(self) -> tuple[int, int, int, First]:
        """The identity of the entry: its board and first-move rule."""
        return self.width, self.height, self.mines, self.first

    def share(self, start: int) -> Fraction:
        """Return the share of layouts won from a first cell."""
        grid = Grid(self.width, self.height)
        free = grid.size - len(mine_free_indices(grid, start, self.first))
        return Fraction(self.won[start], math.comb(free, self.mines))


def first_moves(width: int, height: int, mines: int, first: First = "safe") -> FirstMoves | None:
    """Return the value of each first cell, or None if the table that ships with sapper lacks the
    board.

    Raises ``RulesError`` for an unknown rule.
    """
    Rules(first)
    stored: First = "safe" if first == "any" else first
    entry = _table().get((max(width, height), min(width, height), mines, stored))
    if entry is None:
        return None
    survived = 1 - Fraction(mines, width * height) if first == "any" else Fraction(1)
    values = {}
    for row in range(height):
        for column in range(width):
            index = _index(entry, row, column, turned=width < height)
            if index in entry.won:
                values[row, column] = survived * entry.share(index)
    return FirstMoves(width, height, mines, first, values)


def boards() -> Iterator[tuple[int, int, int, First]]:
    """Yield the width, height, mines and rule of all entries of the table that ships with sapper;
    the width is at least the height, and ``any`` uses the entries of ``safe``."""
    yield from _table()


def _index(entry: SolvedBoard, row: int, column: int, *, turned: bool) -> int:
    """Return the index of an entry's first cell that is symmetric to a cell."""
    if turned:
        row, column = column, row
    row, column = min(row, entry.height - 1 - row), min(column, entry.width - 1 - column)
    if entry.width == entry.height:
        row, column = sorted((row, column))
    return row * entry.width + column


@cache
def _table() -> dict[tuple[int, int, int, First], SolvedBoard]:
    text = files("sapper_lab.perfect").joinpath(FILE).read_bytes()
    return {entry.key: entry for entry in entries(text, FILE)}


def entries(text: bytes, name: str) -> Iterator[SolvedBoard]:
    """Yield the entries of a file. Raises ``NotationError`` naming the line at fault."""
    board = decoder(SolvedBoard)
    for number, line in enumerate(text.splitlines(), 1):
        try:
            yield board.decode(line)
        except msgspec.MsgspecError as error:
            raise NotationError(f"{name}, line {number} is not an entry: {error}") from None
