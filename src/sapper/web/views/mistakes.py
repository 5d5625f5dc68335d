"""An exercise on the mistakes of a game, as JSON for the page."""

from __future__ import annotations

from sapper.game import Cell
from sapper.game.move import Action as MoveAction
from sapper.records.record import Record
from sapper.study.mistakes import Action, Exercise, act, prompt, step_of
from sapper.study.mistakes import Answer as Tried
from sapper.web.http.fields import Answer
from sapper.web.views.board import BoardJson


class TaskJson(Answer, kw_only=True):
    """The position before a costly guess, in which the visitor looks for a better cell."""

    step: int
    words: str
    action: MoveAction
    cell: Cell
    board: BoardJson


class TriedJson(Answer, kw_only=True):
    """The answer to a cell that was tried."""

    cell: Cell
    right: bool
    words: str
    clues: tuple[Cell, ...]
    loss: float | None
    loss_interval: tuple[float, float] | None
    loss_playouts: int | None

    @classmethod
    def of(cls, tried: Tried) -> TriedJson:
        """Return an answer."""
        loss = tried.loss
        return cls(
            cell=tried.cell,
            right=tried.right,
            words=tried.words,
            clues=tried.clues,
            loss=None if loss is None else loss.value,
            loss_interval=None if loss is None else (loss.low, loss.high),
            loss_playouts=None if loss is None else loss.playouts,
        )


class LearnedJson(Answer, kw_only=True):
    """An exercise, its current task, and the answer to a try."""

    exercise: Exercise
    task: TaskJson | None
    answer: TriedJson | None
    summary: str

    @classmethod
    def after(cls, text: str, exercise: Exercise, action: Action, cell: Cell | None) -> LearnedJson:
        """Carry out an action in an exercise of a game, given by its record."""
        record = Record.parse(text)
        exercise, tried = act(record, exercise, action, cell)
        task, asked = exercise.task, None
        if task is not None:
            position, step = step_of(record, task)
            asked = TaskJson(
                step=task.step,
                words=prompt(record, task),
                action=step.decision.move.action,
                cell=step.decision.move.cell,
                board=BoardJson.of(position),
            )
        return cls(
            exercise=exercise,
            task=asked,
            answer=None if tried is None else TriedJson.of(tried),
            summary=exercise.summary,
        )
