"""Grades the guesses of games in the history, by reviewing them."""

from __future__ import annotations

from typing import Any

from sapper.records import Record
from sapper.reviews.review import review
from sapper_workbench.history.database import Choice, History

GRADING_PLAYOUTS = 100  #: for each of two moves compared: fewer than in a review of one game
GRADING_SECONDS = 60.0  #: for a game; guesses not reached by then are not graded


def grades_of(record: Record) -> dict[str, Any]:
    """Review a game and return the grades of its guesses as plain values."""
    result = review(record, playouts=GRADING_PLAYOUTS, seconds=GRADING_SECONDS)
    return {
        "guesses": len(result.guesses),
        "avoidable": result.number("avoidable"),
        "missed": result.missed,
        "motifs": result.motifs,
        "grades": {grade: number for grade, number in result.grades.items() if number},
        "accuracy": result.accuracy,
        "playouts": result.playouts,
    }


def ungraded(history: History, choice: Choice, most: int) -> list[int]:
    """Return the numbers of games whose guesses are not graded yet, the latest first."""
    where, values = choice.where()
    rows = history.rows(
        f"SELECT id FROM game WHERE {where} AND graded IS NULL ORDER BY at DESC, id DESC LIMIT ?",
        (*values, most),
    )
    return [number for (number,) in rows]
