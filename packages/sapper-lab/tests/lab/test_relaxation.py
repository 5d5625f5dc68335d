"""The relaxed game: what it is worth by its definition, and never less than the optimum."""

import numpy as np
import pytest

from sapper import analyse
from sapper.arena import Floats, upper_limit
from sapper.game import FIRST_CODES, HIDDEN, Deal, First, Grid, Referee, Rules, first_cells
from sapper_lab.bounds import Relaxation
from sapper_lab.perfect import optima

pytestmark = pytest.mark.kernel

SEED = 5


def values(
    grid: Grid, mines: int, first: First, cell: int, deals: int, guesses: int, ending: int = 1
) -> tuple[Floats, Floats]:
    """The values of deals if mines are shown after one guess and after several."""
    game = Relaxation(grid, mines, True, guesses, 10, ending)
    one, several = np.empty(deals), np.empty(deals)
    shown = bytes([HIDDEN]) * grid.size
    game.values(shown, cell, FIRST_CODES[first], SEED, 0, one, several)
    return one, several


def survival(grid: Grid, mines: int, first: First, cell: int, number: int) -> float:
    """The chance to survive the first guess of a deal, if all certain cells are opened before."""
    game = Referee(Deal.seeded(grid, mines, SEED, number), Rules(first))
    game.open(grid.cell(cell))
    while game.position.outcome == "playing":
        found = analyse(game.position)
        if not found.safe:
            return 1.0 - float(np.nanmin(found.mine_probability))
        game.open(min(found.safe))
    return 1.0


@pytest.mark.parametrize("first", ["safe", "opening"])
def test_one_guess_is_worth_the_chance_to_survive_it(first: First) -> None:
    grid = Grid(5, 4)
    found = values(grid, 5, first, 6, 40, 1)[0]
    expected = [survival(grid, 5, first, 6, number) for number in range(40)]
    assert found == pytest.approx(expected, abs=1e-12)


def test_no_deal_is_worth_more_with_more_guesses() -> None:
    one, several = values(Grid(6, 5), 7, "safe", 0, 8, 3)
    assert (several <= one).all()
    assert several.sum() < one.sum()


@pytest.mark.parametrize("guesses", [1, 2])
def test_no_player_wins_more_than_the_relaxed_game(guesses: int) -> None:
    deals = 300 // guesses
    for width, height, mines in [(3, 3, 2), (4, 3, 3), (5, 2, 3), (4, 4, 4), (4, 4, 3), (6, 2, 4)]:
        grid = Grid(width, height)
        best = optima(grid, mines, ["safe", "opening"])
        for first in best:
            assert best[first].exact
            most = max(
                upper_limit(values(grid, mines, first, cell, deals, guesses)[1], 1e-3)
                for cell in first_cells(grid, mines, first)
            )
            assert best[first].low <= most


def test_endings_are_worth_what_perfect_play_wins() -> None:
    grid = Grid(4, 4)
    best = optima(grid, 4, ["safe"])["safe"]
    found = values(grid, 4, "safe", 1, 200, 1, ending=1600)[1]
    assert best.best_first == (0, 1)
    assert abs(found.mean() - float(best.low)) < 4 * found.std() / 200**0.5
