"""The cells that counting finds certain are exactly those that satisfiability proves."""

import numpy as np
import pytest

from sapper.game import Grid, Position
from sapper.inference import certain_cells, count, counter_of, risks
from tests.inference.larger import EXPERT, played_positions


def certain_by_counting(position: Position) -> tuple[frozenset[int], frozenset[int]]:
    counter = counter_of(position.grid)
    count(counter, position, float("inf"), 512, 0)
    risk = np.asarray(risks(counter, position))
    safe, mines = np.flatnonzero(risk == 0.0), np.flatnonzero(risk == 1.0)
    return frozenset(safe.tolist()), frozenset(mines.tolist())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seed", "number"), [pytest.param(74, 200, marks=pytest.mark.kernel), (75, 400), (76, 400)]
)
def test_certain_cells_of_expert_positions(seed: int, number: int) -> None:
    found = 0
    for position in played_positions(seed, number):
        assert certain_by_counting(position) == certain_cells(position), position
        found += bool(certain_by_counting(position)[0])
    assert number / 4 < found < number


@pytest.mark.parametrize(
    ("grid", "mines"),
    [
        (EXPERT.grid, 60),
        (Grid(20, 20, "torus"), 90),
        (Grid(24, 20, "hex"), 110),
        (Grid(16, 16, blocked=frozenset({17, 18, 100, 101, 255})), 45),
    ],
    ids=["sparse", "torus", "hex", "blocked"],
)
def test_certain_cells_of_other_boards(grid: Grid, mines: int) -> None:
    for position in played_positions(77, 80, grid, mines):
        assert certain_by_counting(position) == certain_cells(position), position
