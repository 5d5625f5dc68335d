"""Endpoints for lessons: their list, each with its exercises, and the answers to cells tried."""

from __future__ import annotations

import asyncio
from typing import Annotated

from msgspec import Meta

from sapper.game import Cell
from sapper.study.lessons.exercise import Answer as Judged
from sapper.study.lessons.exercise import Exercise, hardest
from sapper.study.lessons.lesson import Lesson, lesson, lesson_of, lessons
from sapper.web.http.endpoints import Endpoint
from sapper.web.http.fields import Answer, CellField, Fields, Whole, doc
from sapper.web.views.analysis import ExplanationJson
from sapper.web.views.board import BoardJson
from sapper.web.workbench import Workbench


class Tried(Fields):
    """The cells that a visitor has picked in an exercise, the one to judge last; none shows the
    solution."""

    exercise: Annotated[Whole, doc("the number of the exercise, from 0")]
    cells: Annotated[tuple[CellField, ...], Meta(max_length=100)] = ()


class LessonRow(Answer, kw_only=True):
    """A lesson in the list."""

    id: str
    group: Annotated[str, doc("the heading over this group of lessons")]
    title: str
    exercises: Annotated[int, doc("the number of exercises, including the example board")]

    @classmethod
    def of(cls, one: Lesson) -> LessonRow:
        """Return a lesson."""
        text = one.text
        return cls(id=one.id, group=text.group, title=one.title, exercises=len(one.exercises))


class ExerciseJson(Answer, kw_only=True):
    """An exercise without its solution."""

    task: str
    board: BoardJson
    marks: Annotated[tuple[Cell, ...], doc("the cells that the text calls ①, ②, …")]

    @classmethod
    def of(cls, exercise: Exercise) -> ExerciseJson:
        """Return an exercise."""
        board = BoardJson.of(exercise.position)
        return cls(task=exercise.task, board=board, marks=exercise.marks)


class LessonJson(Answer, kw_only=True):
    """A lesson with its exercises; ``example`` is about the board of the first one."""

    id: str
    title: str
    words: str
    example: str
    exercises: list[ExerciseJson]

    @classmethod
    def of(cls, one: Lesson) -> LessonJson:
        """Return a lesson."""
        exercises = list(map(ExerciseJson.of, one.exercises))
        words, example = one.text.words, one.text.example
        return cls(id=one.id, title=one.title, words=words, example=example, exercises=exercises)


class AnswerJson(Answer, kw_only=True):
    """The answer to the last cell picked. ``missing`` is the number of cells still to find; when it
    is 0, ``solution`` contains all right cells. ``mines`` is a consistent layout that shows that
    the cell is not certain. ``lesson`` teaches the hardest step of the explanation."""

    cell: Cell
    right: bool
    missing: int
    words: str
    explanation: ExplanationJson | None
    mines: tuple[Cell, ...]
    solution: tuple[Cell, ...]
    lesson: str | None

    @classmethod
    def of(cls, exercise: Exercise, judged: Judged) -> AnswerJson:
        """Return an answer."""
        why = judged.explanation
        return cls(
            cell=judged.cell,
            right=judged.right,
            missing=judged.missing,
            words=judged.words,
            explanation=ExplanationJson.of(why),
            mines=judged.mines,
            solution=() if judged.missing else exercise.solution,
            lesson=None if why is None else lesson_of(hardest(why)),
        )


async def every(bench: Workbench) -> list[LessonRow]:
    """List the lessons."""
    return await asyncio.to_thread(lambda: list(map(LessonRow.of, lessons().values())))


async def show(bench: Workbench, name: str) -> LessonJson:
    """Return a lesson and its exercises."""
    return await asyncio.to_thread(lambda: LessonJson.of(lesson(name)))


async def answer(bench: Workbench, name: str, asked: Tried) -> AnswerJson:
    """Judge a cell that is picked in an exercise of a lesson, or show the solution."""

    def judged() -> AnswerJson:
        exercise = lesson(name).exercise(asked.exercise)
        return AnswerJson.of(
            exercise, exercise.judge(asked.cells) if asked.cells else exercise.shown()
        )

    return await asyncio.to_thread(judged)


ENDPOINTS = (
    Endpoint("GET", "/api/lessons", every),
    Endpoint("GET", "/api/lessons/{id}", show),
    Endpoint("POST", "/api/lessons/{id}", answer),
)
