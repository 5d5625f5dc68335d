"""How often the best possible player wins a board, bounded from both sides.

Below by how often ``swift`` wins, above by the relaxed game of ``players.native.relaxation``. Both
are means over deals drawn at random, so each holds with a probability of 95 %; the limits are those
of ``arena.stats.bounded_mean``.

The upper bound has to hold for every first cell, so it is the largest of theirs, and their errors
add up. Each cell's limit holds at all sample sizes, so the next deals go to whichever cell has the
largest one. To weigh guesses is slow, but how much less a deal is worth then than the safety of its
first guess varies little. So few deals show this difference, and many deals show the safety.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import inf
from pathlib import Path

import numpy as np

from sapper.arena.bounds.file import SampleFile
from sapper.arena.bounds.result import ERROR, Bounds, CellBound
from sapper.arena.bounds.sample import Relaxed, Sample
from sapper.arena.match.match import named
from sapper.arena.opening.first_moves import FirstMoves
from sapper.arena.runner.runner import interruptible
from sapper.arena.runner.workers import WorkerPool
from sapper.arena.stats.bounded_mean import lower_limit, upper_limit
from sapper.errors import InputError
from sapper.estimate import Values
from sapper.game import Grid, Level, Rules
from sapper.game.first_cells import first_cells
from sapper.game.rules import PROMISES, First
from sapper.players.start import best_start

DEALS, WEIGHED, LAYOUTS = 10_000, 1_000, 100  #: the defaults of ``bounds``
FEWEST, FEWEST_WEIGHED = 200, 16  #: the deals of a cell before its first limit
TENFOLD = 10  #: by which the deals become fewer with each guess that is weighed
GROWTH = 0.5  #: by which a sample grows at least before its limit is computed again


@dataclass(frozen=True)
class BoundsState:
    """How far the search for bounds is: ``cell`` has the largest upper bound so far, ``high``, and
    ``low`` is the lower bound; ``deals`` have been played."""

    deals: int
    low: float
    high: float
    cell: tuple[int, ...] | None


#: Called after every batch.
Progress = Callable[[BoundsState], object]


class _FirstCell:
    """The samples of one first cell, by the number of guesses that are weighed, from 0 on, and the
    upper bound that they give."""

    def __init__(self, index: int, relaxed: Relaxed, guesses: int, deals: int, weighed: int):
        self.index = index
        dues = [deals] + [max(FEWEST_WEIGHED, weighed // TENFOLD**k) for k in range(guesses)]
        self.samples = [
            Sample(partial(relaxed.values, index, k), 2, due) for k, due in enumerate(dues)
        ]
        self.high = 1.0
        self._doubts = [0.0, 1.0]  # of the first sample, and of the last one that grew

    @property
    def whole(self) -> bool:
        """Whether all its deals have been played."""
        return all(one.whole for one in self.samples)

    @property
    def next(self) -> tuple[Sample, int]:
        """The sample that should grow next, and by how many deals.

        Either the one without a guess weighed, or the first of the others that is not whole:
        whichever has its limit farther from its mean."""
        safety, *weighed = self.samples
        other = next((one for one in weighed if not one.whole), None)
        doubtful = other is None or len(safety) < FEWEST or self._doubts[0] > self._doubts[-1]
        one = safety if other is None or (doubtful and not safety.whole) else other
        least = FEWEST if one is safety else FEWEST_WEIGHED
        return one, max(least, int(len(one) * GROWTH))

    @property
    def estimate(self) -> float:
        """The mean of the relaxed game with the most guesses that were played."""
        one = self.samples[0]
        if not len(one):
            return 1.0
        gain = max((float(values.mean()) for values in self._gains), default=0.0)
        return float(one.values[1].mean()) - gain

    def bound(self, error: float) -> None:
        """Compute the upper bound again, which is too low with a probability of at most
        ``error``."""
        share = error / len(self.samples)
        safety = self.samples[0].values[1]
        high, gain = upper_limit(safety, share), 0.0
        self._doubts = [high - float(safety.mean()), 1.0]
        for values in self._gains:
            low = lower_limit(values, share)
            gain = max(gain, low)
            self._doubts[1] = float(values.mean()) - low
        self.high = high - gain

    @property
    def _gains(self) -> list[Values]:
        """How much less the deals are worth than the safety of the first guess."""
        played = [one.values for one in self.samples[1:] if len(one)]
        return [np.asarray(values[0] - values[1]) for values in played]


def bounds(
    level: Level | str | tuple[Grid, int],
    first: First = "safe",
    *,
    guesses: int = 1,
    layouts: int = LAYOUTS,
    deals: int = DEALS,
    weighed: int = WEIGHED,
    seconds: float = inf,
    seed: int = 0,
    workers: int = 1,
    file: str | Path | None = None,
    progress: Progress | None = None,
) -> Bounds:
    """Return bounds on the share of games that the best possible player wins.

    - ``level``: a name, a ``Level``, or a grid with its number of mines.
    - ``first``: the first-move rule (``any``, ``safe``, ``opening``).
    - ``guesses``: the number of guesses that the relaxed game weighs. Each more gives a better
      bound, and takes a hundred to a thousand times as long.
    - ``layouts``: the layouts in which its first guess is weighed; each later one is in a tenth as
      many. Few make the upper bound higher than it needs to be, but not wrong.
    - ``deals``: the most deals of ``swift``, and of each first cell without weighing a guess.
    - ``weighed``: the most deals of each first cell in which one guess is weighed. For each guess
      more there are a tenth of them.
    - ``seconds``: a time limit; the bounds then hold as they are.
    - ``seed``: the seed of the deals.
    - ``workers``: the number of deals played in parallel.
    - ``file``: a file that keeps the samples. If it exists, the search goes on from it.
    - ``progress``: called after every batch.

    The rules are otherwise the usual ones. Raises ``InputError`` for arguments that make no sense,
    ``RulesError`` if no first cell leaves room for the mines, ``NotationError`` for a file of other
    bounds, and ``Interrupted``, with the bounds so far, on Ctrl-C.
    """
    for number, words in ((guesses, "guess"), (layouts, "layout"), (deals, "deal")):
        if number < 1:
            raise InputError(f"bounds need at least one {words}, not {number}")
    name, grid, mines = named(level)
    Rules(first)
    # A game whose first cell may be a mine is one with a safe first cell, if it is not.
    rule: First = "safe" if first == "any" else first
    safety = 1.0 - mines / len(grid.playable) if first == "any" else 1.0
    starts = first_cells(grid, mines, first)
    start = grid.index(best_start(grid, mines, rule))
    start = start if start in starts else starts[0]
    relaxed = Relaxed(grid, mines, PROMISES[rule], layouts, seed)
    swift = FirstMoves(grid, mines, rule, seed)
    lower = Sample(lambda played: swift.values([(n, start) for n in played])[None], 1, deals)
    cells = [_FirstCell(index, relaxed, guesses, deals, weighed) for index in starts]
    error = ERROR / len(cells)
    samples = {"swift": lower}
    for one in cells:
        samples |= {f"{k} {one.index}": sample for k, sample in enumerate(one.samples)}
    kept = SampleFile(file, f"{name} {rule} {guesses} {layouts} {seed}", samples)
    kept.read()
    pool = WorkerPool(workers, threads=True)
    until, low = time.monotonic() + seconds, 0.0

    def result(interrupted: bool = False) -> Bounds:
        ranked = sorted(cells, key=lambda one: -one.high)
        found = tuple(
            CellBound(
                grid.cell(one.index),
                safety * one.estimate,
                safety * one.high,
                tuple(map(len, one.samples)),
            )
            for one in ranked
        )
        value = safety * float(lower.values.mean()) if len(lower) else 0.0
        return Bounds(
            name, first, safety * low, value, grid.cell(start), len(lower), found,
            guesses, layouts, seed, interrupted,
        )  # fmt: skip

    def report(_: int = 0) -> None:
        if progress is not None:
            top = max(cells, key=lambda one: one.high)
            played = sum(map(len, samples.values()))
            cell = grid.cell(top.index) if top.high < 1.0 else None
            progress(BoundsState(played, safety * low, safety * top.high, cell))

    with interruptible(lambda: result(interrupted=True)), kept:
        for one in cells:
            if len(one.samples[0]):
                one.bound(error)
        while not lower.whole:
            lower.grow(max(FEWEST, len(lower)), pool, report, until)
            kept.write(seldom=True)
            if time.monotonic() > until:
                break
        low = lower_limit(lower.values[0], ERROR)
        while time.monotonic() < until:
            top = max(cells, key=lambda one: one.high)
            if top.whole:
                break
            sample, more = top.next
            sample.grow(more, pool, report, until)
            top.bound(error)
            kept.write(seldom=True)
            report()
    return result()
