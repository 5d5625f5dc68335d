"""Writing a store of results: planned games, claims on them, and their results.

All games of a batch are written in one transaction, each under its player and number, which are
unique. So whatever is killed at whatever moment, a game is stored completely or not at all, and
never twice. A process claims the deals that it is playing, so that other processes that run the
same plan play other deals; the claims of processes that have ended are void.
"""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from sapper.arena.plan.contest import Contest
from sapper.arena.store.packing import pack
from sapper.arena.store.processes import Process
from sapper.arena.store.schema import connect, errors_named, transaction
from sapper.arena.store.store import WON, Run, Store
from sapper.game import Position
from sapper.players.native.codes import OUTCOMES
from sapper.players.native.native import Tally

CODES = {outcome: code for code, outcome in enumerate(OUTCOMES)}
PACKED = 1 << 14  #: packed decisions in the cache: about 3 MB with their keys
LEASE = 300.0  #: seconds for which a claim is valid if its process cannot be checked


@dataclass(frozen=True)
class ContestKeys:
    """A contest's number in the store, and the numbers of its players by recipe."""

    id: int
    players: Mapping[str, int]


@contextmanager
def open_ledger(path: str | Path, run: Run) -> Iterator[Ledger]:
    """Open a store for writing, creating it if necessary; claims are released after the block.

    Raises ``StoreError`` if the store is damaged, belongs to a newer sapper, or has no space left;
    everything written before is kept.
    """
    with errors_named(path):
        db = connect(path, write=True)
        try:
            ledger = Ledger(db, path, run)
            try:
                yield ledger
            finally:
                ledger.release()
        finally:
            db.close()


class Ledger:
    """A store open for writing; see ``open_ledger``. Its methods may be called from any thread."""

    def __init__(self, db: sqlite3.Connection, path: str | Path, run: Run) -> None:
        self._db = db
        self._lock = threading.RLock()
        self._strategies: dict[str, int] = {}
        self._packed = lru_cache(PACKED)(self._pack)  # many games have the same counts
        self.store = Store(db, path)
        me = Process.this()
        with self._transaction():
            row = (run.started, run.version, run.machine, run.command)
            self._run = self._db.execute(
                "INSERT INTO run (started, version, machine, command, host, process, born, beat)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (*row, me.host, me.number, me.born, time.time()),
            ).lastrowid

    @contextmanager
    def reading(self) -> Iterator[Store]:
        """Return the store for reading while no other thread writes through this ledger."""
        with self._lock:
            yield self.store

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._lock, transaction(self._db):
            yield

    def enroll(self, plan: str, text: str, contests: Sequence[Contest]) -> tuple[ContestKeys, ...]:
        """Enter a plan and its contests, or find existing ones, which more games or players extend.

        Removes the verdicts of stopping rules, because the plan may have another rule now.
        """
        with self._transaction():
            self._db.execute(
                "INSERT INTO plan (name, text) VALUES (?, ?)"
                " ON CONFLICT (name) DO UPDATE SET text = excluded.text",
                (plan, text),
            )
            return tuple(self._enrolled(contest) for contest in contests)

    def _enrolled(self, contest: Contest) -> ContestKeys:
        start = str(Position.start(contest.grid, contest.mines, contest.rules))
        deals = ("", "") if contest.deals is None else (contest.deals.path, contest.deals.digest)
        row = (contest.plan, contest.level, start, contest.seed, *deals, contest.games, self._run)
        ((key,),) = self._db.execute(
            "INSERT INTO contest (plan, level, start, seed, deals, digest, games, run)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
            " ON CONFLICT (plan, start, seed, digest) DO UPDATE SET stopped = NULL, words = NULL,"
            " games = max(games, excluded.games), deals = excluded.deals RETURNING id",
            row,
        ).fetchall()
        self._db.executemany(
            "INSERT OR IGNORE INTO player (contest, recipe) VALUES (?, ?)",
            [(key, recipe) for recipe in contest.players],
        )
        found = self._db.execute("SELECT recipe, id FROM player WHERE contest = ?", (key,))
        return ContestKeys(key, dict(found.fetchall()))

    def missing(self, player: int, games: int) -> tuple[range, ...]:
        """Return the deals below ``games`` that a player has not played yet, in order."""
        with self._lock:
            ((count,),) = self._db.execute(
                "SELECT count(*) FROM game WHERE player = ? AND number < ?", (player, games)
            ).fetchall()
            if count == games:
                return ()
            gaps = self._db.execute(
                "SELECT number + 1, later FROM (SELECT number, lead(number, 1, ?2) OVER"
                " (ORDER BY number) AS later FROM (SELECT -1 AS number UNION ALL"
                " SELECT number FROM game WHERE player = ?1 AND number < ?2))"
                " WHERE later > number + 1",
                (player, games),
            ).fetchall()
        return tuple(range(start, stop) for start, stop in gaps)

    def claim(self, contest: int, player: int, wanted: range, size: int) -> range:
        """Claim up to ``size`` of the deals wanted, and return them.

        They are the first that nobody else is playing and that this player has not played; the
        range is empty if no such deals are left.
        """
        with self._transaction():
            self._bury()
            others = self._db.execute(
                "SELECT start, stop FROM claim WHERE contest = ? AND run <> ? AND stop > ?"
                " ORDER BY start",
                (contest, self._run, wanted.start),
            ).fetchall()
            start = self._missing_from(player, wanted.start)
            for taken, end in others:
                if taken <= start < end:
                    start = self._missing_from(player, end)
            limits = [start + size, wanted.stop, *(taken for taken, _ in others if taken > start)]
            stop = self._missing_until(player, start, min(limits))
            if start < stop:
                self._db.execute(
                    "INSERT INTO claim VALUES (?, ?, ?, ?)", (contest, start, stop, self._run)
                )
        return range(start, max(start, stop))

    def commit(
        self, contest: int, numbers: range, games: Mapping[int, Sequence[Tally]]
    ) -> dict[int, int]:
        """Write the games of claimed deals by player, and release the claim.

        Returns the number of new games for each player.
        """
        with self._transaction():
            new = {player: self._insert(player, numbers, games[player]) for player in games}
            self._db.execute(
                "DELETE FROM claim WHERE contest = ? AND start = ? AND stop = ? AND run = ?",
                (contest, numbers.start, numbers.stop, self._run),
            )
            self._db.execute("UPDATE run SET beat = ? WHERE id = ?", (time.time(), self._run))
        return new

    def wins(self, player: int, games: int) -> tuple[int, int]:
        """Return how many of the deals below ``games`` a player has won, and has played."""
        with self._lock:
            ((won, played),) = self._db.execute(
                f"SELECT total(outcome = {WON}), count(*) FROM game"
                " WHERE player = ? AND number < ?",
                (player, games),
            ).fetchall()
        return int(won), played

    def results(self, a: int, b: int, deals: range) -> list[int]:
        """Return who won these deals, up to the first that one of the players has not played.

        The values are 1 for only the first player, -1 for only the second, 0 for both or neither.
        """
        found = []
        with self._lock:
            rows = self._db.execute(
                f"SELECT number, (one.outcome = {WON}) - (other.outcome = {WON})"
                " FROM game AS one JOIN game AS other USING (number) WHERE one.player = ?"
                " AND other.player = ? AND number >= ? AND number < ? ORDER BY number",
                (a, b, deals.start, deals.stop),
            )
            for due, (number, result) in zip(deals, rows, strict=False):
                if number != due:
                    break
                found.append(result)
        return found

    def stop(self, contest: int, games: int, words: str) -> None:
        """Store the verdict of a stopping rule: only the first ``games`` deals count."""
        with self._transaction():
            self._db.execute(
                "UPDATE contest SET stopped = ?, words = ? WHERE id = ?", (games, words, contest)
            )

    def release(self) -> None:
        """Release the claims of this process.

        If the store can no longer be written, the claims stay; they are void once the process has
        ended.
        """
        with suppress(sqlite3.Error), self._transaction():
            self._db.execute("DELETE FROM claim WHERE run = ?", (self._run,))

    def _insert(self, player: int, numbers: range, tallies: Sequence[Tally]) -> int:
        rows = [
            (
                player,
                number,
                CODES[tally.outcome],
                tally.moves,
                tally.guesses,
                round(1e6 * tally.seconds),
                self._run,
                self._packed(*tally.decisions, *tally.decisions.values()),
            )
            for number, tally in zip(numbers, tallies, strict=True)
        ]
        before = self._db.total_changes  # not counting new strategies
        self._db.executemany(
            "INSERT OR IGNORE INTO game (player, number, outcome, moves, guesses, microseconds,"
            " run, decisions) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            rows,
        )
        return self._db.total_changes - before

    def _pack(self, *decisions: str | int) -> bytes:
        """Pack decisions for a game's row; the arguments are strategies and then their counts."""
        half = len(decisions) // 2
        counts = zip(map(str, decisions[:half]), map(int, decisions[half:]), strict=True)
        return pack([number for name, n in counts if n for number in (self._code(name), n)])

    def _code(self, strategy: str) -> int:
        """Return the number of a strategy in this store, adding it if necessary."""
        if strategy not in self._strategies:
            key = (strategy,)
            self._db.execute("INSERT OR IGNORE INTO strategy (name) VALUES (?)", key)
            ((number,),) = self._db.execute("SELECT id FROM strategy WHERE name = ?", key)
            self._strategies[strategy] = number
        return self._strategies[strategy]

    def _bury(self) -> None:
        """Remove the claims of processes that have ended, or seem to have."""
        rows = self._db.execute(
            "SELECT id, host, process, born, beat FROM run"
            " WHERE id <> ? AND id IN (SELECT run FROM claim)",
            (self._run,),
        ).fetchall()
        for key, host, number, born, beat in rows:
            gone = Process(host, number, born).gone()
            if gone or (gone is None and time.time() - beat > LEASE):
                self._db.execute("DELETE FROM claim WHERE run = ?", (key,))

    def _missing_from(self, player: int, start: int) -> int:
        """Return the first deal from ``start`` on that a player has not played."""
        ((number,),) = self._db.execute(
            "SELECT CASE WHEN NOT EXISTS (SELECT 1 FROM game WHERE player = ?1 AND number = ?2)"
            " THEN ?2 ELSE (SELECT number + 1 FROM game AS one WHERE player = ?1 AND number >= ?2"
            " AND NOT EXISTS (SELECT 1 FROM game WHERE player = ?1 AND number = one.number + 1)"
            " ORDER BY number LIMIT 1) END",
            (player, start),
        ).fetchall()
        return int(number)

    def _missing_until(self, player: int, start: int, stop: int) -> int:
        """Return the first deal from ``start`` on that a player has played, at most ``stop``."""
        ((number,),) = self._db.execute(
            "SELECT min(number) FROM game WHERE player = ? AND number >= ? AND number < ?",
            (player, start, stop),
        ).fetchall()
        return stop if number is None else int(number)
