"""The lessons: their texts, their exercises from games of seeds, and a learner's progress."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from sapper.errors import InputError, MissingError, StorageError, unknown
from sapper.explanations import Step
from sapper.explanations.steps import MOTIFS
from sapper.files import write_file
from sapper.game import Cell, Position
from sapper.json_input import convert, decoder
from sapper_workbench.study.lessons.exercise import Ask, Exercise

TEXTS_FILE, EXERCISES_FILE = "lessons.toml", "exercises.jsonl"
TEST = "test"  #: the id of the test at the end
TO_PASS = 9  #: right first picks that pass the test


class Board(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The text of a position in a lesson, on one line or several, and its task.

    ``of`` is the lesson that teaches it, if it is part of the test.
    """

    lesson: str
    ask: Ask
    position: str
    marks: tuple[Cell, ...] = ()
    of: str = ""

    @property
    def exercise(self) -> Exercise:
        """The board as an exercise."""
        return Exercise(self.ask, Position.parse(self.position.replace("/", "\n")), self.marks)


class Text(Struct, frozen=True, forbid_unknown_fields=True):
    """The hand-written part of a lesson.

    - ``id``: its name in addresses and links; ``group``: the heading over some lessons.
    - ``words``: the lesson in two or three sentences.
    - ``ask``, ``board``, ``marks``: the board to try first; the exercises have the same task, or by
      turns the task ``also``. ``example`` guides the reader through the board, where the marks have
      the letters A, B, ….
    - ``steps``: the steps of explanations that it teaches, by pattern or technique; ``after``: the
      lessons whose steps its exercises need as well.
    - ``theme``: the puzzles that practise it.
    """

    id: str
    group: str
    title: str
    words: str
    example: str = ""
    ask: Ask | None = None
    also: Ask | None = None
    board: str = ""
    marks: tuple[Cell, ...] = ()
    steps: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    theme: str = ""


class Lesson:
    """A lesson: its text, and its exercises, the first of which is the board to try.

    ``taught_by`` has the lesson that teaches each exercise: in the test, another one.
    """

    def __init__(self, text: Text, boards: Sequence[Board]) -> None:
        self.text, self.id, self.title = text, text.id, text.title
        self.exercises = tuple(board.exercise for board in boards)
        self.taught_by = tuple(board.of or board.lesson for board in boards)

    def exercise(self, number: int) -> Exercise:
        """Return an exercise by its number from 0. Raises ``InputError``."""
        if not 0 <= number < len(self.exercises):
            most = len(self.exercises) - 1
            raise InputError(f"{self.id} has the exercises 0 to {most}, not {number}")
        return self.exercises[number]


class _Texts(Struct, forbid_unknown_fields=True):
    lesson: tuple[Text, ...]


def texts() -> tuple[Text, ...]:
    """Return the hand-written parts of all lessons, in their order."""
    source = (
        files("sapper_workbench.study.lessons").joinpath(TEXTS_FILE).read_text(encoding="utf-8")
    )
    return convert(tomllib.loads(source), _Texts).lesson


@cache
def lessons() -> dict[str, Lesson]:
    """Return all lessons by id, in their order; the last one is the test."""
    source = files("sapper_workbench.study.lessons").joinpath(EXERCISES_FILE).read_bytes()
    boards = decoder(Board).decode_lines(source)
    own = [Board(each.id, each.ask, each.board, each.marks) for each in texts() if each.ask]
    return {
        text.id: Lesson(text, [board for board in (*own, *boards) if board.lesson == text.id])
        for text in texts()
    }


def lesson(name: str) -> Lesson:
    """Return a lesson. Raises ``MissingError`` for an unknown id."""
    if name not in lessons():
        raise MissingError(unknown("lesson", name, list(lessons())))
    return lessons()[name]


@cache
def _by_step() -> dict[str, str]:
    return {step: text.id for text in reversed(texts()) for step in text.steps}


def lesson_of(step: Step) -> str:
    """Return the id of the lesson that teaches a step of an explanation."""
    if step.technique == "one clue":
        return _by_step()["one clue: mines" if step.mines else "one clue"]
    return _by_step().get(step.pattern) or _by_step()[step.technique]


def lesson_of_motif(motif: str) -> str:
    """Return the id of the lesson that teaches to see a motif of explanations."""
    return next(text.id for text in texts() if motif in map(MOTIFS.get, text.steps))


PROGRESS_FILE = "lessons.json"
#: How an exercise was solved: at the first try, at a later one, or by looking at the solution.
Solved = Literal["first", "later", "shown"]


class Progress:
    """The way in which each exercise was solved, by lesson and number.

    A file that cannot be read counts as empty, and the first answer replaces it.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            kept = decoder(dict[str, list[Solved | None]]).decode(path.read_bytes())
        except (OSError, msgspec.MsgspecError):
            kept = {}
        self._kept = kept

    def of(self, lesson: Lesson) -> tuple[Solved | None, ...]:
        """Return how each exercise of a lesson was solved, None where it was not."""
        kept = self._kept.get(lesson.id, [])
        return tuple(kept[i] if i < len(kept) else None for i in range(len(lesson.exercises)))

    def done(self, lesson: Lesson) -> bool:
        """Return whether all exercises of a lesson are solved."""
        return None not in self.of(lesson)

    @property
    def following(self) -> Lesson:
        """The first lesson that is not done, or the first of all."""
        every = list(lessons().values())
        return next((lesson for lesson in every if not self.done(lesson)), every[0])

    def add(self, lesson: Lesson, number: int, solved: Solved) -> None:
        """Record how an exercise was solved; one that was right at the first try stays so.

        Raises ``StorageError`` if the file cannot be written; it then keeps the old answers.
        """
        now = list(self.of(lesson))
        now[number] = "first" if now[number] == "first" else solved
        self._kept[lesson.id] = now
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StorageError.of(self._path, error) from None
        write_file(self._path, msgspec.json.encode(self._kept), private=True)
