"""Bounds on the best possible play, with their certificate: JSON and text form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sapper.arena.stats.text import columns
from sapper.errors import plural
from sapper.estimate import hundredths
from sapper.game import Cell
from sapper.game.rules import First

ERROR = 0.05  #: the probability that the lower, or the upper bound is wrong
SHOWN = 5  #: the first cells that the text form lists


@dataclass(frozen=True)
class CellBound:
    """Every player that opens ``cell`` first wins at most ``high``."""

    cell: Cell
    high: float

    def to_json(self) -> dict[str, Any]:
        """Return plain values."""
        return {"cell": list(self.cell), "high": self.high}


@dataclass(frozen=True)
class Bounds:
    """The best possible player wins at least ``low`` and at most ``high`` of the games.

    Each holds with a probability of 95%. ``swift`` won ``low_value`` of ``games`` games from
    ``start``. ``cells`` are the first cells up to symmetry, those with the largest bounds first;
    ``guesses`` is the number of guesses that the relaxed game weighs after the first 0, and
    ``layouts`` the number of layouts for the first of them. ``deals`` of it were played, and
    ``looked`` moves before the first 0 were looked into.
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
            f"Below: swift won {hundredths(self.low_value)}% of {plural(self.games, 'game')} from"
            f" {list(self.start)}."
        )
        shown = "a guess" if self.guesses == 1 else f"{self.guesses} guesses"
        lines.append(
            f"Above: with help after the first 0 and {shown}, which can only make it easier"
            f" ({plural(self.deals, 'deal')}; {plural(self.looked, 'move')} before the 0)."
        )
        lines.append("Each bound holds with a probability of 95%.")
        rows = [("first cell", "at most %")]
        rows += [(str(list(one.cell)), hundredths(one.high)) for one in self.cells[:SHOWN]]
        lines += ["", columns(rows)]
        if len(self.cells) > SHOWN:
            others = plural(len(self.cells) - SHOWN, "other cell")
            lines.append(f"{others}: at most {hundredths(self.cells[SHOWN].high)}")
        return "\n".join(lines)
