"""The result of comparing first cells, with its JSON and text form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sapper.arena.stats.statistics import columns
from sapper.errors import plural
from sapper.estimate import Estimate, hundredths
from sapper.game import Cell
from sapper.game.rules import First

SHOWN = 10  #: the cells in the text form


@dataclass(frozen=True)
class FirstCell:
    """A first cell: its chance to win, the difference ``less`` to the best cell on the deals that
    both played, and whether it dropped out of the race."""

    cell: Cell
    chance: Estimate
    less: Estimate
    dropped: bool

    def to_json(self) -> dict[str, Any]:
        """Return plain values."""
        return {
            "cell": list(self.cell),
            "games": self.chance.playouts,
            "chance": self.chance.value,
            "interval": [self.chance.low, self.chance.high],
            "less": self.less.value,
            "less_interval": [self.less.low, self.less.high],
            "dropped": self.dropped,
        }


@dataclass(frozen=True, repr=False)
class OpeningResult:
    """The first cells of a board, up to symmetry, best first.

    ``level`` and ``first`` are the board and the first-move rule, and ``interrupted`` is True if
    more games were planned. There are no cells if it ended before each had played a game.

    ``str(result)`` is a table for people, of the ten best cells; ``to_json`` returns what ``sapper
    opening --json`` prints.
    """

    level: str
    first: First
    cells: tuple[FirstCell, ...]
    interrupted: bool = False

    @property
    def best(self) -> Cell | None:
        """The cell with the best chance, if there is one."""
        return self.cells[0].cell if self.cells else None

    @property
    def undecided(self) -> int:
        """The number of cells that may be the best."""
        return sum(not cell.dropped for cell in self.cells)

    def to_json(self) -> dict[str, Any]:
        """Return plain values; the key ``interrupted`` is present only if true."""
        return {
            "level": self.level,
            "first": self.first,
            **({"interrupted": True} if self.interrupted else {}),
            "best": self.best,
            "cells": [one.to_json() for one in self.cells],
        }

    def __repr__(self) -> str:
        return f"<OpeningResult: {self.level}, first={self.first}, best {self.best}>"

    def rows(self) -> list[dict[str, Any]]:
        """Return the first cells as the rows of a table, such as ``pandas.DataFrame(rows)``.

        The columns are ``row``, ``column``, ``games``, ``chance``, the ends of its interval ``low``
        and ``high``, ``less`` and ``dropped``.
        """
        return [
            {
                "row": candidate.cell[0],
                "column": candidate.cell[1],
                "games": candidate.chance.playouts,
                "chance": candidate.chance.value,
                "low": candidate.chance.low,
                "high": candidate.chance.high,
                "less": candidate.less.value,
                "dropped": candidate.dropped,
            }
            for candidate in self.cells
        ]

    def __str__(self) -> str:
        head = f"{self.level} · first move {self.first} · swift plays on"
        lines = [f"{head} · interrupted" if self.interrupted else head]
        if not self.cells:
            return "\n".join([*lines, "no deal has been played from every first cell"])
        shown = self.cells[:SHOWN]
        rows = [("first cell", "won %", "less than the best", "games")]
        for i, one in enumerate(shown):
            less = "" if i == 0 else _points(one.less)
            games = f"{one.chance.playouts:,}"
            rows.append((str(list(one.cell)), _points(one.chance), less, games))
        lines += ["", columns(rows), ""]
        if hidden := len(self.cells) - len(shown):
            least = 100 * min(one.less.value for one in self.cells[SHOWN:])
            lines.append(f"{plural(hidden, 'other cell')}: less by {least:.2f} or more")
        lines.append(self._verdict())
        return "\n".join(lines)

    def _verdict(self) -> str:
        best = list(self.cells[0].cell)
        if len(self.cells) == 1:
            return f"By symmetry, all first cells are like {best}."
        if self.undecided == 1:
            return f"{best} is the best first cell."
        others = plural(self.undecided - 1, "other cell")
        return f"{best} looks best; {others} may be as good or better."


def _points(estimate: Estimate) -> str:
    return f"{hundredths(estimate.value)} ± {hundredths(estimate.half)}"
