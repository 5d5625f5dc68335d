"""An exercise: the positions of a game before its costly guesses, and which of them are solved.

It is a state machine without a board: each method returns the next state. The JSON form is that of
its fields; where the mines lie is not in it.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, to_builtins
from msgspec.structs import replace

from sapper.errors import InputError, listed, plural
from sapper.game import Cell
from sapper.json_input import read_value
from sapper.study.review.findings import Review

MOST = 10_000  #: tasks of an exercise, and tries of a task

#: How a task was solved: at the first try, later, or not before its solution was shown.
Solved = Literal["first", "later", "shown"]
Whole = Annotated[int, Meta(ge=0, le=1_000_000)]
CellField = tuple[Whole, Whole]


class Task(Struct, frozen=True, forbid_unknown_fields=True):
    """The position before a costly guess, in which a better cell is asked for.

    ``step`` is the step of the guess, from 1; ``best`` is the best move found, and ``loss`` what
    the guess lost, in games; None if that is not estimated. ``tries`` are the cells tried so far.
    """

    step: Annotated[int, Meta(ge=1, le=1_000_000)]
    best: CellField
    loss: Annotated[float, Meta(ge=0, le=1)] | None = None
    tries: Annotated[tuple[CellField, ...], Meta(max_length=MOST)] = ()
    solved: Solved | None = None


class Exercise(Struct, frozen=True, forbid_unknown_fields=True):
    """The tasks of a game in the order of play, and the place ``at`` of the current one.

    At the end ``at`` is the number of tasks (or more), and no task is current.
    """

    tasks: Annotated[tuple[Task, ...], Meta(max_length=MOST)]
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
        """How the tasks were solved: a clause without a capital or a final stop."""
        if not self.tasks:
            return "there is nothing to learn from this game: no guess was costly"
        ways = [task.solved for task in self.tasks]
        names = {"first": "solved at the first try", "later": "later", "shown": "shown"}
        parts = [f"{ways.count(way)} {name}" for way, name in names.items() if way in ways]
        parts += [f"{ways.count(None)} not solved"] if None in ways else []
        return f"{plural(len(ways), 'position')}: {listed(parts)}"

    def to_json(self) -> dict[str, Any]:
        """Return plain values."""
        found: dict[str, Any] = to_builtins(self)
        return found

    @property
    def _current(self) -> Task:
        if self.task is None:
            raise InputError("the exercise is at its end")
        return self.task

    def _with(self, task: Task) -> Exercise:
        return replace(self, tasks=(*self.tasks[: self.at], task, *self.tasks[self.at + 1 :]))
