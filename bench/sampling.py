"""The samplers of layouts: the cost of a layout, and the distance from uniform."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations

from bench import boards
from bench.measure import cpu_seconds
from bench.options import Options
from bench.table import Spread, Table
from sapper.errors import BudgetError
from sapper.game import Chance, Position
from sapper.inference.constraints import constraints
from sapper.inference.counting import Belief
from sapper_agents.bssuct import SAMPLERS, LayoutSampler, Metropolis, Rejection

SMALL = {
    "4x4x4 from a corner": "4x4x4\n01HH\n13HH\nHHHH\nHHHH",
    "an edge and a corner": "5x3x3\nHHHHH\n1222H\n0001H",
    "row of 8 ones": f"8x2x3\n{'H' * 8}\n{'1' * 8}",
    "row of 20 ones": f"20x2x7\n{'H' * 20}\n{'1' * 20}",
}
Ways = Mapping[str, Callable[[Position], LayoutSampler]]
WAYS: Ways = {
    **SAMPLERS,
    "mcmc, 4,000 steps": partial(Metropolis, steps=4_000),
    "mcmc, penalty 2": partial(Metropolis, penalty=2.0),
}
#: On expert boards rejection has a small budget, because no budget would be enough.
EXPERT_WAYS: Ways = {**WAYS, "rejection": partial(Rejection, tries=1_000)}
SAMPLES = 50  #: layouts from each expert position


def tables(options: Options) -> Iterator[Table]:
    """Yield a table for small positions with known layouts, and one for expert positions."""
    samples = 100 if options.quick else 1_000
    rows = [_small(name, way, samples) for name in SMALL for way in WAYS]
    yield Table(
        f"Sampling small positions: {samples:,} layouts each",
        ("position", "layouts", "sampler", "CPU µs a layout", "distance from uniform"),
        rows,
        "The distance is the total variation: 0 is uniform, 1 is the maximum. For exact, it is"
        " sampling error.\nBlank: over budget.",
    )
    count = max(options.positions // 100, 3)
    rows = []
    for kind, guess in (("mid-game", False), ("guess", True)):
        positions = boards.expert(count, guess=guess)
        rows += [_expert(kind, way, positions) for way in EXPERT_WAYS]
    yield Table(
        f"Sampling {count} expert positions of each kind: {SAMPLES} layouts of each",
        ("position", "sampler", "answered", "CPU µs to begin", "CPU µs a layout", "share off"),
        rows,
        "Positions not answered are over budget, which is 1,000 tries for rejection. µs: median"
        " (min–max) of positions.\nShare off: how far the share of layouts with a mine in a"
        " frontier cell is from the exact risk, on average;\nthat of exact is sampling error.",
    )


def layouts(position: Position) -> list[frozenset[int]]:
    """Return all layouts of a small position, by brute force."""
    limits = constraints(position)
    placements = combinations(position.hidden_indices, position.mines_left)
    return [
        mines
        for mines in map(frozenset, placements)
        if all(len(limit.cells & mines) == limit.mines for limit in limits)
    ]


def _small(name: str, way: str, samples: int) -> tuple[object, ...]:
    position = Position.parse(SMALL[name])
    every = layouts(position)
    sampler = WAYS[way](position)
    counts: Counter[frozenset[int]] = Counter()
    chance = Chance(1)
    try:
        taken = cpu_seconds(lambda: counts.update(sampler.sample(chance) for _ in range(samples)))
    except BudgetError:
        return (name, len(every), way, None, None)
    distance = sum(abs(counts[layout] / samples - 1 / len(every)) for layout in every) / 2
    return (name, len(every), way, 1e6 * taken / samples, distance)


@dataclass(frozen=True)
class _Drawn:
    """The time of one sampler for one position, in µs, and the sum of its errors."""

    to_begin: float
    a_layout: float
    off: float
    cells: int


def _expert(kind: str, way: str, positions: Sequence[Position]) -> tuple[object, ...]:
    drawn = [found for position in positions if (found := _draw(EXPERT_WAYS[way], position))]
    answered = f"{len(drawn)} of {len(positions)}"
    if not drawn:
        return (kind, way, answered, None, None, None)
    off = sum(one.off for one in drawn) / sum(one.cells for one in drawn)
    begin = Spread.of(one.to_begin for one in drawn)
    return (kind, way, answered, begin, Spread.of(one.a_layout for one in drawn), off)


def _draw(make: Callable[[Position], LayoutSampler], position: Position) -> _Drawn | None:
    risks = Belief(position).probabilities
    frontier = {cell for limit in constraints(position) for cell in limit.cells}
    made: list[LayoutSampler] = []
    counts: Counter[int] = Counter()
    chance = Chance(1)

    def sample() -> None:
        for _ in range(SAMPLES):
            counts.update(made[0].sample(chance))

    try:
        to_begin = cpu_seconds(lambda: made.append(make(position)))
        taken = cpu_seconds(sample)
    except BudgetError:
        return None
    off = sum(abs(counts[cell] / SAMPLES - float(risks[cell])) for cell in frontier)
    return _Drawn(1e6 * to_begin, 1e6 * taken / SAMPLES, off, len(frontier))
