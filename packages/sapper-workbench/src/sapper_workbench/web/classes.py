"""Endpoints for classes: a teacher makes one and assigns tasks, pupils join and solve them.

Who knows the teacher's secret sees all pupils; a pupil sees only their own answers. Secrets are in
the bodies of requests, never in addresses, which logs and histories keep.
"""

from __future__ import annotations

from functools import partial
from typing import Annotated

from msgspec import Meta

from sapper.errors import InputError, MissingError
from sapper.game import Cell
from sapper.json_input import Whole
from sapper_workbench.history.studies import Studies
from sapper_workbench.study.classes import (
    MAX_CLASSES,
    MAX_EXERCISES,
    MAX_OWN,
    Class,
    Classes,
    Pupil,
    Task,
    task_of_lesson,
    task_of_puzzles,
    task_of_study,
)
from sapper_workbench.study.lessons.exercise import Answer as Judged
from sapper_workbench.study.lessons.exercise import Exercise
from sapper_workbench.study.lessons.lesson import Solved, lesson
from sapper_workbench.web.http.endpoints import Endpoint
from sapper_workbench.web.http.fields import Answer, CellField, Fields, Name, doc
from sapper_workbench.web.http.security import group
from sapper_workbench.web.lessons import AnswerJson, ExerciseJson
from sapper_workbench.web.views.setup import random_seed
from sapper_workbench.web.workbench import Workbench

Secret = Annotated[str, Meta(max_length=100)]


class NewClass(Fields):
    """A new class."""

    name: Annotated[Name, doc("its name, which pupils see")]


class Teacher(Fields, kw_only=True):
    """The teacher of a class."""

    teacher: Annotated[Secret, doc("the secret of the teacher")]


class Assigned(Teacher, kw_only=True):
    """A task: a lesson, a number of puzzles, or one of the teacher's studies."""

    lesson: Annotated[Name | None, doc("the id of a lesson")] = None
    puzzles: Annotated[
        Annotated[int, Meta(ge=1, le=MAX_EXERCISES)] | None, doc("how many puzzles")
    ] = None
    theme: Annotated[Name | None, doc("the theme of the puzzles; any by default")] = None
    study: Annotated[Whole | None, doc("the number of a study of the teacher")] = None


class Removed(Teacher, kw_only=True):
    """What to remove from a class: a task, a pupil, or, without both, the whole class."""

    task: Annotated[Whole | None, doc("the number of a task")] = None
    pupil: Annotated[Whole | None, doc("the number of a pupil")] = None


class Joining(Fields):
    """A pupil who joins a class; without a name, only the name of the class is returned."""

    code: Annotated[Secret, doc("the code of the class, from its link")]
    name: Annotated[Name | None, doc("the name that the pupil chooses")] = None


class Worker(Fields, kw_only=True):
    """A pupil of a class."""

    pupil: Annotated[Secret, doc("the secret of the pupil")]


class Leaving(Worker, kw_only=True):
    """A pupil who leaves a class."""

    kept: Annotated[bool, doc("keep the name and the answers, and forget only the secret")] = False


class Opened(Worker, kw_only=True):
    """A task of a pupil."""

    task: Annotated[Whole, doc("the number of the task")]


class TriedInClass(Opened, kw_only=True):
    """The cells picked in an exercise, the one to judge last; none shows the solution."""

    exercise: Annotated[Whole, doc("the number of the exercise, from 0")]
    cells: Annotated[tuple[CellField, ...], Meta(max_length=100)] = ()


class TaskRow(Answer):
    """A task in a list."""

    id: int
    title: str
    exercises: int


class ClassJson(Answer, kw_only=True):
    """A class. Its teacher gets the code, the token of the server, and all pupils; a pupil gets an
    empty code and only themselves."""

    name: str
    code: str
    token: Annotated[str, doc("what the link for pupils needs on a shared server, or empty")]
    tasks: list[TaskRow]
    pupils: tuple[Pupil, ...]

    @classmethod
    def of(cls, found: Class, token: str = "", *, taught: bool = False) -> ClassJson:
        """Return a class, ``taught`` by whoever asks."""
        tasks = [TaskRow(number, task.title, task.count) for number, task in found.tasks]
        code = found.code if taught else ""
        return cls(name=found.name, code=code, token=token, tasks=tasks, pupils=found.pupils)


class SecretJson(Answer):
    """The secret of a new teacher or pupil; it is not shown again."""

    secret: str


class JoinedJson(Answer):
    """The name of a class, and the secret of a new pupil, if there is one."""

    name: str
    secret: str | None


class TaskWorkJson(Answer, kw_only=True):
    """A task with its exercises, and how the pupil solved each of them."""

    title: str
    words: str
    exercises: list[ExerciseJson]
    solved: tuple[Solved | None, ...]


class GoneJson(Answer):
    """Something was deleted."""

    deleted: bool = True


def create(app: Workbench, request: NewClass) -> SecretJson:
    """Make a class; return the secret of its teacher."""
    most = MAX_OWN if app.visitor else MAX_CLASSES
    return SecretJson(_classes(app).create(request.name, group(app.visitor), most))


def teach(app: Workbench, request: Teacher) -> ClassJson:
    """Return a class to its teacher, with all pupils and how they solved each exercise."""
    return ClassJson.of(_classes(app).taught(request.teacher), app.token, taught=True)


async def assign(app: Workbench, request: Assigned) -> ClassJson:
    """Assign a task to a class."""
    classes = _classes(app)
    await app.threads.run(classes.taught, request.teacher)
    if sum(each is not None for each in (request.lesson, request.puzzles, request.study)) != 1:
        raise InputError("expected exactly one of 'lesson', 'puzzles' and 'study'")
    if request.lesson is not None:
        task = task_of_lesson(lesson(request.lesson))
    elif request.puzzles is not None:
        made = partial(task_of_puzzles, request.theme, request.puzzles, random_seed())
        task = await app.threads.run(made)
    else:
        if app.history is None:
            raise MissingError("this server keeps no studies: it was started with --no-history")
        study = await app.threads.run(Studies(app.history).study, request.study)
        task = await app.workers.compute(partial(task_of_study, study), app.limits.task_seconds)
    await app.threads.run(classes.assign, request.teacher, task)
    return await app.threads.run(teach, app, Teacher(teacher=request.teacher))


def remove(app: Workbench, request: Removed) -> ClassJson | GoneJson:
    """Remove a task or a pupil from a class, or delete the class."""
    classes = _classes(app)
    if request.task is not None:
        classes.remove_task(request.teacher, request.task)
    if request.pupil is not None:
        classes.remove_pupil(request.teacher, request.pupil)
    if request.task is None and request.pupil is None:
        classes.delete(request.teacher)
        return GoneJson()
    return teach(app, request)


def join(app: Workbench, request: Joining) -> JoinedJson:
    """Join a class under a name, or find out what it is called."""
    classes = _classes(app)
    name = classes.title(request.code)
    secret = None if request.name is None else classes.join(request.code, request.name)
    return JoinedJson(name, secret)


def work(app: Workbench, request: Worker) -> ClassJson:
    """Return the tasks of a pupil's class, and how the pupil solved them."""
    return ClassJson.of(_classes(app).worked(request.pupil))


def leave(app: Workbench, request: Leaving) -> GoneJson:
    """Delete a pupil's name and answers, or forget only the pupil's secret."""
    _classes(app).leave(request.pupil, kept=request.kept)
    return GoneJson()


def opened(app: Workbench, request: Opened) -> TaskWorkJson:
    """Return the exercises of a task."""
    classes = _classes(app)
    task, own = classes.task(request.pupil, request.task), classes.worked(request.pupil)
    place = [number for number, _ in own.tasks].index(request.task)
    words = lesson(task.lesson).text.words if task.lesson else ""
    return TaskWorkJson(
        title=task.title,
        words=words,
        exercises=[ExerciseJson.of(each, task.lesson) for each in task.exercises],
        solved=own.pupils[0].solved[place],
    )


async def answer(app: Workbench, request: TriedInClass) -> AnswerJson:
    """Judge a cell that a pupil picks in an exercise, or show the solution; both are recorded."""
    classes = _classes(app)
    task: Task = await app.threads.run(classes.task, request.pupil, request.task)
    exercise, cells = task.exercise(request.exercise), request.cells
    if task.lesson:
        judged = await app.threads.run(_judged, exercise, cells)
    else:  # a teacher may have assigned what takes long
        work = partial(_judged, exercise, cells)
        judged = await app.workers.compute(work, app.limits.task_seconds)
    await app.threads.run(
        partial(
            classes.add_try,
            request.pupil,
            request.task,
            request.exercise,
            right=judged.right,
            shown=not cells,
            done=judged.missing == 0,
        )
    )
    return AnswerJson.of(exercise, judged)


def _judged(exercise: Exercise, cells: tuple[Cell, ...]) -> Judged:
    return exercise.judge(cells) if cells else exercise.shown()


def _classes(app: Workbench) -> Classes:
    """Return the file of the classes. Raises ``MissingError`` if this server has none."""
    if app.classes is None:
        raise MissingError("there are no classes here: they need a server (sapper serve)")
    return app.classes


ENDPOINTS = (
    Endpoint("POST", "/api/classes", create, status=201),
    Endpoint("POST", "/api/classes/teach", teach),
    Endpoint("POST", "/api/classes/assign", assign),
    Endpoint("POST", "/api/classes/remove", remove),
    Endpoint("POST", "/api/classes/join", join),
    Endpoint("POST", "/api/classes/work", work),
    Endpoint("POST", "/api/classes/leave", leave),
    Endpoint("POST", "/api/classes/task", opened),
    Endpoint("POST", "/api/classes/answer", answer),
)
