"""The studies of a visitor, in the file of their history."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Sequence

import msgspec
from msgspec import Struct

from sapper.errors import InputError, MissingError
from sapper.json_input import read_json
from sapper_workbench.history.database import History
from sapper_workbench.study.study import (
    CHAPTERS,
    Chapter,
    Study,
    check_bytes,
    title_of,
)

MAX_STUDIES = 200  #: studies of a visitor
MAX_BYTES = 20_000_000  #: bytes of all of them
_GAME_FIELD = b'"game":'  #: before the text of a game in a chapter


class ChapterRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A chapter in the list of its study."""

    id: int
    title: str


class StudyRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A study without the contents of its chapters; ``at`` is the time of its last change."""

    id: int
    name: str
    at: float
    chapters: tuple[ChapterRow, ...]


class Studies:
    """The studies in the file of a history.

    Chapters have numbers of their own, which stay when their order changes. Every method raises
    ``MissingError`` for an unknown number, and ``InputError`` if the file cannot be used.
    """

    def __init__(self, history: History) -> None:
        self._history = history

    def every(self) -> list[StudyRow]:
        """Return all studies, most recently changed first."""
        rows = self._history.rows("SELECT id, name, at FROM study ORDER BY at DESC, id DESC")
        return [self._row(*row) for row in rows]

    def find(self, number: int) -> StudyRow:
        """Return a study without the contents of its chapters."""
        rows = self._history.rows("SELECT id, name, at FROM study WHERE id = ?", (number,))
        if not rows:
            raise MissingError(f"you have no study {number}: it was deleted, or it is not yours")
        return self._row(*rows[0])

    def _row(self, number: int, name: str, at: float) -> StudyRow:
        query = "SELECT id, title FROM chapter WHERE study = ? ORDER BY place, id"
        rows = self._history.rows(query, (number,))
        return StudyRow(number, name, at, tuple(ChapterRow(*row) for row in rows))

    def study(self, number: int) -> Study:
        """Return a whole study."""
        row = self.find(number)
        chapters = tuple(self.chapter(number, each.id) for each in row.chapters)
        return Study(name=row.name, chapters=chapters)

    def chapter(self, study: int, number: int) -> Chapter:
        """Return a chapter."""
        query = "SELECT text FROM chapter WHERE study = ? AND id = ?"
        rows = self._history.rows(query, (study, number))
        if not rows:
            raise MissingError(f"study {study} has no chapter {number}: it may have been deleted")
        return read_json(rows[0][0], Chapter, "a chapter").checked()

    def games(self) -> bool:
        """Return whether any chapter was made from a game."""
        return bool(
            self._history.rows("SELECT 1 FROM chapter WHERE instr(text, ?) LIMIT 1", (_GAME_FIELD,))
        )

    def of_game(self, game: str) -> Chapter | None:
        """Return the chapter made from the game with this text, of the study changed last; None
        without one."""
        query = (
            "SELECT text FROM chapter JOIN study ON study.id = study WHERE instr(text, ?)"
            " ORDER BY at DESC, place LIMIT 1"
        )
        rows = self._history.rows(query, (_GAME_FIELD + msgspec.json.encode(game),))
        return read_json(rows[0][0], Chapter, "a chapter").checked() if rows else None

    def create(self, study: Study) -> int:
        """Add a study, and return its number."""
        name = title_of(study.name)
        texts = [(each.title, _text(each)) for each in study.chapters]
        _check_size(len(texts), sum(len(text) for _, text in texts))
        with self._history.writing() as db:
            if db.execute("SELECT count(*) FROM study").fetchone()[0] >= MAX_STUDIES:
                raise InputError(f"at most {MAX_STUDIES:,} studies are kept: delete one first")
            cursor = db.execute("INSERT INTO study (name, at) VALUES (?, ?)", (name, time.time()))
            number = cursor.lastrowid
            assert number is not None
            rows = [(number, place, title, text) for place, (title, text) in enumerate(texts)]
            db.executemany(
                "INSERT INTO chapter (study, place, title, text) VALUES (?, ?, ?, ?)", rows
            )
            _check_total(db)
        return number

    def has(self, study: Study) -> bool:
        """Return whether an equal study is here."""
        return any(self.study(row.id) == study for row in self.every() if row.name == study.name)

    def change(self, number: int, name: str | None, order: Sequence[int] | None) -> None:
        """Rename a study, or change the order of its chapters, all of which it names."""
        row = self.find(number)
        if order is not None and sorted(order) != sorted(each.id for each in row.chapters):
            raise InputError("'order' must have the number of every chapter once")
        with self._history.writing() as db:
            named = row.name if name is None else title_of(name)
            db.execute(
                "UPDATE study SET name = ?, at = ? WHERE id = ?", (named, time.time(), number)
            )
            places = [(place, each) for place, each in enumerate(order or ())]
            db.executemany("UPDATE chapter SET place = ? WHERE id = ?", places)

    def delete(self, number: int) -> None:
        """Delete a study with its chapters."""
        self.find(number)
        with self._history.writing() as db:
            db.execute("DELETE FROM study WHERE id = ?", (number,))

    def add(self, study: int, chapter: Chapter) -> int:
        """Add a chapter at the end of a study, and return its number."""
        self.find(study)
        text = _text(chapter)
        with self._history.writing() as db:
            count, size, place = db.execute(
                "SELECT count(*), coalesce(sum(length(text)), 0), coalesce(max(place), -1)"
                " FROM chapter WHERE study = ?",
                (study,),
            ).fetchone()
            _check_size(count + 1, size + len(text))
            cursor = db.execute(
                "INSERT INTO chapter (study, place, title, text) VALUES (?, ?, ?, ?)",
                (study, place + 1, chapter.title, text),
            )
            db.execute("UPDATE study SET at = ? WHERE id = ?", (time.time(), study))
            number = cursor.lastrowid
            assert number is not None
            _check_total(db)
        return number

    def put(self, study: int, number: int, chapter: Chapter) -> None:
        """Replace a chapter."""
        self.chapter(study, number)
        text = _text(chapter)
        with self._history.writing() as db:
            (size,) = db.execute(
                "SELECT coalesce(sum(length(text)), 0) FROM chapter WHERE study = ? AND id != ?",
                (study, number),
            ).fetchone()
            _check_size(1, size + len(text))
            db.execute(
                "UPDATE chapter SET title = ?, text = ? WHERE id = ?", (chapter.title, text, number)
            )
            db.execute("UPDATE study SET at = ? WHERE id = ?", (time.time(), study))
            _check_total(db)

    def remove(self, study: int, number: int) -> None:
        """Delete a chapter."""
        self.chapter(study, number)
        with self._history.writing() as db:
            db.execute("DELETE FROM chapter WHERE id = ?", (number,))


def _text(chapter: Chapter) -> bytes:
    return msgspec.json.encode(Chapter(title_of(chapter.title), chapter.tree, chapter.game))


def _check_total(db: sqlite3.Connection) -> None:
    (size,) = db.execute("SELECT coalesce(sum(length(text)), 0) FROM chapter").fetchone()
    if size > MAX_BYTES:
        raise InputError(f"all studies together have at most {MAX_BYTES:,} bytes: delete one first")


def _check_size(chapters: int, size: int) -> None:
    if chapters > CHAPTERS:
        raise InputError(f"a study has at most {CHAPTERS} chapters")
    check_bytes(size + 100 * chapters)
