"""Classes: a teacher assigns tasks, and pupils solve them under names that they choose.

A class has a code for its pupils, and a secret for its teacher; each pupil has a secret, too. Only
hashes of secrets are stored. The file contains the names that pupils chose, their tries and nothing
else about them; a pupil or the teacher can delete them, and a class that nobody has used for
``KEPT_DAYS`` is deleted when another one is made.
"""

from __future__ import annotations

import re
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from hashlib import sha256
from pathlib import Path
from secrets import token_urlsafe

import msgspec
from msgspec import Struct

from sapper.errors import InputError, MissingError
from sapper.game import Position
from sapper.game.codes import HIDDEN
from sapper.json_input import read_json
from sapper.kernel.chance import Chance
from sapper_lab.sqlite import FileKind, transaction
from sapper_workbench.study.lessons.exercise import Ask, Exercise
from sapper_workbench.study.lessons.lesson import Board, Lesson, Solved, lesson
from sapper_workbench.study.puzzles.package import Collection, Kind, puzzles
from sapper_workbench.study.study import Study

CLASSES_FILE = "classes.sqlite"
MAX_CLASSES = 500
MAX_OWN = 20  #: classes of teachers from one address on a shared server
MAX_PUPILS = 60  #: of a class
MAX_TASKS = 20  #: of a class
MAX_EXERCISES = 64  #: of a task
MAX_BYTES = 600_000  #: of all tasks of a class
MAX_NAME = 40  #: characters of the name of a class or a pupil
KEPT_DAYS = 400.0
MAX_COLUMNS = 16  #: of the boards of puzzles
_DAY_SECONDS = 86_400.0
#: Control characters, and those that change the direction of the text after them.
_INVISIBLE = re.compile(
    r"[\x00-\x1f\x7f-\x9f\ud800-\udfff\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]"
)
#: The kind of the puzzles that are assigned: their answers are judged cell by cell.
ASSIGNED: Kind = "safe"


class Task(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A task: a ``lesson`` by its id, or the ``boards`` of exercises."""

    title: str
    lesson: str = ""
    boards: tuple[Board, ...] = ()

    @property
    def exercises(self) -> tuple[Exercise, ...]:
        """The exercises."""
        if self.lesson:
            return lesson(self.lesson).exercises
        return tuple(board.exercise for board in self.boards)

    @property
    def count(self) -> int:
        """The number of exercises."""
        return len(lesson(self.lesson).exercises) if self.lesson else len(self.boards)

    def exercise(self, number: int) -> Exercise:
        """Return an exercise by its number from 0. Raises ``InputError``."""
        if not 0 <= number < self.count:
            raise InputError(f"the task has the exercises 0 to {self.count - 1}, not {number}")
        found = lesson(self.lesson) if self.lesson else None
        return found.exercises[number] if found else self.boards[number].exercise


def task_of_lesson(found: Lesson) -> Task:
    """Return the task to do a lesson."""
    return Task(found.title, found.id)


def task_of_puzzles(theme: str | None, count: int, seed: int) -> Task:
    """Return the task to solve ``count`` puzzles, the easiest first, drawn by a seed.

    Raises ``InputError`` for a theme that no such puzzle has.
    """
    whole = puzzles().by_id.values()
    among = Collection(
        each for each in whole if each.kind == ASSIGNED and each.columns <= MAX_COLUMNS
    )
    chance, chosen = Chance(seed), list[str]()
    for number in range(min(count, MAX_EXERCISES)):
        rating = 900.0 + 600.0 * number / max(1, count - 1)
        chosen.append(among.chosen(rating, chance, theme, chosen).id)
    boards = tuple(Board("", "safe", among.by_id[name].text) for name in chosen)
    return Task(f"Puzzles: {theme}" if theme else "Puzzles", boards=boards)


def task_of_study(study: Study) -> Task:
    """Return the task to find a certain cell, or else one of least risk, in each chapter's first
    position. Raises ``InputError`` if no chapter has a hidden cell."""
    boards = []
    for chapter in study.chapters[:MAX_EXERCISES]:
        position = Position.parse(chapter.tree.start)
        if HIDDEN not in position.cells:
            continue
        ask: Ask = "safe"
        exercise = Exercise(ask, position)
        if not exercise.solution:
            ask = "mine" if Exercise("mine", position).solution else "risk"
        # Explained once, so that nobody assigns what takes too long.
        Exercise(ask, position).shown()
        boards.append(Board("", ask, str(position).replace("\n", "/")))
    if not boards:
        raise InputError("no chapter of this study has a hidden cell to find")
    return Task(study.name, boards=tuple(boards))


_TABLES = """
CREATE TABLE class (
    id INTEGER PRIMARY KEY,
    code TEXT NOT NULL UNIQUE,
    teacher TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    owner TEXT NOT NULL,
    used REAL NOT NULL
);
CREATE TABLE task (
    id INTEGER PRIMARY KEY,
    class INTEGER NOT NULL REFERENCES class ON DELETE CASCADE,
    text BLOB NOT NULL
);
CREATE TABLE pupil (
    id INTEGER PRIMARY KEY,
    class INTEGER NOT NULL REFERENCES class ON DELETE CASCADE,
    name TEXT NOT NULL,
    folded TEXT NOT NULL,
    secret TEXT NOT NULL UNIQUE,
    UNIQUE (class, folded)
);
CREATE TABLE try (
    pupil INTEGER NOT NULL REFERENCES pupil ON DELETE CASCADE,
    task INTEGER NOT NULL REFERENCES task ON DELETE CASCADE,
    exercise INTEGER NOT NULL,
    wrong INTEGER NOT NULL,
    solved TEXT,
    PRIMARY KEY (pupil, task, exercise)
);
"""
FILE = FileKind(
    "file of classes",
    mark=0x73617063,  # "sapc"
    version=1,
    tables=_TABLES,
    private=True,
)


class Pupil(Struct, frozen=True):
    """A pupil, and how each exercise of each task was solved, None where it was not."""

    id: int
    name: str
    solved: tuple[tuple[Solved | None, ...], ...]


class Class(Struct, frozen=True):
    """A class with its tasks by number, and the pupils that its reader may see: all for the
    teacher, one for a pupil."""

    name: str
    code: str
    tasks: tuple[tuple[int, Task], ...]
    pupils: tuple[Pupil, ...]


class Classes:
    """The file of the classes, which is created with its folder at the first write.

    Every method raises ``InputError`` if the file cannot be used, and ``MissingError`` for a code,
    a secret or a number that is not, or no longer, there.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def create(self, name: str, owner: str = "", most: int = MAX_CLASSES) -> str:
        """Add a class, and return its teacher's secret; ``owner`` has at most ``most`` classes."""
        named, secret = _named(name, "a class"), token_urlsafe(24)
        with self._writing() as db:
            db.execute(
                "DELETE FROM class WHERE used < ?", (time.time() - KEPT_DAYS * _DAY_SECONDS,)
            )
            (whole, own) = db.execute(
                "SELECT count(*), coalesce(sum(owner = ?), 0) FROM class", (owner,)
            ).fetchone()
            if whole >= MAX_CLASSES or own >= most:
                raise InputError("there are too many classes: delete one that has ended")
            row = token_urlsafe(9), _hashed(secret), named, owner, time.time()
            db.execute(
                "INSERT INTO class (code, teacher, name, owner, used) VALUES (?, ?, ?, ?, ?)", row
            )
        return secret

    def taught(self, teacher: str) -> Class:
        """Return the class of a teacher with all pupils."""
        with self._reading() as db:
            return _read(db, _class_of(db, teacher))

    def assign(self, teacher: str, task: Task) -> None:
        """Add a task to a class."""
        text = msgspec.json.encode(task)
        with self._writing() as db:
            number = _class_of(db, teacher)
            (count, size) = db.execute(
                "SELECT count(*), coalesce(sum(length(text)), 0) FROM task WHERE class = ?",
                (number,),
            ).fetchone()
            if count >= MAX_TASKS or size + len(text) > MAX_BYTES:
                raise InputError(
                    f"a class has at most {MAX_TASKS} tasks, and {MAX_BYTES:,} bytes of them:"
                    " remove one first"
                )
            db.execute("INSERT INTO task (class, text) VALUES (?, ?)", (number, text))
            db.execute("UPDATE class SET used = ? WHERE id = ?", (time.time(), number))

    def remove_task(self, teacher: str, task: int) -> None:
        """Remove a task with all tries at it."""
        self._remove("DELETE FROM task WHERE class = ? AND id = ?", teacher, task, "task")

    def remove_pupil(self, teacher: str, pupil: int) -> None:
        """Delete a pupil's name and tries."""
        self._remove("DELETE FROM pupil WHERE class = ? AND id = ?", teacher, pupil, "pupil")

    def _remove(self, query: str, teacher: str, number: int, what: str) -> None:
        with self._writing() as db:
            if not db.execute(query, (_class_of(db, teacher), number)).rowcount:
                raise MissingError(f"the class has no such {what}")

    def delete(self, teacher: str) -> None:
        """Delete a class with everything in it."""
        with self._writing() as db:
            db.execute("DELETE FROM class WHERE id = ?", (_class_of(db, teacher),))

    def title(self, code: str) -> str:
        """Return the name of the class with a code."""
        with self._reading() as db:
            return str(_class_by(db, "code", code)[1])

    def join(self, code: str, name: str) -> str:
        """Add a pupil to a class, and return the pupil's secret.

        Raises ``InputError`` for a name that is taken, and if the class is full.
        """
        named, secret = _named(name, "a pupil"), token_urlsafe(18)
        with self._writing() as db:
            number, _ = _class_by(db, "code", code)
            query = "SELECT count(*), coalesce(sum(folded = ?), 0) FROM pupil WHERE class = ?"
            (count, taken) = db.execute(query, (named.casefold(), number)).fetchone()
            if taken:
                raise InputError("someone in this class has this name: choose another one")
            if count >= MAX_PUPILS:
                raise InputError(f"the class is full: it has {MAX_PUPILS} pupils")
            row = number, named, named.casefold(), _hashed(secret)
            db.execute("INSERT INTO pupil (class, name, folded, secret) VALUES (?, ?, ?, ?)", row)
            db.execute("UPDATE class SET used = ? WHERE id = ?", (time.time(), number))
        return secret

    def worked(self, pupil: str) -> Class:
        """Return the class of a pupil, without the others in it."""
        with self._reading() as db:
            own, number = _pupil_by(db, pupil)
            return _read(db, number, own)

    def leave(self, pupil: str, *, kept: bool = False) -> None:
        """Delete a pupil's own name and tries; if they are ``kept``, only the secret is forgotten,
        so that nobody can go on under this name."""
        with self._writing() as db:
            own, _ = _pupil_by(db, pupil)
            if kept:
                forgotten = _hashed(token_urlsafe(18))
                db.execute("UPDATE pupil SET secret = ? WHERE id = ?", (forgotten, own))
            else:
                db.execute("DELETE FROM pupil WHERE id = ?", (own,))

    def task(self, pupil: str, number: int) -> Task:
        """Return a task of a pupil's class."""
        with self._reading() as db:
            _, class_ = _pupil_by(db, pupil)
            query = "SELECT text FROM task WHERE class = ? AND id = ?"
            row = db.execute(query, (class_, number)).fetchone()
        if row is None:
            raise MissingError("the class has no such task: your teacher may have removed it")
        return read_json(row[0], Task, "a task")

    def add_try(
        self, pupil: str, task: int, exercise: int, *, right: bool, shown: bool, done: bool
    ) -> None:
        """Record a try: whether it was right, the solution was shown, and the exercise is done.

        The first way in which an exercise was done stays.
        """
        with self._writing() as db:
            own, class_ = _pupil_by(db, pupil)
            query = "SELECT 1 FROM task WHERE class = ? AND id = ?"
            if db.execute(query, (class_, task)).fetchone() is None:
                raise MissingError("the class has no such task: your teacher may have removed it")
            query = "SELECT wrong, solved FROM try WHERE (pupil, task, exercise) = (?, ?, ?)"
            wrong, solved = db.execute(query, (own, task, exercise)).fetchone() or (0, None)
            how: Solved = "shown" if shown else "later" if wrong else "first"
            row = own, task, exercise, wrong + (not right), solved or (how if done else None)
            db.execute("REPLACE INTO try VALUES (?, ?, ?, ?, ?)", row)
            db.execute("UPDATE class SET used = ? WHERE id = ?", (time.time(), class_))

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        with FILE.errors_named(self._path), closing(FILE.read(self._path)) as db:
            yield db

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """Run the block as one transaction."""
        with FILE.errors_named(self._path), closing(FILE.connect(self._path)) as db:
            db.execute("PRAGMA foreign_keys = ON")
            db.execute("PRAGMA secure_delete = ON")  # so that deleted names are gone from the file
            with transaction(db):
                yield db


def _class_by(db: sqlite3.Connection, column: str, value: str) -> tuple[int, str]:
    row = db.execute(f"SELECT id, name FROM class WHERE {column} = ?", (value,)).fetchone()
    if row is None:
        raise MissingError("there is no such class: its link is wrong, or it was deleted")
    return row[0], row[1]


def _class_of(db: sqlite3.Connection, teacher: str) -> int:
    return _class_by(db, "teacher", _hashed(teacher))[0]


def _pupil_by(db: sqlite3.Connection, secret: str) -> tuple[int, int]:
    """Return the numbers of a pupil and of the class."""
    query = "SELECT id, class FROM pupil WHERE secret = ?"
    row = db.execute(query, (_hashed(secret),)).fetchone()
    if row is None:
        raise MissingError("your name is not in this class any more: choose one again")
    return row[0], row[1]


def _read(db: sqlite3.Connection, number: int, only: int | None = None) -> Class:
    """Return a class with all pupils, or ``only`` one."""
    code, name = db.execute("SELECT code, name FROM class WHERE id = ?", (number,)).fetchone()
    rows = db.execute("SELECT id, text FROM task WHERE class = ? ORDER BY id", (number,))
    tasks = tuple((each, read_json(text, Task, "a task")) for each, text in rows.fetchall())
    found = db.execute(
        "SELECT id, name FROM pupil WHERE class = ? AND id = coalesce(?, id) ORDER BY folded",
        (number, only),
    ).fetchall()
    tries = {
        (pupil, task, exercise): solved
        for pupil, task, exercise, solved in db.execute(
            "SELECT pupil, task, exercise, solved FROM try JOIN pupil ON pupil.id = pupil"
            " WHERE class = ? AND pupil = coalesce(?, pupil)",
            (number, only),
        )
    }
    pupils = tuple(
        Pupil(
            own,
            named,
            tuple(
                tuple(tries.get((own, each, place)) for place in range(task.count))
                for each, task in tasks
            ),
        )
        for own, named in found
    )
    return Class(name, code, tasks, pupils)


def _hashed(secret: str) -> str:
    return sha256(secret.encode(errors="replace")).hexdigest()


def _named(text: str, what: str) -> str:
    """Return the name of ``what`` without control characters and extra spaces. Raises
    ``InputError`` if it is empty or too long."""
    found = " ".join(_INVISIBLE.sub(" ", text).split())
    if not found:
        raise InputError(f"the name of {what} must not be empty")
    if len(found) > MAX_NAME:
        raise InputError(f"the name of {what} has at most {MAX_NAME} characters")
    return found
