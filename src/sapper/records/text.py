"""The text form of a record: JSON with a line for each step."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise
from math import isfinite
from typing import Any

from sapper.game import Position, Rules
from sapper.game.codes import HIDDEN
from sapper.game.text import WRITTEN
from sapper.players import Decision
from sapper.records.game import PlayedGame, Step


def rules_json(rules: Rules) -> dict[str, Any]:
    """Return the rules by name."""
    return {
        "first": rules.first,
        "zeros_open": rules.zeros_open,
        "lives": rules.lives,
        "won_by": rules.won_by,
        "signs": rules.signs,
        "gold_known": rules.gold_known,
    }


def decision_json(decision: Decision, *, whole: bool = False) -> dict[str, Any]:
    """Return a decision with its reason; cells are ``[row, column]``.

    With ``whole``, this includes the strategies that passed, the effort, and whether it is a guess,
    so that ``parsing.WholeDecision`` can read it. Figures that JSON cannot represent are null.
    """
    reason = decision.reason
    fields: dict[str, Any] = {
        "action": decision.move.action,
        "cell": decision.move.cell,
        "strategy": decision.strategy,
        "reason": reason.words,
        "kind": reason.kind,
        "clues": reason.clues,
        "mines": reason.mines,
        "considered": [(cell, number(figure)) for cell, figure in reason.considered],
        "mine_probability": decision.mine_probability,
        "seconds": decision.seconds,
    }
    if whole:
        fields |= {
            "guess": decision.guess,
            "passed": [{"strategy": p.strategy, "words": p.words} for p in decision.passed],
            "effort": None if decision.effort is None else decision.effort.to_json(),
        }
    return fields


def number(value: float) -> float | None:
    """Return a number, or None for one that JSON cannot represent."""
    return value if isfinite(value) else None


def code(position: Position, index: int) -> str:
    """Return the code of the cell with this index."""
    cell = position.cells[index]
    if cell >= HIDDEN:
        return WRITTEN[cell]
    sign = position.signs[index] if position.signs else 0
    return f"{cell}+{sign}" if sign else str(cell)


def codes(position: Position) -> list[str]:
    """Return the codes of all cells, row by row."""
    return [code(position, index) for index in range(position.grid.size)]


def changes(before: Position, after: Position) -> list[tuple[int, str]]:
    """Return the cells that a move changed, as ascending indices with their new codes."""
    cells = zip(before.cells, after.cells, strict=True)
    changed = {index for index, (old, new) in enumerate(cells) if old != new}
    if after.signs != before.signs:
        signs = zip(before.signs, after.signs, strict=True)
        changed.update(index for index, (old, new) in enumerate(signs) if old != new)
    return [(index, code(after, index)) for index in sorted(changed)]


VERSION = 1


def write(record: PlayedGame) -> str:
    """Return the record as readable JSON: the header, then one line for each step."""
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
    """Yield the changes and the state of the board after each step, as in the text form."""
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
