"""What every layout of a variant obeys: a check of a layout, and the constraints that follow.

A new rule is a class with the three methods of ``Rule``; certain cells, chances, deals and proofs
follow from them.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

import msgspec

from sapper.errors import quoted
from sapper_variants.board import Board, By, Lines, check_looks
from sapper_variants.diagram import Constraint, Sum, Table, fillings
from sapper_variants.groups import Groups

Picture = tuple[str, ...]


class Rule(Protocol):
    """A rule on layouts. Cells are indices.

    - ``words``: its sentence in proofs.
    - ``counts``: whether its constraints follow only with the number of mines on the board.
    """

    words: str

    @property
    def counts(self) -> bool:
        """Whether its constraints need the number of mines."""

    def obeyed(self, board: Board, mines: Collection[int]) -> bool:
        """Whether a layout obeys the rule."""

    def constraints(self, board: Board, mines: int) -> list[Constraint]:
        """The constraints of the rule on few cells, with so many mines on the board."""

    def groups(self, board: Board) -> Groups | None:
        """The part of the rule about groups of connected cells, None if there is none."""


class _Local(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="rule"):
    """A rule without a part about groups; ``words`` are its sentence in proofs."""

    @property
    def counts(self) -> bool:
        """No."""
        return False

    def groups(self, board: Board) -> Groups | None:
        """Nothing."""
        return None


class Forbid(_Local, frozen=True, tag="forbid"):
    """A picture that occurs nowhere: ``*`` is a mine, ``.`` a safe cell, ``?`` any cell.

    With ``turned`` it occurs in no rotation or reflection either.
    """

    picture: Picture
    turned: bool = False
    words: str = ""

    def __post_init__(self) -> None:
        rows = [row.replace(" ", "") for row in self.picture]
        wrong = [letter for row in rows for letter in row if letter not in "*.?"]
        if wrong:
            raise ValueError(f"picture: expected *, . and ?, not {quoted(wrong[0])}")
        if not rows or len(set(map(len, rows))) > 1 or not rows[0]:
            raise ValueError("picture: expected rows of one length")
        if not set("".join(rows)) & set("*."):
            raise ValueError("picture: expected a mine (*) or a safe cell (.) in it")

    def _placed(self, board: Board) -> dict[tuple[tuple[int, bool], ...], None]:
        """The cells of each place where the picture fits, with their mines."""
        pictures = {tuple(row.replace(" ", "") for row in self.picture): None}
        for picture in list(pictures) if self.turned else ():
            for _ in range(4):
                picture = tuple("".join(row) for row in zip(*picture[::-1], strict=True))
                pictures[picture] = pictures[picture[::-1]] = None
        found = dict[tuple[tuple[int, bool], ...], None]()
        for picture in pictures:
            for row in range(board.height):
                for column in range(board.width):
                    cells = [
                        (board.at(row + r, column + c), letter == "*")
                        for r, letters in enumerate(picture)
                        for c, letter in enumerate(letters)
                        if letter != "?"
                    ]
                    fits = tuple((i, mine) for i, mine in cells if i is not None)
                    if len(fits) == len(cells) == len({i for i, _ in fits}):
                        found[tuple(sorted(fits))] = None
        return found

    def obeyed(self, board: Board, mines: Collection[int]) -> bool:
        """Whether the picture occurs nowhere."""
        return not any(
            all((i in mines) == mine for i, mine in fits) for fits in self._placed(board)
        )

    def constraints(self, board: Board, mines: int) -> list[Constraint]:
        """A table for each place, which lacks one filling."""
        found: list[Constraint] = []
        for fits in self._placed(board):
            allowed = bytearray(b"\1" * 2 ** len(fits))
            allowed[int("".join(str(int(mine)) for _, mine in fits), 2)] = 0
            found.append(Table(tuple(i for i, _ in fits), bytes(allowed)))
        return found


class Each(_Local, frozen=True, tag="each"):
    """Every mine, or every safe cell, sees one of these numbers of mines."""

    cell: str
    sees: tuple[int, ...]
    looks: str | Picture = "around"
    words: str = ""

    def __post_init__(self) -> None:
        if self.cell not in ("mine", "safe"):
            raise ValueError(f"cell: expected mine or safe, not {quoted(self.cell)}")
        check_looks(self.looks)

    def obeyed(self, board: Board, mines: Collection[int]) -> bool:
        """Whether every such cell sees one of the numbers."""
        views = board.views(self.looks, 1, 1)
        kind = self.cell == "mine"
        cells = (i for i in range(board.size) if (i in mines) == kind)
        return all(sum(j in mines for j in views[i].cells) in self.sees for i in cells)

    def constraints(self, board: Board, mines: int) -> list[Constraint]:
        """A table for each cell with those that it sees."""
        found: list[Constraint] = []
        for cell, view in enumerate(board.views(self.looks, 1, 1)):
            kind = self.cell == "mine"
            filled = fillings(len(view.cells) + 1)
            allowed = (mine != kind or sum(others) in self.sees for mine, *others in filled)
            found.append(Table((cell, *view.cells), bytes(allowed)))
        return found


class Totals(_Local, frozen=True, tag="totals"):
    """Each of the lines has the same number of mines, or one of these ``numbers``."""

    lines: tuple[Lines, ...]
    numbers: tuple[int, ...] = ()
    words: str = ""

    @property
    def counts(self) -> bool:
        """Whether each line has its share of all mines."""
        return not self.numbers

    def obeyed(self, board: Board, mines: Collection[int]) -> bool:
        """Whether the lines of each direction have equally many mines, or such a number."""
        for which in self.lines:
            counts = {sum(i in mines for i in line.cells) for line in board.lines(which)}
            if not (counts <= set(self.numbers) if self.numbers else len(counts) == 1):
                return False
        return True

    def constraints(self, board: Board, mines: int) -> list[Constraint]:
        """A sum for each line."""
        found: list[Constraint] = []
        for which in self.lines:
            lines = board.lines(which)
            share = {mines // len(lines)} if mines % len(lines) == 0 else set[int]()
            numbers = frozenset(self.numbers or share)
            found += [Sum(line.cells, line.weights, numbers) for line in lines]
        return found


class Group(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="rule", tag="group"):
    """What groups of connected mines, or safe cells, are like: see ``sapper_variants.Groups``."""

    of: str
    by: By = "sides"
    one: bool = False
    anchored: bool = False
    acyclic: bool = False
    size: int = 0
    words: str = ""

    def __post_init__(self) -> None:
        if self.of not in ("mines", "safe"):
            raise ValueError(f"of: expected mines or safe, not {quoted(self.of)}")

    @property
    def counts(self) -> bool:
        """No."""
        return False

    def groups(self, board: Board) -> Groups:
        """The rule on a board."""
        kind = self.of == "mines"
        return Groups(board, kind, self.by, self.one, self.anchored, self.acyclic, self.size)

    def obeyed(self, board: Board, mines: Collection[int]) -> bool:
        """Whether the groups of a layout are like that."""
        return self.groups(board).obeyed(mines)

    def constraints(self, board: Board, mines: int) -> list[Constraint]:
        """Nothing: the rule is about all cells."""
        return []


LayoutRule = Forbid | Each | Totals | Group
