"""An exercise on the mistakes of a game, as JSON for the page."""

from __future__ import annotations

from typing import Any

from sapper.game import Cell
from sapper.records.record import Record
from sapper.study.mistakes import Action, Exercise, act, prompt, step_of
from sapper.web.views.views import board_json


def mistakes_json(
    record: Record, exercise: Exercise, action: Action, cell: Cell | None
) -> dict[str, Any]:
    """Carry out an action in an exercise of a game; return plain values."""
    state, answer = act(record, exercise, action, cell)
    task = state.task
    asked = None
    if task is not None:
        position, step = step_of(record, task)
        asked = {
            "step": task.step,
            "words": prompt(record, task),
            "action": step.decision.move.action,
            "cell": step.decision.move.cell,
            "board": board_json(position),
        }
    return {
        "exercise": state.to_json(),
        "task": asked,
        "answer": None if answer is None else answer.to_json(),
        "summary": state.summary,
    }
