"""Positions of a variant: all that a player may see, as text and as constraints."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from sapper.errors import BudgetError, NotationError, plural, quoted
from sapper.game import Cell
from sapper.game.grid import check_cells
from sapper.lazy import cached_property
from sapper_variants.board import Board
from sapper_variants.diagram import Constraint, Sum
from sapper_variants.variant import SPECIAL, Border, Variant, constraints_of

HIDDEN, FLAGGED, MINE, OPEN = SPECIAL
MAX_CELLS = 1_000  #: of a board
_HEADER = re.compile(r"(\d{1,4})x(\d{1,4})x(\d{1,7})\s+(\S+)")


class Source(NamedTuple):
    """Where a constraint comes from: the clue in a cell, one at the border, a rule, or the total.

    - ``kind``: clue, border, rule or total.
    - ``number``: the cell; for borders and rules the number among those of the variant.
    - ``line``: the line of a clue at the border.
    """

    kind: str
    number: int = 0
    line: int = 0


class Premise(NamedTuple):
    """A constraint on hidden cells, and where it comes from."""

    source: Source
    constraint: Constraint


@dataclass(frozen=True)
class Position:
    r"""All that a player may see of a game of a variant.

    - ``cells``: the text of each cell: ``H`` hidden, ``F`` flagged, ``*`` an open mine, ``?`` a
      safe cell without a clue, or what a clue shows.
    - ``lines``: the texts of the clues at the border, for each ``Border`` of the variant.

    >>> from sapper_variants import Position
    >>> position = Position.parse("3x2x2 liar\nH 1 H\nH H H")
    >>> position.width, position.mines, position.variant.name
    (3, 2, 'liar')
    """

    variant: Variant
    width: int
    height: int
    mines: int
    cells: tuple[str, ...]
    lines: tuple[tuple[str, ...], ...] = ()

    @classmethod
    def parse(cls, text: str, variant: Variant | None = None) -> Position:
        """Read a position: ``WIDTHxHEIGHTxMINES VARIANT``, a line for each row, and one for the
        clues at each border.

        The cells of a row are separated by spaces, which may be left out if each is one character.
        ``variant`` is that of a position that names none. Raises ``NotationError`` naming the line.
        """
        rows = [line.split() for line in text.strip().splitlines()]
        first = text.strip().partition("\n")[0]
        if variant is not None and len(first.split()) == 1:
            first += f" {variant.name}"
        header = _HEADER.fullmatch(first.strip())
        if header is None:
            raise NotationError(f"line 1 should be WIDTHxHEIGHTxMINES VARIANT, not {quoted(first)}")
        width, height, mines = (int(header[n]) for n in (1, 2, 3))
        _check_size(width, height, mines)
        variant = variant or Variant.named(header[4])
        if len(rows) != 1 + height + len(variant.border):
            raise NotationError(
                f"expected {plural(height, 'row')} and {plural(len(variant.border), 'line')} of the"
                f" border after line 1, not {len(rows) - 1}"
            )
        cells = [
            cell
            for n, row in enumerate(rows[1:])
            if n < height
            for cell in _cells(row, width, n + 2)
        ]
        board = variant.board(width, height)
        lines = tuple(
            _border_line(row, border, board, height + 2 + n)
            for n, (border, row) in enumerate(zip(variant.border, rows[1 + height :], strict=True))
        )
        position = cls(variant, width, height, mines, tuple(cells), lines)
        position._check()
        return position

    def __str__(self) -> str:
        """Return the text form."""
        wide = max(map(len, self.cells))
        rows = [
            " ".join(f"{cell:>{wide}}" for cell in self.cells[start : start + self.width])
            for start in range(0, len(self.cells), self.width)
        ]
        borders = [
            " ".join([border.lines, *texts])
            for border, texts in zip(self.variant.border, self.lines, strict=True)
        ]
        header = f"{self.width}x{self.height}x{self.mines} {self.variant.name}"
        return "\n".join([header, *rows, *borders])

    @property
    def board(self) -> Board:
        """The board."""
        return self.variant.board(self.width, self.height)

    @cached_property
    def hidden(self) -> tuple[int, ...]:
        """The indices of the hidden cells, flagged or not."""
        return tuple(i for i, text in enumerate(self.cells) if text in (HIDDEN, FLAGGED))

    @cached_property
    def known(self) -> dict[int, bool]:
        """Whether each open cell is a mine."""
        hidden = set(self.hidden)
        return {i: text == MINE for i, text in enumerate(self.cells) if i not in hidden}

    @property
    def mines_left(self) -> int:
        """The number of mines under hidden cells."""
        return self.mines - sum(self.known.values())

    @cached_property
    def premises(self) -> tuple[Premise, ...]:
        """The constraints on few hidden cells: of clues, of the border and of rules on layouts.

        One that no cell is left of is missing if it holds. Rules on groups and the number of mines
        are not among them.
        """
        board, variant, views = self.board, self.variant, self.variant.views(self.board)
        found = [
            Premise(Source("clue", i), variant.clue.constraint(views[i], text))
            for i, text in enumerate(self.cells)
            if text not in SPECIAL
        ]
        for n, (border, texts) in enumerate(zip(variant.border, self.lines, strict=True)):
            for line, (view, text) in enumerate(zip(board.lines(border.lines), texts, strict=True)):
                if text != OPEN:
                    found.append(Premise(Source("border", n, line), border.constraint(view, text)))
        for n, rule in enumerate(variant.layout):
            constraints = constraints_of(rule, board, self.mines)
            found += [Premise(Source("rule", n), constraint) for constraint in constraints]
        given = [Premise(premise.source, premise.constraint.given(self.known)) for premise in found]
        return tuple(t for t in given if t.constraint.cells or not t.constraint.allows(()))

    @property
    def total(self) -> Sum:
        """The number of mines as a constraint on all hidden cells."""
        return Sum(self.hidden, (1,) * len(self.hidden), frozenset({self.mines_left}))

    def allows(self, mines: Collection[int]) -> bool:
        """Whether this may be the layout: every clue shows what it must, and all rules are obeyed.

        It reads the declarations of the variant, none of the constraints that follow from them.
        """
        board, variant = self.board, self.variant
        views = variant.views(board)
        inside = frozenset(mines)
        if len(inside) != self.mines or any(
            (i in inside) != mine for i, mine in self.known.items()
        ):
            return False
        clues = ((views[i], text) for i, text in enumerate(self.cells) if text not in SPECIAL)
        if not all(text in variant.clue.texts(view, inside) for view, text in clues):
            return False
        for border, texts in zip(variant.border, self.lines, strict=True):
            for view, text in zip(board.lines(border.lines), texts, strict=True):
                if text != OPEN and text not in border.texts(view, inside):
                    return False
        return variant.obeyed(board, inside)

    def opened(self, texts: Mapping[int, str]) -> Position:
        """The position after these cells show these texts."""
        return replace(self, cells=tuple(texts.get(i, text) for i, text in enumerate(self.cells)))

    def cell(self, index: int) -> Cell:
        """The row and column of an index."""
        return divmod(index, self.width)

    def _check(self) -> None:
        """Raise ``NotationError`` for a clue that its cell can never show."""
        views = self.variant.views(self.board)
        for i, text in enumerate(self.cells):
            if text in SPECIAL:
                continue
            try:
                constraint = self.variant.clue.constraint(views[i], text)
            except BudgetError as error:
                raise NotationError(f"{list(self.cell(i))}: {error}") from None
            possible = constraint.totals if isinstance(constraint, Sum) else 1 in constraint.allowed
            if not possible:
                raise NotationError(
                    f"line {i // self.width + 2}: the clue {quoted(text)} at {list(self.cell(i))}"
                    f" cannot occur there in {self.variant.name}"
                )


def _check_size(width: int, height: int, mines: int) -> None:
    check_cells(width, height)
    if not 0 < width * height <= MAX_CELLS:
        raise NotationError(f"a board of a variant has 1 to {MAX_CELLS:,} cells")
    if mines > width * height:
        raise NotationError(f"{plural(mines, 'mine')} on {plural(width * height, 'cell')}")


def _cells(row: list[str], width: int, line: int) -> list[str]:
    cells = list(row[0]) if len(row) == 1 < width else row
    if len(cells) != width:
        raise NotationError(f"line {line} has {plural(len(cells), 'cell')} instead of {width}")
    return cells


def _border_line(row: list[str], border: Border, board: Board, line: int) -> tuple[str, ...]:
    number = len(board.lines(border.lines))
    if row[:1] != [border.lines] or len(row) != number + 1:
        raise NotationError(
            f"line {line}: expected '{border.lines}' and {plural(number, 'clue')}, ? for none"
        )
    return tuple(row[1:])
