"""``sapper.analyse``: everything that a position implies, in one object."""

from __future__ import annotations

import time
from array import array
from dataclasses import dataclass, replace
from itertools import repeat
from math import floor, isfinite, isnan, log, nan
from typing import TYPE_CHECKING, Any

from sapper.arguments import checked
from sapper.errors import BudgetError, plural
from sapper.estimate import percent
from sapper.game import Cell, Position
from sapper.game.text import TEXTS
from sapper.inference.counting import (
    MAX_MEGABYTES,
    TIMEOUT_SECONDS,
    UNKNOWN_MINES,
    count,
    counter_of,
    risks,
)
from sapper.inference.gold import has_signs
from sapper.inference.satisfiability import certain_cells
from sapper.kernel.arrays import indices
from sapper.lazy import cached_property

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

ROUNDING = 1e-12  #: by which equal probabilities may differ
PROMISED = {"safe": "safe", "opening": "an opening"}  #: the promised first cell, by rule


RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def layouts(log10: float) -> str:
    """Return the number of layouts in words, exact below a billion."""
    if log10 < 9:
        count = round(10**log10)
        return plural(count, "layout")
    power = floor(log10)
    digits = f"{10 ** (log10 - power):.2f}"
    if digits == "10.00":
        digits, power = "1.00", power + 1
    return f"{digits} × 10{str(power).translate(RAISED)} layouts"


@dataclass(frozen=True, eq=False)
class Analysis:
    r"""Everything a position implies about its hidden cells.

    ``mine_probability`` is a numpy array of doubles with shape (height, width), nan where a cell is
    not hidden; it is 0 or 1 only where that is certain. ``probability(cell)`` is one of these
    numbers, and ``probabilities`` has them by cell index; neither needs numpy. ``log10_layouts`` is
    the decimal logarithm of the number of layouts. ``safe`` and ``certain_mines`` are in row-major
    order.

    If counting exceeds its budget, ``exact`` is False and ``note`` says why. Satisfiability then
    finds the certain cells or, if that also takes too long, single clues do, which may miss some.
    All other probabilities and ``log10_layouts`` are nan.

    It is the same if the number of mines is not known: the certain cells then follow from the clues
    alone.

    ``exact`` is also False if the position has signs of gold, which are used only to find certain
    cells; all other figures follow from the clues and the number of mines alone.

    ``mine_probability`` describes the layouts alone: before the first move it is the mine density.
    The first-move rule does not change the layouts; it moves mines away from the cell that you
    open. ``risk``, which everything shown to people uses, accounts for this promise, and
    ``promise`` names it. A promise is no proof: it protects a single cell, so ``safe``, ``safest``
    and ``least_risk`` ignore it.

    >>> analysis = sapper.analyse("4x3x2\nHHHH\n1221\n0000")
    >>> analysis.safe, analysis.certain_mines, float(analysis.mine_probability[0, 1])
    (((0, 0), (0, 3)), ((0, 1), (0, 2)), 1.0)
    """

    position: Position
    probabilities: array[float]
    log10_layouts: float
    note: str = ""

    def __str__(self) -> str:
        """Return a summary, and the board with the risk of every hidden cell."""
        grid = self.position.grid
        texts = [
            percent(self.risk[cell], 0) if cell in self.risk else TEXTS[self.position[cell]]
            for cell in map(grid.cell, range(grid.size))
        ]
        rows = (texts[start : start + grid.width] for start in range(0, grid.size, grid.width))
        return "\n".join([self.summary, *(" ".join(f"{text:>4}" for text in row) for row in rows)])

    def __repr__(self) -> str:
        return f"<Analysis: {self.summary}>"

    def _repr_svg_(self) -> str:
        """Return the risk map as notebooks show it: the risk of every hidden cell."""
        from sapper.game.drawing import below, board, inline, words

        labels = {
            cell: percent(risk, 0, "") for cell, risk in self.risk.items() if risk not in (0.0, 1.0)
        }
        shades = {cell: risk for cell, risk in self.risk.items() if 0.0 < risk < 1.0}
        drawn = board(
            self.position, safe=self.safe, mines=self.certain_mines, labels=labels, shades=shades
        )
        return inline(below(drawn, words(self.summary, kind="few")), f"risk map: {self.summary}")

    def probability(self, cell: Cell) -> float:
        """Return the mine probability of a cell, nan if it is not hidden."""
        return self.probabilities[self.position.grid.index(cell)]

    @property
    def least_risk(self) -> float:
        """The smallest known mine probability of a hidden cell, nan if no cell has one."""
        known = (risk for risk in self.probabilities if not isnan(risk))
        return min(known, default=nan)

    @property
    def safest(self) -> tuple[Cell, ...]:
        """The hidden cells of the least mine probability, but for rounding, in row-major order."""
        most, cell = self.least_risk + ROUNDING, self.position.grid.cell
        return tuple(cell(i) for i in self.position.hidden_indices if self.probabilities[i] <= most)

    @property
    def exact(self) -> bool:
        """Whether all figures follow from counting."""
        return not self.note

    @cached_property
    def safe(self) -> tuple[Cell, ...]:
        """The hidden cells that are certainly not mines."""
        return self._with_probability(0.0)

    @cached_property
    def certain_mines(self) -> tuple[Cell, ...]:
        """The hidden cells that are certainly mines."""
        return self._with_probability(1.0)

    def _with_probability(self, value: float) -> tuple[Cell, ...]:
        width = self.position.grid.width
        return tuple(map(divmod, indices(self.probabilities, value), repeat(width)))

    @cached_property
    def mine_probability(self) -> npt.NDArray[np.float64]:
        """The mine probabilities with shape (height, width)."""
        import numpy as np

        grid = self.position.grid
        return np.frombuffer(self.probabilities).reshape(grid.height, grid.width)

    @cached_property
    def risk(self) -> dict[Cell, float]:
        """The probability that opening a cell next hits a mine, for each hidden cell; nan if it is
        unknown.

        It is 0 for all cells while the rules guarantee a safe first cell.
        """
        safe = self.position.next_open_is_safe
        chances = ((cell, self.probability(cell)) for cell in self.position.hidden)
        return {cell: 0.0 if safe and chance != 1.0 else chance for cell, chance in chances}

    @property
    def promise(self) -> str:
        """The promise of the first-move rule about the next cell, or an empty string."""
        if not self.position.next_open_is_safe:
            return ""
        first = self.position.rules.first
        return f"the first cell is {PROMISED[first]} (first={first})"

    def rows(self) -> list[dict[str, Any]]:
        """Return the hidden cells as the rows of a table, such as ``pandas.DataFrame(rows)``.

        The columns are ``row``, ``column``, ``mine_probability`` and ``risk``; the last two are
        nan if unknown.
        """
        return [
            {
                "row": cell[0],
                "column": cell[1],
                "mine_probability": self.probability(cell),
                "risk": risk,
            }
            for cell, risk in self.risk.items()
        ]

    @property
    def summary(self) -> str:
        """The board size, the mines and the number of certain cells, in one line."""
        grid, mines = self.position.grid, f"{plural(self.position.mines_left, 'mine')} to find"
        known = self.position.rules.mines_known
        parts = [f"{grid.width}x{grid.height}", mines if known else "unknown number of mines"]
        parts += [layouts(self.log10_layouts)] if self.exact else []
        parts += [self.promise or f"{len(self.safe)} safe"]
        parts += [plural(len(self.certain_mines), "certain mine")]
        return " · ".join(parts)

    def to_json(self) -> dict[str, Any]:
        """Return plain values for ``json.dumps``, as ``sapper analyse --json`` prints them.

        ``mine_probability`` is a list of rows, with None for nan. ``exact`` and ``note`` are
        present only if the analysis is not exact, and ``promise`` only if the rules guarantee the
        next cell, which then risks nothing.
        """
        position, width = self.position, self.position.grid.width
        numbers = [None if isnan(risk) else risk for risk in self.probabilities]
        doubts = {} if self.exact else {"exact": False, "note": self.note}
        promise = {"promise": self.promise} if self.promise else {}
        return {
            "width": width,
            "height": position.grid.height,
            "mines": position.mines if position.rules.mines_known else None,
            "consistent": True,
            "log10_layouts": self.log10_layouts if self.counted else None,
            "mine_probability": [
                numbers[start : start + width] for start in range(0, len(numbers), width)
            ],
            "safe": self.safe,
            "certain_mines": self.certain_mines,
            **promise,
            **doubts,
        }

    @property
    def counted(self) -> bool:
        """True if there are probabilities for cells that are not certain."""
        return not isnan(self.log10_layouts)


@checked
def analyse(
    position: Position | str,
    *,
    seconds: float = TIMEOUT_SECONDS,
    megabytes: int = MAX_MEGABYTES,
    steps: int = 0,
) -> Analysis:
    r"""Return everything a position implies about its hidden cells; also named ``analyze``.

    - ``position``: what a player sees, or its text.
    - ``seconds``: the time limit. Counting, which is #P-hard in general, may take half of it, and
      satisfiability the rest if counting stops.
    - ``megabytes``: the memory limit for the tables of counting.
    - ``steps``: a limit on the work of counting, the same on every machine; 0 for none.

    Raises ``ImpossiblePositionError``, which names a minimal set of clues at fault.

    >>> sapper.analyse("5x3x3\nHHHHH\n1222H\n0001H").safe
    ((0, 0), (0, 3), (0, 4))
    """
    position = Position.of(position)
    if position.rules.variant:
        return Analysis(position, *position.rules.variants.chances(position, seconds))
    started = time.monotonic()
    counter = counter_of(position.grid)
    if not position.rules.mines_known:
        unknown = Analysis(position, array("d", [nan]) * position.grid.size, nan)
        found = f"{UNKNOWN_MINES}: the certain cells follow from the clues alone"
        return _with_satisfiability(unknown, seconds, found, "satisfiability took too long")
    try:
        count(counter, position, seconds / 2, megabytes, steps)
    except BudgetError as error:
        return _with_satisfiability(
            Analysis(position, risks(counter, position), nan),
            seconds - (time.monotonic() - started),
            f"{error}; satisfiability found the certain cells",
            f"{error}, and satisfiability took too long; "
            "the certain cells are only those that single clues settle",
        )
    known = Analysis(position, risks(counter, position), counter.logarithm / log(10))
    if not has_signs(position):
        return known
    return _with_satisfiability(
        known,
        seconds - (time.monotonic() - started),
        "the signs of gold prove cells certain, but do not count in the other probabilities",
        "reasoning about the signs of gold took too long, so only the clues are counted",
    )


analyze = analyse


def _with_satisfiability(known: Analysis, seconds: float, found: str, late: str) -> Analysis:
    """Add the certain cells that satisfiability finds, with the note ``found``, or ``late`` if that
    takes more than ``seconds``."""
    limit = seconds if isfinite(seconds) else None
    try:
        safe, mines = certain_cells(known.position, seconds=limit)
    except BudgetError:
        return replace(known, note=late)
    for index in safe:
        known.probabilities[index] = 0.0
    for index in mines:
        known.probabilities[index] = 1.0
    return replace(known, note=found)
