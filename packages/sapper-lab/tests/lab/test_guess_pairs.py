"""Pairs of guesses: their values by definition, and never less than perfect play wins."""

from collections import defaultdict
from math import inf

import numpy as np
import pytest

from sapper.game import HIDDEN, Position
from sapper_lab.bounds import GuessPairs, Twins
from tests.lab.test_twins import Layout, classes

pytestmark = pytest.mark.kernel

Values = dict[tuple[int, ...], float]  # by cell and clue, or by cell, clue and second cell
LAYOUTS = 40_000


def sampled(position: Position, clues: int) -> tuple[Values, Values]:
    """The mean values of guesses and of pairs, from the kernel."""
    grid = position.grid
    once = np.zeros((grid.size, grid.widest + 1))
    twice = np.zeros((grid.size, clues, grid.size), np.float32)
    game = GuessPairs(grid)
    for batch in range(2):
        shown, number, n = position.cells, batch * LAYOUTS // 2, LAYOUTS // 2
        assert game.add(shown, position.mines, (inf, 100, 0), 3, number, n, once, twice)
    singles: Values = {(int(a), int(k)): once[a, k] / LAYOUTS for a, k in np.argwhere(once)}
    pairs: Values = {
        (int(a), int(k) + 1, int(b)): float(twice[a, k, b]) / LAYOUTS
        for a, k, b in np.argwhere(twice)
    }
    return singles, pairs


def defined(position: Position, exact: bool) -> tuple[Values, Values]:
    """The same from all layouts; unless ``exact``, a swapped first cell makes a pair worth 1."""
    grid = position.grid
    hidden = {i for i, code in enumerate(position.cells) if code == HIDDEN}
    singles: Values = defaultdict(float)
    pairs: Values = defaultdict(float)
    found = classes(position, Twins(grid))
    total = sum(map(len, found))
    for each in found:
        layouts: list[Layout] = [layout for layout, _ in each]
        for layout in layouts:
            for a in hidden - layout:
                clue = len(layout & set(grid.neighbour_indices(a)))
                rivals = sum(a not in other for other in layouts)
                singles[a, clue] += 1 / rivals / total
                swapped = any(a in other for other in layouts)
                for b in hidden - layout:
                    both = sum(not other & {a, b} for other in layouts)
                    pairs[a, clue, b] += (1 / both if exact or not swapped else 1) / total
    return singles, pairs


@pytest.mark.parametrize(
    "text",
    [
        "4x4x7\nHHHH\nHHHH\nHHHH\nHHH3",
        "4x4x4\nHHHH\nHHHH\nHHHH\nHHH1",
        "5x3x8\nHHHHH\nHHHHH\n2HHHH",
        "4x3x3\nHHHH\nHHHH\nHHHH",
    ],
)
def test_values_are_those_of_the_definition(text: str) -> None:
    position = Position.parse(text)
    singles, pairs = sampled(position, position.grid.widest)
    expected_singles, expected_pairs = defined(position, exact=False)
    near = 4.5 * 0.5 / LAYOUTS**0.5
    for key, value in expected_singles.items():
        assert singles.get(key, 0.0) == pytest.approx(value, abs=near)
    for key, value in expected_pairs.items():
        if key[1] > 0:
            assert pairs.get(key, 0.0) == pytest.approx(value, abs=near)
    assert set(singles) <= set(expected_singles)
    assert set(pairs) <= set(expected_pairs)
    _, exact_pairs = defined(position, exact=True)
    assert all(value <= expected_pairs[key] + 1e-12 for key, value in exact_pairs.items())


def test_layouts_have_the_same_values_in_any_batches() -> None:
    position = Position.parse("4x4x7\nHHHH\nHHHH\nHHHH\nHHH3")
    grid, game = position.grid, GuessPairs(position.grid)
    whole, parts = (np.zeros((grid.size, grid.widest + 1)) for _ in range(2))
    none = np.zeros((grid.size, 0, grid.size), np.float32)
    limits = inf, 100, 0
    game.add(position.cells, position.mines, limits, 3, 0, 200, whole, none)
    for start, n in ((0, 1), (1, 64), (65, 135)):
        game.add(position.cells, position.mines, limits, 3, start, n, parts, none)
    assert parts == pytest.approx(whole)
    assert whole.sum() > 0.0
