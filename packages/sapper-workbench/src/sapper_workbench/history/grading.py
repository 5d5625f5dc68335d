"""Grades the guesses of games in the history, by reviewing them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sapper.explanations.explanation import easiest_of
from sapper.game.codes import MINE
from sapper.inference import analyse
from sapper.records import Record
from sapper.reviews.review import review
from sapper_workbench.history.database import Choice, History
from sapper_workbench.history.statistics import lesson_for

GRADING_SECONDS = 60.0  #: for a game; guesses not reached by then are not graded


def grades_of(record: Record) -> dict[str, Any]:
    """Review a game as the page and the command do, and return the grades of its guesses."""
    result = review(record, seconds=GRADING_SECONDS)
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
    """Return the numbers of games whose guesses are not graded yet, the latest first. Games with
    missed cells that were graded before motifs were counted are graded again."""
    where, values = choice.where()
    again = "json_extract(graded, '$.missed') > 0 AND json_extract(graded, '$.motifs') IS NULL"
    rows = history.rows(
        f"SELECT id FROM game WHERE {where} AND (graded IS NULL OR {again})"
        " ORDER BY at DESC, id DESC LIMIT ?",
        (*values, most),
    )
    return [number for (number,) in rows]


LOSSES = 5  #: the latest losses in which ``missed_in`` looks for what was missed


def latest_losses(history: History, choice: Choice) -> list[Record]:
    """Return the user's latest lost games of a choice."""
    where, values = replace(choice, own=True, outcome="lost").where()
    rows = history.rows(
        f"SELECT id FROM game WHERE {where} ORDER BY at DESC, id DESC LIMIT ?", (*values, LOSSES)
    )
    return [history.record(number) for (number,) in rows]


def missed_in(records: Sequence[Record]) -> dict[str, Any]:
    """Return in how many lost games a cell was certainly safe before the move that lost; and the
    ``motif`` that would have shown one most often, with its lesson, None without any."""
    motifs = [motif for motif in map(_missed, records) if motif is not None]
    found: dict[str, Any] = {"losses": len(records), "missed": len(motifs), "motif": None}
    if motifs:
        [(motif, _)] = Counter(motifs).most_common(1)
        found |= {"motif": motif, **lesson_for(motif)}
    return found


def _missed(record: Record) -> str | None:
    """Return the motif of the easiest safe cell before the mine that lost a game."""
    before, after = list(record.positions())[-2:]
    if after.cells.count(MINE) <= before.cells.count(MINE):
        return None
    easiest = easiest_of(analyse(before))
    return None if easiest is None else easiest.hardest.motif
