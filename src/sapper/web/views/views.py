"""What the page shows of games, as plain values for JSON."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sapper.game import LEVELS, Cell, Deal, Position
from sapper.records.game import Step
from sapper.records.text import changes, codes, decision_json, rules_json


def board_json(position: Position) -> dict[str, Any]:
    """Return everything that a position shows."""
    return {
        "width": position.grid.width,
        "height": position.grid.height,
        "mines": position.mines,
        "grid": position.grid.kind,
        "rules": rules_json(position.rules),
        "cells": codes(position),
        "lives_left": position.lives_left,
        "mines_left": position.mines_left,
        "outcome": position.outcome,
    }


def step_json(step: Step, count: int, before: Position, after: Position) -> dict[str, Any]:
    """Return the ``count``-th move of a game and the cells that it changed."""
    return {
        "number": count,
        "decision": decision_json(step.decision, whole=True),
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
