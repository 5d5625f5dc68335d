"""The games of a player in a store, as spans of consecutive deals whose columns are packed."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sapper.game.rules import OUTCOMES
from sapper.players.tally import Tallies

MOST = 1000  #: the most games of a span, so that SQL finds a single one quickly
ZERO = ord("0")
WIDEST = 18  #: digits of the largest number that can be read
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
    ranges: list[range] = []
    for start, stop in db.execute(_PLAYED, (player, numbers.start, numbers.stop)):
        start, stop = max(start, numbers.start), min(stop, numbers.stop)
        if ranges and start <= ranges[-1].stop:
            ranges[-1] = range(ranges[-1].start, max(stop, ranges[-1].stop))
        else:
            ranges.append(range(start, stop))
    return ranges


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


def _span(
    row: tuple[int, int, int, bytes, bytes, bytes, bytes, str, bytes],
) -> Span:
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
