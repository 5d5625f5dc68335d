"""The cost of guesses in ``papers.studies.regret`` is how much more perfect play wins."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from statistics import fmean

import pytest

from papers.studies.regret import Judge, play
from sapper.game import Chance, Deal, Grid, Position
from sapper.perfect import optimum
from sapper.players import player

BOARDS = ((Grid(3, 3), 2), (Grid(4, 2), 3), (Grid(6, 1), 2))


@pytest.mark.parametrize(("grid", "mines"), BOARDS)
def test_the_judge_knows_the_optimum(grid: Grid, mines: int) -> None:
    assert Judge(grid, mines).optimum == pytest.approx(float(optimum((grid, mines)).low))


@pytest.mark.parametrize(("grid", "mines"), BOARDS)
def test_wins_and_costs_of_all_deals_add_up_to_perfect_play(grid: Grid, mines: int) -> None:
    """Return a game for every layout that the first cell, a corner, allows."""
    judge, least_risk = Judge(grid, mines), player("corner > csp")
    layouts = list(combinations(range(1, grid.size), mines))
    games = [
        play(judge, least_risk, Deal.of_mines(grid, frozenset(layout)), Chance(1))
        for layout in layouts
    ]
    won = Fraction(sum(game.won for game in games), len(layouts))
    assert float(won) + fmean(game.cost for game in games) == pytest.approx(judge.optimum)


def test_some_guess_costs_nothing() -> None:
    judge = Judge(Grid(4, 3), 4)
    position = Position.parse("4x3x4\n1HHH\nHHHH\nHHHH")
    costs = [judge.cost(position, 0, guess) for guess in position.hidden_indices]
    assert min(costs) == 0.0
    assert max(costs) > 0.0
