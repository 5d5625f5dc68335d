"""The tables of a store of results, and how a store file is opened.

A store is a SQLite database in write-ahead mode: readers never block writers, and a process that is
killed leaves everything that it has committed.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sapper.errors import InputError, SapperError

MARK = 0x73617070  #: "sapp": distinguishes a store from other SQLite databases
VERSION = 1  #: the version of the tables
DAMAGED = "the store is damaged; 'sqlite3 FILE .recover' prints what can still be read"
PATIENCE = 60.0  #: seconds to wait for other processes that are writing

#: A row of ``batch`` has the games of a player on the deals from ``start`` to ``stop``, at most a
#: thousand, as columns of decimal digits: for each game as many as the largest number in the column
#: needs. ``outcomes`` are indices of ``OUTCOMES``, ``decisions`` the moves by each of the
#: ``strategies``, and ``run`` is the process that played. A player belongs to one contest.
TABLES = """
CREATE TABLE run (
    id INTEGER PRIMARY KEY,
    started TEXT NOT NULL,
    version TEXT NOT NULL,
    machine TEXT NOT NULL,
    command TEXT NOT NULL,
    host TEXT NOT NULL,
    process INTEGER NOT NULL,
    born TEXT NOT NULL,
    beat REAL NOT NULL
);
CREATE TABLE plan (
    name TEXT PRIMARY KEY,
    text TEXT NOT NULL
);
CREATE TABLE contest (
    id INTEGER PRIMARY KEY,
    plan TEXT NOT NULL REFERENCES plan,
    level TEXT NOT NULL,
    start TEXT NOT NULL,
    seed INTEGER NOT NULL,
    deals TEXT NOT NULL,
    digest TEXT NOT NULL,
    games INTEGER NOT NULL,
    run INTEGER NOT NULL REFERENCES run,
    stopped INTEGER,
    words TEXT,
    UNIQUE (plan, start, seed, digest)
);
CREATE TABLE player (
    id INTEGER PRIMARY KEY,
    contest INTEGER NOT NULL REFERENCES contest,
    recipe TEXT NOT NULL,
    UNIQUE (contest, recipe)
);
CREATE TABLE strategy (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
);
CREATE TABLE claim (
    contest INTEGER NOT NULL REFERENCES contest,
    start INTEGER NOT NULL,
    stop INTEGER NOT NULL,
    run INTEGER NOT NULL REFERENCES run
);
CREATE TABLE code (
    player INTEGER PRIMARY KEY REFERENCES player,
    strategies TEXT NOT NULL,
    digest TEXT NOT NULL
);
CREATE TABLE batch (
    id INTEGER PRIMARY KEY,
    player INTEGER NOT NULL REFERENCES player,
    start INTEGER NOT NULL,
    stop INTEGER NOT NULL,
    run INTEGER NOT NULL REFERENCES run,
    outcomes BLOB NOT NULL,
    moves BLOB NOT NULL,
    guesses BLOB NOT NULL,
    microseconds BLOB NOT NULL,
    strategies TEXT NOT NULL,
    decisions BLOB NOT NULL
);
CREATE UNIQUE INDEX batch_deals ON batch (player, start, stop, run);
"""
#: One row for each game: the view ``games`` is for people, with names instead of numbers.
VIEWS = """
CREATE VIEW game (player, number, outcome, moves, guesses, microseconds, run) AS
WITH RECURSIVE place (i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM place WHERE i < 999),
wide (id, outcomes, moves, guesses, microseconds) AS (
    SELECT id, length(outcomes) / (stop - start), length(moves) / (stop - start),
        length(guesses) / (stop - start), length(microseconds) / (stop - start)
    FROM batch
)
SELECT player, start + i,
    CAST(substr(batch.outcomes, i * wide.outcomes + 1, wide.outcomes) AS INTEGER),
    CAST(substr(batch.moves, i * wide.moves + 1, wide.moves) AS INTEGER),
    CAST(substr(batch.guesses, i * wide.guesses + 1, wide.guesses) AS INTEGER),
    CAST(substr(batch.microseconds, i * wide.microseconds + 1, wide.microseconds) AS INTEGER),
    run
FROM batch JOIN wide USING (id) JOIN place ON i < stop - start;
CREATE VIEW games AS
SELECT contest.plan, contest.level, contest.seed, contest.deals, player.recipe AS player,
    game.number, CASE game.outcome WHEN 0 THEN 'lost' WHEN 1 THEN 'won' ELSE 'passed' END
    AS outcome, game.moves, game.guesses, game.microseconds / 1e6 AS cpu_seconds,
    run.version, run.machine
FROM game
JOIN player ON player.id = game.player
JOIN contest ON contest.id = player.contest
JOIN run ON run.id = game.run
WHERE contest.stopped IS NULL OR game.number < contest.stopped;
"""


class StoreError(InputError):
    """A store of results cannot be used; the message names the file and the reason."""


@contextmanager
def errors_named(path: str | Path) -> Iterator[None]:
    """Turn errors of SQLite within the block into a ``StoreError`` that names the file."""
    try:
        yield
    except sqlite3.Error as error:
        raise StoreError(f"{path}: {_sentence(error)}") from None
    except UnicodeDecodeError:  # SQLite's error message itself is not valid text
        raise StoreError(f"{path}: {DAMAGED}") from None


@contextmanager
def sound(path: str | Path) -> Iterator[None]:
    """Turn errors from damaged rows within the block into a ``StoreError``.

    Such rows refer to missing rows, or have other values in place of numbers. Use this only where
    rows are read, because other errors would look the same.
    """
    try:
        yield
    except SapperError:
        raise
    except (LookupError, TypeError, ValueError):
        raise StoreError(f"{path}: {DAMAGED}") from None


def _sentence(error: sqlite3.Error) -> str:
    code = getattr(error, "sqlite_errorcode", None)
    code = None if code is None else code & 0xFF  # drop the extended code
    if code == sqlite3.SQLITE_NOTADB:
        return "this is not a store of results"
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_ERROR):  # or a table or column is gone
        return DAMAGED
    if code == sqlite3.SQLITE_FULL:
        return "no space is left on the disk; all games finished before are kept"
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return f"another program has locked the store for {PATIENCE:.0f} seconds"
    if code == sqlite3.SQLITE_READONLY:
        return "the store is read-only"
    if code is None and "decode" in str(error):
        return DAMAGED
    return f"the store cannot be used: {error}"


def connect(path: str | Path, *, write: bool) -> sqlite3.Connection:
    """Open a store; for writing, it is created if it does not exist.

    Raises ``StoreError`` for a file that is missing, is not a store, is damaged, or has another
    format.
    """
    path = Path(path)
    if path.is_dir():
        raise StoreError(f"{path}: a folder, not a store of results")
    if not write and not path.exists():
        raise StoreError(f"{path}: no such store")
    if write and not path.parent.is_dir():
        raise StoreError(f"{path}: no such folder: {path.parent}")
    with errors_named(path):
        db = _opened(os.fspath(path))
        try:
            if not write and not _readable(db):
                db.close()
                db = _opened_as_it_is(path)
            _check(db, path, write=write)
        except BaseException:
            db.close()
            raise
    return db


def _opened(name: str, *, uri: bool = False) -> sqlite3.Connection:
    # Threads of joblib request batches; a lock serialises them.
    return sqlite3.connect(name, PATIENCE, isolation_level=None, check_same_thread=False, uri=uri)


def _readable(db: sqlite3.Connection) -> bool:
    """Return whether the store can be read in the usual way.

    That way writes small files beside the store, so the result is False if its folder is read-only.
    """
    try:
        db.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN):
            return False
        raise
    return True


def _opened_as_it_is(path: Path) -> sqlite3.Connection:
    """Open a store in a read-only folder, where no process can be writing it.

    Raises ``StoreError`` if a killed run has left its last games in a file beside it.
    """
    rest = Path(f"{path}-wal")
    if rest.exists() and rest.stat().st_size:
        raise StoreError(
            f"{path}: the run that wrote it was killed, and its last games are still in"
            f" {rest.name}; this folder is read-only, so copy both files to another folder"
        )
    return _opened(f"{path.absolute().as_uri()}?immutable=1", uri=True)


def _check(db: sqlite3.Connection, path: Path, *, write: bool) -> None:
    """Check that this is a store; create its tables if it is empty and open for writing."""
    ((tables,),) = db.execute("SELECT count(*) FROM sqlite_schema").fetchall()
    (mark,) = db.execute("PRAGMA application_id").fetchone()
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if mark != MARK and (tables or not write):
        raise StoreError(f"{path}: this is not a store of results")
    if version != VERSION and tables:
        raise StoreError(
            f"{path}: the store has format {version}, and this version of sapper reads only format"
            f" {VERSION}"
        )
    if write:  # the file is a store, so it may be changed
        db.execute("PRAGMA synchronous = NORMAL")  # a power cut may cost the last batches
        db.execute("PRAGMA journal_mode = WAL")
        with transaction(db):
            if not db.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]:
                for statement in (TABLES + VIEWS).split(";\n"):
                    db.execute(statement)
                db.execute(f"PRAGMA application_id = {MARK}")
                db.execute(f"PRAGMA user_version = {VERSION}")
        (state,) = db.execute("PRAGMA quick_check(1)").fetchone()
        if state != "ok":
            raise StoreError(f"{path}: {DAMAGED}")


@contextmanager
def transaction(db: sqlite3.Connection) -> Iterator[None]:
    """Run the block as one transaction, which no other process interleaves with."""
    try:  # an interrupt may come at any line
        db.execute("BEGIN IMMEDIATE")
        yield
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:  # a full disk has ended it already
            db.execute("ROLLBACK")
        raise
