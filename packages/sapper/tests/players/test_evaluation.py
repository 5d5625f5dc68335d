"""What the evaluation of guesses sees of the positions after them, and the swaps of grids."""

from itertools import combinations
from math import log, prod

import pytest

from sapper.game import FLAGGED, HIDDEN, MINE, Grid, Kind, Position
from sapper.players import INPUTS, MAX_BLOCK_WITNESSES, MAX_PAIR_WITNESSES, Swaps
from sapper.players.swaps import swaps
from tests.players.test_endgame import CLOSE, Layouts, Minds, next_safety, shows, undecided

pytestmark = pytest.mark.kernel

ROOT = 1e-7  # some features are roots of logarithms that may be off by 1e-15

KINDS: tuple[Kind, ...] = ("square", "hex", "torus")

#: The witnesses of a swap, and its two sets.
Listed = tuple[frozenset[int], frozenset[int], frozenset[int]]


def listed(found: Swaps) -> list[Listed]:
    """The witnesses and the two sets of swaps."""
    swaps_ = []
    for k, size in enumerate(found.sizes):
        cells = list(found.cells[found.starts[k] : found.starts[k + 1]])
        ends = len(cells) - 2 * size, len(cells) - size
        parts = cells[: ends[0]], cells[ends[0] : ends[1]], cells[ends[1] :]
        assert len(set(cells)) == len(cells)
        swaps_.append((frozenset(parts[0]), frozenset(parts[1]), frozenset(parts[2])))
    return swaps_


def witnesses(grid: Grid, ones: frozenset[int], others: frozenset[int]) -> frozenset[int]:
    """The cells outside two sets that have more neighbours in one of them than in the other."""
    near = {i: set(grid.neighbour_indices(i)) for i in grid.playable}
    outside = set(grid.playable) - ones - others
    return frozenset(i for i in outside if len(near[i] & ones) != len(near[i] & others))


@pytest.mark.parametrize("kind", KINDS)
def test_swaps_are_those_that_few_cells_tell_apart(kind: Kind) -> None:
    """Every swap of two neighbours, or of two and two cells that are all neighbours, is listed
    once, if it has few enough witnesses."""
    grid = Grid(5, 5, kind)
    expected: list[Listed] = []
    for size, most in ((1, MAX_PAIR_WITNESSES), (2, MAX_BLOCK_WITNESSES)):
        for cells in combinations(grid.playable, 2 * size):
            if all(b in grid.neighbour_indices(a) for a, b in combinations(cells, 2)):
                for ones in map(frozenset, combinations(cells, size)):
                    others = frozenset(cells) - ones
                    seen_by = witnesses(grid, ones, others)
                    if cells[0] in ones and len(seen_by) <= most:
                        expected.append((seen_by, ones, others))
    found = listed(swaps(grid))
    assert len(found) == len(set(found))
    assert set(found) == set(expected)


@pytest.mark.parametrize("kind", KINDS)
def test_swaps_of_a_cell_are_those_that_have_it(kind: Kind) -> None:
    grid = Grid(5, 5, kind)
    found, all_listed = swaps(grid), listed(swaps(grid))
    for cell in grid.playable:
        of_cell = found.of_cell[found.of_starts[cell] : found.of_starts[cell + 1]]
        expected = [k for k, parts in enumerate(all_listed) if cell in frozenset().union(*parts)]
        assert list(of_cell) == expected


def test_features_are_those_of_the_layouts() -> None:
    """All features of all positions after a guess, from nothing but the layouts."""
    minds = Minds()
    looked = swapped = 0
    for position, layouts in undecided(1_500, 12, 300):
        counter, _, ahead = minds(position)
        view = position.cells.replace(bytes([FLAGGED]), bytes([HIDDEN]))
        frontier = on_frontier(position)
        for cell in position.hidden_indices[::3]:
            shares, features = ahead.features(counter, view, cell)
            groups = shows(position, layouts, cell)
            by_clue = sorted(groups, key=lambda group: clue(position, next(iter(group)), cell))
            assert len(shares) == len(by_clue)
            for share, feature, group in zip(shares, features, by_clue, strict=True):
                survived = next_safety(position, group, cell)
                assert share == pytest.approx(len(group) / len(layouts) * survived, abs=CLOSE)
                expected = described(position, layouts, group, cell, frontier)
                found = dict(zip(INPUTS, feature, strict=True))
                assert found == pytest.approx(expected, abs=ROOT), (position, cell)
                looked += 1
                swapped += abs(expected["pairs"]) > CLOSE or abs(expected["blocks"]) > CLOSE
    assert looked > 500
    assert swapped > 100


def clue(position: Position, mines: frozenset[int], cell: int) -> int:
    """How many neighbours of a cell are mines under hidden cells."""
    return len(mines & set(position.grid.neighbour_indices(cell)))


def described(
    position: Position, layouts: Layouts, group: Layouts, opened: int, frontier: frozenset[int]
) -> dict[str, float]:
    """The features after a cell was opened that left these layouts."""
    near = position.grid.neighbour_indices
    hidden = set(position.hidden_indices) - {opened}
    before, after = risks(position, layouts), risks(position, group)
    unsure = {i for i in hidden if 0.0 < after[i] < 1.0}
    safe = {i for i in hidden if after[i] == 0.0}
    clues = [i for i, code in enumerate(position.cells) if code < HIDDEN] + [opened]
    explained = [unsure & set(near(i)) for i in clues]
    informative = sum(
        1 for i in safe if (around := unsure & set(near(i))) and around not in explained
    )
    many = log(len(group))
    open_now = set(position.grid.playable) - set(position.hidden_indices)
    expected = {1: 0.0, 2: 0.0}  # by the size of a set
    for swap in listed(swaps(position.grid)):
        chance = stays(swap, before, open_now)
        cells = frozenset().union(*swap)
        if chance > 0.0 and cells & (frontier | {opened, *near(opened)}):
            expected[len(swap[1])] += stays(swap, after, open_now | {opened}) - chance
    return {
        "log_safety": log(max(next_safety(position, group, opened), 0.05)),
        "safest": max((1.0 - after[i] for i in unsure), default=0.0),
        "informative": min(informative, 8),
        "any_informative": float(informative > 0),
        "safe": min(len(safe), 12),
        "log_share": log(len(group) / len(layouts)),
        "root_log_layouts": many**0.5,
        "undecided": len(unsure),
        "log_layouts_each": many / len(unsure) if unsure else 0.0,
        "pairs": expected[1],
        "blocks": expected[2],
    }


def risks(position: Position, layouts: Layouts) -> list[float]:
    """The share of the layouts in which each cell is a hidden mine."""
    return [sum(i in mines for mines in layouts) / len(layouts) for i in range(position.grid.size)]


def stays(swap: Listed, risk: list[float], is_open: set[int]) -> float:
    """The chance that a swap stays a guess, as if its cells were independent."""
    seen_by, ones, others = swap
    chance = prod(risk[i] for i in seen_by)
    if chance < 0.03 or is_open & (ones | others):
        return 0.0
    ways = [
        prod(risk[i] for i in a) * prod(1 - risk[i] for i in b)
        for a, b in ((ones, others), (others, ones))
    ]
    return chance * sum(ways)


def on_frontier(position: Position) -> frozenset[int]:
    """The hidden cells next to a clue that single clues do not settle."""
    known = {i: code == MINE for i, code in enumerate(position.cells) if code == MINE}
    clues = {i: code for i, code in enumerate(position.cells) if code < HIDDEN}
    hidden = set(position.hidden_indices)
    settled = True
    while settled:
        settled = False
        for i, number in clues.items():
            near = set(position.grid.neighbour_indices(i))
            unknown = near & hidden - set(known)
            need = number - sum(known.get(j, False) for j in near)
            if unknown and need in (0, len(unknown)):
                known.update(dict.fromkeys(unknown, need > 0))
                settled = True
    return frozenset(
        j for i in clues for j in position.grid.neighbour_indices(i) if j in hidden
    ) - set(known)
