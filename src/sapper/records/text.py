"""The text form of a record: JSON with a line for every step.

Each step lists the changed cells, the lives and mines left and the state of the game, so that a
viewer needs no rules.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from sapper.records.game import PlayedGame
from sapper.records.plain import decision_json, rules_json
from sapper.records.shown import changes, codes
from sapper.records.step import Step

VERSION = 1


def write(record: PlayedGame) -> str:
    """Return the record as readable JSON: the head, then one line for each step."""
    json_form = to_json(record)
    steps = json_form.pop("steps")
    head = ",\n".join(f"{_dump(key)}: {_dump(value)}" for key, value in json_form.items())
    lines = ",\n".join(map(_dump, steps))
    return f'{{\n{head},\n"steps": [\n{lines}\n]\n}}'


def to_json(record: PlayedGame) -> dict[str, Any]:
    """Return the record as plain values: cells as ``[row, column]``, the deal as cell indices.

    Raises ``IllegalMoveError`` for a record with a step that is not allowed.
    """
    grid = record.deal.grid
    return {
        "sapper": "record",
        "version": VERSION,
        "player": record.player,
        "seed": record.seed,
        "number": record.number,
        "world": record.world,
        "width": grid.width,
        "height": grid.height,
        "mines": record.deal.mines,
        "gold": record.deal.gold,
        "grid": grid.kind,
        "blocked": sorted(grid.blocked),
        "edges": grid.edges,
        "rules": rules_json(record.rules),
        "outcome": record.outcome,
        "moves": len(record.steps),
        "guesses": record.guesses,
        "decisions": record.decisions,
        "mine_cells": record.mines,
        "gold_cells": record.gold,
        "deal": record.deal.order,
        "cells": codes(next(record.positions())),
        "steps": [
            {**_step_json(step), **shown}
            for step, shown in zip(record.steps, shown_after(record), strict=True)
        ],
    }


def shown_after(record: PlayedGame) -> Iterator[dict[str, Any]]:
    """Yield the state of the board after each step of a game, as the text form has it."""
    for before, after in pairwise(record.positions()):
        yield {
            "changed": [[list(after.grid.cell(i)), shows] for i, shows in changes(before, after)],
            "lives_left": after.lives_left,
            "mines_left": after.mines_left,
            "outcome": after.outcome,
        }


def _step_json(step: Step) -> dict[str, Any]:
    return {
        **decision_json(step.decision),
        "passed": [(missed.strategy, missed.words) for missed in step.decision.passed],
        "opened": step.opened,
    }


def _dump(value: object) -> str:
    return json.dumps(value, allow_nan=False, ensure_ascii=False)
