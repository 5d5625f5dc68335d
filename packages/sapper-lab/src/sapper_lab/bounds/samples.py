"""Samples for bounds on perfect play, their confidence limits, and the file that keeps them.

A sample of deals of the relaxed game bounds an opened 0 (``Zero``), and a sample of layouts that
value pairs of guesses bounds a position before it (``Pairs``).
"""

from __future__ import annotations

import os
import time
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from math import inf, log
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from sapper.arena.runner import SummedSeries, Sums, ValueSeries, WorkerPool, run
from sapper.arena.stats import Floats, lower_limit, upper_limit
from sapper.errors import InputError, NotationError
from sapper.files import replacing
from sapper.game import Grid
from sapper.game.codes import HIDDEN
from sapper.game.rules import FIRST_CODES
from sapper.inference.counting import MAX_COUNT_STEPS, MAX_MEGABYTES
from sapper_lab.bounds.kernel.guess_pairs import GuessPairs
from sapper_lab.bounds.kernel.relaxation import Relaxation

STAGES = 1 << 9, 1 << 12, 1 << 15, 1 << 18  #: numbers of layouts that value pairs of guesses
MAX_SECOND_CLUE = 4  #: the largest clue after which a second guess is valued

#: Returns the values of some deals. Called in any thread.
Play = Callable[[range], Floats]


class Relaxed:
    """Plays the relaxed game of ``bounds.kernel.relaxation`` on one board, for all threads.

    The deals are random ones that are consistent with a position and with a 0 at ``cell``, which is
    opened next."""

    def __init__(self, grid: Grid, mines: int, guesses: int, layouts: int, seed: int) -> None:
        self.guesses = guesses
        self._board = grid, mines, True
        self._size = guesses, layouts
        self._seed = seed
        self._idle: dict[tuple[int, int], list[Relaxation]] = defaultdict(list)
        self._idle_pairs: list[GuessPairs] = []

    def values(self, shown: bytes, cell: int, deals: range) -> Floats:
        """Return the values of deals."""
        return self._play(self._size, shown, cell, deals)[1]

    def safeties(self, shown: bytes, cell: int, deals: range) -> Floats:
        """Return the probabilities of surviving the first guess of deals, which are at least their
        values and take much less time."""
        return self._play((1, 0), shown, cell, deals)[0]

    def losses(self, shown: bytes, cell: int, deals: range) -> Floats:
        """Return the safeties of deals minus their values."""
        safeties, values = self._play(self._size, shown, cell, deals)
        return np.maximum(safeties - values, 0.0)  # below 0 only by rounding

    def pairs(self, shown: bytes, layouts: range) -> PairValues:
        """Return the values of the next two guesses of a position in some layouts.

        A second guess is valued after the clues 1 to ``MAX_SECOND_CLUE``, unless the first one ends
        the game."""
        grid, mines, _ = self._board
        try:
            game = self._idle_pairs.pop()
        except IndexError:
            game = GuessPairs(grid)
        last = shown.count(HIDDEN) == mines + 1
        clues = 0 if last else min(MAX_SECOND_CLUE, grid.widest)
        once = np.zeros((grid.size, grid.widest + 1))
        twice = np.zeros((grid.size, clues, grid.size), np.float32)
        limits = inf, MAX_MEGABYTES, MAX_COUNT_STEPS
        number, n = layouts.start, len(layouts)
        if not game.add(shown, mines, limits, self._seed, number, n, once, twice):
            once[:] = n  # a position that is too hard to count counts as won
        self._idle_pairs.append(game)
        return PairValues(once, twice)

    def _play(
        self, size: tuple[int, int], shown: bytes, cell: int, deals: range
    ) -> tuple[Floats, Floats]:
        """Return the safeties and the values with some numbers of guesses and layouts."""
        try:
            game = self._idle[size].pop()
        except IndexError:
            game = Relaxation(*self._board, *size)
        safeties, values = np.empty(len(deals)), np.empty(len(deals))
        game.values(shown, cell, FIRST_CODES["opening"], self._seed, deals.start, safeties, values)
        self._idle[size].append(game)
        return safeties, values


@dataclass(frozen=True)
class PairValues(Sums):
    """The values of pairs of guesses (``sapper_lab.bounds.kernel.guess_pairs``) in layouts, summed.

    - ``once``: by cell and clue, if no second guess follows.
    - ``twice``: by cell, clue from 1, and second cell.
    """

    once: Floats = field(default_factory=lambda: np.zeros((1, 1)))
    twice: npt.NDArray[np.float32] = field(default_factory=lambda: np.zeros((1, 1, 1), np.float32))

    def best(self) -> float:
        """Return the largest value of a cell, with the best second cell for each clue."""
        values = self.once.copy()
        pairs = self.twice.copy()
        cells = np.arange(len(pairs))
        pairs[cells, :, cells] = 0.0
        values[:, 1 : 1 + pairs.shape[1]] = pairs.max(axis=2)
        return float(values.sum(axis=1).max())


class Sample(ABC):
    """The values sampled so far, in order."""

    def __init__(self) -> None:
        self.values: Floats = np.empty(0)

    def __len__(self) -> int:
        return len(self.values)

    @abstractmethod
    def grow(
        self, more: int, pool: WorkerPool, report: Callable[[int], None], until: float = inf
    ) -> None:
        """Sample further values, until a time of ``time.monotonic``.

        Finished ones are kept even if an exception, such as ``KeyboardInterrupt``, ends the run.
        ``report`` is called with the total number of values."""


class DealSample(Sample):
    """The values of the deals 0, 1, … played so far."""

    def __init__(self, play: Play) -> None:
        super().__init__()
        self._play = play

    def grow(
        self, more: int, pool: WorkerPool, report: Callable[[int], None], until: float = inf
    ) -> None:
        """Play a number of further deals."""
        start = len(self)
        growth = ValueSeries(
            more, self._play, lambda batch: range(start + batch.start, start + batch.stop)
        )
        try:
            run([growth], pool, lambda one: report(start + one.done), until=until)
        finally:
            missing = np.flatnonzero(np.isnan(growth.total))  # a batch may be lost in between
            end = int(missing[0]) if len(missing) else more
            self.values = np.concatenate([self.values, growth.total[:end]])


class PairSample(Sample):
    """The largest mean values of the next two guesses of a position, in ``STAGES`` layouts each."""

    def __init__(self, relaxed: Relaxed, shown: bytes) -> None:
        super().__init__()
        self._values = partial(relaxed.pairs, shown)

    def grow(
        self, more: int, pool: WorkerPool, report: Callable[[int], None], until: float = inf
    ) -> None:
        """Value the pairs in the next numbers of layouts. A number that is not finished is lost."""
        for layouts in STAGES[len(self) : len(self) + more]:
            series = SummedSeries(layouts, self._values, PairValues())
            run([series], pool, lambda _: report(len(self)), until=until)
            if series.done < layouts:
                return
            self.values = np.append(self.values, series.total.best() / layouts)


WRITE_SECONDS = 20.0  #: minimum seconds between two writes of the file


class SampleFile:
    """Keeps named samples in a file, or only in memory if ``path`` is None.

    ``title`` identifies the search that they belong to.
    """

    def __init__(self, path: str | Path | None, title: str) -> None:
        self._path = None if path is None else Path(path)
        self._title = title
        self._samples: dict[str, Sample] = {}
        self._found: dict[str, Floats] = {}  # in the file, but in no sample yet
        self._next = time.monotonic() + WRITE_SECONDS
        if self._path is not None and (self._path.is_dir() or not self._path.parent.is_dir()):
            raise InputError(f"{self._path}: the samples cannot be written there")
        if self._path is not None and self._path.exists():
            self._found = _read(self._path, title)

    def keep(self, name: str, sample: Sample) -> None:
        """Add a sample, and load the values that the file has for it."""
        if self._path is not None:
            self._samples[name] = sample
            sample.values = self._found.pop(name, sample.values)

    def write(self, *, seldom: bool = False) -> None:
        """Write the file; if ``seldom``, only every ``WRITE_SECONDS``."""
        if self._path is None or (seldom and time.monotonic() < self._next):
            return
        filled = {name: sample.values for name, sample in self._samples.items() if len(sample)}
        filled |= self._found
        with replacing(self._path) as draft, draft.open("wb") as file:
            np.savez(
                file,
                title=np.array(self._title),
                names=np.array(list(filled)),
                lengths=np.array(list(map(len, filled.values())), np.int64),
                values=np.concatenate([np.empty(0), *filled.values()]),
            )
            file.flush()
            os.fsync(file.fileno())
        self._next = time.monotonic() + WRITE_SECONDS


def _read(path: Path, title: str) -> dict[str, Floats]:
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as archive:
            of, names, lengths, values = (
                archive[key] for key in ("title", "names", "lengths", "values")
            )
    except (OSError, ValueError, KeyError, EOFError, BadZipFile):
        raise NotationError(f"{path} is not a file of bounds") from None
    if str(of) != title:
        raise NotationError(f"{path} has the samples of {str(of)[:100]}, not of {title}")
    fits = len(names) == len(lengths) and lengths.sum() == len(values) and (lengths >= 0).all()
    if not fits or values.dtype != np.float64 or not ((values >= 0.0) & (values <= 1.0)).all():
        raise NotationError(f"{path} is not a file of bounds: its values are not shares of games")
    parts = np.split(values, np.cumsum(lengths)[:-1]) if len(lengths) else []
    return dict(zip(map(str, names), parts, strict=True))


FIRST_DEALS = 64  #: number of deals of a sample before its first limit
LOSSES_DIVISOR = 64  #: factor by which the sample of losses is smaller
EXPECTED_SHARE = 0.88  #: guessed value of an unexpanded node, as a share of its bound
BISECTIONS = 30  #: of a confidence limit, which is rounded up
EXPECTED_FALL = 0.2  #: of a limit when its sample grows by half, as a share of its distance
LAYOUTS_PER_DEAL = 8  #: layouts that value pairs of guesses in the time of a deal

#: Samples up to a number of further values.
Grow = Callable[[Sample, int], None]


class Zero:
    """An opened 0: an upper confidence limit of the win rate of the relaxed game from there.

    It is the limit of ``values``. If these leave out the ``losses`` of some guesses, the lower
    limit of the losses is subtracted. They vary less than the values, so fewer deals suffice.
    """

    def __init__(self, values: Sample, losses: Sample | None, error: float) -> None:
        self._values, self._losses = values, losses
        self.high, self.guess = 1.0, EXPECTED_SHARE
        self._error = error if losses is None else error / 2.0
        self._used = self._used_losses = 0

    @property
    def urgency(self) -> float:
        """How far the next deals are expected to lower the bound, per deal."""
        doubt = self.high - self.guess
        return (
            EXPECTED_FALL * doubt / max(FIRST_DEALS, self._used // 2)
            if self._used
            else doubt / FIRST_DEALS
        )

    def grow(self, most: int, grow: Grow) -> int:
        """Play up to ``most`` more deals, update the bound, and return the number of deals.

        Deals that the samples have from an earlier search are not played again."""
        used = self._used
        due = used + min(most, max(FIRST_DEALS, used // 2))
        self._used = _grown(self._values, due, grow)
        if self._losses is not None:
            self._used_losses = _grown(self._losses, due // LOSSES_DIVISOR, grow)
        self._limit()
        return self._used - used

    def use_all(self) -> None:
        """Update the bound with all deals played, even those of a round that was interrupted."""
        self._used = len(self._values)
        self._used_losses = 0 if self._losses is None else len(self._losses)
        self._limit()

    def _limit(self) -> None:
        """Update the bound and the guessed value."""
        if not self._used:
            return
        values = self._values.values[: self._used]
        self.guess = float(values.mean())
        limit = upper_limit(values, self._error)
        if self._losses is not None and self._used_losses:
            losses = self._losses.values[: self._used_losses]
            self.guess -= float(losses.mean())
            limit -= lower_limit(losses, self._error)
        self.high = max(self.guess, min(self.high, limit))


def _grown(sample: Sample, due: int, grow: Grow) -> int:
    """Play the missing deals of a sample; return how many of those due it has."""
    if due > len(sample):
        grow(sample, due - len(sample))
    return min(due, len(sample))


class Pairs:
    """An upper confidence limit of the win rate of a position, for a player who learns the class of
    the layout after the next two guesses, or at a 0.

    - ``stage``: the number of ``STAGES``, at most ``stages``, whose limit is known.
    - ``mean``: the largest mean value in the last of them, in expectation an overestimate.
    """

    def __init__(self, sample: Sample, error: float, stages: int = len(STAGES)) -> None:
        self._sample, self._error, self._stages = sample, error, stages
        self.high = self.mean = 1.0
        self.stage = 0
        self._fall = 1.0 - EXPECTED_SHARE

    @property
    def urgency(self) -> float:
        """How far the next stage is expected to lower the bound, per deal's time; 0 after the
        last."""
        if self.stage >= self._stages:
            return 0.0
        return self._fall * LAYOUTS_PER_DEAL / STAGES[self.stage]

    def grow(self, grow: Grow) -> None:
        """Add a stage, unless an earlier search left it or time ends before."""
        if self.stage == len(self._sample):
            grow(self._sample, 1)
        self._limit(min(self.stage + 1, len(self._sample)))

    def use_all(self) -> None:
        """Update the limit with all stages."""
        self._limit(len(self._sample))

    def _limit(self, stage: int) -> None:
        while self.stage < stage:
            self.mean = float(self._sample.values[self.stage])
            error = self._error * 0.5 ** (self.stage + 1)
            limit = largest_mean(self.mean, STAGES[self.stage], error)
            self.high = min(self.high, limit)
            self._fall = limit - self.mean
            self.stage += 1


def largest_mean(highest: float, n: int, error: float) -> float:
    """Return an upper confidence limit of the largest of several means, given the ``highest`` mean
    in ``n`` independent observations of values from 0 to 1.

    The highest is at least that of the values with the largest mean, and these are less than their
    mean m with at most the probability exp(-n KL(highest, m)), where KL is the relative entropy of
    two events with these probabilities (W. Hoeffding 1963, "Probability inequalities for sums of
    bounded random variables", theorem 1).
    """
    low, high = highest, 1.0
    for _ in range(BISECTIONS):
        middle = (low + high) / 2
        entropy = highest * log(highest / middle) if highest > 0.0 else 0.0
        if highest < 1.0 and middle < 1.0:
            entropy += (1.0 - highest) * log((1.0 - highest) / (1.0 - middle))
        if n * entropy < -log(error):
            low = middle
        else:
            high = middle
    return high
