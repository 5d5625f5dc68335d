"""The tables of a store of results."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sapper.errors import InputError, SapperError
from sapper.sqlite import FileKind

#: A row of ``batch`` has the games of a player on the deals from ``start`` to ``stop``, at most
#: 1,000, as columns of decimal digits of equal width. ``outcomes`` are indices of ``OUTCOMES``,
#: ``decisions`` the moves by each of the ``strategies``, and ``run`` is the process that played. A
#: player belongs to one contest. A ``seed`` that does not fit into 64 bits is a blob of its digits.
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
CREATE TABLE false_proof (
    player INTEGER NOT NULL REFERENCES player,
    number INTEGER NOT NULL,
    moves INTEGER NOT NULL,
    PRIMARY KEY (player, number)
);
"""
#: Views with one row for each game; ``games`` is for people, with names instead of keys.
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


STORE = FileKind(
    "store of results",
    mark=0x73617070,  # "sapp"
    version=1,
    tables=TABLES + VIEWS,
    patience=60.0,
    checked=True,
    error=StoreError,
)


@contextmanager
def sound(path: str | Path) -> Iterator[None]:
    """Turn errors from damaged rows within the block into a ``StoreError``.

    Such rows refer to missing rows, or have values of other types. Use this only around reading,
    because other errors would look the same.
    """
    try:
        yield
    except SapperError:
        raise
    except (LookupError, TypeError, ValueError):
        raise StoreError(f"{path}: {STORE.damaged}") from None
