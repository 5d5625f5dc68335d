"""What a position implies, in one object: ``sapper.analyse``."""

from __future__ import annotations

import time
from dataclasses import dataclass
from math import isfinite, isnan, log, nan

import numpy as np
import numpy.typing as npt

from sapper.errors import BudgetError
from sapper.game import Cell, Position
from sapper.inference.counting import MEGABYTES, SECONDS, count, counter_of, risks
from sapper.inference.gold import has_signs
from sapper.inference.satisfiability import certain_cells


@dataclass(frozen=True, eq=False)
class Analysis:
    """``mine_probability`` is an array (height, width) of doubles, nan where a cell is not
    hidden; 0 and 1 stand in it only where they are certain. ``log10_layouts`` is the decimal
    logarithm of the number of layouts. ``safe`` and ``certain_mines`` are in row-major order.

    Where counting exceeded its budget, ``exact`` is False and ``note`` says why. Certain cells are
    then still certain: all of them by satisfiability or, where that takes too long as well, those
    that single clues settle. All others are nan, and so is ``log10_layouts``. Where anything is
    told of gold, ``exact`` is False too: that makes cells certain, but all other figures are those
    of the clues and the number of mines alone.
    """

    position: Position
    mine_probability: npt.NDArray[np.float64]
    log10_layouts: float
    safe: tuple[Cell, ...]
    certain_mines: tuple[Cell, ...]
    exact: bool = True
    note: str = ""

    @property
    def counted(self) -> bool:
        """Whether there are figures for cells that are not certain."""
        return not isnan(self.log10_layouts)


def analyse(
    position: Position,
    *,
    seconds: float = SECONDS,
    megabytes: int = MEGABYTES,
    steps: int = 0,
) -> Analysis:
    """Everything a position implies about its hidden cells.

    ``seconds`` bound it all, half of them the counting, which is #P-hard in general; should it
    stop, satisfiability has the time left. ``megabytes`` bound the tables of the counting, and
    ``steps`` its work, alike on every machine (0: no such bound).

    Raises ``ImpossiblePositionError`` naming a minimal set of clues at fault.
    """
    started = time.monotonic()
    counter = counter_of(position.grid)
    try:
        count(counter, position, seconds / 2, megabytes, steps)
    except BudgetError as error:
        left = seconds - (time.monotonic() - started)
        return _without_counting(position, risks(counter, position), left, str(error))
    log10_layouts, risk = counter.logarithm / log(10), risks(counter, position)
    if has_signs(position):
        left = seconds - (time.monotonic() - started)
        return _with_gold(position, risk, log10_layouts, left)
    return _analysis(position, risk, log10_layouts)


def _with_gold(
    position: Position, counted: npt.NDArray[np.float64], log10_layouts: float, seconds: float
) -> Analysis:
    """Certain cells by all that is told; risks and layouts by the clues, as counting knows them."""
    note = "what is told of gold makes cells certain, but is not counted in the other risks"
    try:
        safe, mines = certain_cells(position, seconds=seconds if isfinite(seconds) else None)
    except BudgetError:
        note = "what is told of gold took too long to reason with; the clues alone are counted"
        return _analysis(position, counted, log10_layouts, note)
    counted[list(safe)] = 0.0
    counted[list(mines)] = 1.0
    return _analysis(position, counted, log10_layouts, note)


def _without_counting(
    position: Position, settled: npt.NDArray[np.float64], seconds: float, note: str
) -> Analysis:
    """Certain cells only, beginning with those that single clues settle."""
    try:
        safe, mines = certain_cells(position, seconds=seconds if isfinite(seconds) else None)
    except BudgetError:
        return _analysis(
            position,
            settled,
            nan,
            f"{note}, and satisfiability took too long; "
            "certain cells are those that single clues settle",
        )
    settled[list(safe)] = 0.0
    settled[list(mines)] = 1.0
    return _analysis(position, settled, nan, note + "; certain cells are by satisfiability")


def _analysis(
    position: Position, flat: npt.NDArray[np.float64], log10_layouts: float, note: str = ""
) -> Analysis:
    grid = position.grid
    return Analysis(
        position,
        flat.reshape(grid.height, grid.width),
        log10_layouts,
        tuple(grid.cell(i) for i in np.flatnonzero(flat == 0.0).tolist()),
        tuple(grid.cell(i) for i in np.flatnonzero(flat == 1.0).tolist()),
        exact=not note,
        note=note,
    )
