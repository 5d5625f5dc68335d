"""The early game without sampling: what a player can win at most until it opens the first 0.

Until then a position has few open cells, so it can be counted what each cell shows, and how likely.
From these chances and from what a 0 is worth at most (``Zero``, a sample of the relaxed game), the
upper bounds of positions follow backwards:

- a move is worth the mean of what it leads to, by the chance of each clue;
- a position is worth its best move, or its one certain cell, which is never worse to open;
- a position that was not looked into is worth the chance to survive its next guess.

Each of these is an upper bound, so the search may stop at any time. It goes first to wherever the
bounds of the best moves differ most from a guess at the truth.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from hashlib import blake2b
from math import comb, exp, inf, lgamma, log
from typing import TypeAlias

import numpy as np

from sapper.arena.bounds.sample import Relaxed, Sample
from sapper.arena.stats.sequential import upper_limit
from sapper.estimate import Values
from sapper.game import Grid
from sapper.game.codes import BLOCKED, HIDDEN
from sapper.game.rules import First
from sapper.inference.counting import MEGABYTES, STEPS
from sapper.inference.kernel.counter import Counter
from sapper.inference.status import Status
from sapper.players.kernel.endgame import LAYOUTS, Endgame

FEWEST = 64  #: the deals of a sample before its first limit
LIKELY = 0.88  #: of a bound that was not looked into is true, as a guess; it only guides the search
NODES = 20_000  #: of the exact search of an ending
NOTHING = np.empty(0)  #: shared by all positions whose moves are not listed, to save memory

#: Plays deals of a sample: at most so many.
Grow = Callable[[Sample, int], None]


class Zero:
    """A 0 is opened in a position: the limit of the mean of what the relaxed game wins then."""

    def __init__(self, sample: Sample, error: float) -> None:
        self.sample = sample
        self.high, self.guess = 1.0, LIKELY
        self._error, self._used = error, 0

    @property
    def urgency(self) -> float:
        """How much less than the bound the truth may be."""
        return self.high - self.guess

    def grow(self, most: int, grow: Grow) -> int:
        """Play deals, at most so many, and bound again; return their number.

        Deals that the sample has from an earlier search are not played again."""
        due = self._used + min(most, max(FEWEST, self._used // 2))
        if due > len(self.sample):
            grow(self.sample, due - len(self.sample))
        more, self._used = min(due, len(self.sample)) - self._used, min(due, len(self.sample))
        if more > 0:
            values = self.sample.values[: self._used]
            self.guess = float(values.mean())
            self.high = max(self.guess, min(self.high, upper_limit(values, self._error)))
        return more


@dataclass(slots=True)
class EarlyPosition:
    """A position without an open 0. ``high`` is its bound, and ``guess`` a guess at its value.

    Its moves, by cell, have their chance to survive, ``safety``, 0 for cells that are not
    considered, and ``bounds``; ``moves`` has what those lead to that were looked into, each with
    its chance. ``urgency`` is the largest chance times doubt of anything that the best moves lead
    to.
    """

    shown: bytes
    high: float
    guess: float
    urgency: float
    safety: Values = field(default_factory=lambda: NOTHING)
    bounds: Values = field(default_factory=lambda: NOTHING)
    moves: dict[int, tuple[Outcome, ...]] = field(default_factory=dict)


Outcome: TypeAlias = "tuple[float, EarlyPosition | Zero]"


class EarlyGame:
    """Bounds the games of one board from each of some first cells, under the rule ``first``.

    All limits together are wrong with a probability of at most ``error``. ``samples`` gets every
    sample under its name, and ``keep`` is called with each new one.
    """

    def __init__(
        self,
        grid: Grid,
        mines: int,
        first: First,
        starts: tuple[int, ...],
        relaxed: Relaxed,
        error: float,
        keep: Callable[[str, Sample], None],
    ) -> None:
        self._grid, self._mines, self._first, self._error = grid, mines, first, error
        self._relaxed, self._keep = relaxed, keep
        self._counter, self._endgame = Counter(grid), Endgame(grid, LAYOUTS, NODES)
        self._images = _images(grid)
        self._degrees = np.array([len(grid.neighbours(i)) for i in range(grid.size)])
        self._known: dict[bytes, EarlyPosition | Zero] = {}
        self._cells = len(grid.playable)
        self._deals_of_all = log(comb(self._cells, mines))
        self.deals = self.looked = 0
        shown = bytes(BLOCKED if i in grid.blocked else HIDDEN for i in range(grid.size))
        self.root = EarlyPosition(shown, 1.0, LIKELY, 1.0 - LIKELY)
        self.root.safety = np.zeros(grid.size)
        self.root.safety[list(starts)] = 1.0
        self.root.bounds = self.root.safety.copy()

    def step(self, most: int, grow: Grow) -> None:
        """Look into one more move, or play at most so many deals of a sample, wherever the bound
        gains most."""
        path = [self.root]
        while True:
            here = path[-1]
            best = self._refresh(here)
            if best not in here.moves:
                self._look(here, best)
                break
            after = max(here.moves[best], key=lambda outcome: outcome[0] * outcome[1].urgency)[1]
            if after.urgency <= 0.0:  # it has been bounded again, on another way to it
                break
            if isinstance(after, Zero):
                self.deals += after.grow(most, grow)
                break
            if not len(after.bounds):
                self._consider(after)
            path.append(after)
        for here in reversed(path):
            self._refresh(here)

    def _refresh(self, here: EarlyPosition) -> int:
        """Bound a position again, from what its moves lead to; return its best move."""
        while True:
            best = int(here.bounds.argmax())
            outcomes = here.moves.get(best)
            if outcomes is None:
                doubt = here.bounds[best] * (1.0 - LIKELY)
                here.guess, here.urgency = float(here.bounds[best] - doubt), float(doubt)
                break
            bound = min(here.bounds[best], sum(share * one.high for share, one in outcomes))
            if bound == here.bounds[best]:
                here.guess = sum(share * one.guess for share, one in outcomes)
                here.urgency = max((share * one.urgency for share, one in outcomes), default=0.0)
                break
            here.bounds[best] = bound
        here.high = float(here.bounds[best])
        return best

    def _consider(self, here: EarlyPosition) -> None:
        """List the moves of a position: one certain cell, or else all cells."""
        self._count(here.shown)
        here.safety = self._safety(here.shown)
        certain = int(here.safety.argmax())
        if here.safety[certain] == 1.0:
            here.safety[:] = 0.0
            here.safety[certain] = 1.0
        here.bounds = here.safety.copy()

    def _look(self, here: EarlyPosition, cell: int) -> None:
        """Find what a move leads to.

        If it cannot be counted, the move keeps its bound."""
        self.looked += 1
        if here is self.root and self._first == "opening":
            here.moves[cell] = ((1.0, self._zero(here.shown, cell)),)
            return
        found: list[tuple[float, float, EarlyPosition | Zero]] = []  # how many, bound, where to
        for clue in range(self._degrees[cell] + 1):
            shown = _show(here.shown, cell, clue)
            status = self._count(shown)
            if status == Status.IMPOSSIBLE:
                continue
            if status != Status.OK:
                stuck = EarlyPosition(here.shown, here.bounds[cell], here.bounds[cell], 0.0)
                here.moves[cell] = ((1.0, stuck),)
                return
            many = self._counter.logarithm
            if clue == 0:
                found.append((many, 1.0, self._zero(here.shown, cell)))
            else:
                high = float(self._safety(shown).max())
                found.append((many, high, self._position(shown, high)))
        most = max(many for many, _, _ in found)
        total = sum(exp(many - most) for many, _, _ in found)
        scale = here.safety[cell] / total
        shares = [scale * exp(many - most) for many, _, _ in found]
        here.moves[cell] = tuple((share, one[2]) for share, one in zip(shares, found, strict=True))
        alike = self._alike(here.shown, cell)
        bound = sum(share * one[1] for share, one in zip(shares, found, strict=True))
        here.bounds[alike] = np.minimum(here.bounds[alike], bound)

    def _alike(self, shown: bytes, cell: int) -> list[int]:
        """Return the cells of which everything has the same chances as of this one: both have as
        many neighbours, and neither they nor these touch an open cell."""
        near = {i for i, code in enumerate(shown) if code != HIDDEN}
        near |= {k for i in near for k in self._grid.neighbours(i)}
        near |= {k for i in near for k in self._grid.neighbours(i)}
        if cell in near:
            return []
        like = np.flatnonzero(self._degrees == self._degrees[cell])
        return [int(i) for i in like if i not in near and shown[i] == HIDDEN]

    def _position(self, shown: bytes, high: float) -> EarlyPosition | Zero:
        """Return the position with these open cells, or its image that is known; ``shown`` has just
        been counted, and ``high`` is its largest safety."""
        name = self._name(shown)
        found = self._known.get(name)
        if found is None:
            found = EarlyPosition(name, high, high * LIKELY, high * (1.0 - LIKELY))
            if shown.count(HIDDEN) == self._mines:
                found.guess, found.urgency = high, 0.0
            elif high < 1.0 and self._counter.logarithm <= log(LAYOUTS):
                exact = self._endgame.best(self._counter)
                if exact is not None:
                    found.high = found.guess = exact[1] / exact[2]
                    found.urgency = 0.0
            self._known[name] = found
        return found

    def _zero(self, before: bytes, cell: int) -> Zero:
        """Return the sample of the games in which a cell is opened in a position and shows a 0."""
        shown = _show(before, cell, 0)
        name = self._name(shown)
        found = self._known.get(name)
        if not isinstance(found, Zero):
            sample = Sample(partial(self._relaxed.values, before, cell))
            self._keep(blake2b(name, digest_size=16).hexdigest(), sample)
            found = Zero(sample, self._error * self._weight(shown))
            self._known[name] = found
        return found

    def _weight(self, shown: bytes) -> float:
        """Return the part of the error that a position and its images may have: ½ⁿ of the chance
        that one of them is found if as many cells, n, are shown at random. All parts add up to at
        most 1. With an opening the first cells are all positions that there are."""
        if self._first == "opening":
            return 1.0 / np.count_nonzero(self.root.safety)
        if self._count(shown) != Status.OK:
            return 0.0
        opened = len(shown) - shown.count(HIDDEN) - len(self._grid.blocked)
        places = _log_comb(self._cells, opened)
        chance = exp(self._counter.logarithm - self._deals_of_all - places)
        return 0.5**opened * len(self._shapes(shown)) * chance

    def _count(self, shown: bytes) -> int:
        return self._counter.count(shown, self._mines, inf, MEGABYTES, STEPS)

    def _safety(self, shown: bytes) -> Values:
        """Return the chance of each hidden cell to be safe in the position that was counted, and 0
        for open cells. If all safe cells are open, nothing is left to lose: the chances are 1."""
        risks = np.empty(self._grid.size)
        self._counter.risks(risks)
        if shown.count(HIDDEN) == self._mines:
            return np.ones(self._grid.size)
        return np.where(np.frombuffer(shown, np.uint8) == HIDDEN, 1.0 - risks, 0.0)

    def _name(self, shown: bytes) -> bytes:
        """Return the least image of a position."""
        return min(self._shapes(shown))

    def _shapes(self, shown: bytes) -> set[bytes]:
        """Return the images of a position."""
        cells = np.frombuffer(shown, np.uint8)
        return {cells[image].tobytes() for image in self._images}


def _show(shown: bytes, cell: int, clue: int) -> bytes:
    return shown[:cell] + bytes([clue]) + shown[cell + 1 :]


def _log_comb(n: int, k: int) -> float:
    return lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)


def _images(grid: Grid) -> list[np.typing.NDArray[np.int64]]:
    """Return the places of the cells in each reflection and rotation of the grid; only square grids
    without blocked cells use symmetry."""
    cells = np.arange(grid.size).reshape(grid.height, grid.width)
    if grid.kind != "square" or grid.blocked:
        return [cells.ravel()]
    images = [cells[::down, ::right] for down in (1, -1) for right in (1, -1)]
    if grid.width == grid.height:
        images += [image.T for image in images]
    return [image.ravel() for image in images]
