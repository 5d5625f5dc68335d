"""The answers about the clicks that open most, as JSON."""

from __future__ import annotations

from typing import Literal

from sapper.game import Cell
from sapper.web.http.answers import Answer


class ClickJson(Answer):
    """A click."""

    action: Literal["open", "flag", "chord"]
    cell: Cell


class PlanJson(Answer):
    """Clicks that open safe cells, how many cells they open at least on average, and how many
    clicks that spares."""

    moves: list[ClickJson]
    opens: list[Cell]
    expected: float
    saved: float
    words: str


class ClicksJson(Answer):
    """The clicks that open most, the best first."""

    plans: list[PlanJson]
    words: str
