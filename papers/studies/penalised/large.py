"""Larger boards for the penalised relaxation: expectations are means over sampled layouts.

The positions are those in which no cell is certainly safe, because certain cells are opened first.
So V need not be known while they are opened, and only guesses are paid for. The mean over layouts
that are drawn independently of the true one is as good as the expectation: no policy gains from its
error on average, and the clairvoyant can only gain.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from functools import cache
from hashlib import blake2b
from math import inf, log
from statistics import fmean

from papers.studies.penalised.clairvoyant import Layout
from sapper.game import Chance, Grid
from sapper.game.codes import HIDDEN
from sapper.game.rules import FIRST_CODES
from sapper.inference.counting import MAX_COUNT_STEPS, MAX_MEGABYTES
from sapper.inference.kernel.counter import Counter
from sapper.inference.kernel.sampler import TableSampler
from sapper.inference.status import Status
from sapper.kernel.arrays import doubles
from sapper.players.kernel.certain import STRENGTHS, CertainGame
from sapper.players.kernel.endgame import DEFAULT_LAYOUTS, Endgame
from sapper.players.kernel.lookahead import Lookahead

MIN_PROBABILITY = 1e-3  #: probabilities are kept this far from 0 and 1 before their logit is taken


@dataclass(frozen=True, slots=True)
class LargePosition:
    """What is shown after ``path``, the first cell and the guesses after it."""

    shown: bytes
    path: tuple[int, ...] = field(compare=False)
    guesses: int


@dataclass(frozen=True, slots=True)
class Counted:
    """A counted position: the ``risk`` of each cell that may be safe, what perfect play wins if the
    ending was solved or all is open, and the ``features`` of the estimate otherwise."""

    risk: dict[int, float]
    exact: float | None
    features: tuple[float, ...] = ()

    @property
    def safety(self) -> float:
        """The probability of surviving the next guess."""
        return 1.0 - min(self.risk.values(), default=0.0)


#: Estimates what can be won from a position by its features.
Estimate = Callable[[tuple[float, ...]], float]


class LargeGame:
    """The games on one board that open ``start``, which shows 0.

    After ``guesses`` guesses, the payoff is the probability of surviving one more, and V is the
    payoff. Each expectation is a mean over ``layouts`` layouts. Endings with at most ``ending``
    layouts are solved exactly."""

    def __init__(
        self,
        grid: Grid,
        mines: int,
        start: int,
        estimate: Estimate,
        guesses: int,
        layouts: int,
        ending: int = DEFAULT_LAYOUTS,
        seed: int = 0,
    ) -> None:
        self.grid, self.mines, self.estimate = grid, mines, estimate
        self._guesses, self._layouts, self._seed = guesses, layouts, seed
        strength = len(STRENGTHS) - 1
        self._game = CertainGame(grid, mines, FIRST_CODES["opening"], True, start, strength)
        self._counter, self._endgame = Counter(grid), Endgame(grid, ending)
        self._sampler, self._lookahead = TableSampler(self._counter), Lookahead(grid)
        self._start = start
        self.counted, self.drawn = cache(self._counted), cache(self._drawn)
        self._known: dict[tuple[LargePosition, int], float] = {}

    def first(self, layout: Collection[int]) -> LargePosition:
        """Return the position after the first cell and the certain cells after it."""
        return LargePosition(self._shown((self._start,), layout), (self._start,), 0)

    def payoff(self, position: LargePosition) -> float | None:
        """Return the exact value of an ending, or the safety of one more guess after the last."""
        here = self.counted(position.shown)
        if here.exact is None and position.guesses == self._guesses:
            return here.safety
        return here.exact

    def moves(self, position: LargePosition) -> Sequence[int]:
        """Return all cells that may be safe."""
        return list(self.counted(position.shown).risk)

    def value(self, position: LargePosition) -> float:
        """Return the payoff or the estimate, which is at most the chance to survive."""
        payoff = self.payoff(position)
        here = self.counted(position.shown)
        return min(here.safety, self.estimate(here.features)) if payoff is None else payoff

    def expected(self, position: LargePosition, cell: int) -> float:
        """Return the mean of the values after a move in sampled layouts, with its safety."""
        if (position, cell) not in self._known:
            safety = 1.0 - self.counted(position.shown).risk[cell]
            values = [
                self.value(self.after(position, cell, layout))
                for layout in self.drawn(position.shown)
                if cell not in layout
            ]
            self._known[position, cell] = safety * (fmean(values) if values else 1.0)
        return self._known[position, cell]

    def after(self, position: LargePosition, cell: int, layout: Layout) -> LargePosition:
        """Return the position after a guess and the certain cells that follow."""
        path = (*position.path, cell)
        return LargePosition(self._shown(path, layout), path, position.guesses + 1)

    def ceiling(self, position: LargePosition, cell: int) -> float:
        """Return the safety of a guess, and what may be gained beyond V after it."""
        later = self._guesses - position.guesses - 1
        return 1.0 - self.counted(position.shown).risk[cell] + later

    def excess(self, position: LargePosition) -> float:
        """Return the largest payment for the guesses that may still come."""
        if self.payoff(position) is not None:
            return 0.0
        later = self._guesses - position.guesses - 1
        return self.counted(position.shown).safety + later - self.value(position)

    def forget(self) -> None:
        """Forget all positions, to save memory."""
        self.counted.cache_clear()
        self.drawn.cache_clear()
        self._known.clear()

    def _drawn(self, shown: bytes) -> list[frozenset[int]]:
        """Return the sampled layouts of a position, which depend on nothing else."""
        name = blake2b(shown, digest_size=8).digest()
        chance = Chance(self._seed, int.from_bytes(name, "big"))
        self._counter.count(shown, self.mines, inf, MAX_MEGABYTES, MAX_COUNT_STEPS)
        self._sampler.prepare()
        drawn = [self._sampler.sample(chance) for _ in range(self._layouts)]
        return [frozenset(i for i, mine in enumerate(layout) if mine) for layout in drawn]

    def candidates(self, position: LargePosition) -> list[int]:
        """Return the guesses that the look-ahead of ``swift`` considers, the best first."""
        self._counter.count(position.shown, self.mines, inf, MAX_MEGABYTES, MAX_COUNT_STEPS)
        found = self._lookahead.weigh(self._counter, position.shown)
        return [cell for cell, *_ in sorted(found, key=lambda one: -one[3])]

    def _shown(self, path: tuple[int, ...], layout: Collection[int]) -> bytes:
        self._game.place(layout)
        self._game.play()
        for cell in path[1:]:
            self._game.open(cell)
            self._game.resume()
        return self._game.show()

    def _counted(self, shown: bytes) -> Counted:
        hidden = [i for i, code in enumerate(shown) if code == HIDDEN]
        if len(hidden) == self.mines:
            return Counted({}, 1.0)
        if self._counter.count(shown, self.mines, inf, MAX_MEGABYTES, MAX_COUNT_STEPS) != Status.OK:
            return Counted({}, 1.0)  # too hard to count: counts as won
        risks = doubles(self.grid.size)
        self._counter.risks(risks)
        risk = {cell: risks[cell] for cell in hidden if risks[cell] < 1.0}
        layouts = self._counter.logarithm
        solved = self._endgame.best(self._counter)
        if solved is not None:
            return Counted(risk, solved[1] / solved[2])
        weighed = self._lookahead.weigh(self._counter, shown)
        survival, value = max(one[2] for one in weighed), max(one[3] for one in weighed)
        safety = 1.0 - min(risk.values())
        return Counted(
            risk,
            None,
            (1.0, _logit(safety), _logit(survival), _logit(value), layouts / 20, len(risk) / 50),
        )


def _logit(chance: float) -> float:
    chance = min(max(chance, MIN_PROBABILITY), 1.0 - MIN_PROBABILITY)
    return log(chance / (1.0 - chance))
