"""The exact win rate of CSP-PGMS (Sebag & Teytaud 2012, Algorithm 2) on very small boards.

It opens every certainly safe cell, and otherwise a cell of least risk. The paper says only in part
how it breaks ties and where it begins: here are all first cells and two rules.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any, Literal, get_args

from sapper.game import HIDDEN, Cell, Level, Position, Rules
from sapper.players.csp import quietest
from sapper_papers.bssuct import SEVEN, TABLE_2

Ties = Literal["zero", "uniform"]  #: as in the player ``csp``
LEVELS = ("4x4x4", "3x1x1", "5x2x3", "10x1x5", "3x3x7")  #: boards of up to 1,365 layouts
#: What CSP-PGMS wins in % by the paper: its Table 2, and section 4.2.
PUBLISHED = {
    **{board.level: dict(board.published)["CSP-PGMS"] for board in TABLE_2},
    SEVEN[0].level: "17/72 = 23.6",
}


class LeastRisk:
    """A board with a safe first cell, on which ties are broken in one way."""

    def __init__(self, level: str, ties: Ties) -> None:
        board = Level.parse(level)
        self._grid, self._mines, self._ties = board.grid, board.mines, ties
        self._near = [sum(1 << i for i in board.grid.neighbour_indices(j)) for j in self.cells]
        self._won = cache(self._compute)

    @property
    def cells(self) -> range:
        """The indices of the cells."""
        return range(self._grid.size)

    @property
    def first_cells(self) -> list[int]:
        """The first cells that no symmetry maps to each other."""
        return list(self._grid.symmetry_representatives)

    def cell(self, index: int) -> Cell:
        """Return the row and the column of a cell."""
        return self._grid.cell(index)

    def value(self, first: int | None) -> Fraction:
        """Return the share of games won after a first cell, or after a uniformly random one."""
        if first is None:
            return Fraction(sum(map(self.value, self.cells)), self._grid.size)
        free = [1 << i for i in self.cells if i != first]
        layouts = tuple(map(sum, combinations(free, self._mines)))
        covered = bytes([HIDDEN]) * self._grid.size
        return self._after(covered, layouts, [first]) / len(layouts)

    def _after(self, cells: bytes, layouts: Sequence[int], opened: Sequence[int]) -> Fraction:
        """Return the expected number of layouts won once these cells are opened, all safe."""
        groups: dict[bytes, list[int]] = defaultdict(list)
        for layout in layouts:
            view = bytearray(cells)
            for i in opened:
                view[i] = (layout & self._near[i]).bit_count()
            groups[bytes(view)].append(layout)
        return sum((self._won(view, tuple(group)) for view, group in groups.items()), Fraction(0))

    def _compute(self, cells: bytes, layouts: tuple[int, ...]) -> Fraction:
        hidden = [i for i in self.cells if cells[i] == HIDDEN]
        if len(hidden) == self._mines:
            return Fraction(len(layouts))
        mined = {i: sum(layout >> i & 1 for layout in layouts) for i in hidden}
        least = min(mined.values())
        lowest = [i for i in hidden if mined[i] == least]
        if least == 0:
            return self._after(cells, layouts, lowest)
        if self._ties == "zero":
            risk = [mined[i] / len(layouts) if i in mined else float("nan") for i in self.cells]
            position = Position(self._grid, Rules("safe"), self._mines, cells)
            lowest = quietest(position, risk, lowest)
        won = Fraction(0)
        for guess in lowest:
            safe = [layout for layout in layouts if not layout >> guess & 1]
            won += self._after(cells, safe, [guess])
        return won / len(lowest)


@dataclass(frozen=True)
class CspRow:
    """The share of games that CSP-PGMS wins after a first cell, None for a random one."""

    level: str
    first: Cell | None
    ties: Ties
    won: Fraction

    def to_json(self) -> dict[str, Any]:
        """Return plain values, with the published figure."""
        return {
            "level": self.level,
            "first": "random" if self.first is None else list(self.first),
            "ties": self.ties,
            "win_rate": float(self.won),
            "fraction": str(self.won),
            "published": PUBLISHED[self.level],
        }


@dataclass(frozen=True)
class CspResult:
    """The rows of all boards; never ``interrupted``, because it takes only seconds."""

    rows: tuple[CspRow, ...]
    interrupted: bool = False

    def to_json(self) -> dict[str, Any]:
        """Return plain values."""
        return {"rows": self.flat_rows()}

    def flat_rows(self) -> list[dict[str, Any]]:
        """Return the rows as plain values."""
        return [row.to_json() for row in self.rows]


def evaluate_csp(levels: Sequence[str]) -> CspResult:
    """Return the exact win rates on these boards, with both rules for ties."""
    rows = []
    for level in levels:
        for ties in get_args(Ties):
            player = LeastRisk(level, ties)
            for first in (None, *player.first_cells):
                cell = None if first is None else player.cell(first)
                rows.append(CspRow(level, cell, ties, player.value(first)))
    return CspResult(tuple(rows))
