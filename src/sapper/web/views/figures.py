"""Figures of a finished game, and the difficulty of its board, as JSON for the page."""

from __future__ import annotations

from typing import Any

from sapper.errors import BudgetError, RulesError
from sapper.game import Cell, Deal, Rules
from sapper.metrics.figures import MEANINGS, figures, rows
from sapper.records.record import Record
from sapper.study.no_guess.difficulty import Difficulty, difficulty
from sapper.web.http.fields import Answer


class FiguresJson(Answer):
    """The figures of a player in a game, as values and as rows to show, with their meanings; None
    if undefined."""

    figures: dict[str, Any] | None
    rows: list[tuple[str, str]]
    meanings: dict[str, str]

    @classmethod
    def of(cls, record: str, seconds: float | None) -> FiguresJson:
        """Return the figures of a recorded game that took ``seconds``."""
        values = figures(Record.parse(record), seconds=seconds)
        if values is None:
            return cls(None, [], {})
        shown = rows(values)
        return cls(values.to_json(), shown, {name: MEANINGS[name] for name, _ in shown})


class NoGuessJson(Answer):
    """The difficulty of a board that needs no guess, as values and as a clause; null for other
    boards, before the first cell is open, and if it takes too long to determine."""

    difficulty: Difficulty | None
    words: str

    @classmethod
    def of(cls, deal: Deal, rules: Rules, first: Cell) -> NoGuessJson:
        """Return the difficulty of a deal from its first cell on."""
        try:
            rating = difficulty(deal, rules, first)
        except (BudgetError, RulesError):
            return UNRATED
        return cls(rating, rating.words)


UNRATED = NoGuessJson(None, "")
