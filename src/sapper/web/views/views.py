"""Objects as plain values for JSON, and back if needed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import isfinite
from typing import Any

from sapper.game import LEVELS, Cell, Deal, Move, Position
from sapper.players import Decision, Pass, Reason
from sapper.records import plain
from sapper.records.shown import changes, codes
from sapper.records.step import Step
from sapper.web.views.effort import Shown, effort


def board_json(position: Position) -> dict[str, Any]:
    """Return everything that a position shows."""
    return {
        "width": position.grid.width,
        "height": position.grid.height,
        "mines": position.mines,
        "grid": position.grid.kind,
        "rules": plain.rules_json(position.rules),
        "cells": codes(position),
        "lives_left": position.lives_left,
        "mines_left": position.mines_left,
        "outcome": position.outcome,
    }


def decision_json(decision: Decision) -> dict[str, Any]:
    """Return a decision with its reason, the strategies that passed, and its effort."""
    return {
        **plain.decision_json(decision),
        "considered": [(cell, number(figure)) for cell, figure in decision.reason.considered],
        "guess": decision.guess,
        "passed": [{"strategy": p.strategy, "words": p.words} for p in decision.passed],
        "effort": effort(decision),
    }


def decision_of(found: Mapping[str, Any]) -> Decision:
    """Return the decision that ``decision_json`` gave as plain values."""
    row, column = found["cell"]
    reason = Reason(
        found["kind"],
        found["reason"],
        _cells(found["clues"]),
        _cells(found["mines"]),
        tuple(((r, c), figure) for (r, c), figure in found["considered"]),
    )
    return Decision(
        Move(found["action"], (row, column)),
        found["strategy"],
        Shown(reason, found["effort"]),
        found["mine_probability"],
        found["seconds"],
        tuple(Pass(one["strategy"], one["words"]) for one in found["passed"]),
    )


def step_json(step: Step, count: int, before: Position, after: Position) -> dict[str, Any]:
    """Return the ``count``-th move of a game and the cells that it changed."""
    return {
        "number": count,
        "decision": decision_json(step.decision),
        "changed": changes(before, after),
        "lives_left": after.lives_left,
        "mines_left": after.mines_left,
        "outcome": after.outcome,
    }


def truth_json(mines: Iterable[Cell], gold: Iterable[Cell]) -> dict[str, Any]:
    """Return the places of mines and gold."""
    return {"mines": sorted(mines), "gold": sorted(gold)}


def level_words(deal: Deal) -> str:
    """Return the name of a deal's level, or its dimensions."""
    grid = deal.grid
    size = (grid.width, grid.height, deal.mines)
    named = (name for name, x in LEVELS.items() if (x.width, x.height, x.mines) == size)
    return next(named, "x".join(map(str, size)))


def number(value: float) -> float | None:
    """Return a number, or None for one that JSON cannot represent."""
    return value if isfinite(value) else None


def _cells(found: Iterable[Iterable[int]]) -> tuple[Cell, ...]:
    return tuple((row, column) for row, column in found)
