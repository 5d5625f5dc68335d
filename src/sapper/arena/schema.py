"""The tables of a store of results, and opening a file that has them.

A store is a SQLite database in write-ahead mode: whoever reads is never in the way of whoever
writes, and a process that is killed leaves everything that it had committed.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sapper.errors import InputError, SapperError

MARK = 0x73617070  #: "sapp": tells a store from other SQLite databases
VERSION = 1  #: of the tables; a larger number is a newer sapper's
DAMAGED = "the store is damaged; what can still be read is told by 'sqlite3 FILE .recover'"
PATIENCE = 60.0  #: seconds to wait for other processes that are writing

#: One row a game, found by player and number; a player belongs to one contest. A game's ``run`` is
#: the process that played it, ``decisions`` is packed (``arena.packing``), ``outcome`` is the place
#: in ``native.OUTCOMES``. The view ``games`` has it all in words, for whoever looks by hand.
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
CREATE TABLE game (
    player INTEGER NOT NULL REFERENCES player,
    number INTEGER NOT NULL,
    outcome INTEGER NOT NULL,
    moves INTEGER NOT NULL,
    guesses INTEGER NOT NULL,
    microseconds INTEGER NOT NULL,
    run INTEGER NOT NULL REFERENCES run,
    decisions BLOB NOT NULL,
    PRIMARY KEY (player, number)
) WITHOUT ROWID;
CREATE TABLE claim (
    contest INTEGER NOT NULL REFERENCES contest,
    start INTEGER NOT NULL,
    stop INTEGER NOT NULL,
    run INTEGER NOT NULL REFERENCES run
);
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
    """A store of results cannot be used; the sentence names the file and says why."""


@contextmanager
def told(path: str | Path) -> Iterator[None]:
    """Make whatever SQLite complains about within the block one sentence that names the file."""
    try:
        yield
    except sqlite3.Error as error:
        raise StoreError(f"{path}: {_sentence(error)}") from None
    except UnicodeDecodeError:  # what it complained about is no text itself
        raise StoreError(f"{path}: {DAMAGED}") from None


@contextmanager
def sound(path: str | Path) -> Iterator[None]:
    """Make rows that lead nowhere, or hold what is no number where one is due, a sentence; only
    for reading rows, as other faults look the same."""
    try:
        yield
    except SapperError:
        raise
    except (LookupError, TypeError, ValueError):
        raise StoreError(f"{path}: {DAMAGED}") from None


def _sentence(error: sqlite3.Error) -> str:
    code = getattr(error, "sqlite_errorcode", None)
    code = None if code is None else code & 0xFF  # what is above says more than anybody asks
    if code == sqlite3.SQLITE_NOTADB:
        return "this is not a store of results"
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_ERROR):  # or a table or column is gone
        return DAMAGED
    if code == sqlite3.SQLITE_FULL:
        return "no space is left on the disk; every game finished before is kept"
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return f"another program has kept the store to itself for {PATIENCE:.0f} seconds"
    if code == sqlite3.SQLITE_READONLY:
        return "the store may only be read"
    if code is None and "decode" in str(error):
        return DAMAGED
    return f"the store cannot be used: {error}"


def connect(path: str | Path, *, write: bool) -> sqlite3.Connection:
    """Open a store; for writing it is made where there is none.

    Raises ``StoreError`` for a file that is missing, no store, damaged or newer than this sapper.
    """
    path = Path(path)
    if path.is_dir():
        raise StoreError(f"{path}: this is a folder")
    if not write and not path.exists():
        raise StoreError(f"{path}: there is no such store")
    if write and not path.parent.is_dir():
        raise StoreError(f"{path}: there is no folder {path.parent}")
    with told(path):
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
    # Batches are asked for from threads of joblib's; a lock keeps them apart.
    return sqlite3.connect(name, PATIENCE, isolation_level=None, check_same_thread=False, uri=uri)


def _readable(db: sqlite3.Connection) -> bool:
    """Whether it can be read in the usual way, which writes a little beside the store to tell
    writers of it; False where nothing may be written there."""
    try:
        db.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN):
            return False
        raise
    return True


def _opened_as_it_is(path: Path) -> sqlite3.Connection:
    """A store where nothing may be written, so that nobody can be at work on it. Raises
    ``StoreError`` where a run was killed that left its last games beside it."""
    rest = Path(f"{path}-wal")
    if rest.exists() and rest.stat().st_size:
        raise StoreError(
            f"{path}: the run that wrote it was killed, and its last games are still in"
            f" {rest.name}; nothing may be written here, so copy both files elsewhere"
        )
    return _opened(f"{path.absolute().as_uri()}?immutable=1", uri=True)


def _check(db: sqlite3.Connection, path: Path, *, write: bool) -> None:
    """See that this is a store of ours; make it one if it is empty and may be written."""
    ((tables,),) = db.execute("SELECT count(*) FROM sqlite_schema").fetchall()
    (mark,) = db.execute("PRAGMA application_id").fetchone()
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if mark != MARK and (tables or not write):
        raise StoreError(f"{path}: this is not a store of results")
    if version > VERSION:
        raise StoreError(
            f"{path}: the store is of a newer sapper (format {version}; this one knows {VERSION})"
        )
    if write:  # from here on the file is ours, and may be changed
        db.execute("PRAGMA synchronous = NORMAL")  # a power cut may cost the last batches
        db.execute("PRAGMA journal_mode = WAL")
        with transaction(db):
            if not db.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]:
                for statement in TABLES.split(";\n"):
                    db.execute(statement)
                db.execute(f"PRAGMA application_id = {MARK}")
                db.execute(f"PRAGMA user_version = {VERSION}")
        (state,) = db.execute("PRAGMA quick_check(1)").fetchone()
        if state != "ok":
            raise StoreError(f"{path}: {DAMAGED}")


@contextmanager
def transaction(db: sqlite3.Connection) -> Iterator[None]:
    """All or nothing; other processes write before or after it."""
    try:  # an interrupt may come at any line
        db.execute("BEGIN IMMEDIATE")
        yield
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:  # a full disk has ended it already
            db.execute("ROLLBACK")
        raise
