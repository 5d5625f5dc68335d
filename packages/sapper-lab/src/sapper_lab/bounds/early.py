"""The early game: upper bounds on the win rate until the first 0 is open.

Until then, few cells of a position are open, so the probability of each clue at each cell can be
counted. From these probabilities and the upper bounds of opened zeros (``Zero``, a sample of the
relaxed game), the bounds of positions follow backwards:

- the bound of a move is the mean of the bounds of its outcomes, weighted by their probability;
- the bound of a position is that of its best move; if a cell is certainly safe, opening it is best;
- the bound of an unexpanded position is the probability of surviving its next guess;
- no bound exceeds that of the next two guesses (``Pairs``, a sample of layouts).

Since each of these is an upper bound, the search may stop at any time. It continues where the bound
of the best first cell is expected to fall most per second.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from hashlib import blake2b
from math import comb, exp, inf, lgamma, log
from typing import TypeAlias

import numpy as np

from sapper.arena.stats import Floats
from sapper.game import Grid
from sapper.game.codes import BLOCKED, HIDDEN
from sapper.game.rules import First
from sapper.inference.counting import MAX_COUNT_STEPS, MAX_MEGABYTES
from sapper.inference.kernel.counter import Counter
from sapper.inference.status import Status
from sapper.players.kernel.endgame import DEFAULT_LAYOUTS, Endgame
from sapper_lab.bounds.samples import (
    EXPECTED_SHARE,
    FIRST_DEALS,
    STAGES,
    DealSample,
    Grow,
    Pairs,
    PairSample,
    Relaxed,
    Sample,
    Zero,
)

MAX_ENDGAME_NODES = 20_000  #: limits on the exact search of an endgame
MIN_PAIR_LAYOUTS = 1 << 20  #: fewest layouts of a position whose pairs of guesses are sampled
EXPANSION_DEALS = 16  #: deals in the time of an expansion
DEEP_EXPANSION_DEALS = 4096  #: deals in the time of an expansion with the samples of its outcomes
NOTHING = np.empty(0)  #: shared by all unexpanded positions, to save memory


@dataclass(slots=True)
class EarlyPosition:
    """A position without an open 0: a node of the search.

    - ``high``: its bound.
    - ``safety``: the probability of surviving each move, by cell; 0 for moves not considered.
    - ``bounds``: the bounds of its moves, by cell.
    - ``moves``: the outcomes of the expanded moves, with their probabilities.
    - ``urgency``: how far the next step is expected to lower the bound, per deal's time.
    - ``pairs``: the bound of its next two guesses, if it is sampled.
    """

    shown: bytes
    high: float
    urgency: float
    safety: Floats = field(default_factory=lambda: NOTHING)
    bounds: Floats = field(default_factory=lambda: NOTHING)
    moves: dict[int, tuple[Outcome, ...]] = field(default_factory=dict)
    pairs: Pairs | None = None


Outcome: TypeAlias = "tuple[float, EarlyPosition | Zero]"


class EarlyGame:
    """Bounds the win rate on one board from each of some first cells, under the rule ``first``.

    The probability that any limit is wrong is at most ``error``. ``keep`` is called with the name
    and each new sample. Pairs of guesses are valued in at most ``layouts`` layouts.
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
        layouts: int = STAGES[-1],
    ) -> None:
        self._stages = sum(stage <= layouts for stage in STAGES)
        self._grid, self._mines, self._first, self._error = grid, mines, first, error
        self._relaxed, self._keep = relaxed, keep
        self._counter, self._endgame = (
            Counter(grid),
            Endgame(grid, DEFAULT_LAYOUTS, MAX_ENDGAME_NODES),
        )
        self._images = _images(grid)
        self._degrees = np.array([len(grid.neighbour_indices(i)) for i in range(grid.size)])
        self._known: dict[bytes, EarlyPosition | Zero] = {}
        self._cells = len(grid.playable)
        self._deals_of_all = log(comb(self._cells, mines))
        self.deals = self.looked = 0
        shown = bytes(BLOCKED if i in grid.blocked else HIDDEN for i in range(grid.size))
        self.root = EarlyPosition(shown, 1.0, 1.0 - EXPECTED_SHARE)
        self.root.safety = np.zeros(grid.size)
        self.root.safety[list(starts)] = 1.0
        self.root.bounds = self.root.safety.copy()

    def step(self, most: int, grow: Grow) -> None:
        """Expand one more move, or play up to ``most`` deals of a sample, where that helps most."""
        path = [self.root]
        while True:
            here = path[-1]
            best = self._refresh(here)
            if here.pairs is not None and 0.0 < here.pairs.urgency >= here.urgency:
                here.pairs.grow(grow)
                break
            if best not in here.moves:
                self._look(here, best)
                break
            after = max(here.moves[best], key=lambda outcome: outcome[0] * outcome[1].urgency)[1]
            if after.urgency <= 0.0:  # its bound has been updated along another path
                break
            if isinstance(after, Zero):
                self.deals += after.grow(most, grow)
                break
            if not len(after.bounds):
                self._consider(after)
            path.append(after)
        for here in reversed(path):
            self._refresh(here)

    def use_all(self) -> None:
        """Update all bounds with all deals played, even if a round of them was interrupted."""
        positions = [self.root]
        for node in self._known.values():
            if isinstance(node, Zero):
                node.use_all()
            elif len(node.bounds):
                if node.pairs is not None:
                    node.pairs.use_all()
                positions.append(node)
        for here in sorted(positions, key=lambda here: here.shown.count(HIDDEN)):
            self._refresh(here)

    def _refresh(self, here: EarlyPosition) -> int:
        """Update the bound of a position from the outcomes of its moves; return its best move."""
        while True:
            best = int(here.bounds.argmax())
            outcomes = here.moves.get(best)
            if outcomes is None:
                here.urgency = (
                    self._fall(here, EXPECTED_SHARE * here.bounds[best]) / EXPANSION_DEALS
                )
                break
            bound = min(here.bounds[best], sum(share * outcome.high for share, outcome in outcomes))
            if bound == here.bounds[best]:
                here.urgency = max(
                    (share * outcome.urgency for share, outcome in outcomes), default=0.0
                )
                break
            here.bounds[best] = bound
        here.high = float(here.bounds[best])
        if here.pairs is not None:
            if here.pairs.high < here.high:
                here.high = here.pairs.high
                here.urgency = self._fall(here, here.high) / DEEP_EXPANSION_DEALS
            here.urgency = max(here.urgency, here.pairs.urgency)
        return best

    def _fall(self, here: EarlyPosition, low: float) -> float:
        """Return how far the bound of a position is expected to fall for one expanded move: those
        with bounds above ``low`` all have to fall."""
        return (1.0 - EXPECTED_SHARE) * here.high / float(np.count_nonzero(here.bounds > low))

    def _consider(self, here: EarlyPosition) -> None:
        """List the moves of a position: one safe cell if there is any, else all cells."""
        self._count(here.shown)
        here.safety = self._safety(here.shown)
        certain = int(here.safety.argmax())
        if here.safety[certain] == 1.0:
            here.safety[:] = 0.0
            here.safety[certain] = 1.0
        else:
            here.pairs = self._pairs(here.shown)
        here.bounds = here.safety.copy()

    def _look(self, here: EarlyPosition, cell: int) -> None:
        """Expand a move into its outcomes. If they cannot be counted, the move keeps its bound."""
        self.looked += 1
        if here is self.root and self._first == "opening":
            here.moves[cell] = ((1.0, self._zero(here.shown, cell)),)
            return
        # With the logarithm of the number of layouts, and the bound, of each outcome.
        outcomes: list[tuple[float, float, EarlyPosition | Zero]] = []
        for clue in range(self._degrees[cell] + 1):
            shown = _show(here.shown, cell, clue)
            status = self._count(shown)
            if status == Status.IMPOSSIBLE:
                continue
            if status != Status.OK:
                stuck = EarlyPosition(here.shown, here.bounds[cell], 0.0)
                here.moves[cell] = ((1.0, stuck),)
                return
            log_layouts = self._counter.logarithm
            if clue == 0:
                outcomes.append((log_layouts, 1.0, self._zero(here.shown, cell)))
            else:
                high = float(self._safety(shown).max())
                outcomes.append((log_layouts, high, self._position(shown, high)))
        most = max(log_layouts for log_layouts, _, _ in outcomes)
        total = sum(exp(log_layouts - most) for log_layouts, _, _ in outcomes)
        scale = here.safety[cell] / total
        shares = [scale * exp(log_layouts - most) for log_layouts, _, _ in outcomes]
        here.moves[cell] = tuple(zip(shares, (node for _, _, node in outcomes), strict=True))
        alike = self._alike(here.shown, cell)
        bound = sum(share * high for share, (_, high, _) in zip(shares, outcomes, strict=True))
        here.bounds[alike] = np.minimum(here.bounds[alike], bound)

    def _alike(self, shown: bytes, cell: int) -> list[int]:
        """Return the cells with the same probabilities as this one, which have the same number of
        neighbours and no open cell within distance 2."""
        near = {i for i, code in enumerate(shown) if code != HIDDEN}
        near |= {k for i in near for k in self._grid.neighbour_indices(i)}
        near |= {k for i in near for k in self._grid.neighbour_indices(i)}
        if cell in near:
            return []
        like = np.flatnonzero(self._degrees == self._degrees[cell])
        return [int(i) for i in like if i not in near and shown[i] == HIDDEN]

    def _position(self, shown: bytes, high: float) -> EarlyPosition | Zero:
        """Return the node of these open cells, or of a symmetric image.

        ``shown`` has just been counted, and ``high`` is its largest safety.
        """
        name = self._name(shown)
        node = self._known.get(name)
        if node is None:
            node = EarlyPosition(name, high, high * (1.0 - EXPECTED_SHARE) / FIRST_DEALS)
            if shown.count(HIDDEN) == self._mines:
                node.urgency = 0.0
            elif high < 1.0 and self._counter.logarithm <= log(DEFAULT_LAYOUTS):
                exact = self._endgame.best(self._counter)
                if exact is not None:
                    node.high = exact[1] / exact[2]
                    node.urgency = 0.0
            self._known[name] = node
        return node

    def _zero(self, before: bytes, cell: int) -> Zero:
        """Return the sample of the games in which a cell is opened in a position and shows a 0."""
        shown = _show(before, cell, 0)
        name = self._name(shown)
        zero = self._known.get(name)
        if not isinstance(zero, Zero):
            zero = Zero(*self._samples(before, cell, name), self._error * self._weight(shown))
            self._known[name] = zero
        return zero

    def _samples(self, before: bytes, cell: int, name: bytes) -> tuple[Sample, Sample | None]:
        """Return the samples of an opened 0. A second guess takes long, so its losses are a sample
        of their own."""
        digest = _digest(name)
        if self._relaxed.guesses == 1:
            values = DealSample(partial(self._relaxed.values, before, cell))
            self._keep(digest, values)
            return values, None
        values = DealSample(partial(self._relaxed.safeties, before, cell))
        losses = DealSample(partial(self._relaxed.losses, before, cell))
        self._keep(digest, values)
        self._keep(f"{digest} losses", losses)
        return values, losses

    def _pairs(self, shown: bytes) -> Pairs | None:
        """Return the sample of the next two guesses of a position; None if it has few layouts, or
        too small a share of the error."""
        if self._counter.logarithm < log(MIN_PAIR_LAYOUTS) or not self._stages:
            return None
        error = self._error * self._weight(shown)
        if error == 0.0:
            return None
        sample = PairSample(self._relaxed, shown)
        self._keep(f"{_digest(shown)} pairs", sample)
        return Pairs(sample, error, self._stages)

    def _weight(self, shown: bytes) -> float:
        """Return the share of the error allotted to a position and its symmetric images.

        With n open cells it is ½ⁿ times the probability that n cells shown at random form one of
        them, so all shares add up to at most 1. If the first cell is an opening, the first cells
        are the only positions.
        """
        if self._first == "opening":
            return 1.0 / np.count_nonzero(self.root.safety)
        if self._count(shown) != Status.OK:
            return 0.0
        opened = len(shown) - shown.count(HIDDEN) - len(self._grid.blocked)
        places = _log_comb(self._cells, opened)
        chance = exp(self._counter.logarithm - self._deals_of_all - places)
        return 0.5**opened * len(self._shapes(shown)) * chance

    def _count(self, shown: bytes) -> int:
        return self._counter.count(shown, self._mines, inf, MAX_MEGABYTES, MAX_COUNT_STEPS)

    def _safety(self, shown: bytes) -> Floats:
        """Return the probability that each hidden cell of the counted position is safe; 0 for open
        cells. If all safe cells are open, the game is won, and all are 1."""
        risks = np.empty(self._grid.size)
        self._counter.risks(risks)
        if shown.count(HIDDEN) == self._mines:
            return np.ones(self._grid.size)
        return np.where(np.frombuffer(shown, np.uint8) == HIDDEN, 1.0 - risks, 0.0)

    def _name(self, shown: bytes) -> bytes:
        """Return the canonical form of a position: the smallest of its symmetric images."""
        return min(self._shapes(shown))

    def _shapes(self, shown: bytes) -> set[bytes]:
        """Return the symmetric images of a position."""
        cells = np.frombuffer(shown, np.uint8)
        return {cells[image].tobytes() for image in self._images}


def _digest(name: bytes) -> str:
    return blake2b(name, digest_size=16).hexdigest()


def _show(shown: bytes, cell: int, clue: int) -> bytes:
    return shown[:cell] + bytes([clue]) + shown[cell + 1 :]


def _log_comb(n: int, k: int) -> float:
    return lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)


def _images(grid: Grid) -> list[np.typing.NDArray[np.int64]]:
    """Return the permutation of the cells for each reflection and rotation of the grid.

    Only square grids without blocked cells use symmetry.
    """
    cells = np.arange(grid.size).reshape(grid.height, grid.width)
    if grid.kind != "square" or grid.blocked:
        return [cells.ravel()]
    images = [cells[::down, ::right] for down in (1, -1) for right in (1, -1)]
    if grid.width == grid.height:
        images += [image.T for image in images]
    return [image.ravel() for image in images]
