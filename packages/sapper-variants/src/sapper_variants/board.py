"""Boards of a shape, and the views of their clues: which cells a clue looks at, and in what order.

Cells are indices, ``row * width + column``. Hexagons are the rhombus of ``sapper.Grid``: each row
is shifted by half a cell from the row above.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import count
from typing import Literal, NamedTuple

from sapper.errors import InputError, quoted, unknown

Shape = Literal["square", "hex", "torus"]
Lines = Literal["rows", "columns", "falling", "rising"]
By = Literal["sides", "corners"]
Step = tuple[int, int]

#: The steps to the neighbours of a cell, in the order of a circle.
_SQUARE: tuple[Step, ...] = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))
_HEX: tuple[Step, ...] = ((-1, -1), (-1, 0), (0, 1), (1, 1), (1, 0), (0, -1))
#: The step from one cell of a line to the next.
_ALONG: dict[str, Step] = {
    "rows": (0, 1),
    "columns": (1, 0),
    "falling": (1, 1),
    "rising": (-1, 1),
}
_KNIGHT = tuple((r, c) for r in (-2, -1, 1, 2) for c in (-2, -1, 1, 2) if abs(r) != abs(c))
#: Names of views, besides pictures: the cells around a clue, those at its sides or corners, ….
LOOKS = ("around", "sides", "corners", "knight", "cross", "far", "rays", "rows", "columns")


class View(NamedTuple):
    """The cells that a clue looks at.

    - ``cells``: the indices, in the order of the circle, of the ray or of the line.
    - ``weights``: how often a mine counts.
    - ``breaks``: the places in ``cells`` at which an arm begins or ends, in ascending order: the
      cell there is not next to the one before. A closed circle has none. An arm may be empty.
    """

    cells: tuple[int, ...]
    weights: tuple[int, ...]
    breaks: tuple[int, ...]

    @property
    def arms(self) -> Iterator[range]:
        """The places of each arm, in their order."""
        return map(range, self.breaks, self.breaks[1:])


class Board(NamedTuple):
    """Rows and columns of cells of a shape."""

    shape: Shape
    width: int
    height: int

    @property
    def size(self) -> int:
        """The number of cells."""
        return self.width * self.height

    def at(self, row: int, column: int) -> int | None:
        """The index of a cell, None outside the board."""
        if self.shape == "torus":
            return row % self.height * self.width + column % self.width
        if 0 <= row < self.height and 0 <= column < self.width:
            return row * self.width + column
        return None

    def is_dark(self, cell: int) -> bool:
        """Whether a cell is dark on a chessboard whose first cell is light."""
        return sum(divmod(cell, self.width)) % 2 == 1

    def near(self, cell: int, by: By = "corners") -> tuple[int, ...]:
        """The cells that share a side or corner with a cell; hexagons have no corners."""
        return _near(self, by)[cell]

    def touches_border(self, cell: int) -> bool:
        """Whether a cell is at the border; no cell of a torus is."""
        row, column = divmod(cell, self.width)
        edge = row in (0, self.height - 1) or column in (0, self.width - 1)
        return edge and self.shape != "torus"

    def lines(self, which: Lines) -> tuple[View, ...]:
        """The lines of a direction, each from its first cell, in the order of these cells."""
        return _lines(self, which)

    def views(self, looks: str | tuple[str, ...], light: int, dark: int) -> tuple[View, ...]:
        """The view from each cell; mines in light and dark cells count so often."""
        return _views(self, looks, light, dark)


def _steps(shape: Shape, by: By = "corners") -> tuple[Step, ...]:
    if shape == "hex":
        return _HEX
    return _SQUARE if by == "corners" else tuple(s for s in _SQUARE if 0 in s)


@lru_cache(maxsize=64)
def _near(board: Board, by: By) -> tuple[tuple[int, ...], ...]:
    found = []
    for cell in range(board.size):
        row, column = divmod(cell, board.width)
        near = {board.at(row + dr, column + dc) for dr, dc in _steps(board.shape, by)}
        found.append(tuple(sorted(i for i in near if i is not None and i != cell)))
    return tuple(found)


@lru_cache(maxsize=64)
def _lines(board: Board, which: Lines) -> tuple[View, ...]:
    dr, dc = _ALONG[which]
    inner = Board("square", board.width, board.height)
    found = []
    for cell in range(board.size):
        row, column = divmod(cell, board.width)
        if inner.at(row - dr, column - dc) is None:
            cells = tuple(_ray(inner, row - dr, column - dc, (dr, dc)))
            found.append(View(cells, (1,) * len(cells), (0, len(cells))))
    return tuple(found)


def _ray(board: Board, row: int, column: int, step: Step) -> Iterator[int]:
    """The cells in a direction, up to the border, or on a torus up to the first one again."""
    start = board.at(row, column)
    for n in count(1):
        cell = board.at(row + n * step[0], column + n * step[1])
        if cell is None or cell == start:
            return
        yield cell


@lru_cache(maxsize=64)
def _views(board: Board, looks: str | tuple[str, ...], light: int, dark: int) -> tuple[View, ...]:
    found = []
    for cell in range(board.size):
        row, column = divmod(cell, board.width)
        if looks in ("rays", "rows", "columns"):
            steps = _steps(board.shape, "sides")
            if looks != "rays":
                steps = tuple(s for s in steps if s[0 if looks == "rows" else 1] == 0)
            arms = [list(_ray(board, row, column, step)) for step in steps]
            cells: list[int | None] = [None, *(i for arm in arms for i in (*arm, None))]
            counts = dict.fromkeys(cells, 1)
        else:
            marks = _marks(looks, board.shape)
            cells = [board.at(row + dr, column + dc) for dr, dc in marks]
            counts = dict(zip(cells, marks.values(), strict=True))
            if _closed(tuple(marks)) or len(cells) < 2:
                gap = cells.index(None) if None in cells else 0
                cells = [*cells[gap:], *cells[:gap]]
            else:
                cells = [None, *(i for cell in cells for i in (cell, None))]
        cells = [i for i in cells if i != cell]  # on a narrow torus, a step may lead back
        found.append(_view(board, cells, counts, light, dark))
    return tuple(found)


def _view(
    board: Board, cells: list[int | None], counts: dict[int | None, int], light: int, dark: int
) -> View:
    """The view of cells in order; None stands for a gap."""
    kept, breaks = list[int](), list[int]()
    for cell in cells:
        if cell is None:
            breaks.append(len(kept))
        elif cell not in kept:  # a narrow torus has the same cell twice
            kept.append(cell)
    weights = tuple(counts[i] * (dark if board.is_dark(i) else light) for i in kept)
    return View(tuple(kept), weights, tuple(breaks))


def _closed(steps: tuple[Step, ...]) -> bool:
    """Whether the steps are those to all neighbours, in the order of the circle."""
    return steps in (_SQUARE, _HEX)


@lru_cache(maxsize=64)
def _marks(looks: str | tuple[str, ...], shape: Shape) -> dict[Step, int]:
    """The steps of a named view or picture, with how often a mine there counts."""
    if isinstance(looks, tuple):
        return _pictured(looks)
    steps: Iterable[Step]
    if looks == "around":
        steps = _steps(shape)
    elif looks == "sides":
        steps = _steps(shape, "sides")
    elif looks == "corners":
        steps = tuple(s for s in _SQUARE if 0 not in s)
    elif looks == "knight":
        steps = _KNIGHT
    elif looks == "cross":
        steps = [(n * dr, n * dc) for dr, dc in _steps(shape, "sides") for n in (1, 2)]
    elif looks == "far":  # all cells within two steps
        reach = {(0, 0)}
        for _ in range(2):
            reach |= {(r + dr, c + dc) for r, c in reach for dr, dc in _steps(shape)}
        steps = sorted(reach - {(0, 0)})
    else:
        raise InputError(f"looks: {unknown('view', looks, LOOKS)}")
    return dict.fromkeys(steps, 1)


def _pictured(rows: tuple[str, ...]) -> dict[Step, int]:
    """The steps of a picture: ``o`` is the clue, ``.`` a cell that it does not see, and a digit
    says how often a mine there counts."""
    places = {(r, c): x for r, row in enumerate(rows) for c, x in enumerate(row.replace(" ", ""))}
    centres = [place for place, letter in places.items() if letter == "o"]
    wrong = [letter for letter in places.values() if letter not in "o.123456789"]
    if wrong:
        raise InputError(f"looks: expected a picture of o, . and digits, not {quoted(wrong[0])}")
    if len(centres) != 1:
        raise InputError(f"looks: expected a picture with one o, not {len(centres)}")
    row, column = centres[0]
    return {(r - row, c - column): int(x) for (r, c), x in places.items() if x.isdigit()}


def check_looks(looks: str | tuple[str, ...]) -> None:
    """Raise ``InputError`` unless this is the name of a view or a picture."""
    if not isinstance(looks, str) or looks not in ("rays", "rows", "columns"):
        _marks(looks, "square")
