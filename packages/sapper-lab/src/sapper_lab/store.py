"""Stores of results: the tables, the games of players as packed columns, and sums over them."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import combinations
from pathlib import Path

import numpy as np
import numpy.typing as npt

from sapper.arena.match import PairScore, PlayerScore
from sapper.errors import InputError, SapperError
from sapper.game import Position
from sapper.game.rules import OUTCOMES, Ending
from sapper.players.tally import Tallies
from sapper_lab.plan import Contest, DealsFile, Plan
from sapper_lab.sqlite import FileKind

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


MAX_SPAN = 1000  #: games in a row of the table, so that SQL finds a single one quickly
MAX_NUMBER = 1 << 30  #: of a deal; larger ones are damage, and would take too much memory
ZERO = ord("0")
MAX_DIGITS = 18  #: of a packed number
COLUMNS = "outcomes, moves, guesses, microseconds, strategies, decisions"

_SPANS = (
    f"SELECT start, stop, run, {COLUMNS} FROM batch"
    " WHERE player = ? AND stop > ? AND start < ? ORDER BY start"
)
_PLAYED = "SELECT start, stop FROM batch WHERE player = ? AND stop > ? AND start < ? ORDER BY start"


@dataclass(frozen=True)
class Span:
    """The games of one player on consecutive deals, all played by the process ``run``."""

    numbers: range
    run: int
    games: Tallies


def strategy_names(db: sqlite3.Connection) -> dict[int, str]:
    """Return the names of strategies by number."""
    return dict(db.execute("SELECT id, name FROM strategy"))


def spans(db: sqlite3.Connection, player: int, numbers: range) -> Iterator[Span]:
    """Return the games of a player on some deals, in order; the query starts immediately.

    Each deal counts once. Reading damaged columns raises ``LookupError``, ``ValueError`` or
    ``TypeError``.
    """
    rows = db.execute(_SPANS, (player, numbers.start, numbers.stop))
    names = strategy_names(db)  # after the first row, so that both come from one state

    def read() -> Iterator[Span]:
        at = numbers.start
        for start, stop, run, *columns in rows:
            part = range(max(at, start), min(numbers.stop, stop))
            if part:
                at = part.stop
                games = _unpacked(stop - start, names, *columns)
                yield Span(part, run, games.part(slice(part.start - start, part.stop - start)))

    return read()


def _unpacked(
    games: int,
    names: Mapping[int, str],
    outcomes: bytes,
    moves: bytes,
    guesses: bytes,
    microseconds: bytes,
    strategies: str,
    decisions: bytes,
) -> Tallies:
    """Return the games in the columns of a row; false proofs are in another table."""
    used = tuple(names[int(number)] for number in strategies.split())
    ended = unpack(outcomes, games)
    if not 0 < games <= MAX_SPAN or ended.max() >= len(OUTCOMES):
        raise ValueError("damaged columns")
    return Tallies(
        ended.astype(np.uint8),
        unpack(moves, games),
        unpack(guesses, games),
        used,
        unpack(decisions, games * len(used)).reshape(games, len(used)),
        unpack(microseconds, games) / 1e6,
        np.zeros(games, np.int64),
    )


def played(db: sqlite3.Connection, player: int, numbers: range) -> list[range]:
    """Return which of some deals a player has played, as disjoint ranges in order."""
    rows = db.execute(_PLAYED, (player, numbers.start, numbers.stop))
    return _merged(range(max(a, numbers.start), min(b, numbers.stop)) for a, b in rows)


def false_proofs(db: sqlite3.Connection, player: int, numbers: range) -> int:
    """Return the number of moves of a player that were wrongly called certain, on some deals."""
    query = "SELECT total(moves) FROM false_proof WHERE player = ? AND number BETWEEN ? AND ?"
    (moves,) = db.execute(query, (player, numbers.start, numbers.stop - 1)).fetchone()
    return int(moves)


def _merged(ranges: Iterable[range]) -> list[range]:
    """Return ranges, sorted by start, with those that meet or overlap merged."""
    merged: list[range] = []
    for one in ranges:
        if merged and one.start <= merged[-1].stop:
            merged[-1] = range(merged[-1].start, max(one.stop, merged[-1].stop))
        else:
            merged.append(one)
    return merged


def gaps(taken: Iterable[range], numbers: range) -> list[range]:
    """Return the deals that are not taken; ``taken`` is sorted by start."""
    free, at = [], numbers.start
    for deals in taken:
        if deals.start > at:
            free.append(range(at, min(deals.start, numbers.stop)))
        at = max(at, deals.stop)
    free.append(range(at, numbers.stop))
    return [deals for deals in free if deals]


def rows(
    start: int, tallies: Tallies, codes: Sequence[int]
) -> Iterator[tuple[int, int, bytes, bytes, bytes, bytes, str, bytes]]:
    """Yield the rows of the table ``batch``, without player and run, for games from ``start`` on.

    ``codes`` are the numbers of the strategies.
    """
    for first in range(0, len(tallies), MAX_SPAN):
        part = tallies.part(slice(first, first + MAX_SPAN))
        used = [k for k in range(len(codes)) if part.decisions[:, k].any()]
        yield (
            start + first,
            start + first + len(part),
            pack(part.outcomes),
            pack(part.moves),
            pack(part.guesses),
            pack(np.rint(1e6 * part.seconds).astype(np.int64)),
            " ".join(str(codes[k]) for k in used),
            pack(part.decisions[:, used]) if used else b"",
        )


def pack(column: npt.NDArray[np.integer]) -> bytes:
    """Return non-negative integers as decimal digits, all with the width of the largest."""
    width = len(str(column.max())) if column.size else 1
    places = 10 ** np.arange(width - 1, -1, -1, dtype=np.int64)
    return (column.reshape(-1, 1) // places % 10 + ZERO).astype(np.uint8).tobytes()


def unpack(packed: bytes, numbers: int) -> npt.NDArray[np.int64]:
    """Return the numbers packed by ``pack``. Raises ``ValueError`` for other bytes."""
    if not packed and not numbers:
        return np.empty(0, np.int64)
    width, rest = divmod(len(packed), max(numbers, 1))
    digits = np.frombuffer(packed, np.uint8).reshape(numbers, width) - np.uint8(ZERO)
    if rest or not 0 < width <= MAX_DIGITS or digits.max() > 9:
        raise ValueError("a packed column must be digits of equal width")
    return digits @ 10 ** np.arange(width - 1, -1, -1, dtype=np.int64)


@dataclass(frozen=True)
class PlayerGames:
    """All games of a player: their sums, the counts of outcomes, and the deals met and won as bits
    of an integer."""

    score: PlayerScore
    outcomes: Counter[Ending]
    met: int
    won: int

    @classmethod
    def of(
        cls,
        player: str,
        spans: Iterable[Span],
        false_proofs: int,
        report: Callable[[int], object],
    ) -> PlayerGames:
        """Read games; ``report`` is called with the number of games in each span."""
        guesses = microseconds = met = won = 0
        outcomes = np.zeros(len(OUTCOMES), np.int64)
        decisions: Counter[str] = Counter()
        for span in spans:
            games, start = span.games, span.numbers.start
            if span.numbers.stop > MAX_NUMBER:
                raise ValueError("damaged number of a deal")
            outcomes += np.bincount(games.outcomes, minlength=len(OUTCOMES))
            guesses += int(games.guesses.sum())
            microseconds += int(np.rint(1e6 * games.seconds).sum())
            moves = games.decisions.sum(axis=0).tolist()
            decisions.update(dict(zip(games.strategies, moves, strict=True)))
            met |= ((1 << len(games)) - 1) << start
            packed = np.packbits(games.won, bitorder="little").tobytes()
            won |= int.from_bytes(packed, "little") << start
            report(len(games))
        score = PlayerScore(
            player,
            won.bit_count(),
            met.bit_count(),
            microseconds / 1e6,
            dict(sorted(decisions.items())),
            guesses,
            false_proofs,
        )
        counts = Counter({OUTCOMES[k]: n for k, n in enumerate(outcomes.tolist()) if n})
        return cls(score, counts, met, won)


def pair_scores(players: Sequence[PlayerGames]) -> tuple[PairScore, ...]:
    """Return the results of all pairs of players, over the deals that both have played."""
    pairs = []
    for a, b in combinations(players, 2):
        both = (a.won & b.won).bit_count()
        only_a, only_b = (a.won & b.met).bit_count() - both, (b.won & a.met).bit_count() - both
        neither = (a.met & b.met).bit_count() - both - only_a - only_b
        pairs.append(PairScore(a.score.player, b.score.player, both, only_a, only_b, neither))
    return tuple(pairs)


MAX_DEALS = 2**63 - 1


@dataclass(frozen=True)
class Run:
    """A process that plays: its start (ISO 8601), version of sapper, machine and command."""

    started: str
    version: str
    machine: str
    command: str


@dataclass(frozen=True)
class StopVerdict:
    """The answer of a sequential test after ``games`` deals.

    Further deals are not played, and any already played do not count, so the result does not depend
    on how many there are.
    """

    games: int
    words: str


@dataclass(frozen=True)
class StoredContest:
    """A contest in a store, with all players and deals that were ever planned.

    - ``run``: the process that began it.
    - ``versions``: the versions of sapper that played its games.
    - ``verdict``: that of the stopping rule that ended it, or None.
    - ``planned``, ``wanted``: the deals and the players of the plan as it was last run.
    """

    id: int
    contest: Contest
    run: Run
    versions: tuple[str, ...]
    verdict: StopVerdict | None
    planned: int
    wanted: tuple[str, ...]
    limit: int = MAX_DEALS  #: deals from this number on do not count

    def of(self, players: tuple[str, ...], games: int) -> StoredContest:
        """Return the contest restricted to these players and to the first ``games`` deals."""
        contest = replace(self.contest, players=players, games=games)
        return replace(self, contest=contest, planned=games, wanted=players, limit=games)

    @property
    def due(self) -> int:
        """The deals that each wanted player must play: those planned, or fewer if a stopping rule
        has ended the contest."""
        return self.planned if self.verdict is None else min(self.planned, self.verdict.games)


@dataclass(frozen=True)
class StoredGame:
    """One game: ``decisions`` counts moves by strategy, ``guesses`` those that might have opened a
    mine, and ``version`` is the version of sapper that played it."""

    number: int
    outcome: Ending
    moves: int
    guesses: int
    cpu_seconds: float
    version: str
    decisions: dict[str, int] = field(hash=False)


@contextmanager
def open_store(path: str | Path) -> Iterator[Store]:
    """Open a store for reading, and close it after the block.

    Raises ``StoreError`` if it cannot be opened or read, or is damaged.
    """
    with STORE.errors_named(path):
        db = STORE.connect(path, write=False)
        try:
            yield Store(db, path)
        finally:
            db.close()


class Store:
    """A store of results; see ``open_store``."""

    def __init__(self, db: sqlite3.Connection, path: str | Path) -> None:
        self._db = db
        self.path = path

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Read one consistent state within the block, even if other processes write."""
        self._db.execute("BEGIN")
        try:
            yield
        finally:
            if self._db.in_transaction:  # a failing disk may already have ended it
                self._db.execute("ROLLBACK")

    def plans(self) -> dict[str, str]:
        """Return the text of each plan, as it was last run, by name."""
        return dict(self._db.execute("SELECT name, text FROM plan ORDER BY rowid"))

    def entries(self) -> tuple[StoredContest, ...]:
        """Return all contests in the order of their first planning."""
        rows = self._db.execute(
            "SELECT contest.id, plan, level, start, seed, deals, digest, games, stopped, words,"
            " started, version, machine, command"
            " FROM contest JOIN run ON run.id = contest.run ORDER BY contest.id"
        )
        with sound(self.path):
            plans = {name: _parsed(text) for name, text in self.plans().items()}
            return tuple(self._entry(plans, *row) for row in rows.fetchall())

    def played(self, entry: StoredContest, player: str) -> int:
        """Return the number of games of a player."""
        key, deals = self._key(entry, player)
        return sum(map(len, played(self._db, key, deals)))

    def results(
        self, entry: StoredContest, report: Callable[[int], object] = lambda _: None
    ) -> tuple[PlayerGames, ...]:
        """Return sums over the games of each player of a contest; ``report`` gets the number of
        games read."""
        with sound(self.path):
            return tuple(
                PlayerGames.of(
                    player,
                    self.spans(entry, player),
                    false_proofs(self._db, *self._key(entry, player)),
                    report,
                )
                for player in entry.contest.players
            )

    def score(self, entry: StoredContest, player: str) -> PlayerScore:
        """Return sums over the games of one player."""
        alone = replace(entry, contest=replace(entry.contest, players=(player,)))
        return self.results(alone)[0].score

    def spans(self, entry: StoredContest, player: str) -> Iterator[Span]:
        """Return the games of a player as columns; read them within ``sound``."""
        return spans(self._db, *self._key(entry, player))

    def games(
        self, entry: StoredContest, player: str, outcome: Ending | None = None
    ) -> Iterator[StoredGame]:
        """Yield the games of a player by number: all, or those with one outcome."""
        with sound(self.path):
            parts = self.spans(entry, player)
            versions = dict(self._db.execute("SELECT id, version FROM run"))
            for span in parts:
                version = versions[span.run]
                for number, game in zip(span.numbers, span.games, strict=True):
                    if outcome is None or game.outcome == outcome:
                        yield StoredGame(
                            number,
                            game.outcome,
                            game.moves,
                            game.guesses,
                            game.seconds,
                            version,
                            dict(sorted(game.decisions.items())),
                        )

    def _entry(
        self,
        plans: Mapping[str, Plan | None],
        key: int,
        plan: str,
        level: str,
        start: str,
        seed: int | bytes,
        deals: str,
        digest: str,
        games: int,
        stopped: int | None,
        words: str,
        *run: str,
    ) -> StoredContest:
        try:
            position = Position.parse(start)
        except InputError as error:
            raise StoreError(f"{self.path}: the board of contest {key}: {error}") from None
        recipes = self._db.execute(
            "SELECT recipe FROM player WHERE contest = ? ORDER BY id", (key,)
        )
        contest = Contest(
            plan,
            level,
            position.grid,
            position.mines,
            position.rules,
            int(seed),
            DealsFile(deals, digest) if deals else None,
            tuple(recipe for (recipe,) in recipes),
            games,
        )
        verdict = None if stopped is None else StopVerdict(stopped, words)
        planned, wanted = contest.games, contest.players
        if (asking := plans.get(plan)) is not None:
            planned = asking.asked(contest)
            wanted = tuple(recipe for recipe in wanted if planned and recipe in asking.everyone)
        return StoredContest(key, contest, Run(*run), self._versions(key), verdict, planned, wanted)

    def _versions(self, contest: int) -> tuple[str, ...]:
        rows = self._db.execute(
            "SELECT DISTINCT version FROM run WHERE id IN"
            " (SELECT run FROM batch JOIN player ON player.id = player WHERE contest = ?)"
            " ORDER BY id",
            (contest,),
        )
        return tuple(version for (version,) in rows)

    def _key(self, entry: StoredContest, player: str) -> tuple[int, range]:
        """Return the number of a player, and the deals that count."""
        row = self._db.execute(
            "SELECT id FROM player WHERE contest = ? AND recipe = ?", (entry.id, player)
        ).fetchone()
        if row is None:
            raise StoreError(f"{self.path}: '{player[:60]}' does not play {entry.contest.title}")
        stopped = MAX_DEALS if entry.verdict is None else entry.verdict.games
        return row[0], range(min(entry.limit, stopped))


def _parsed(text: object) -> Plan | None:
    """Parse a plan; return None if it is damaged or was written by an incompatible version."""
    if not isinstance(text, str):
        return None
    try:
        return Plan.parse(text)
    except InputError:
        return None
