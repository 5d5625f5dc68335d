"""``analysis=``: positions compressed in the format of the public page JSMinesweeper (D. N. Hill).

Width and height have two digits each, the mines four, and the cells follow row by row; the digits
of base 62 are ``a``–``z``, ``A``–``Z``, ``0``–``9``. Cells are written as runs of one value. Each
value owns some of the 62 digits (``SHARES``), which identify it; the length of a run is written
with these digits, in the base of their number, and a value with a single digit repeats it.

The values are the clues, ``H`` for hidden, ``F`` for flagged, ``I`` for a hidden cell that a clue
shows to be a mine because all its covered neighbours are, and ``O`` for flagged. Every ``F`` and
``I`` is subtracted from the clues around it, which makes zeros and their long runs more frequent;
an ``O`` is not, because some clue around it would drop below zero.
"""

from __future__ import annotations

from itertools import groupby

from sapper.errors import NotationError, RulesError, plural
from sapper.game import Grid, Position, Rules
from sapper.game.codes import FLAGGED, HIDDEN

BASE62 = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
#: The values in order, and the number of digits that each owns.
SHARES = {
    "0": 10, "1": 7, "2": 5, "3": 5, "4": 4, "5": 3, "6": 3, "7": 1, "8": 1,
    "I": 4, "H": 10, "F": 8, "O": 1,
}  # fmt: skip
HEAD = 8  #: number of digits before the first cell
MAX_SIDE, MAX_MINES = 62**2 - 1, 62**4 - 1
_COVERED = {"H": HIDDEN, "I": HIDDEN, "F": FLAGGED, "O": FLAGGED}


def _digits() -> dict[str, str]:
    """Return the digits of every value."""
    owned, start = {}, 0
    for value, share in SHARES.items():
        owned[value] = BASE62[start : start + share]
        start += share
    return owned


DIGITS = _digits()
VALUES = {digit: value for value, digits in DIGITS.items() for digit in digits}


def holds(position: Position) -> bool:
    """Return whether the format can describe a position completely, including its rules."""
    grid = position.grid
    return (
        grid.kind == "square"
        and not grid.blocked
        and position.rules == Rules()
        and max(grid.width, grid.height) <= MAX_SIDE
        and position.mines <= MAX_MINES
        and all(code <= 8 or code in (HIDDEN, FLAGGED) for code in position.cells)
    )


def write(position: Position) -> str:
    """Return the value of ``analysis=``, as the page writes it.

    Raises ``RulesError`` for a position that the format cannot describe.
    """
    if not holds(position):
        raise RulesError(
            "a link 'analysis=' only holds square boards under the ordinary rules, "
            "without open mines, gold or blocked cells"
        )
    grid = position.grid
    runs = ((value, sum(1 for _ in cells)) for value, cells in groupby(_values(position)))
    sizes = (grid.width, 2), (grid.height, 2), (position.mines, 4)
    head = "".join(_written(number, BASE62, width) for number, width in sizes)
    return head + "".join(_run(value, count) for value, count in runs)


def _values(position: Position) -> list[str]:
    """Return the value of each cell, with reduced clues where possible."""
    grid = position.grid
    values = [str(code) if code < HIDDEN else "H" for code in position.cells]
    clues = {i: code for i, code in enumerate(position.cells) if code < HIDDEN}
    for index, clue in clues.items():
        covered = [i for i in grid.neighbour_indices(index) if i not in clues]
        if clue == len(covered):
            for i in covered:
                values[i] = "I"
    for index, code in enumerate(position.cells):
        if code == FLAGGED:
            values[index] = "F"
        if values[index] in "FI":
            near = [i for i in grid.neighbour_indices(index) if i in clues]
            if all(clues[i] for i in near):
                for i in near:
                    clues[i] -= 1
            else:
                values[index] = "O" if code == FLAGGED else "H"
    for index, clue in clues.items():
        values[index] = str(clue)
    return values


def _run(value: str, count: int) -> str:
    digits = DIGITS[value]
    return digits * count if len(digits) == 1 else _written(count, digits)


def _written(number: int, digits: str, width: int = 1) -> str:
    """Return a number in the base of these digits, with at least ``width`` of them."""
    written = ""
    while number or len(written) < width:
        number, digit = divmod(number, len(digits))
        written = digits[digit] + written
    return written


def read(text: str) -> Position:
    """Parse the value of ``analysis=``. Raises ``NotationError`` naming the character at fault."""
    for place, character in enumerate(text, start=1):
        if character not in VALUES:
            raise NotationError(f"analysis=: character {place}, {character!r}, is not a digit")
    if len(text) < HEAD:
        raise NotationError(
            f"analysis= has {plural(len(text), 'character')}, but the size alone takes {HEAD}"
        )
    width, height, mines = _of(text[:2]), _of(text[2:4]), _of(text[4:HEAD])
    try:
        grid = Grid(width, height)
    except RulesError as error:
        raise NotationError(f"analysis=: {error}") from None
    values = _cells(text[HEAD:], grid.size)
    cells = bytearray(_COVERED.get(value, 0) or int(value) for value in values)
    for index, value in enumerate(values):
        if value in ("F", "I"):
            for i in grid.neighbour_indices(index):
                if cells[i] < HIDDEN:
                    cells[i] += 1
    for index, code in enumerate(cells):
        near = len(grid.neighbour_indices(index))
        if near < code < HIDDEN:
            row, column = grid.cell(index)
            raise NotationError(
                f"analysis=: clue {code} at [{row}, {column}], which has only {near} neighbours"
            )
    try:
        return Position(grid, Rules(), mines, bytes(cells))
    except RulesError as error:
        raise NotationError(f"analysis=: {error}") from None


def _of(digits: str) -> int:
    number = 0
    for digit in digits:
        number = number * 62 + BASE62.index(digit)
    return number


def _cells(digits: str, size: int) -> list[str]:
    """Return the value of each cell; ``size`` values are expected."""
    values: list[str] = []
    for value, run in groupby(digits, VALUES.__getitem__):
        own, count = DIGITS[value], 0
        for digit in run:
            count = count + 1 if len(own) == 1 else count * len(own) + own.index(digit)
            if count > size:
                break
        if len(values) + count > size:
            raise NotationError(f"analysis= has more cells than the {size} of its board")
        values += [value] * count
    if len(values) < size:
        raise NotationError(
            f"analysis= has {plural(len(values), 'cell')}, but its board has {size}"
        )
    return values
