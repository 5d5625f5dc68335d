"""Grids: cells in rows and columns, their neighbours, and the regions of a board.

The public API gives a cell as ``(row, column)``, counted from 0. The game, inference and kernel
packages use its *index* internally, ``row * width + column``.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from operator import index as plain
from typing import Literal, get_args

from sapper.arguments import describe_cell, iterable, text, whole
from sapper.errors import RulesError, quoted
from sapper.lazy import cached_property

Cell = tuple[int, int]
Kind = Literal["square", "torus", "hex", "graph"]

MAX_CELLS = 1_000_000
MAX_NEIGHBOURS = 200


@dataclass
class CellLimit:
    """The most cells of a board, and whether a larger one was refused."""

    most: int
    exceeded: bool = False


_limit: ContextVar[CellLimit | None] = ContextVar("limit", default=None)


def cell_limit() -> int:
    """Return the most cells that a board may have here."""
    limit = _limit.get()
    return MAX_CELLS if limit is None else limit.most


@contextmanager
def cells_limited(most: int) -> Iterator[CellLimit]:
    """Limit the boards that this block makes or reads to so many cells, instead of ``MAX_CELLS``.

    The limit is part of the context, so no reader has to pass it on: readers of any format call
    ``check_cells`` as soon as they know the size, before they read or deal a cell.
    """
    limit = CellLimit(most)
    token = _limit.set(limit)
    try:
        yield limit
    finally:
        _limit.reset(token)


def check_cells(width: int, height: int) -> None:
    """Raise ``RulesError`` for a board with more cells than allowed here."""
    limit, cells = _limit.get(), width * height
    if limit is not None and cells > limit.most:
        limit.exceeded = True
        size = f"{width:,}x{height:,}"
        raise RulesError(f"a board here has at most {limit.most:,} cells, not {size}")
    if cells > MAX_CELLS:
        raise RulesError(f"a grid of {width}x{height} has more than {MAX_CELLS:,} cells")


_SQUARE = [(dr, dc) for dr, dc in product((-1, 0, 1), repeat=2) if (dr, dc) != (0, 0)]
#: A rhombus of hexagons: each row is shifted by half a cell from the row above.
_HEX = [(-1, -1), (-1, 0), (0, -1), (0, 1), (1, 0), (1, 1)]


@dataclass(frozen=True)
class Grid:
    """``height`` rows of ``width`` cells; ``kind`` determines which cells are neighbours.

    A cell of a ``square`` grid has 8 neighbours. ``torus`` is the same with opposite edges joined,
    ``hex`` is a rhombus of hexagons with 6 neighbours each, and ``graph`` takes any undirected
    ``edges`` between cell indices. ``blocked`` cells never hold a mine and never show a clue.

    Raises ``RulesError`` if the grid is empty, blocked everywhere or too large, or names cells out
    of range.

    >>> sapper.Grid(30, 16).size, sapper.Grid(3, 3, "hex").neighbours((0, 0))
    (480, ((0, 1), (1, 0), (1, 1)))
    """

    width: int
    height: int
    kind: Kind = "square"
    blocked: frozenset[int] = frozenset()
    edges: tuple[tuple[int, int], ...] = ()

    def __post_init__(self) -> None:
        whole("width", self.width)
        whole("height", self.height)
        if self.width < 1 or self.height < 1:
            raise RulesError(f"a grid of {self.width}x{self.height} has no cells")
        check_cells(self.width, self.height)
        if text("kind", self.kind) not in get_args(Kind):
            expected = "expected square, torus, hex or graph"
            raise RulesError(f"unknown grid {quoted(self.kind)}: {expected}")
        edges = tuple(tuple(iterable("edge", edge)) for edge in iterable("edges", self.edges))
        for edge in edges:
            if len(edge) != 2:
                raise RulesError(f"edge: expected two cells, not {describe_cell(edge)}")
        if edges and self.kind != "graph":
            raise RulesError(f"a {self.kind} grid takes no edges: only a graph does")
        object.__setattr__(self, "edges", edges)
        object.__setattr__(self, "blocked", frozenset(iterable("blocked", self.blocked)))
        for index in [*self.blocked, *(end for edge in edges for end in edge)]:
            if not 0 <= whole("cell", index) < self.size:
                raise RulesError(f"cell {index} is outside a grid of {self.size} cells")
        if any(a == b for a, b in self.edges):
            raise RulesError("a cell cannot be its own neighbour")
        if len(self.blocked) == self.size:
            raise RulesError(f"all {self.size} cells of the grid are blocked")

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the fields of the grid, not the values derived from them."""
        return Grid, (self.width, self.height, self.kind, self.blocked, self.edges)

    @property
    def size(self) -> int:
        """The number of cells, including blocked ones."""
        return self.width * self.height

    @cached_property
    def playable(self) -> tuple[int, ...]:
        """The indices of the cells that are not blocked, in ascending order."""
        return tuple(i for i in range(self.size) if i not in self.blocked)

    def index(self, cell: Cell) -> int:
        """Return the index of ``(row, column)``. Raises ``RulesError`` outside the grid."""
        try:
            row, column = map(plain, cell)
        except (TypeError, ValueError):
            raise RulesError(f"expected a cell (row, column), not {describe_cell(cell)}") from None
        if not (0 <= row < self.height and 0 <= column < self.width):
            raise RulesError(
                f"cell [{row}, {column}] is outside the {self.width}x{self.height} grid"
            )
        return row * self.width + column

    def cell(self, index: int) -> Cell:
        """Return the ``(row, column)`` of an index."""
        return divmod(index, self.width)

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the neighbours of ``(row, column)`` that are not blocked, in row-major order."""
        return tuple(map(self.cell, self.neighbour_indices(self.index(cell))))

    def neighbour_indices(self, index: int) -> tuple[int, ...]:
        """Return the indices of the neighbours that are not blocked, in ascending order."""
        starts, flat = self.adjacency
        return tuple(flat[starts[index] : starts[index + 1]])

    def cardinal_indices(self, index: int) -> tuple[int, ...]:
        """Return the indices of the neighbours that share a side with a cell, in ascending order.

        These are all neighbours on a hex grid, and also on a graph, which has no sides.
        """
        if self.kind in ("hex", "graph"):
            return self.neighbour_indices(index)
        row, column = self.cell(index)
        return tuple(
            i
            for i in self.neighbour_indices(index)
            if i // self.width == row or i % self.width == column
        )

    @cached_property
    def adjacency(self) -> tuple[array[int], array[int]]:
        """``(starts, flat)``: cell i's neighbours are ``flat[starts[i]:starts[i + 1]]``.

        Blocked cells have no neighbours here, so the code that uses these arrays can ignore them.
        Raises ``RulesError`` if a cell has more than ``MAX_NEIGHBOURS``.
        """
        return _adjacency(self)

    @property
    def widest(self) -> int:
        """The largest number of neighbours of any cell."""
        starts, _ = self.adjacency
        return max(map(int.__sub__, starts[1:], starts))

    @cached_property
    def corner(self) -> int:
        """The first playable cell with the fewest neighbours: a corner, if the grid has one."""
        starts, _ = self.adjacency
        return min(self.playable, key=lambda i: starts[i + 1] - starts[i])

    @cached_property
    def symmetry_representatives(self) -> tuple[int, ...]:
        """The first playable cell of each class of cells that rotations and reflections map to one
        another.

        Symmetry is used only on square grids without blocked cells; elsewhere each cell is a class.
        """
        if self.kind != "square" or self.blocked:
            return self.playable
        kinds: dict[tuple[int, ...], int] = {}
        for i in self.playable:
            row, column = self.cell(i)
            folded = min(row, self.height - 1 - row), min(column, self.width - 1 - column)
            kind = tuple(sorted(folded)) if self.width == self.height else folded
            kinds.setdefault(kind, i)
        return tuple(kinds.values())


@lru_cache(maxsize=64)
def _adjacency(grid: Grid) -> tuple[array[int], array[int]]:
    """Compute ``Grid.adjacency``; cached across equal grids, as each position has its own."""
    starts, flat = array("i", [0]), array("i")
    linked = _linked(grid)
    blocked = grid.blocked
    for index in range(grid.size):
        near = [] if index in blocked else linked(index)
        if blocked:
            near = [other for other in near if other not in blocked]
        if len(near) > MAX_NEIGHBOURS:
            limit = f"the limit is {MAX_NEIGHBOURS}"
            raise RulesError(f"cell {index} has {len(near)} neighbours: {limit}")
        flat.extend(near)
        starts.append(len(flat))
    return starts, flat


def _linked(grid: Grid) -> Callable[[int], list[int]]:
    """Return a function that lists the neighbours of an index, ascending, blocked or not."""
    if grid.kind == "graph":
        return _by_edges(grid)
    if grid.kind == "torus":
        return _by_gluing(grid)
    return _by_steps(grid, _HEX if grid.kind == "hex" else _SQUARE)


def _by_edges(grid: Grid) -> Callable[[int], list[int]]:
    near: list[set[int]] = [set() for _ in range(grid.size)]
    for a, b in grid.edges:
        near[a].add(b)
        near[b].add(a)
    return lambda index: sorted(near[index])


def _by_gluing(grid: Grid) -> Callable[[int], list[int]]:
    width, height = grid.width, grid.height

    def around(index: int) -> list[int]:
        row, column = divmod(index, width)
        cells = {(row + dr) % height * width + (column + dc) % width for dr, dc in _SQUARE}
        return sorted(cells - {index})  # on a torus narrower than 3, a cell is its own neighbour

    return around


def _by_steps(grid: Grid, steps: list[tuple[int, int]]) -> Callable[[int], list[int]]:
    width, height = grid.width, grid.height
    offsets = [dr * width + dc for dr, dc in steps]

    def around(index: int) -> list[int]:
        row, column = divmod(index, width)
        if 0 < row < height - 1 and 0 < column < width - 1:
            return [index + offset for offset in offsets]
        cells = ((row + dr, column + dc) for dr, dc in steps)
        return [r * width + c for r, c in cells if 0 <= r < height and 0 <= c < width]

    return around


Neighbours = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Opening:
    """A region that one click opens: its zeros and the numbers around them, as indices."""

    zeros: tuple[int, ...]
    border: tuple[int, ...]


@dataclass(frozen=True)
class Regions:
    """The clicks that a board takes; cells are indices.

    ``near`` has the neighbours of each cell, ``clues`` the number of mines next to each cell,
    ``isolated`` the numbers that touch no zero, in ascending order. Without chords, opening the
    board takes one click per opening and one per isolated number: its 3BV.
    """

    near: Neighbours
    mines: frozenset[int]
    clues: bytes
    openings: tuple[Opening, ...]
    isolated: tuple[int, ...]

    @property
    def bbbv(self) -> int:
        """The 3BV of the board (Bechtel's Board Benchmark Value): the fewest left clicks that open
        all its safe cells."""
        return len(self.openings) + len(self.isolated)

    @property
    def islands(self) -> int:
        """The number of connected groups of isolated numbers."""
        rest, groups = set(self.isolated), 0
        while rest:
            groups += 1
            _grow(rest.pop(), self.near, rest)
        return groups


def regions(grid: Grid, mines: Iterable[int]) -> Regions:
    """Return the regions of a grid with mines at some indices."""
    near, mined = neighbour_lists(grid), frozenset(mines)
    clues = bytearray(grid.size)
    for mine in mined:
        for i in near[mine]:
            clues[i] += 1
    safe = [i for i in grid.playable if i not in mined]
    zeros = {i for i in safe if not clues[i]}
    beside: set[int] = set()
    openings = []
    for start in sorted(zeros):
        if start not in zeros:
            continue
        zeros.remove(start)
        inside = [start, *_grow(start, near, zeros)]
        border = {i for zero in inside for i in near[zero] if clues[i]}
        beside |= border
        openings.append(Opening(tuple(sorted(inside)), tuple(sorted(border))))
    isolated = tuple(i for i in safe if clues[i] and i not in beside)
    return Regions(near, mined, bytes(clues), tuple(openings), isolated)


def _grow(start: int, near: Neighbours, within: set[int]) -> list[int]:
    """Remove from a set the cells connected to a cell, and return them."""
    region, waiting = [], [start]
    while waiting:
        for i in near[waiting.pop()]:
            if i in within:
                within.remove(i)
                region.append(i)
                waiting.append(i)
    return region


@lru_cache(maxsize=16)
def neighbour_lists(grid: Grid) -> Neighbours:
    """Return the neighbours of each cell of a grid, cached for recent grids."""
    return tuple(grid.neighbour_indices(i) for i in range(grid.size))
