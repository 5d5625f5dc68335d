"""The store of the history: one SQLite file, which the server, the terminal and the command line
may use at the same time; and the selection of its games by level, rule, outcome, player, origin and
date."""

from __future__ import annotations

import json
import sqlite3
import threading
import weakref
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import astuple, dataclass, replace
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

from sapper.errors import InputError, MissingError, StorageError, quoted
from sapper.files import data_folder
from sapper.game import LEVELS
from sapper.records import YOU, Record
from sapper_lab.sqlite import FileKind, transaction
from sapper_workbench.history.entry import BOARD_HASH_LENGTH, COLUMNS, HistoryGame, fingerprint

FILE_NAME = "history.db"  #: its file in the data folder
PAGE_ROWS = 500  #: rows that are listed at a time
MAX_RECORD_CHARACTERS = 64_000_000  #: characters of a record; no record is longer

_TYPES = {
    "key": "TEXT NOT NULL UNIQUE",
    "at": "REAL NOT NULL",
    "seconds": "REAL",
    **dict.fromkeys(("origin", "player", "level", "first", "outcome"), "TEXT NOT NULL"),
}
TABLES = f"""
CREATE TABLE game (
    id INTEGER PRIMARY KEY,
    {", ".join(f"{name} {_TYPES.get(name, 'INTEGER')}" for name in COLUMNS)},
    graded TEXT
);
CREATE INDEX game_at ON game (at DESC, id DESC);
CREATE TABLE record (
    game INTEGER PRIMARY KEY REFERENCES game ON DELETE CASCADE,
    text BLOB NOT NULL
);
CREATE TABLE print (
    game INTEGER PRIMARY KEY REFERENCES game ON DELETE CASCADE,
    print TEXT NOT NULL
);
CREATE INDEX print_print ON print (print);
CREATE TABLE study (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    at REAL NOT NULL
);
CREATE TABLE chapter (
    id INTEGER PRIMARY KEY,
    study INTEGER NOT NULL REFERENCES study ON DELETE CASCADE,
    place INTEGER NOT NULL,
    title TEXT NOT NULL,
    text BLOB NOT NULL
);
CREATE INDEX chapter_study ON chapter (study, place);
"""
FILE = FileKind(
    "history of sapper",
    mark=0x73617068,  # "saph"
    version=1,
    tables=TABLES,
    private=True,  # it shows the mines
)
_LISTED = f"id, graded, {', '.join(COLUMNS)}"


def history_file() -> Path:
    """Return the default file of the history."""
    return data_folder() / FILE_NAME


class History:
    """The games in a file, which is created with its folder if it does not exist.

    With ``most``, it drops the oldest games beyond that number. Threads may share it. Every method
    raises ``InputError`` if the file cannot be used; ``name`` then stands for its path. With
    ``readable``, a file that cannot be written, as on a full disk, is read until it can.
    """

    def __init__(
        self,
        path: Path,
        most: int | None = None,
        name: str | None = None,
        *,
        readable: bool = False,
    ) -> None:
        self.path, self._most, self._name = path, most, name or path
        self._lock = threading.Lock()
        self._writable = True
        try:
            self._db = self._opened()
        except StorageError:
            if not readable:
                raise
            self._writable = False
            self._db = FILE.read(path, shown=name)
            weakref.finalize(self, self._db.close)

    def _opened(self) -> sqlite3.Connection:
        """Open the file for writing."""
        db = FILE.connect(self.path, shown=self._name)
        weakref.finalize(self, db.close)
        with FILE.errors_named(self._name):
            db.execute("PRAGMA foreign_keys = ON")
        return db

    def close(self) -> None:
        """Close the file."""
        with self._lock:  # closing it while another thread reads crashes the process
            self._db.close()

    def keep(self, game: HistoryGame, record: Record | None, *, tries: bool = False) -> bool:
        """Save a game, or update one that was unfinished; return whether anything changed.

        Finished games are never changed. A game that was played here is ``known`` if another one on
        its board has ended. An imported game is not added if the history already has it under any
        key. If its file may contain several ``tries``, it is recognised by player and board, and
        replaces an unfinished import.
        """
        names = ", ".join(COLUMNS)
        marks = ", ".join("?" * len(COLUMNS))
        update = ", ".join(f"{name} = excluded.{name}" for name in COLUMNS if name != "key")
        same = fingerprint(record) if record is not None else ""
        with self.writing():
            if game.origin == "import":
                if tries and game.outcome != "unfinished":
                    self._db.execute(
                        "DELETE FROM game WHERE outcome = 'unfinished' AND origin = 'import' AND id"
                        " IN (SELECT game FROM print WHERE print GLOB ?)",
                        (f"{same[:BOARD_HASH_LENGTH]}*",),
                    )
                alike = f"{same[:BOARD_HASH_LENGTH]}*" if tries else same
                query = "SELECT 1 FROM print WHERE print GLOB ?"
                if self._db.execute(query, (alike,)).fetchone():
                    return False
            elif record is not None and self._has_ended(game, same):
                game = replace(game, known=True)
            rows = self._db.execute(
                f"INSERT INTO game ({names}) VALUES ({marks}) ON CONFLICT (key) DO UPDATE"
                f" SET {update} WHERE outcome = 'unfinished' RETURNING id",
                astuple(replace(game, seed=_packed_seed(game.seed))),
            ).fetchall()
            if rows and record is not None:
                packed = zlib.compress(record.text.encode(), 6)
                self._db.execute("REPLACE INTO record VALUES (?, ?)", (rows[0][0], packed))
                self._db.execute("REPLACE INTO print VALUES (?, ?)", (rows[0][0], same))
            if self._most is not None:
                self._db.execute(
                    "DELETE FROM game WHERE id IN"
                    " (SELECT id FROM game ORDER BY at DESC, id DESC LIMIT -1 OFFSET ?)",
                    (self._most,),
                )
        return bool(rows)

    def _has_ended(self, game: HistoryGame, same: str) -> bool:
        """Return whether another game on the board of a game has ended, which showed its mines.

        Boards of one seed differ a little if the first cells do, but who knows one knows the other.
        """
        board: tuple[Any, ...] = (f"{same[:BOARD_HASH_LENGTH]}*",)
        named = "id IN (SELECT game FROM print WHERE print GLOB ?)"
        if game.seed is not None:
            named = "(width, height, mines, seed, number) = (?, ?, ?, ?, ?)"
            board = game.width, game.height, game.mines, _packed_seed(game.seed), game.number
        query = f"SELECT 1 FROM game WHERE {named} AND key != ? AND outcome IN ('won', 'lost')"
        return self._db.execute(query, (*board, game.key)).fetchone() is not None

    def games(
        self, choice: Choice, start: int = 0, most: int = PAGE_ROWS
    ) -> list[tuple[int, HistoryGame, dict[str, Any] | None]]:
        """Return games, the latest first, as tuples of number, game and grades."""
        where, values = choice.where()
        with FILE.errors_named(self._name), self._lock:
            rows = self._db.execute(
                f"SELECT {_LISTED} FROM game WHERE {where} ORDER BY at DESC, id DESC"
                " LIMIT ? OFFSET ?",
                (*values, most, start),
            ).fetchall()
        return [_game(row) for row in rows]

    def every(self, choice: Choice) -> Iterator[tuple[int, HistoryGame, dict[str, Any] | None]]:
        """Yield all games of a choice, the latest first."""
        start = 0
        while rows := self.games(choice, start):
            yield from rows
            start += len(rows)

    def count(self, choice: Choice) -> int:
        """Return the number of games."""
        where, values = choice.where()
        return int(self.rows(f"SELECT count(*) FROM game WHERE {where}", values)[0][0])

    def levels(self) -> list[str]:
        """Return the names of all levels, sizes and worlds played: the named levels from the
        easiest on, the daily boards, and then the others, the most frequent first."""
        query = "SELECT level FROM game GROUP BY level ORDER BY count(*) DESC, level"
        return sorted((level for (level,) in self.rows(query)), key=place)

    def rows(self, query: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Return the rows of a query."""
        with FILE.errors_named(self._name), self._lock:
            return self._db.execute(query, tuple(values)).fetchall()

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Run the block as one transaction."""
        with FILE.errors_named(self._name), self._lock:
            if not self._writable:
                self._db, self._writable = self._opened(), True
            with transaction(self._db):
                yield self._db

    def find(self, number: int) -> tuple[HistoryGame, dict[str, Any] | None]:
        """Return a game and its grades. Raises ``MissingError``."""
        rows = self.rows(f"SELECT {_LISTED} FROM game WHERE id = ?", (number,))
        if not rows:
            raise MissingError(f"the history has no game {number}")
        _, game, graded = _game(rows[0])
        return game, graded

    def outcome_of(self, key: str) -> str | None:
        """Return the outcome of the game with a key; None if there is no such game."""
        rows = self.rows("SELECT outcome FROM game WHERE key = ?", (key,))
        return rows[0][0] if rows else None

    def record(self, number: int) -> Record:
        """Return the record of a finished game.

        Raises ``MissingError`` if there is no such game, and ``InputError`` if it is unfinished.
        """
        game, _ = self.find(number)
        if game.outcome == "unfinished":
            raise InputError(f"game {number} is not over: its record would show the mines")
        return self.started(number)

    def started(self, number: int) -> Record:
        """Return the record of a game, finished or not, to continue it."""
        rows = self.rows("SELECT text FROM record WHERE game = ?", (number,))
        if not rows:
            raise InputError(f"game {number} of the history has no record")
        try:
            text = zlib.decompressobj().decompress(rows[0][0], MAX_RECORD_CHARACTERS).decode()
        except (zlib.error, UnicodeDecodeError, TypeError):
            raise InputError(f"the record of game {number} is damaged") from None
        return Record.parse(text)

    def delete(self, numbers: Sequence[int]) -> int:
        """Delete games, and return the number deleted."""
        marks = ", ".join("?" * len(numbers))
        with self.writing():
            cursor = self._db.execute(f"DELETE FROM game WHERE id IN ({marks})", tuple(numbers))
            return cursor.rowcount

    def forget(self, key: str) -> None:
        """Delete an unfinished game that can no longer be continued."""
        with self.writing() as db:
            db.execute("DELETE FROM game WHERE key = ? AND outcome = 'unfinished'", (key,))

    def grade(self, number: int, graded: dict[str, Any]) -> None:
        """Store the grades of a game's guesses."""
        with self.writing() as db:
            db.execute("UPDATE game SET graded = ? WHERE id = ?", (json.dumps(graded), number))

    def number_of(self, key: str) -> int | None:
        """Return the number of the game with a key; None if there is no such game."""
        rows = self.rows("SELECT id FROM game WHERE key = ?", (key,))
        return int(rows[0][0]) if rows else None


def _packed_seed(seed: int | None) -> Any:
    """Return a seed as SQLite can hold it: beyond 63 bits as bytes."""
    return seed if seed is None or seed < 1 << 63 else seed.to_bytes(17, "big")


def _game(row: tuple[Any, ...]) -> tuple[int, HistoryGame, dict[str, Any] | None]:
    number, graded, *values = row
    fields = dict(zip(COLUMNS, values, strict=True))
    if isinstance(fields["seed"], bytes):
        fields["seed"] = int.from_bytes(fields["seed"], "big")
    fields["no_guess"], fields["known"] = bool(fields["no_guess"]), bool(fields["known"])
    return number, HistoryGame(**fields), None if graded is None else json.loads(graded)


DAILY = "daily"  #: the level of daily boards, followed by the date in the names of their worlds
_PLACES = (*LEVELS, DAILY)


def place(level: str) -> int:
    """Return the place of a level in lists: the named ones from the easiest on, the daily boards,
    and then the others."""
    return _PLACES.index(level) if level in _PLACES else len(_PLACES)


#: The names under which the user played here.
_NAMES = "SELECT player FROM game WHERE origin != 'import' AND NOT helped"


@dataclass(frozen=True)
class Choice:
    """A selection of games; None leaves a property open.

    ``first`` is a first-move rule, or ``no-guess`` for boards that need no guess. ``since`` and
    ``until`` are days, both included, in the time zone of this machine.

    ``own`` selects the games that statistics count: finished ones without moves by agents, on
    boards that the player did not know. Unless ``player`` is given, they are the user's: games
    played here, and imported ones under "you", ``name``, or a name that the user had here. Without
    ``abandoned``, unfinished games of at most one move are left out.
    """

    level: str | None = None
    first: str | None = None
    outcome: str | None = None
    player: str | None = None
    origin: str | None = None
    since: date | None = None
    until: date | None = None
    own: bool = False
    name: str = YOU
    abandoned: bool = True

    def where(self) -> tuple[str, list[Any]]:
        """Return an SQL condition and its values."""
        parts, values = ["1"], list[Any]()
        for name in ("level", "outcome", "player", "origin"):
            if (value := getattr(self, name)) is not None:
                parts.append(f"{name} = ?")
                values.append(value)
        if self.first == "no-guess":
            parts.append("no_guess")
        elif self.first is not None:
            parts.append("first = ? AND NOT no_guess")
            values.append(self.first)
        if self.since is not None:
            parts.append("at >= ?")
            values.append(_start(self.since))
        if self.until is not None:
            parts.append("at < ?")
            values.append(_start(self.until + timedelta(days=1)))
        if not self.abandoned:
            parts.append("NOT (outcome = 'unfinished' AND moves <= 1)")
        if self.own:
            parts.append("outcome IN ('won', 'lost') AND NOT helped AND NOT known")
            if self.player is None:
                parts.append(f"(origin != 'import' OR player IN (?, ?) OR player IN ({_NAMES}))")
                values += [YOU, self.name]
        return " AND ".join(parts), values


def day(text: str | None, what: str) -> date | None:
    """Read a day, ``YYYY-MM-DD``. Raises ``InputError``."""
    if text is None:
        return None
    try:
        found = date.fromisoformat(text)
        _start(found + timedelta(days=1))
    except (ValueError, OverflowError, OSError):
        raise InputError(f"{what}: {quoted(text)} is not a day such as 2026-01-31") from None
    return found


def _start(found: date) -> float:
    return datetime(found.year, found.month, found.day).timestamp()
