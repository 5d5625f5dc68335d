"""The games of a player in a store, as spans of consecutive deals whose columns are packed.

A store of format 1 has a row for each game; these are read as spans too.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import merge

import numpy as np
import numpy.typing as npt

from sapper.arena.store.packing import pack, unpack, unpack_pairs
from sapper.players.native.codes import OUTCOMES
from sapper.players.native.tally import Tallies

MOST = 1000  #: games of a span, so that SQL finds a single one quickly
COLUMNS = "outcomes, moves, guesses, microseconds, strategies, decisions"

_SPANS = (
    f"SELECT start, stop, run, {COLUMNS} FROM batch"
    " WHERE player = ? AND stop > ? AND start < ? ORDER BY start"
)
_ROWS = (
    "SELECT number, run, outcome, moves, guesses, microseconds, decisions FROM game_1"
    " WHERE player = ? AND number >= ? AND number < ? ORDER BY number"
)
_PLAYED = "SELECT start, stop FROM batch WHERE player = ? AND stop > ? AND start < ? ORDER BY start"
_ISLANDS = (
    "SELECT min(number), max(number) + 1 FROM (SELECT number, number - row_number() OVER"
    " (ORDER BY number) AS island FROM game_1 WHERE player = ? AND number >= ? AND number < ?)"
    " GROUP BY island ORDER BY 1"
)


@dataclass(frozen=True)
class Span:
    """The games of one player on consecutive deals, all played by the process ``run``.

    ``packed`` are the columns, and ``strategies`` the numbers of those that ``decisions`` counts.
    Reading damaged columns raises ``ValueError`` or ``TypeError``.
    """

    numbers: range
    run: int
    packed: tuple[bytes, bytes, bytes, bytes]
    strategies: tuple[int, ...]
    packed_decisions: bytes

    @property
    def outcomes(self) -> npt.NDArray[np.int64]:
        """How the games ended: indices of ``OUTCOMES``."""
        found = self._column(0)
        if found.max(initial=0) >= len(OUTCOMES):
            raise ValueError("unknown outcome")
        return found

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
        """The moves by strategy, with shape (games, strategies)."""
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
    """Return the games of a player on some deals, in order; both queries begin at once."""
    key = player, numbers.start, numbers.stop
    new, old = db.execute(_SPANS, key), db.execute(_ROWS, key)
    return _disjoint(merge(map(_span, new), _of_rows(old), key=_start), numbers)


def played(db: sqlite3.Connection, player: int, numbers: range) -> list[range]:
    """Return which of some deals a player has played, as disjoint ranges in order."""
    key = player, numbers.start, numbers.stop
    found: list[range] = []
    for start, stop in merge(db.execute(_PLAYED, key), db.execute(_ISLANDS, key)):
        start, stop = max(start, numbers.start), min(stop, numbers.stop)
        if found and start <= found[-1].stop:
            found[-1] = range(found[-1].start, max(stop, found[-1].stop))
        else:
            found.append(range(start, stop))
    return found


def gaps(taken: Iterable[range], numbers: range) -> list[range]:
    """Return what is left of some deals without those taken, which are sorted by their start."""
    found, at = [], numbers.start
    for one in taken:
        if one.start > at:
            found.append(range(at, min(one.start, numbers.stop)))
        at = max(at, one.stop)
    found.append(range(at, numbers.stop))
    return [one for one in found if one]


def rows(
    start: int, tallies: Tallies, codes: Sequence[int]
) -> Iterator[tuple[int, int, bytes, bytes, bytes, bytes, str, bytes]]:
    """Yield the rows of the table ``batch``, without player and run, of games from a deal on.

    ``codes`` are the numbers of the strategies.
    """
    for first in range(0, len(tallies), MOST):
        one = tallies.part(slice(first, first + MOST))
        used = [k for k in range(len(codes)) if one.decisions[:, k].any()]
        yield (
            start + first,
            start + first + len(one),
            pack(one.outcomes),
            pack(one.moves),
            pack(one.guesses),
            pack(np.rint(1e6 * one.seconds).astype(np.int64)),
            " ".join(str(codes[k]) for k in used),
            pack(one.decisions[:, used]) if used else b"",
        )


def _start(span: Span) -> int:
    return span.numbers.start


def _disjoint(found: Iterable[Span], numbers: range) -> Iterator[Span]:
    """Cut spans to the deals wanted, each of which counts once."""
    at = numbers.start
    for span in found:
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
    if not 0 < stop - start <= MOST or any(len(one) % (stop - start) for one in columns):
        raise ValueError("damaged columns")
    return Span(range(start, stop), run, columns, codes, decisions)


def _of_rows(
    rows: Iterable[tuple[int, int, int, int, int, int, bytes]],
) -> Iterator[Span]:
    """Yield the games of a store of format 1 as spans."""
    together: list[tuple[int, int, int, int, int, int, bytes]] = []
    for row in rows:
        if together:
            follows = row[0] == together[-1][0] + 1 and row[1] == together[-1][1]
            if not follows or len(together) == MOST:
                yield _together(together)
                together = []
        together.append(row)
    if together:
        yield _together(together)


def _together(rows: Sequence[tuple[int, int, int, int, int, int, bytes]]) -> Span:
    counts = [unpack_pairs(row[-1]) for row in rows]
    codes = tuple(sorted({code for one in counts for code in one}))
    decisions = np.array([[one.get(code, 0) for code in codes] for one in counts], np.int64)
    outcomes, moves, guesses, microseconds = (
        pack(np.array([row[k] for row in rows], np.int64)) for k in range(2, 6)
    )
    numbers = range(rows[0][0], rows[-1][0] + 1)
    columns = outcomes, moves, guesses, microseconds
    return Span(numbers, rows[0][1], columns, codes, pack(decisions) if codes else b"")
