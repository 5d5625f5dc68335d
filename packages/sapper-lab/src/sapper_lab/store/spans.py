"""The games of a player in a store, as spans of consecutive deals whose columns are packed; and the
results of a contest, which are sums over them."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, combinations

import numpy as np
import numpy.typing as npt

from sapper.arena.match.result import PairScore, PlayerScore
from sapper.game.rules import OUTCOMES, Ending
from sapper.players.tally import Tallies

MOST = 1000  #: maximum number of games in a span, so that SQL finds a single one quickly
ZERO = ord("0")
WIDEST = 18  #: maximum number of digits of a number
COLUMNS = "outcomes, moves, guesses, microseconds, strategies, decisions"

_SPANS = (
    f"SELECT start, stop, run, {COLUMNS} FROM batch"
    " WHERE player = ? AND stop > ? AND start < ? ORDER BY start"
)
_PLAYED = "SELECT start, stop FROM batch WHERE player = ? AND stop > ? AND start < ? ORDER BY start"


@dataclass(frozen=True)
class Span:
    """The games of one player on consecutive deals, all played by the process ``run``.

    ``packed`` are the columns, and ``strategies`` the numbers of the strategies in ``decisions``.
    Reading damaged columns raises ``ValueError`` or ``TypeError``.
    """

    numbers: range
    run: int
    packed: tuple[bytes, bytes, bytes, bytes]
    strategies: tuple[int, ...]
    packed_decisions: bytes

    @property
    def outcomes(self) -> npt.NDArray[np.int64]:
        """The outcomes, as indices of ``OUTCOMES``."""
        codes = self._column(0)
        if codes.max(initial=0) >= len(OUTCOMES):
            raise ValueError("unknown outcome")
        return codes

    @property
    def moves(self) -> npt.NDArray[np.int64]:
        """The moves of each game."""
        return self._column(1)

    @property
    def guesses(self) -> npt.NDArray[np.int64]:
        """The guesses of each game."""
        return self._column(2)

    @property
    def microseconds(self) -> npt.NDArray[np.int64]:
        """The CPU time of each game."""
        return self._column(3)

    @property
    def decisions(self) -> npt.NDArray[np.int64]:
        """The number of moves, with shape (games, strategies)."""
        shape = len(self.numbers), len(self.strategies)
        return unpack(self.packed_decisions, shape[0] * shape[1]).reshape(shape)

    def _column(self, k: int) -> npt.NDArray[np.int64]:
        return unpack(self.packed[k], len(self.numbers))

    def part(self, numbers: range) -> Span:
        """Return the games of some of the deals."""
        if numbers == self.numbers:
            return self
        first, last = numbers.start - self.numbers.start, numbers.stop - self.numbers.start

        def cut(packed: bytes) -> bytes:
            width = len(packed) // len(self.numbers)
            return packed[first * width : last * width]

        outcomes, moves, guesses, microseconds = map(cut, self.packed)
        columns = outcomes, moves, guesses, microseconds
        return Span(numbers, self.run, columns, self.strategies, cut(self.packed_decisions))


def spans(db: sqlite3.Connection, player: int, numbers: range) -> Iterator[Span]:
    """Return the games of a player on some deals, in order; the query starts immediately."""
    return _disjoint(map(_span, db.execute(_SPANS, (player, numbers.start, numbers.stop))), numbers)


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
    for first in range(0, len(tallies), MOST):
        part = tallies.part(slice(first, first + MOST))
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


def _disjoint(parts: Iterable[Span], numbers: range) -> Iterator[Span]:
    """Cut spans to the wanted deals, each of which counts once."""
    at = numbers.start
    for span in parts:
        part = range(max(at, span.numbers.start), min(numbers.stop, span.numbers.stop))
        if part:
            at = part.stop
            yield span.part(part)


def _span(row: tuple[int, int, int, bytes, bytes, bytes, bytes, str, bytes]) -> Span:
    start, stop, run, outcomes, moves, guesses, microseconds, strategies, decisions = row
    columns = outcomes, moves, guesses, microseconds
    codes = tuple(map(int, strategies.split()))
    if not 0 < stop - start <= MOST or any(len(column) % (stop - start) for column in columns):
        raise ValueError("damaged columns")
    return Span(range(start, stop), run, columns, codes, decisions)


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
    if rest or not 0 < width <= WIDEST or digits.max() > 9:
        raise ValueError("a packed column must be digits of equal width")
    return digits @ 10 ** np.arange(width - 1, -1, -1, dtype=np.int64)


WON = OUTCOMES.index("won")

_ONES = np.array([byte.bit_count() for byte in range(256)], np.uint8)

Bits = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class ContestGames:
    """The results of a contest: for each player in its order, sums over the games and counts of
    their outcomes; and all pairs of players, over the deals that both have played."""

    scores: tuple[PlayerScore, ...]
    outcomes: tuple[Counter[Ending], ...]
    pairs: tuple[PairScore, ...]


@dataclass(frozen=True)
class GamesRead:
    """A summary of a player's games: sums by outcome and by strategy (their numbers), and the deals
    won in each span."""

    guesses: int
    microseconds: int
    outcomes: npt.NDArray[np.int64]
    decisions: Mapping[int, int]
    won: tuple[tuple[range, npt.NDArray[np.bool_]], ...]
    false_proofs: int = 0

    @classmethod
    def of(cls, spans: Iterable[Span], report: Callable[[int], object]) -> GamesRead:
        """Read games; ``report`` is called with the number of games in each span."""
        guesses = microseconds = 0
        outcomes = np.zeros(len(OUTCOMES), np.int64)
        decisions: Counter[int] = Counter()
        won = []
        for span in spans:
            ended = span.outcomes
            outcomes += np.bincount(ended, minlength=len(OUTCOMES))
            guesses += int(span.guesses.sum())
            microseconds += int(span.microseconds.sum())
            made = span.decisions.sum(axis=0).tolist()
            for strategy, moves in zip(span.strategies, made, strict=True):
                decisions[strategy] += moves
            won.append((span.numbers, ended == WON))
            report(len(ended))
        return cls(guesses, microseconds, outcomes, decisions, tuple(won))


def contest_games(
    players: Sequence[str], games: Sequence[GamesRead], strategies: Mapping[int, str]
) -> ContestGames:
    """Return the results from the games of each player; ``strategies`` are names by number."""
    scores = tuple(
        PlayerScore(
            player,
            int(one.outcomes[WON]),
            int(one.outcomes.sum()),
            one.microseconds / 1e6,
            dict(sorted((strategies[code], moves) for code, moves in one.decisions.items())),
            one.guesses,
            one.false_proofs,
        )
        for player, one in zip(players, games, strict=True)
    )
    outcomes = tuple(
        Counter({OUTCOMES[k]: n for k, n in enumerate(one.outcomes.tolist()) if n}) for one in games
    )
    return ContestGames(scores, outcomes, tuple(_pairs(players, games)))


def _pairs(players: Sequence[str], games: Sequence[GamesRead]) -> Iterable[PairScore]:
    places, size = _places([numbers for one in games for numbers, _ in one.won])
    bits = [_bits(one, places, size) for one in games]
    for (a, (met_a, won_a)), (b, (met_b, won_b)) in combinations(
        zip(players, bits, strict=True), 2
    ):
        both = _count(won_a & won_b)
        only_a, only_b = _count(won_a & met_b) - both, _count(won_b & met_a) - both
        neither = _count(met_a & met_b) - both - only_a - only_b
        yield PairScore(a, b, both, only_a, only_b, neither)


def _places(numbers: Iterable[range]) -> tuple[list[tuple[range, int]], int]:
    """Number the deals that any player has played, skipping gaps.

    Returns ranges of deals, each with the index of its first deal, and the number of indices.
    """
    merged = _merged(sorted(numbers, key=lambda deals: deals.start))
    *starts, size = accumulate(map(len, merged), initial=0)
    return list(zip(merged, starts, strict=True)), size


def _bits(games: GamesRead, places: Sequence[tuple[range, int]], size: int) -> tuple[Bits, Bits]:
    """Return two bits for each index: whether the player has played, and has won, its deal."""
    met, won = np.zeros(size, np.bool_), np.zeros(size, np.bool_)
    k = 0
    for numbers, flags in games.won:
        while numbers.start >= places[k][0].stop:
            k += 1
        first = places[k][1] + numbers.start - places[k][0].start
        met[first : first + len(flags)] = True
        won[first : first + len(flags)] = flags
    return np.packbits(met), np.packbits(won)


def _count(bits: Bits) -> int:
    return int(_ONES[bits].sum(dtype=np.int64))
