"""Endpoints for lessons: their list, each with its exercises, and the answers to cells tried."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from typing import Annotated

from msgspec import Meta

from sapper.game import Cell
from sapper.json_input import Whole
from sapper_workbench.study.classes import task_of_lesson, task_of_puzzles
from sapper_workbench.study.lessons.exercise import Answer as Judged
from sapper_workbench.study.lessons.exercise import Ask, Exercise
from sapper_workbench.study.lessons.lesson import (
    TEST,
    TO_PASS,
    Lesson,
    Progress,
    Solved,
    lesson,
    lessons,
)
from sapper_workbench.study.printing import Paper, worksheet
from sapper_workbench.web.http.endpoints import Download, Endpoint
from sapper_workbench.web.http.fields import Answer, CellField, Fields, Name, doc
from sapper_workbench.web.views.analysis import ExplanationJson
from sapper_workbench.web.views.board import BoardJson
from sapper_workbench.web.views.setup import random_seed
from sapper_workbench.web.workbench import Workbench


class Tried(Fields):
    """The cells picked in an exercise, the one to judge last; none shows the solution."""

    exercise: Annotated[Whole, doc("the number of the exercise, from 0")]
    cells: Annotated[tuple[CellField, ...], Meta(max_length=100)] = ()


class SolvedFields(Fields):
    """How the user solved an exercise."""

    exercise: Annotated[Whole, doc("the number of the exercise, from 0")]
    solved: Solved


class LessonRow(Answer, kw_only=True):
    """A lesson in the list; ``solved`` says how the single user of a server solved each exercise,
    on the page or in the terminal."""

    id: str
    group: Annotated[str, doc("the heading over this group of lessons")]
    title: str
    exercises: Annotated[int, doc("the number of exercises, including the example board")]
    solved: tuple[Solved | None, ...]

    @classmethod
    def of(cls, one: Lesson, progress: Progress | None) -> LessonRow:
        """Return a lesson with a user's progress, if the server keeps it."""
        exercises = len(one.exercises)
        solved = (None,) * exercises if progress is None else progress.of(one)
        group = one.text.group
        return cls(id=one.id, group=group, title=one.title, exercises=exercises, solved=solved)


class ExerciseJson(Answer, kw_only=True):
    """An exercise without its solution."""

    task: str
    ask: Ask
    board: BoardJson
    marks: Annotated[tuple[Cell, ...], doc("the cells with the letters A, B, …")]
    lesson: Annotated[str, doc("the lesson that teaches it: in the test, another one")]

    @classmethod
    def of(cls, exercise: Exercise, lesson: str) -> ExerciseJson:
        """Return an exercise that a lesson teaches."""
        return cls(
            task=exercise.task,
            ask=exercise.ask,
            board=BoardJson.of(exercise.position),
            marks=exercise.marks,
            lesson=lesson,
        )


class LessonJson(Answer, kw_only=True):
    """A lesson with its exercises; ``example`` is about the board of the first one."""

    id: str
    title: str
    words: str
    example: str
    exercises: list[ExerciseJson]
    theme: Annotated[str | None, doc("the puzzles that practise it")]
    to_pass: Annotated[int | None, doc("of the test: the right first picks needed to pass")]

    @classmethod
    def of(cls, one: Lesson) -> LessonJson:
        """Return a lesson."""
        text = one.text
        return cls(
            id=one.id,
            title=one.title,
            words=text.words,
            example=text.example,
            exercises=list(map(ExerciseJson.of, one.exercises, one.taught_by)),
            theme=text.theme or None,
            to_pass=TO_PASS if one.id == TEST else None,
        )


class AnswerJson(Answer, kw_only=True):
    """The answer to the last cell picked. ``missing`` is the number of cells still to find; when it
    is 0, ``solution`` contains all right cells. ``mines`` is a consistent layout that shows that
    the cell is not certain."""

    cell: Cell
    right: bool
    missing: int
    words: str
    explanation: ExplanationJson | None
    mines: tuple[Cell, ...]
    solution: tuple[Cell, ...]

    @classmethod
    def of(cls, exercise: Exercise, judged: Judged) -> AnswerJson:
        """Return an answer."""
        return cls(
            cell=judged.cell,
            right=judged.right,
            missing=judged.missing,
            words=judged.words,
            explanation=ExplanationJson.of(judged.explanation),
            mines=judged.mines,
            solution=() if judged.missing else exercise.solution,
        )


def every(app: Workbench) -> list[LessonRow]:
    """List the lessons."""
    progress = progress_of(app)
    return [LessonRow.of(one, progress) for one in lessons().values()]


def show(app: Workbench, name: str) -> LessonJson:
    """Return a lesson and its exercises."""
    return LessonJson.of(lesson(name))


def answer(app: Workbench, name: str, request: Tried) -> AnswerJson:
    """Judge a cell that is picked in an exercise of a lesson, or show the solution."""
    exercise = lesson(name).exercise(request.exercise)
    return AnswerJson.of(
        exercise, exercise.judge(request.cells) if request.cells else exercise.shown()
    )


def solve(app: Workbench, name: str, request: SolvedFields) -> LessonRow:
    """Record how the user solved an exercise, for the terminal and the next visit."""
    one, progress = lesson(name), progress_of(app)
    one.exercise(request.exercise)
    if progress is not None:
        progress.add(one, request.exercise, request.solved)
    return LessonRow.of(one, progress)


class WorksheetFields(Fields):
    """What a worksheet has: a lesson, or puzzles of a theme."""

    lesson: Annotated[Name | None, doc("the id of a lesson")] = None
    theme: Annotated[Name | None, doc("the theme of puzzles; any by default")] = None
    count: Annotated[Annotated[int, Meta(ge=1, le=60)], doc("the number of puzzles")] = 6
    seed: Annotated[Whole | None, doc("the seed of the puzzles; random by default")] = None
    paper: Annotated[Paper, doc("the paper")] = "A4"


class HtmlPage(Download):
    """A page to print, which the browser shows rather than saves."""

    media_type = "text/html"

    def __init__(self, content: str, name: str) -> None:
        super().__init__(content, name)
        self.headers["content-disposition"] = f'inline; filename="{name}"'
        style = sha256(content.partition("<style>")[2].partition("</style>")[0].encode()).digest()
        policy = f"default-src 'none'; style-src 'sha256-{b64encode(style).decode()}'"
        self.headers["content-security-policy"] = policy


def print_worksheet(app: Workbench, request: WorksheetFields) -> HtmlPage:
    """Make a worksheet to print, with the solutions on its second page."""
    if request.lesson is not None:
        task, words = task_of_lesson(lesson(request.lesson)), lesson(request.lesson).text.words
    else:
        seed = random_seed() if request.seed is None else request.seed
        task, words = task_of_puzzles(request.theme, request.count, seed), ""
    page = worksheet(task.title, words, task.exercises, request.paper)
    return HtmlPage(page, f"worksheet-{request.lesson or 'puzzles'}.html")


def progress_of(app: Workbench) -> Progress | None:
    """Return the progress of the server's single user; None if browsers keep it.

    The file is read again each time, because the terminal may have changed it.
    """
    return None if app.lessons is None or app.visitor else Progress(app.lessons)


ENDPOINTS = (
    Endpoint("GET", "/api/lessons", every),
    Endpoint("GET", "/api/lessons/{id}", show),
    Endpoint("POST", "/api/lessons/{id}", answer),
    Endpoint("POST", "/api/lessons/{id}/solved", solve),
    Endpoint("GET", "/api/worksheet", print_worksheet, cancellable=True),
)
