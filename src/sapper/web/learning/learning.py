"""Learning, as JSON for the page: the events of a lesson, and rules on boards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from sapper.errors import InputError
from sapper.game import Cell
from sapper.mio import Clause
from sapper.players.mio.mio import THEORIES, rules
from sapper.players.mio.rules import ruled
from sapper.study.lesson.illustration import Illustration, illustrated
from sapper.study.lesson.lesson import Found, Judged, News, Searched, Shown, lesson
from sapper.web.views.views import board_json


def show_learning(
    tell: Callable[[str, Any], None], search: str, seed: int, rules: str, seconds: float
) -> None:
    """Run a lesson and report its events: ``example``, ``search``, ``rule``, ``counterexample``
    and ``proof``, and finally ``end`` with the theory."""

    def report(news: News) -> None:
        match news:
            case Shown():
                tell("counterexample" if news.counter else "example", _example(news))
            case Searched():
                tell("search", _search(news))
            case Found():
                tell("rule", _rule(news))
            case Judged():
                tell("proof", _proof(news))

    theory = lesson(
        report,
        search=search,  # type: ignore[arg-type]  # the lesson checks the word
        seed=seed,
        seconds=seconds,
        paper=rules == "paper",
    )
    tell("end", {"theory": [str(clause) for clause in theory], "rules": _named(theory)})


@lru_cache(maxsize=1)
def packaged() -> list[dict[str, Any]]:
    """Return the rules that come with sapper, theory by theory, each on a board."""
    found = []
    for theory in THEORIES:
        known = rules(theory)
        for number, rule in enumerate(known):
            figure = illustrated(rule, known[:number])
            found.append(
                {
                    "theory": theory,
                    "name": rule.name,
                    "target": rule.target,
                    "clause": str(rule.clause),
                    **_figure_json(figure),
                }
            )
    return found


def _named(theory: Sequence[Clause]) -> list[dict[str, str]]:
    """The rules with the names that a player gives them; empty if it cannot play by one of them."""
    try:
        return [{"name": rule.name, "clause": str(rule.clause)} for rule in ruled(theory)]
    except InputError:
        return []


def _example(news: Shown) -> dict[str, Any]:
    return {
        "target": news.target,
        "positive": news.positive,
        "board": board_json(news.position),
        "marks": _marks(news.cell),
        "text": str(news.position),
    }


def _search(news: Searched) -> dict[str, Any]:
    return {
        "target": news.target,
        "iteration": news.iteration,
        "left": news.left,
        "positives": news.positives,
        "clauses": news.clauses,
    }


def _rule(news: Found) -> dict[str, Any]:
    return {
        "target": news.target,
        "iteration": news.iteration,
        "clause": str(news.clause),
        "covers": news.positives,
        "wrongly": news.negatives,
        "kept": news.kept,
        "explored": news.explored,
        **_figure_json(news.illustration),
    }


def _proof(news: Judged) -> dict[str, Any]:
    against = None
    if news.against is not None:
        position, cell = news.against
        against = {"board": board_json(position), "marks": _marks(cell)}
    return {
        "clause": str(news.clause),
        "sound": news.sound,
        "note": news.note,
        "against": against,
        "paper": news.paper,
    }


def _figure_json(figure: Illustration | None) -> dict[str, Any]:
    """A board with the marks of a figure; the board is null without a figure."""
    if figure is None:
        return {"board": None, "marks": None, "words": "", "text": None}
    return {
        "board": board_json(figure.position),
        "marks": {
            "cell": figure.tile,
            "verdict": figure.verdict,
            "clues": figure.clues,
            "sets": [
                {"name": named.variable, "cells": named.cells, "mines": named.mines}
                for named in figure.named
            ],
        },
        "words": figure.words,
        "text": str(figure.position),
    }


def _marks(cell: Cell) -> dict[str, Any]:
    return {"cell": cell, "verdict": None, "clues": [], "sets": []}
