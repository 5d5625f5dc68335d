"""Reads stores of results: contests, their games, and sums and comparisons of these."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from sapper.arena.match.result import PlayerScore
from sapper.errors import InputError
from sapper.game import Position
from sapper.game.rules import Ending
from sapper_lab.plan.contest import Contest, DealsFile
from sapper_lab.plan.plan import Plan
from sapper_lab.store.schema import STORE, StoreError, sound
from sapper_lab.store.spans import (
    ContestGames,
    PlayerGames,
    Span,
    contest_games,
    false_proofs,
    played,
    spans,
)

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
    decisions: dict[str, int]
    version: str


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
    ) -> ContestGames:
        """Return sums over the games of a contest; ``report`` gets the number of games read."""
        with sound(self.path):
            games = [
                PlayerGames.of(
                    player,
                    self.spans(entry, player),
                    false_proofs(self._db, *self._key(entry, player)),
                    report,
                )
                for player in entry.contest.players
            ]
        return contest_games(games)

    def score(self, entry: StoredContest, player: str) -> PlayerScore:
        """Return sums over the games of one player."""
        alone = replace(entry, contest=replace(entry.contest, players=(player,)))
        return self.results(alone).scores[0]

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
                            dict(sorted(game.decisions.items())),
                            version,
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
