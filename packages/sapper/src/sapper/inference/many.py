"""``sapper.analyse_many``: what many positions imply, as arrays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from math import log, nan
from typing import Any

import numpy as np
import numpy.typing as npt

from sapper.arguments import checked, several
from sapper.errors import InputError, SapperError, plural
from sapper.game import Grid, Position, Rules
from sapper.game.codes import BLOCKED, GOLD
from sapper.game.position import cell_codes
from sapper.inference.analysis import analyse
from sapper.inference.counting import MAX_COUNT_STEPS, MAX_MEGABYTES
from sapper.inference.gold import has_signs
from sapper.inference.kernel.counter import Counter

CHUNK_SIZE = 500  #: positions that a thread counts between two checks for Ctrl-C, about 10 ms
MAX_WORKERS = 1024

Cells = npt.NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class Analyses:
    r"""The implications of n positions of one grid.

    ``mine_probability`` (float64) and the Boolean arrays ``safe`` and ``certain_mines`` have the
    shape (n, height, width), ``log10_layouts`` (float64) and ``exact`` (Boolean) (n,); they mean
    what they mean in ``Analysis``. ``errors`` has the error of each position that has no layout or
    cannot be read, by its index; its probabilities and its ``log10_layouts`` are nan.

    >>> both = sapper.analyse_many(["2x1x1\nHH", "2x1x0\nHH"])
    >>> both.mine_probability.tolist()
    [[[0.5, 0.5]], [[0.0, 0.0]]]
    """

    mine_probability: npt.NDArray[np.float64]
    log10_layouts: npt.NDArray[np.float64]
    safe: npt.NDArray[np.bool_]
    certain_mines: npt.NDArray[np.bool_]
    exact: npt.NDArray[np.bool_]
    errors: dict[int, SapperError] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.log10_layouts)

    def __repr__(self) -> str:
        _, height, width = self.mine_probability.shape
        errors = f", {plural(len(self.errors), 'error')}" if self.errors else ""
        return f"<Analyses: {plural(len(self), 'position')} of {width}x{height}{errors}>"

    def to_json(self) -> dict[str, Any]:
        """Return the arrays as nested lists, with null for nan, and the errors by index."""
        return {
            "mine_probability": _lists(self.mine_probability),
            "log10_layouts": _lists(self.log10_layouts),
            "safe": self.safe.tolist(),
            "certain_mines": self.certain_mines.tolist(),
            "exact": self.exact.tolist(),
            "errors": {index: str(error) for index, error in self.errors.items()},
        }

    def rows(self) -> list[dict[str, Any]]:
        """Return the positions as the rows of a table, such as ``pandas.DataFrame(rows)``.

        The columns are ``position`` (its index), ``log10_layouts``, ``exact``, the numbers of
        ``safe`` cells and ``certain_mines``, and ``error``, empty for positions without one.
        """
        return [
            {
                "position": index,
                "log10_layouts": float(self.log10_layouts[index]),
                "exact": bool(self.exact[index]),
                "safe": int(self.safe[index].sum()),
                "certain_mines": int(self.certain_mines[index].sum()),
                "error": str(self.errors.get(index, "")),
            }
            for index in range(len(self))
        ]


def _lists(figures: npt.NDArray[np.float64]) -> Any:
    """Return an array as nested lists, with None for nan and infinity."""
    lists: npt.NDArray[np.object_] = figures.astype(object)
    lists[~np.isfinite(figures)] = None
    return lists.tolist()


@checked
def analyse_many(
    positions: Sequence[Position | str] | npt.NDArray[np.integer[Any]],
    *,
    mines: int | npt.ArrayLike | None = None,
    grid: Grid | None = None,
    workers: int = 1,
    megabytes: int = MAX_MEGABYTES,
    steps: int = MAX_COUNT_STEPS,
) -> Analyses:
    r"""Return what many positions imply, with the same figures as ``analyse``.

    ``positions`` are positions of one grid or their texts, or an array of cell codes (whole numbers
    with the shape (n, height, width); see ``sapper.game.codes``), which ``sapper_gym.cell_codes``
    makes of observations. An array needs ``mines``, the total number of mines of all positions or
    of each (n,); its ``grid`` is a rectangle of squares by default. ``workers`` is the number of
    threads. ``megabytes`` and ``steps`` limit the counting of each position; beyond them it is
    analysed as ``analyse`` does when counting stops.

    A position without a layout, or that cannot be read, does not affect the others: its error is in
    ``errors`` of the result.

    Raises ``InputError`` for positions of different grids and for inconsistent arguments.

    >>> sapper.analyse_many(["2x1x1\nHH", "2x1x0\nHH"]).safe.tolist()
    [[[False, False]], [[True, True]]]
    """
    if not 1 <= workers <= MAX_WORKERS:
        raise InputError(f"workers: expected 1 to {MAX_WORKERS}, got {workers}")
    if isinstance(positions, Position):  # iterating one yields cells
        raise InputError("positions: expected a list, not a Position")
    if isinstance(positions, np.ndarray):
        batch = _of_array(positions, mines, grid)
    elif mines is not None or grid is not None:
        raise InputError("'mines' and 'grid' belong to an array of cell codes: positions have both")
    else:
        batch = _of_positions(
            [Position.of(position) for position in several("positions", positions)]
        )
    return _analysed(batch, workers, megabytes, steps)


@dataclass(frozen=True)
class _Batch:
    """Positions to count: their cells (n, cells) and mines (n,); ``alone`` are those that need
    ``analyse``, by index, and ``errors`` belong to those that cannot be read."""

    grid: Grid
    cells: Cells
    mines: npt.NDArray[np.int32]
    positions: Sequence[Position] | None
    alone: tuple[int, ...] = ()
    errors: dict[int, SapperError] = field(default_factory=dict)

    def position(self, index: int) -> Position:
        """Return a position. Raises ``RulesError`` if its cells do not fit the grid."""
        if self.positions is not None:
            return self.positions[index]
        return Position(self.grid, Rules(), int(self.mines[index]), self.cells[index].tobytes())


def _of_positions(positions: Sequence[Position]) -> _Batch:
    grid = positions[0].grid if positions else Grid(1, 1)
    for index, position in enumerate(positions):
        if position.grid != grid:
            raise InputError(f"position {index} is of another grid than position 0")
    cells = np.frombuffer(b"".join(position.cells for position in positions), np.uint8)
    mines = np.array([position.mines for position in positions], np.int32)
    alone = tuple(index for index, one in enumerate(positions) if has_signs(one))
    return _Batch(grid, cells.reshape(len(positions), grid.size), mines, positions, alone)


def _of_array(
    array: npt.NDArray[np.integer[Any]], mines: int | npt.ArrayLike | None, grid: Grid | None
) -> _Batch:
    cells = cell_codes("positions", array, "(n, height, width)", 3)
    n, height, width = cells.shape
    grid = grid or Grid(width, height)
    if (grid.height, grid.width) != (height, width):
        raise InputError(f"grid: expected {width}x{height}, got {grid.width}x{grid.height}")
    if mines is None:
        raise InputError("mines: an array of cell codes needs the number of mines")
    each = np.asarray(mines)
    if each.dtype.kind not in "iu" or each.shape not in ((), (n,)):
        raise InputError(f"mines: expected a whole number, or one for each of {n} positions")
    counts = np.ascontiguousarray(np.broadcast_to(each, n).clip(-1, 2**31 - 1), np.int32)
    batch = _Batch(grid, np.ascontiguousarray(cells.reshape(n, grid.size)), counts, None)
    return _without_unreadable(batch)


def _without_unreadable(batch: _Batch) -> _Batch:
    """Replace positions whose codes or mines do not fit the grid by a countable placeholder."""
    blocked = np.zeros(batch.grid.size, np.bool_)
    blocked[list(batch.grid.blocked)] = True
    wrong = ((batch.cells == BLOCKED) != blocked).any(axis=1) | (batch.cells >= GOLD).any(axis=1)
    wrong |= (batch.mines < 0) | (batch.mines > int((~blocked).sum()))
    errors: dict[int, SapperError] = {}
    for index in np.flatnonzero(wrong).tolist():
        try:
            position = batch.position(index)
        except SapperError as error:
            errors[index] = error
        else:
            code = next(code for code in position.cells if code >= GOLD)
            where = list(batch.grid.cell(position.cells.index(code)))
            errors[index] = InputError(f"cell code {code} at {where} is not one of 0 to {BLOCKED}")
    if not errors:
        return batch
    start = Position.start(batch.grid, 0)
    cells, mines = batch.cells.copy(), batch.mines.copy()
    cells[list(errors)] = np.frombuffer(start.cells, np.uint8)
    mines[list(errors)] = 0
    return _Batch(batch.grid, cells, mines, None, (), errors)


def _analysed(batch: _Batch, workers: int, megabytes: int, steps: int) -> Analyses:
    n, size = batch.cells.shape
    risk, log10_layouts = np.empty((n, size)), np.empty(n)
    statuses = np.empty(n, np.int32)

    def count(chunk: slice) -> None:
        """Count some positions with the counter of this thread."""
        arrays = risk[chunk], log10_layouts[chunk], statuses[chunk]
        counter = counters.pop() if counters else Counter(batch.grid)
        counter.count_many(batch.cells[chunk], batch.mines[chunk], megabytes, steps, *arrays)
        counters.append(counter)

    counters: list[Counter] = []
    if workers == 1:
        for chunk in _chunks(n):
            count(chunk)
    else:
        with ThreadPoolExecutor(workers) as threads:
            for _ in threads.map(count, _chunks(n)):
                pass
    log10_layouts /= log(10)  # the kernel writes natural logarithms
    exact, errors = np.ones(n, np.bool_), dict(batch.errors)
    for index in sorted({*np.flatnonzero(statuses).tolist(), *batch.alone, *errors}):
        risk[index], log10_layouts[index] = nan, nan
        if index not in errors:
            try:
                analysis = analyse(batch.position(index), megabytes=megabytes, steps=steps)
            except SapperError as error:
                errors[index] = error
            else:
                risk[index] = analysis.mine_probability.ravel()
                log10_layouts[index], exact[index] = analysis.log10_layouts, analysis.exact
    exact[list(errors)] = False
    shaped = risk.reshape(n, batch.grid.height, batch.grid.width)
    return Analyses(shaped, log10_layouts, shaped == 0.0, shaped == 1.0, exact, errors)


def _chunks(n: int) -> Iterator[slice]:
    return (slice(start, start + CHUNK_SIZE) for start in range(0, n, CHUNK_SIZE))
