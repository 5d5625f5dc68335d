"""What a finished game shows: its figures, its review and an exercise on its mistakes, as JSON."""

from __future__ import annotations

from contextlib import closing
from typing import Any

from sapper.errors import BudgetError, RulesError
from sapper.estimate import estimate_json
from sapper.game import Cell, Deal, Rules
from sapper.game.move import Action as MoveAction
from sapper.json_input import convert
from sapper.metrics.figures import MEANINGS, figures, rows
from sapper.records.record import Record
from sapper.study.mistakes import Action, Exercise, act, prompt, step_of
from sapper.study.mistakes import Answer as Tried
from sapper.study.no_guess.difficulty import Difficulty, difficulty
from sapper.study.review.findings import Progress, ReviewInProgress, StepReview
from sapper.study.review.guess import Guess
from sapper.study.review.review import review_events
from sapper.web.http.fields import Answer, Tell
from sapper.web.views.board import BoardJson


class FiguresJson(Answer):
    """The figures of a player in a game, as values and as rows to show, with their meanings; None
    if undefined."""

    figures: dict[str, Any] | None
    rows: list[tuple[str, str]]
    meanings: dict[str, str]

    @classmethod
    def of(cls, record: str, seconds: float | None) -> FiguresJson:
        """Return the figures of a recorded game that took ``seconds``."""
        values = figures(Record.parse(record), seconds=seconds)
        if values is None:
            return cls(None, [], {})
        shown = rows(values)
        return cls(values.to_json(), shown, {name: MEANINGS[name] for name, _ in shown})


class NoGuessJson(Answer):
    """The difficulty of a board that needs no guess, as values and as a clause; null for other
    boards, before the first cell is open, and if it takes too long to determine."""

    difficulty: Difficulty | None
    words: str

    @classmethod
    def of(cls, deal: Deal, rules: Rules, first: Cell) -> NoGuessJson:
        """Return the difficulty of a deal from its first cell on."""
        try:
            rating = difficulty(deal, rules, first)
        except (BudgetError, RulesError):
            return UNRATED
        return cls(rating, rating.words)


UNRATED = NoGuessJson(None, "")


class ReviewProgressJson(Answer):
    """The number of guesses that have figures, and of all guesses."""

    done: int
    of: int


def show_review(tell: Tell, record: str, playouts: int, seconds: float) -> None:
    """Review a game and report each ``guess`` and ``slip``, the last one first, each after the
    ``chances`` of winning since the previous report; ``progress``; the ``exercise`` on its
    mistakes; and the whole ``review``.

    After ``seconds`` the remaining guesses get no figures.
    """
    game = Record.parse(record)
    findings = ReviewInProgress(game, playouts)
    points: list[object] = []
    before: object = None
    with closing(review_events(game, playouts=playouts, seconds=seconds)) as events:
        for event in events:
            findings.add(event)
            if isinstance(event, StepReview):
                points.append(event.point.to_json())
            comment = event.comment if isinstance(event, StepReview) else None
            waits = isinstance(event, Progress) and event == before
            if points and (comment is not None or waits):
                tell("chances", points)
                points = []
            if comment is not None:
                tell("guess" if isinstance(comment, Guess) else "slip", comment.to_json())
            elif isinstance(event, Progress):
                if waits:
                    tell("progress", ReviewProgressJson(event.done, event.of))
                before = event
    tell("exercise", Exercise.of(findings.review))
    tell("review", findings.review.to_json())


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
        fields = {"cell": tried.cell, "right": tried.right, "words": tried.words}
        return convert({**fields, "clues": tried.clues, **estimate_json("loss", tried.loss)}, cls)


class LearnedJson(Answer, kw_only=True):
    """An exercise, its current task, and the answer to a try."""

    exercise: Exercise
    task: TaskJson | None
    answer: TriedJson | None
    summary: str

    @classmethod
    def after(
        cls, text: str, exercise: Exercise, action: Action, cell: Cell | None, playouts: int
    ) -> LearnedJson:
        """Carry out an action in an exercise of a game, given by its record."""
        record = Record.parse(text)
        exercise, tried = act(record, exercise, action, cell, playouts)
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
