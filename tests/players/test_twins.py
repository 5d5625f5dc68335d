"""Classes of layouts: they divide all layouts, and no two of one class can be told apart."""

from collections import defaultdict
from itertools import combinations
from math import inf

import pytest

from sapper.game import Grid, Position
from sapper.inference.kernel.counter import Counter
from sapper.players.kernel.twins import Twins
from tests.inference.brute import layouts

pytestmark = pytest.mark.kernel

Layout = frozenset[int]


def distinguished(grid: Grid, a: Layout, b: Layout) -> bool:
    """Whether a cell that is safe in both layouts shows different clues."""
    safe = (i for i in range(grid.size) if i not in a | b)
    return any(len(a & set(grid.neighbours(i))) != len(b & set(grid.neighbours(i))) for i in safe)


@pytest.mark.parametrize(
    "text",
    [
        "4x4x7\nHHHH\nHHHH\nHHHH\nHHH3",
        "5x3x8\nHHHHH\nHHHHH\n2HHHH",
        "3x5x8\nHHH\nHHH\nHHH\nH5H\nHHH",
        "6x2x6\nHHHHHH\nHHHHHH",
    ],
)
def test_classes_divide_the_layouts_into_those_that_look_alike(text: str) -> None:
    position = Position.parse(text)
    grid, counter = position.grid, Counter(position.grid)
    counter.count(position.cells, position.mines, inf, 100, 0)
    found = list(layouts(position))
    drawn = [bytes(i in mines for i in range(grid.size)) for mines in found]
    classes = defaultdict(list)
    for mines, (name, members) in zip(found, Twins(grid).classes(counter, drawn), strict=True):
        classes[name].append((mines, members))
    assert max(map(len, classes.values())) >= 2
    for each in classes.values():
        assert {members for _, members in each} == {len(each)}
        assert not any(distinguished(grid, a, b) for (a, _), (b, _) in combinations(each, 2))
