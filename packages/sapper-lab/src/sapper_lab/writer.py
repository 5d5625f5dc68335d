"""Writing a store of results: planned games, claims on them, and their results.

All games of a batch are written in one transaction, except those that the store already has. So
whenever a process is killed, a game is stored completely or not at all, and never twice. A process
claims the deals that it is playing, so that other processes with the same plan play other deals.
Claims of processes that have ended are void.
"""

from __future__ import annotations

import os
import platform
import sqlite3
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from sapper.arguments import MAX_WHOLE
from sapper.game import Position
from sapper.players.tally import Tallies
from sapper_lab.plan import Contest
from sapper_lab.sqlite import transaction
from sapper_lab.store import (
    COLUMNS,
    STORE,
    Run,
    Store,
    StoreError,
    gaps,
    played,
    rows,
    sound,
    spans,
)


@dataclass(frozen=True)
class Process:
    """A process by its machine and number; its start time ``born``, if the system provides it,
    distinguishes it from later processes with the same number."""

    host: str
    number: int
    born: str

    @classmethod
    def this(cls) -> Process:
        """Return the current process."""
        return cls(platform.node(), os.getpid(), _born(os.getpid()))

    def gone(self) -> bool | None:
        """Return whether it has ended, or None if that cannot be determined from here."""
        if (
            self.host != platform.node() or sys.platform == "win32"
        ):  # on Windows, os.kill would end it
            return None
        with suppress(PermissionError):  # it exists, but belongs to another user
            try:
                os.kill(self.number, 0)
            except (ProcessLookupError, OverflowError):
                return True
        return _born(self.number) != self.born


def machine() -> str:
    """Describe this machine, for comparisons of times."""
    processors = os.cpu_count() or 1
    python = platform.python_version()
    return f"{platform.system()} {platform.machine()}, {processors} processors, Python {python}"


def _born(number: int) -> str:
    """Return the start time of a process in ticks since the machine started; empty if that is
    unknown or if the process has ended."""
    with suppress(OSError):
        fields = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
        if fields[0] not in "ZX":  # a process that has ended
            return fields[19]
    return ""


LEASE_SECONDS = 300.0  #: for which a claim remains valid if its process cannot be checked


@dataclass(frozen=True)
class ContestKeys:
    """The key of a contest in the store, and the keys of its players by recipe."""

    id: int
    players: Mapping[str, int]


@contextmanager
def open_for_writing(path: str | Path, run: Run) -> Iterator[StoreWriter]:
    """Open a store for writing, creating it if necessary; claims are released after the block.

    Raises ``StoreError`` if the store is damaged or has another format, or if the disk is full;
    everything written before is kept.
    """
    with STORE.errors_named(path):
        db = STORE.connect(path)
        try:
            writer = StoreWriter(db, path, run)
        except BaseException:
            db.close()
            raise
        try:
            yield writer
        finally:
            writer.close()


class StoreWriter:
    """A store opened by ``open_for_writing``. Its methods may be called from any thread."""

    def __init__(self, db: sqlite3.Connection, path: str | Path, run: Run) -> None:
        self._db = db
        self._lock = threading.RLock()
        self._strategies: dict[str, int] = {}
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
        """Provide the store for reading while no other thread writes."""
        with self._lock:
            yield self.store

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._lock, transaction(self._db):
            yield

    def add_plan(
        self, plan: str, text: str, contests: Sequence[Contest]
    ) -> tuple[ContestKeys, ...]:
        """Add a plan and its contests, or extend existing ones by further games and players.

        This removes verdicts of stopping rules, because the rule of the plan may have changed.
        """
        with self._transaction():
            self._db.execute(
                "INSERT INTO plan (name, text) VALUES (?, ?)"
                " ON CONFLICT (name) DO UPDATE SET text = excluded.text",
                (plan, text),
            )
            return tuple(self._add_contest(contest) for contest in contests)

    def _add_contest(self, contest: Contest) -> ContestKeys:
        start = str(Position.start(contest.grid, contest.mines, contest.rules))
        deals = ("", "") if contest.deals is None else (contest.deals.path, contest.deals.digest)
        row = (
            contest.plan,
            contest.level,
            start,
            contest.seed if contest.seed <= MAX_WHOLE else str(contest.seed).encode(),
            *deals,
            contest.games,
            self._run,
        )
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
        rows = self._db.execute("SELECT recipe, id FROM player WHERE contest = ?", (key,))
        players = dict(rows.fetchall())
        for recipe, code in contest.code.items():
            self._check_code(recipe, players[recipe], *code)
        return ContestKeys(key, players)

    def _check_code(self, recipe: str, player: int, strategies: str, digest: str) -> None:
        """Store the digest of a player's own code. Raises ``StoreError`` if it has changed."""
        row = (player, strategies, digest)
        stored = self._db.execute("SELECT digest FROM code WHERE player = ?", (player,)).fetchone()
        if stored is None:
            self._db.execute("INSERT INTO code VALUES (?, ?, ?)", row)
        elif stored != (digest,):
            raise StoreError(
                f"{self.store.path}: the code of '{recipe[:60]}' ({strategies}) has changed since"
                " its games were played: undo the change, use another store, or rename the strategy"
            )

    def missing(self, player: int, games: int) -> tuple[range, ...]:
        """Return the deals below ``games`` that a player has not played, in order."""
        with self._lock:
            return tuple(gaps(played(self._db, player, range(games)), range(games)))

    def claim(self, contest: int, player: int, wanted: range, size: int) -> range:
        """Claim and return the first up to ``size`` of the wanted deals that are free.

        Free deals are those that no process is playing and this player has not played. The range is
        empty without free deals.
        """
        with self._transaction():
            self._void_claims()
            others = self._db.execute(
                "SELECT start, stop FROM claim WHERE contest = ? AND run <> ? AND stop > ?",
                (contest, self._run, wanted.start),
            )
            taken = [*played(self._db, player, wanted), *(range(*claim) for claim in others)]
            free = gaps(sorted(taken, key=lambda deals: deals.start), wanted)
            claimed = free[0][:size] if free else wanted[len(wanted) :]
            if claimed:
                self._db.execute(
                    "INSERT INTO claim VALUES (?, ?, ?, ?)",
                    (contest, claimed.start, claimed.stop, self._run),
                )
        return claimed

    def commit(self, contest: int, numbers: range, games: Mapping[int, Tallies]) -> dict[int, int]:
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
        """Return the numbers of deals below ``games`` that a player has won and has played."""
        with self._lock, sound(self.store.path):
            wins = [span.games.won for span in spans(self._db, player, range(games))]
        return sum(int(won.sum()) for won in wins), sum(map(len, wins))

    def results(self, a: int, b: int, deals: range) -> list[int]:
        """Return the results of these deals, up to the first that a player has not played.

        A result is 1 if only the first player won, -1 if only the second did, 0 otherwise.
        """
        with self._lock, sound(self.store.path):
            won_a, won_b = self._won(a, deals), self._won(b, deals)
        both = min(len(won_a), len(won_b))
        return [int(result) for result in won_a[:both] - won_b[:both]]

    def _won(self, player: int, deals: range) -> npt.NDArray[np.int8]:
        """Return 1 for each deal won and 0 for others, up to the first that was not played."""
        parts, at = [np.empty(0, np.int8)], deals.start
        for span in spans(self._db, player, deals):
            if span.numbers.start != at:
                break
            parts.append(span.games.won.astype(np.int8))
            at = span.numbers.stop
        return np.concatenate(parts)

    def stop(self, contest: int, games: int, words: str) -> None:
        """Store the verdict of a stopping rule: only the first ``games`` deals count."""
        with self._transaction():
            self._db.execute(
                "UPDATE contest SET stopped = ?, words = ? WHERE id = ?", (games, words, contest)
            )

    def release(self) -> None:
        """Release the claims of this process.

        If the store can no longer be written, the claims remain until the process has ended, which
        makes them void.
        """
        with suppress(sqlite3.Error), self._transaction():
            self._db.execute("DELETE FROM claim WHERE run = ?", (self._run,))

    def close(self) -> None:
        """Release the claims, and close the file."""
        self.release()
        with self._lock:  # closing it while another thread reads crashes the process
            self._db.close()

    def _insert(self, player: int, numbers: range, tallies: Tallies) -> int:
        codes = [
            self._strategy_id(name) if tallies.decisions[:, k].any() else 0
            for k, name in enumerate(tallies.strategies)
        ]
        # Another process may have played some of them, if this one seemed to have ended.
        new = gaps(played(self._db, player, numbers), numbers)
        for deals in new:
            first = deals.start - numbers.start
            self._db.executemany(
                f"INSERT INTO batch (player, run, start, stop, {COLUMNS})"
                f" VALUES ({player}, {self._run}, ?, ?, ?, ?, ?, ?, ?, ?)",
                rows(deals.start, tallies.part(slice(first, first + len(deals))), codes),
            )
            wrong = [
                (player, deals.start + k, int(moves))
                for k, moves in enumerate(tallies.false_proofs[first : first + len(deals)])
                if moves
            ]
            self._db.executemany("INSERT OR IGNORE INTO false_proof VALUES (?, ?, ?)", wrong)
        return sum(map(len, new))

    def _strategy_id(self, strategy: str) -> int:
        """Return the number of a strategy in this store, adding it if necessary."""
        if strategy not in self._strategies:
            key = (strategy,)
            self._db.execute("INSERT OR IGNORE INTO strategy (name) VALUES (?)", key)
            ((number,),) = self._db.execute("SELECT id FROM strategy WHERE name = ?", key)
            self._strategies[strategy] = number
        return self._strategies[strategy]

    def _void_claims(self) -> None:
        """Remove the claims of processes that have ended, or seem to have."""
        rows = self._db.execute(
            "SELECT id, host, process, born, beat FROM run"
            " WHERE id <> ? AND id IN (SELECT run FROM claim)",
            (self._run,),
        ).fetchall()
        for key, host, number, born, beat in rows:
            gone = Process(host, number, born).gone()
            if gone or (gone is None and time.time() - beat > LEASE_SECONDS):
                self._db.execute("DELETE FROM claim WHERE run = ?", (key,))
