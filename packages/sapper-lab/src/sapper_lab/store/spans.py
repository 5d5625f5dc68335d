"""The games of a player in a store, as packed columns of consecutive deals; and the results of a
contest, which are sums over them."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from sapper.arena.match.result import PairScore, PlayerScore
from sapper.game.rules import OUTCOMES, Ending
from sapper.players.tally import Tallies

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


WON = OUTCOMES.index("won")


@dataclass(frozen=True)
class ContestGames:
    """The results of a contest: for each player in its order, sums over the games and counts of
    their outcomes; and all pairs of players, over the deals that both have played."""

    scores: tuple[PlayerScore, ...]
    outcomes: tuple[Counter[Ending], ...]
    pairs: tuple[PairScore, ...]


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


def contest_games(players: Sequence[PlayerGames]) -> ContestGames:
    """Return the results of a contest from the games of its players."""
    pairs = []
    for a, b in combinations(players, 2):
        both = (a.won & b.won).bit_count()
        only_a, only_b = (a.won & b.met).bit_count() - both, (b.won & a.met).bit_count() - both
        neither = (a.met & b.met).bit_count() - both - only_a - only_b
        pairs.append(PairScore(a.score.player, b.score.player, both, only_a, only_b, neither))
    scores, outcomes = (one.score for one in players), (one.outcomes for one in players)
    return ContestGames(tuple(scores), tuple(outcomes), tuple(pairs))
