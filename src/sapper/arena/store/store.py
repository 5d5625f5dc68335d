"""Reading a store of results: contests and their games, one by one, summed and compared."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path

from sapper.arena.match.result import PairScore, PlayerScore
from sapper.arena.plan.contest import Contest, DealsFile
from sapper.arena.plan.plan import Plan
from sapper.arena.store.packing import unpack
from sapper.arena.store.schema import StoreError, connect, errors_named, sound
from sapper.errors import InputError
from sapper.game import Position
from sapper.players.native.codes import OUTCOMES, Ending

WON = OUTCOMES.index("won")
MOST = 2**63 - 1
COUNTED = "player = ?1 AND number < ?2"  #: the games of a player that count


@dataclass(frozen=True)
class Run:
    """One process that plays: its start (ISO 8601), version of sapper, machine and command."""

    started: str
    version: str
    machine: str
    command: str


@dataclass(frozen=True)
class StopVerdict:
    """The answer of a sequential test after ``games`` deals.

    No more deals are played, and those already played beyond it do not count, so the result does
    not depend on how many there were.
    """

    games: int
    words: str


@dataclass(frozen=True)
class StoredContest:
    """A contest in a store.

    ``run`` is the process that began it, ``versions`` are those of all sappers that played its
    games, and ``verdict`` is that of a stopping rule, if one has ended it. The contest has all
    players and deals that were ever planned; the plan, as it was last run, has ``planned`` deals
    and the ``wanted`` players.
    """

    id: int
    contest: Contest
    run: Run
    versions: tuple[str, ...]
    verdict: StopVerdict | None
    planned: int
    wanted: tuple[str, ...]
    limit: int = MOST  #: deals from this number on do not count

    def of(self, players: tuple[str, ...], games: int) -> StoredContest:
        """The contest as if only these players had played, and only the first ``games`` deals."""
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
    mine, and ``version`` is that of the sapper that played it."""

    number: int
    outcome: Ending
    moves: int
    guesses: int
    cpu_seconds: float
    decisions: dict[str, int]
    version: str


@contextmanager
def open_store(path: str | Path) -> Iterator[Store]:
    """Open a store for reading, and close it after the block.

    Raises ``StoreError`` for anything wrong with it, found when it is opened or read.
    """
    with errors_named(path):
        db = connect(path, write=False)
        try:
            yield Store(db, path)
        finally:
            db.close()


class Store:
    """A store of results; see ``open_store``."""

    def __init__(self, db: sqlite3.Connection, path: str | Path) -> None:
        self._db = db
        self._path = path

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
        """Return all contests in the order in which they were first planned."""
        rows = self._db.execute(
            "SELECT contest.id, plan, level, start, seed, deals, digest, games, stopped, words,"
            " started, version, machine, command"
            " FROM contest JOIN run ON run.id = contest.run ORDER BY contest.id"
        )
        with sound(self._path):
            plans = {name: _parsed(text) for name, text in self.plans().items()}
            return tuple(self._entry(plans, *row) for row in rows.fetchall())

    def played(self, entry: StoredContest, player: str) -> int:
        """Return the number of games of a player."""
        return self.outcomes(entry, player).total()

    def outcomes(self, entry: StoredContest, player: str) -> Counter[Ending]:
        """Return how the games of a player ended."""
        rows = self._db.execute(
            f"SELECT outcome, count(*) FROM game WHERE {COUNTED} GROUP BY outcome",
            self._key(entry, player),
        )
        with sound(self._path):
            return Counter({OUTCOMES[outcome]: games for outcome, games in rows})

    def score(self, entry: StoredContest, player: str) -> PlayerScore:
        """Return the sums over the games of a player."""
        key = self._key(entry, player)
        games, wins, guesses, microseconds = self._db.execute(
            f"SELECT count(*), total(outcome = {WON}), total(guesses), total(microseconds)"
            f" FROM game WHERE {COUNTED}",
            key,
        ).fetchone()
        decisions: Counter[int] = Counter()
        # Many games have the same counts, so each packed value is unpacked only once.
        for packed, times in self._db.execute(
            f"SELECT decisions, count(*) FROM game WHERE {COUNTED} GROUP BY decisions", key
        ):
            for strategy, count in self._unpacked(packed).items():
                decisions[strategy] += count * times
        names = self._strategies()
        with sound(self._path):
            by_name = dict(sorted((names[number], count) for number, count in decisions.items()))
        return PlayerScore(player, int(wins), games, microseconds / 1e6, by_name, int(guesses))

    def pairs(self, entry: StoredContest) -> tuple[PairScore, ...]:
        """Return all pairs of players of a contest, over the deals that both have played."""
        return tuple(self._pair(entry, a, b) for a, b in combinations(entry.contest.players, 2))

    def games(
        self, entry: StoredContest, player: str, outcome: Ending | None = None
    ) -> Iterator[StoredGame]:
        """Yield the games of a player by number: all, or those with one outcome."""
        rows = self._db.execute(
            "SELECT number, outcome, moves, guesses, microseconds, run, decisions FROM game"
            f" WHERE {COUNTED} AND (?3 IS NULL OR outcome = ?3) ORDER BY number",
            (*self._key(entry, player), None if outcome is None else OUTCOMES.index(outcome)),
        )
        # Queried while the games are read, so that both belong to the same state of the store.
        names = self._strategies()
        versions = dict(self._db.execute("SELECT id, version FROM run"))
        with sound(self._path):
            for number, ended, moves, guesses, microseconds, run, packed in rows:
                counts = self._unpacked(packed)
                decisions = dict(sorted((names[key], count) for key, count in counts.items()))
                seconds, how = microseconds / 1e6, OUTCOMES[ended]
                yield StoredGame(number, how, moves, guesses, seconds, decisions, versions[run])

    def _entry(
        self,
        plans: Mapping[str, Plan | None],
        key: int,
        plan: str,
        level: str,
        start: str,
        seed: int,
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
            raise StoreError(f"{self._path}: the board of contest {key}: {error}") from None
        recipes = self._db.execute(
            "SELECT recipe FROM player WHERE contest = ? ORDER BY id", (key,)
        )
        contest = Contest(
            plan,
            level,
            position.grid,
            position.mines,
            position.rules,
            seed,
            DealsFile(deals, digest) if deals else None,
            tuple(recipe for (recipe,) in recipes),
            games,
        )
        verdict = None if stopped is None else StopVerdict(stopped, words)
        planned, wanted = contest.games, contest.players
        if (asking := plans.get(plan)) is not None:
            planned = asking.asked(contest)
            wanted = tuple(one for one in wanted if planned and one in asking.everyone)
        return StoredContest(key, contest, Run(*run), self._versions(key), verdict, planned, wanted)

    def _versions(self, contest: int) -> tuple[str, ...]:
        rows = self._db.execute(
            "SELECT DISTINCT version FROM run WHERE id IN"
            " (SELECT run FROM game JOIN player ON player.id = player WHERE contest = ?)"
            " ORDER BY id",
            (contest,),
        )
        return tuple(version for (version,) in rows)

    def _key(self, entry: StoredContest, player: str) -> tuple[int, int]:
        """Return the parameters of ``COUNTED``: the player's number, and how many deals count."""
        row = self._db.execute(
            "SELECT id FROM player WHERE contest = ? AND recipe = ?", (entry.id, player)
        ).fetchone()
        if row is None:
            raise StoreError(f"{self._path}: '{player[:60]}' does not play {entry.contest.title}")
        stopped = MOST if entry.verdict is None else entry.verdict.games
        return row[0], min(entry.limit, stopped)

    def _pair(self, entry: StoredContest, a: str, b: str) -> PairScore:
        met: Counter[tuple[bool, bool]] = Counter()
        rows = self._db.execute(
            f"SELECT one.outcome = {WON}, other.outcome = {WON}, count(*)"
            " FROM game AS one JOIN game AS other USING (number)"
            " WHERE one.player = ? AND number < ? AND other.player = ? GROUP BY 1, 2",
            (*self._key(entry, a), self._key(entry, b)[0]),
        )
        for one, other, times in rows:
            met[bool(one), bool(other)] = times
        return PairScore(
            a, b, met[True, True], met[True, False], met[False, True], met[False, False]
        )

    def _strategies(self) -> dict[int, str]:
        return dict(self._db.execute("SELECT id, name FROM strategy"))

    def _unpacked(self, packed: bytes) -> dict[int, int]:
        try:
            return unpack(packed)
        except (ValueError, TypeError):
            raise StoreError(f"{self._path}: the decisions of a game are damaged") from None


def _parsed(text: str) -> Plan | None:
    """Return a plan as it was last run, or None if another version of sapper wrote it and this one
    cannot read it."""
    try:
        return Plan.parse(text)
    except InputError:
        return None
