"""Whole games, recorded or in play, as JSON for the page: step by step, their figures, their review
and an exercise on its mistakes."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from itertools import pairwise
from typing import Annotated, Any
from zlib import crc32

from msgspec import Meta

from sapper.arena.match import turns, turns_of
from sapper.arena.no_guess import Difficulty, difficulty
from sapper.errors import BudgetError, RulesError
from sapper.estimate import estimate_json
from sapper.game import Cell, Deal, Move, Position, Rules
from sapper.game.codes import HIDDEN
from sapper.game.move import Action as MoveAction
from sapper.game.rules import Ending
from sapper.json_input import convert, seed_json
from sapper.metrics.figures import MEANINGS, figures, rows
from sapper.players import Decision, Reason
from sapper.players import player as read_recipe
from sapper.records import HINT, Game, Record
from sapper.reviews.findings import Progress, ReviewInProgress, StepReview
from sapper.reviews.guess import Guess
from sapper.reviews.review import review_events
from sapper_workbench.history.entry import level_name
from sapper_workbench.study.layouts import layout_of
from sapper_workbench.study.mistakes import Action, Exercise, act, prompt, step_of
from sapper_workbench.study.mistakes import Answer as Tried
from sapper_workbench.web.http.fields import Answer, Tell
from sapper_workbench.web.views.analysis import ExplanationJson
from sapper_workbench.web.views.board import BoardJson, StepJson, TruthJson
from sapper_workbench.web.views.setup import Dealing, dealt

Seed = Annotated[
    int | str | None,
    Meta(
        description="null for a game without a seed, and while the seed is secret; a string of"
        " digits if it is 2^53 or more"
    ),
]


class ReplayStartJson(Answer, kw_only=True):
    """A game before its first step."""

    board: BoardJson
    player: str
    seed: Seed
    number: int
    level: str


class ReplayEndJson(Answer, kw_only=True):
    """The summary of a game, with the mines and gold if it is over."""

    outcome: Ending
    moves: int
    guesses: int
    false_proofs: int
    seconds: float
    decisions: dict[str, int]
    seconds_by_strategy: dict[str, float]
    truth: TruthJson | None

    @classmethod
    def of(cls, record: Record) -> ReplayEndJson:
        """Return the summary of a record."""
        over = record.outcome != "unfinished"
        seconds: dict[str, float] = dict.fromkeys(record.decisions, 0.0)
        for step in record.steps:
            seconds[step.decision.strategy] += step.decision.seconds
        return cls(
            outcome=record.outcome,
            moves=len(record.steps),
            guesses=record.guesses,
            false_proofs=record.false_proofs,
            seconds=sum(seconds.values()),
            decisions=record.decisions,
            seconds_by_strategy=seconds,
            truth=TruthJson.of(record.mines, record.gold) if over else None,
        )


class ReplayJson(ReplayStartJson, kw_only=True):
    """A game from its beginning: the board before the first step, and every step."""

    steps: list[StepJson]
    end: ReplayEndJson

    @classmethod
    def of(cls, record: Record) -> ReplayJson:
        """Return the game of a record."""
        positions = list(record.positions())
        rows = zip(record.steps, pairwise(positions), strict=True)
        return cls(
            board=BoardJson.of(positions[0]),
            player=record.player,
            seed=seed_json(record.seed),
            number=record.number,
            level=record.world or level_name(record.deal, None),
            steps=[
                StepJson.of(step, number, before, after)
                for number, (step, (before, after)) in enumerate(rows, start=1)
            ],
            end=ReplayEndJson.of(record),
        )


class PaceJson(Answer):
    """After each move that opened cells, the seconds since the first one and the share of the safe
    cells that were open; and the indices of the cells that it opened."""

    points: list[tuple[float, float]]
    cells: list[list[int]]


GHOST_SECONDS = 1.0  #: per move of a player to race against


def ghost(player: str, position: Position) -> PaceJson:
    """Return how fast a player opens a board from a position on, one move a second.

    The board is a layout drawn from all that are consistent with the position. On the board of the
    visitor's game, the pace would tell which player's moves win it.
    """
    world = layout_of(position, crc32(str(position).encode()))
    safe = position.grid.size - len(position.grid.blocked) - position.mines
    played = turns(player, world.rules, world.deal, hints=world.hints)
    points: list[tuple[float, float]] = []
    cells: list[list[int]] = []
    for number, turn in enumerate(played, 1):
        before, after = turn.before.cells, turn.after.cells
        points.append((number * GHOST_SECONDS, sum(code < HIDDEN for code in after) / safe))
        cells.append([i for i, code in enumerate(after) if code < HIDDEN <= before[i]])
    return PaceJson(points, cells)


def show_game(tell: Tell, recipe: str, setup: Dealing, opened: Cell | None = None) -> None:
    """Let a player play a game, and report its ``start``, each ``step`` and its ``end``.

    If a cell is ``opened`` for the player, that counts as its first move, but is not reported.
    """
    player = read_recipe(recipe)
    world, seed, number = dealt(setup)
    game = Game(world, seed, number)
    if opened is not None:
        reason = Reason(HINT, "opened before the first move")
        game.take(Decision(Move("open", opened), HINT, reason, 0.0), str(player))
    start = ReplayStartJson(
        board=BoardJson.of(game.position),
        player=str(player),
        seed=seed,
        number=number,
        level=world.name or level_name(world.deal, None),
    )
    tell("start", start)
    first = game.undoable + 1
    for step_number, turn in enumerate(turns_of(game, player), start=first):
        tell("step", StepJson.of(turn.step, step_number, turn.before, turn.after))
    record = game.record
    tell("end", ReplayEndJson.of(replace(record, steps=record.steps[game.opening_steps :])))


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
                    tell("progress", event)
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
    """The answer to a cell that was tried; ``explanation`` is about ``cells``."""

    cell: Cell
    right: bool
    words: str
    clues: tuple[Cell, ...]
    explanation: ExplanationJson | None
    cells: tuple[Cell, ...]
    loss: float | None
    loss_interval: tuple[float, float] | None
    loss_playouts: int | None

    @classmethod
    def of(cls, tried: Tried) -> TriedJson:
        """Return an answer."""
        fields = {"cell": tried.cell, "right": tried.right, "words": tried.words}
        why = ExplanationJson.of(tried.explanation)
        fields |= {"clues": tried.clues, "explanation": why, "cells": tried.cells}
        return convert({**fields, **estimate_json("loss", tried.loss)}, cls)


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
