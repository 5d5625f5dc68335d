"""The results of a contest in a store: sums over the games of each player, and all pairs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from sapper.arena.match.result import PairScore, PlayerScore
from sapper.arena.store.spans import Span
from sapper.game.rules import OUTCOMES, Ending

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
    indices: list[tuple[range, int]] = []
    size = 0
    for deals in sorted(numbers, key=lambda deals: (deals.start, deals.stop)):
        if indices and deals.start <= indices[-1][0].stop:
            last, index = indices[-1]
            size += max(0, deals.stop - last.stop)
            indices[-1] = range(last.start, max(last.stop, deals.stop)), index
        else:
            indices.append((deals, size))
            size += len(deals)
    return indices, size


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
