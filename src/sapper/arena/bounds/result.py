"""The bounds on perfect play on one board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sapper.arena.stats.statistics import columns
from sapper.errors import plural
from sapper.estimate import hundredths
from sapper.game import Cell
from sapper.game.rules import First

ERROR = 0.05  #: probability that the lower bound is wrong, and that the upper one is
SHOWN = 5  #: number of first cells in the text form


@dataclass(frozen=True)
class CellBound:
    """The upper bound ``high`` for players that open ``cell`` first."""

    cell: Cell
    high: float

    def to_json(self) -> dict[str, Any]:
        """Return plain values."""
        return {"cell": list(self.cell), "high": self.high}


@dataclass(frozen=True, repr=False)
class Bounds:
    """The best possible player wins at least ``low`` and at most ``high`` of the games.

    Each bound holds with a probability of 95%.

    - ``low_value``, ``start``, ``games``: ``swift`` won that share of that many games from
      ``start``.
    - ``cells``: the first cells up to symmetry, largest bound first.
    - ``guesses``: the number of guesses that the relaxed game evaluates after the first 0. Before
      it, two guesses are evaluated if that is less.
    - ``layouts``: the number of layouts that evaluate the first of them.
    - ``deals``: the number of relaxed games played.
    - ``looked``: the number of moves before the first 0 that were expanded.
    """

    level: str
    first: First
    low: float
    low_value: float
    start: Cell
    games: int
    cells: tuple[CellBound, ...]
    guesses: int
    layouts: int
    deals: int
    looked: int
    seed: int
    interrupted: bool = False

    def __repr__(self) -> str:
        return f"<Bounds: {self.level}, first={self.first}, {self.low:.4f} to {self.high:.4f}>"

    def rows(self) -> list[dict[str, Any]]:
        """Return the first cells as the rows of a table: ``row``, ``column`` and ``high``."""
        return [
            {"row": bound.cell[0], "column": bound.cell[1], "high": bound.high}
            for bound in self.cells
        ]

    @property
    def high(self) -> float:
        """The upper bound: the largest one of any first cell."""
        return self.cells[0].high

    def to_json(self) -> dict[str, Any]:
        """Return plain values; the key ``interrupted`` is present only if true."""
        return {
            "level": self.level,
            "first": self.first,
            **({"interrupted": True} if self.interrupted else {}),
            "low": self.low,
            "high": self.high,
            "confidence": 1.0 - ERROR,
            "lower": {
                "player": "swift",
                "start": list(self.start),
                "value": self.low_value,
                "games": self.games,
            },
            "upper": {
                "guesses": self.guesses,
                "layouts": self.layouts,
                "deals": self.deals,
                "looked": self.looked,
                "cells": [one.to_json() for one in self.cells],
            },
            "seed": self.seed,
        }

    def __str__(self) -> str:
        head = f"{self.level} · first move {self.first}"
        lines = [f"{head} · interrupted" if self.interrupted else head, ""]
        lines.append(
            f"The best possible player wins between {hundredths(self.low)} and"
            f" {hundredths(self.high)}% of the games."
        )
        lines.append(
            f"Lower bound: swift won {hundredths(self.low_value)}% of {plural(self.games, 'game')}"
            f" from {list(self.start)}."
        )
        shown = "a guess" if self.guesses == 1 else f"{self.guesses} guesses"
        if self.first != "opening":
            shown += ", or after two guesses before it"
        lines.append(
            f"Upper bound: a player that gets help after the first 0 and {shown}"
            f" ({plural(self.deals, 'deal')}; {plural(self.looked, 'move')} searched before the 0)."
        )
        lines.append("Each bound holds with a probability of 95%.")
        rows = [("first cell", "at most %")]
        rows += [(str(list(one.cell)), hundredths(one.high)) for one in self.cells[:SHOWN]]
        lines += ["", columns(rows)]
        if len(self.cells) > SHOWN:
            others = plural(len(self.cells) - SHOWN, "other cell")
            lines.append(f"{others}: at most {hundredths(self.cells[SHOWN].high)}")
        return "\n".join(lines)
