"""A batch: some deals of a match, played by every player, and the sums over these games."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

from sapper.arena.match.game import play
from sapper.game import Chance, Deal, Grid, Rules
from sapper.game.deal import PLAYS
from sapper.players import Player
from sapper.players.native import native
from sapper.players.native.native import Tally


@dataclass(frozen=True)
class Table:
    """What all batches of a match share: the players, the board, the rules and the seed.

    All random numbers depend only on ``seed`` and the number of a deal. So the results do not
    depend on how deals are divided into batches, or on where and when those are played.
    """

    players: tuple[Player, ...]
    grid: Grid
    mines: int
    rules: Rules
    seed: int


@dataclass(frozen=True)
class Batch:
    """The deals to play: seeded deals by number, or given orderings with the same numbering."""

    numbers: range
    orders: tuple[tuple[int, ...], ...] | None = None


@dataclass(frozen=True)
class Row:
    """Sums over one player's games; ``cpu_seconds`` is the CPU time they took."""

    wins: int = 0
    guesses: int = 0
    decisions: Counter[str] = field(default_factory=Counter)
    cpu_seconds: float = 0.0

    def __add__(self, other: Row) -> Row:
        return Row(
            self.wins + other.wins,
            self.guesses + other.guesses,
            self.decisions + other.decisions,
            self.cpu_seconds + other.cpu_seconds,
        )


@dataclass(frozen=True)
class Sheet:
    """Sums over deals.

    There is a row for each player. For each pair of players (in the order of
    ``itertools.combinations``), ``pairs`` has how many deals both, only the first, only the second,
    and neither won. Sheets can be added in any order; ``seconds`` is wall time, which is added too.
    """

    games: int
    rows: tuple[Row, ...]
    pairs: tuple[tuple[int, int, int, int], ...]
    seconds: float = 0.0

    def __add__(self, other: Sheet) -> Sheet:
        return Sheet(
            self.games + other.games,
            tuple(a + b for a, b in zip(self.rows, other.rows, strict=True)),
            tuple(
                (a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3])
                for a, b in zip(self.pairs, other.pairs, strict=True)
            ),
            self.seconds + other.seconds,
        )


def blank(players: int) -> Sheet:
    """Return the sheet before the first game."""
    pairs = sum(1 for _ in combinations(range(players), 2))
    return Sheet(0, (Row(),) * players, ((0, 0, 0, 0),) * pairs)


@dataclass(frozen=True)
class Played:
    """The games of a batch, for each player by number; ``seconds`` is the wall time they took."""

    games: int
    tallies: tuple[list[Tally], ...]
    seconds: float

    def sheet(self) -> Sheet:
        """Return the sums over these games."""
        results = [[tally.won for tally in tallies] for tallies in self.tallies]
        return Sheet(
            self.games,
            tuple(_row(tallies) for tallies in self.tallies),
            tuple(compare(a, b) for a, b in combinations(results, 2)),
            self.seconds,
        )


def play_batch(table: Table, batch: Batch) -> Played:
    """Let every player play every deal of a batch, and return all games."""
    started = time.perf_counter()
    tallies = tuple(tallies_of(player, table, batch) for player in table.players)
    return Played(len(batch.numbers), tallies, time.perf_counter() - started)


def play_sheet(table: Table, batch: Batch) -> Sheet:
    """Play as ``play_batch`` does, and return only the sums."""
    return play_batch(table, batch).sheet()


def tallies_of(player: Player, table: Table, batch: Batch) -> list[Tally]:
    """Play the games of one player, in the kernel if possible, else move by move.

    Both ways play the same games.
    """
    tallies = native.play(
        player, table.rules, table.grid, table.mines, table.seed, batch.numbers, batch.orders
    )
    return _tallies(player, table, batch) if tallies is None else tallies


def is_native(player: Player, table: Table) -> bool:
    """Return whether the games of a player run in the kernel, which lets other threads run."""
    nothing: Sequence[int] = range(0)
    arguments = (table.rules, table.grid, table.mines, table.seed, nothing, None)
    return native.play(player, *arguments) is not None


def _tallies(player: Player, table: Table, batch: Batch) -> list[Tally]:
    tallies = []
    for i, number in enumerate(batch.numbers):
        before = time.thread_time()
        if batch.orders is None:
            deal = Deal.seeded(table.grid, table.mines, table.seed, number)
        else:
            deal = Deal(table.grid, table.mines, batch.orders[i])
        chance = Chance(table.seed, PLAYS, number)
        tally = play(player, table.rules, deal, chance).tally()
        tallies.append(replace(tally, seconds=time.thread_time() - before))
    return tallies


def _row(tallies: Sequence[Tally]) -> Row:
    decisions: Counter[str] = Counter()
    for tally in tallies:
        decisions.update(tally.decisions)
    return Row(
        sum(tally.won for tally in tallies),
        sum(tally.guesses for tally in tallies),
        decisions,
        sum(tally.seconds for tally in tallies),
    )


def compare(a: Sequence[bool], b: Sequence[bool]) -> tuple[int, int, int, int]:
    """Return how many of the same deals both, only a, only b, and neither won."""
    met = Counter(zip(a, b, strict=True))
    return met[True, True], met[True, False], met[False, True], met[False, False]
