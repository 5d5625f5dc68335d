"""Samples for the weights of swift's evaluation: what may follow the candidates of guess sets."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from statistics import fmean

import numpy as np
import numpy.typing as npt

from papers.studies.guesses.network import Floats, Network
from papers.studies.guesses.sets import GuessSet
from sapper.errors import InputError
from sapper.inference.counting import MAX_COUNT_STEPS, MAX_MEGABYTES, count
from sapper.inference.kernel.counter import Counter
from sapper.players.kernel.lookahead import Lookahead

TIE = 1e-9

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Samples:
    """The candidates of some positions, with a row for each position that may follow.

    - ``features``, ``shares``: of each row, as ``Lookahead.features`` returns them.
    - ``starts``: of each candidate, its first row; its rows end where those of the next one begin.
    - ``firsts``: of each position, its first candidate; likewise.
    - ``targets``: of each candidate, how often ``swift`` wins after it.
    - ``games``: of each position, the number of its game, from 0 over all sets.
    """

    features: Floats
    shares: Floats
    starts: Ints
    firsts: Ints
    targets: Floats
    games: Ints

    @cached_property
    def sizes(self) -> Ints:
        """The number of candidates of each position."""
        return np.diff(np.append(self.firsts, len(self.targets)))

    @cached_property
    def rows(self) -> Ints:
        """The number of rows of each candidate."""
        return np.diff(np.append(self.starts, len(self.shares)))

    @cached_property
    def position(self) -> Ints:
        """The position of each candidate."""
        return np.repeat(np.arange(len(self.firsts)), self.sizes)

    @cached_property
    def survival(self) -> Floats:
        """The chance to survive each candidate and the next move."""
        return self.summed(self.shares)

    def values(self, network: Network) -> Floats:
        """Return the value of each candidate, as the look-ahead computes it with this network."""
        return self.summed(self.shares * np.exp(network.estimates(self.features)))

    def summed(self, of_rows: Floats) -> Floats:
        """Return the sum over the rows of each candidate."""
        return np.add.reduceat(of_rows, self.starts)

    def means(self, of_candidates: Floats) -> Floats:
        """Return the mean over the candidates of each position."""
        found: Floats = np.add.reduceat(of_candidates, self.firsts) / self.sizes
        return found

    def centred(self, of_candidates: Floats) -> Floats:
        """Return how much each candidate differs from the mean of its position."""
        return of_candidates - self.means(of_candidates)[self.position]

    def won(self, values: Floats, slack: float) -> Floats:
        """Return for each position how often ``swift`` wins after the candidate of most value,
        among those whose survival is at most ``slack`` below the best one."""
        best = np.maximum.reduceat(self.survival, self.firsts)[self.position]
        considered = np.where(self.survival >= best - slack - TIE, values, -np.inf)
        ranked = np.lexsort((considered, self.position))
        lasts = self.firsts + self.sizes - 1
        found: Floats = self.targets[ranked[lasts]]
        return found


def samples_of(sets: Iterable[GuessSet]) -> Samples:
    """Return the samples of all positions with two candidates or more.

    Raises ``InputError`` if the sets have no guesses.
    """
    features: list[list[float]] = []
    shares: list[float] = []
    starts: list[int] = []
    firsts: list[int] = []
    targets: list[float] = []
    games: list[int] = []
    numbers: dict[tuple[int, int], int] = {}
    for place, found in enumerate(sets):
        grid = found.origin.board.grid
        counter, ahead = Counter(grid), Lookahead(grid)
        for guess, position in zip(found.guesses, found.positions, strict=True):
            count(counter, position, float("inf"), MAX_MEGABYTES, MAX_COUNT_STEPS)
            follow = [ahead.features(counter, guess.cells, cell) for cell in guess.candidates]
            if len(follow) < 2 or not all(shares for shares, _ in follow):
                continue
            firsts.append(len(targets))
            games.append(numbers.setdefault((place, guess.game), len(numbers)))
            for (of_rows, described), halves in zip(follow, guess.values, strict=True):
                starts.append(len(shares))
                shares += of_rows
                features += described
                targets.append(fmean(halves))
    if not firsts:
        raise InputError("the sets have no guesses")
    return Samples(
        np.array(features),
        np.array(shares),
        *(np.array(starts), np.array(firsts)),
        *(np.array(targets), np.array(games)),
    )
