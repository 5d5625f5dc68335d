"""Exercises from mistakes: the positions before costly guesses, and answers to tried cells."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from math import inf
from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from sapper.errors import BudgetError, IllegalMoveError, InputError, article, listed, plural
from sapper.estimate import Estimate, percent
from sapper.explanations import Explanation
from sapper.explanations.explanation import settled, together
from sapper.game import Cell, Position
from sapper.inference import Analysis, analyse
from sapper.inference.counting import MAX_COUNT_STEPS
from sapper.json_input import read_value
from sapper.players.proved import reason_of
from sapper.records import Record, Step
from sapper.reviews.chances import Chances
from sapper.reviews.comparison import supported
from sapper.reviews.findings import Review
from sapper.reviews.guess import grade_of, is_fault, move_words
from sapper.reviews.review import PLAYOUTS, estimable, luck_of_guess

#: The actions in an exercise; see ``act``.
Action = Literal["look", "try", "show", "next"]


@dataclass(frozen=True)
class Answer:
    """The answer to a cell that was tried: whether it is ``right``, and why.

    ``clues`` are those of a proof, and ``explanation`` has its steps, if there are any, or compares
    the best guess with others. ``cells`` are the cells that it is about: the solution has one
    explanation of all safe cells. ``loss`` is the share of games that the cell loses compared with
    the best one found; None if a proof decides, or if it is not estimated.
    """

    cell: Cell
    right: bool
    words: str
    clues: tuple[Cell, ...] = ()
    loss: Estimate | None = None
    explanation: Explanation | None = None
    cells: tuple[Cell, ...] = ()


def step_of(record: Record, task: Task) -> tuple[Position, Step]:
    """Return the position of a task, and the step made there.

    Raises ``InputError`` if the task does not belong to this game.
    """
    if task.step > len(record.steps):
        raise InputError(f"step: expected at most {len(record.steps)}, got {task.step}")
    position = next(islice(record.positions(), task.step - 1, None))
    if position.outcome != "playing":
        raise InputError(f"step: the game was over before move {task.step}")
    _check(position, task.best)
    return position, record.steps[task.step - 1]


def prompt(record: Record, task: Task) -> str:
    """Return the task as a clause without a capital or a final stop."""
    _, step = step_of(record, task)
    move = move_words(step.decision.strategy, step.decision.move)
    return f"move {task.step} of {len(record.steps)}: {move} here; find a better cell"


def answer(record: Record, task: Task, cell: Cell, playouts: int = PLAYOUTS) -> Answer:
    """Return the answer to a cell that is opened instead of the guess.

    If any cell is certainly safe, only such cells are right. Otherwise a cell is right unless it is
    a fault compared with the best one; each of the two gets ``playouts`` playouts.

    Raises ``IllegalMoveError`` for a cell that is not hidden, ``RulesError`` for one outside the
    grid, and ``InputError`` if the task is not one of this game.
    """
    position, step = step_of(record, task)
    _check(position, cell)
    analysis = analyse(position, seconds=inf, steps=MAX_COUNT_STEPS)
    if cell in analysis.safe or cell in analysis.certain_mines:
        return _certain(analysis, cell)
    if analysis.safe:
        words = f"{_at(analysis, cell)} is a guess, but another cell is certainly safe"
        return Answer(cell, False, words)
    made = step.decision.move
    if (made.action, made.cell) == ("open", cell) and cell != task.best:
        return Answer(cell, False, f"{_at(analysis, cell)} is the move that was made")
    if cell == task.best:
        more = "" if not task.loss else f"; it wins {_games(task.loss)} more than the move made"
        words = f"{_at(analysis, cell)} is the best guess found{more}"
        reason = supported(analysis, position.grid.index(cell))
        return Answer(cell, True, words, explanation=reason, cells=(cell,))
    return _guess(record, analysis, task, cell, playouts)


def solution(record: Record, task: Task) -> Answer:
    """Return the answer to the best cell; if several are certainly safe, one for all of them.

    Raises ``InputError`` if the task is not one of this game.
    """
    position, _ = step_of(record, task)
    safe = analyse(position, seconds=inf, steps=MAX_COUNT_STEPS).safe
    explanation = together(position, safe) if len(safe) > 1 else None
    if explanation is None:
        return answer(record, task, task.best)
    named = listed([str(list(cell)) for cell in safe])
    proof = explanation.words.removesuffix(".")
    words = f"{named} are certainly safe: {proof[0].lower()}{proof[1:]}"
    return Answer(task.best, True, words, explanation.clues, None, explanation, safe)


def act(
    record: Record,
    exercise: Exercise,
    action: Action,
    cell: Cell | None = None,
    playouts: int = PLAYOUTS,
) -> tuple[Exercise, Answer | None]:
    """Return the exercise after an action, and the answer if there is one.

    - ``record``: the game.
    - ``exercise``: the exercise before the action.
    - ``action``: ``look`` changes nothing, ``try`` tries a cell, ``show`` shows the solution, and
      ``next`` moves to the next task.
    - ``cell``: the cell to try.
    - ``playouts``: the number of playouts of the tried cell, and of the best one.

    Raises as ``answer``, and ``InputError`` for a try without a cell or after the end.
    """
    if action == "look":
        return exercise, None
    if action == "next":
        return exercise.next(), None
    if exercise.task is None:
        raise InputError("the exercise is at its end")
    if action == "show":
        return exercise.shown(), solution(record, exercise.task)
    if cell is None:
        raise InputError("cell: expected the cell to try")
    reply = answer(record, exercise.task, cell, playouts)
    return exercise.tried(cell, reply.right), reply


def _check(position: Position, cell: Cell) -> None:
    if position.grid.index(cell) not in position.hidden_indices:
        raise IllegalMoveError(f"{list(cell)} is already open: try a hidden cell")


def _certain(analysis: Analysis, cell: Cell) -> Answer:
    """Return the answer to a certain cell."""
    position, mine = analysis.position, cell in analysis.certain_mines
    index = position.grid.index(cell)
    explanation = settled(position, index, mine=mine)
    proof = reason_of(position, index, explanation, mine=mine)
    words = f"{_at(analysis, cell)}: {proof.words}"
    return Answer(cell, not mine, words, proof.clues, None, explanation, (cell,))


def _guess(record: Record, analysis: Analysis, task: Task, cell: Cell, playouts: int) -> Answer:
    """Return the answer to a cell other than the best one, when no cell is certain."""
    position, deal = analysis.position, record.deal
    index, words = position.grid.index, _at(analysis, cell)
    comparison = None
    if estimable(record, position):
        chances = Chances(deal.grid, deal.mines, record.rules)
        try:
            tried = chances.opening(position, index(cell))
        except BudgetError:
            pass
        else:
            # The playouts that chose the best cell are not those that measure it.
            luck = luck_of_guess(task.step) + max(1, playouts // 2)
            comparison = chances.compare(position, tried, index(task.best), playouts, luck)
    if comparison is None:
        own, best = (analysis.probability(opened) for opened in (cell, task.best))
        if own > best:
            return Answer(cell, False, f"{words} is riskier than the best guess found")
        return Answer(cell, True, f"{words} is not riskier than the best guess found")
    grade = grade_of(comparison.loss)
    if not is_fault(grade):
        words += f" is about as good as the best guess found, {list(task.best)}"
        return Answer(cell, True, words, loss=comparison.loss)
    lost = _games(comparison.loss.value)
    words += f" wins {lost} less than the best guess found: {article(str(grade))}"
    return Answer(cell, False, words, loss=comparison.loss)


def _at(analysis: Analysis, cell: Cell) -> str:
    """Return a cell with its risk."""
    if cell in analysis.safe:
        return f"{list(cell)} is certainly safe"
    if cell in analysis.certain_mines:
        return f"{list(cell)} is certainly a mine"
    risk = analysis.probability(cell)
    return f"{list(cell)} at {percent(risk)} risk" if risk == risk else f"{list(cell)}"


def _games(share: float) -> str:
    return f"{100 * share:.1f} games in 100"


MAX_TASKS = 10_000  #: tasks of an exercise, and tries of a task

#: How a task was solved: at the first try, later, or not before its solution was shown.
Solved = Literal["first", "later", "shown"]
Whole = Annotated[int, Meta(ge=0, le=1_000_000)]
CellField = tuple[Whole, Whole]


class Task(Struct, frozen=True, forbid_unknown_fields=True):
    """The position before a costly guess, with the task of finding a better cell.

    ``step`` is the step of the guess, from 1; ``best`` is the best move found, and ``loss`` the
    share of games that the guess lost, None if it is not estimated. ``tries`` are the cells tried
    so far.
    """

    step: Annotated[int, Meta(ge=1, le=1_000_000)]
    best: CellField
    loss: Annotated[float, Meta(ge=0, le=1)] | None = None
    tries: Annotated[tuple[CellField, ...], Meta(max_length=MAX_TASKS)] = ()
    solved: Solved | None = None


class Exercise(Struct, frozen=True, forbid_unknown_fields=True):
    """The tasks of a game in the order of play, and the place ``at`` of the current one.

    At the end ``at`` is the number of tasks (or more), and no task is current.
    """

    tasks: Annotated[tuple[Task, ...], Meta(max_length=MAX_TASKS)]
    at: Whole = 0

    @classmethod
    def of(cls, review: Review) -> Exercise:
        """Return the exercise of a review: its faults, missed certain cells and certain mines."""
        costly = (one for one in review.guesses if one.costly and one.best != one.move.cell)
        return cls(
            tuple(
                Task(guess.step, guess.best, None if guess.loss is None else guess.loss.value)
                for guess in costly
            )
        )

    @classmethod
    def read(cls, value: object) -> Exercise:
        """Return the exercise of its JSON form. Raises ``InputError`` for anything else."""
        return read_value(value, cls, "the exercise")

    @property
    def task(self) -> Task | None:
        """The current task; None at the end."""
        return self.tasks[self.at] if self.at < len(self.tasks) else None

    def tried(self, cell: Cell, right: bool) -> Exercise:
        """Return the exercise after a cell was tried, which was right or not."""
        task = self._current
        solved = task.solved
        if right and solved is None:
            solved = "later" if task.tries else "first"
        return self._with(replace(task, tries=(*task.tries, cell), solved=solved))

    def shown(self) -> Exercise:
        """Return the exercise after the solution of the current task was shown."""
        task = self._current
        return self if task.solved else self._with(replace(task, solved="shown"))

    def next(self) -> Exercise:
        """Return the exercise at its next task."""
        return replace(self, at=min(self.at + 1, len(self.tasks)))

    @property
    def summary(self) -> str:
        """A clause that says how the tasks were solved, without a capital or a final stop."""
        if not self.tasks:
            return "there is nothing to learn from this game: no guess was costly"
        ways = [task.solved for task in self.tasks]
        names = {"first": "solved at the first try", "later": "later", "shown": "shown"}
        parts = [f"{ways.count(way)} {name}" for way, name in names.items() if way in ways]
        parts += [f"{ways.count(None)} not solved"] if None in ways else []
        return f"{plural(len(ways), 'position')}: {listed(parts)}"

    @property
    def _current(self) -> Task:
        if self.task is None:
            raise InputError("the exercise is at its end")
        return self.task

    def _with(self, task: Task) -> Exercise:
        return replace(self, tasks=(*self.tasks[: self.at], task, *self.tasks[self.at + 1 :]))
