"""Learning, as JSON for the page: what the rule learner reports, and rules on boards."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict
from functools import lru_cache
from typing import Any

from sapper.errors import InputError
from sapper.game import Cell
from sapper.mio import Clause
from sapper.players.mio.mio import THEORIES, rules
from sapper.players.mio.rules import ruled
from sapper.players.mio.task import JudgedRule
from sapper.study.learner.illustration import Illustration, illustrated, illustrated_clause
from sapper.study.learner.minesweeper import (
    FoundRule,
    LearningEvent,
    SearchProgress,
    ShownExample,
    learn_minesweeper,
)
from sapper.study.learner.task import learn_texts
from sapper.web.views.views import board_json

PROOF_SECONDS = 20.0  #: time limit of a proof
BUSY = 1.5  #: the longest that learning may take on a busy machine, relative to its CPU time


def show_learning(
    tell: Callable[[str, Any], None], search: str, seed: int, rules: str, seconds: float
) -> None:
    """Learn Minesweeper and report ``example``, ``search``, ``rule``, ``counterexample`` and
    ``proof``, and finally ``end`` with the theory.

    Learning takes at most ``seconds`` of CPU time, and no more than ``BUSY`` times as long.
    """
    until = time.monotonic() + BUSY * seconds

    def report(event: LearningEvent) -> None:
        match event:
            case ShownExample():
                tell("counterexample" if event.counter else "example", _example(event))
            case SearchProgress():
                tell("search", asdict(event))
            case FoundRule():
                tell("rule", _rule(event, seed))
            case JudgedRule():
                tell("proof", _proof(event))

    theory = learn_minesweeper(
        report,
        search=search,  # type: ignore[arg-type]  # the learner checks the word
        seed=seed,
        seconds=seconds,
        rules="paper" if rules == "paper" else "all",
        proof_seconds=PROOF_SECONDS,
        interrupted=over(until),
    ).theory
    tell("end", {"theory": [str(clause) for clause in theory], "rules": _named(theory)})


def show_task(
    tell: Callable[[str, Any], None], files: dict[str, str], seed: int, seconds: float
) -> None:
    """Learn the task in a visitor's files: ``progress``, and finally ``learned``.

    The time limit is that of ``show_learning``.
    """
    until = time.monotonic() + BUSY * seconds

    def report(left: int, total: int, clauses: int) -> None:
        tell("progress", {"left": left, "positives": total, "clauses": clauses})

    tell("learned", learn_texts(files, seconds, seed, interrupted=over(until), report=report))


def over(until: float) -> Callable[[], bool]:
    """Return a function that says whether a moment has passed."""
    return lambda: time.monotonic() > until


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


def _example(shown: ShownExample) -> dict[str, Any]:
    return {
        "target": shown.target,
        "positive": shown.positive,
        "board": board_json(shown.position),
        "marks": _marks(shown.cell),
        "text": str(shown.position),
    }


def _rule(found: FoundRule, seed: int) -> dict[str, Any]:
    """A rule, on a board when it is new."""
    figure = illustrated_clause(found.clause, found.simpler, seed=seed) if found.new else None
    return {
        "target": found.target,
        "iteration": found.iteration,
        "clause": str(found.clause),
        "covers": found.positives,
        "wrongly": found.negatives,
        "kept": found.kept,
        "explored": found.explored,
        **_figure_json(figure),
    }


def _proof(judged: JudgedRule) -> dict[str, Any]:
    one, against = judged.proof.counterexample, None
    if one is not None:
        cell = one.position.grid.cell(one.tile)
        against = {"board": board_json(one.position), "marks": _marks(cell)}
    return {
        "clause": str(judged.clause),
        "sound": judged.proof.sound,
        "note": judged.proof.note,
        "against": against,
        "paper": judged.paper,
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
