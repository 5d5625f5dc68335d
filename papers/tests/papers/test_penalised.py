"""The penalised relaxation: its bound against exact optima, without any sampling."""

from __future__ import annotations

from itertools import product
from statistics import fmean

import pytest

from papers.studies.penalised.clairvoyant import Clairvoyant
from papers.studies.penalised.large import LargeGame
from papers.studies.penalised.small import ESTIMATES, SmallGame, SmallPosition, disturbed, games
from sapper.errors import RulesError
from sapper.game import First, Grid, first_cells
from sapper_lab.perfect import boards, first_moves

RULES: tuple[First, ...] = ("safe", "opening")
GRIDS = [Grid(3, 3), Grid(4, 2), Grid(8, 1), Grid(3, 3, blocked=frozenset({4})), Grid(3, 2, "hex")]
OPEN = [(grid, mines, first) for grid, mines, first in product(GRIDS, (2, 3), RULES)]


def allowed(grid: Grid, mines: int, first: First) -> bool:
    """Whether the rule leaves room for the mines."""
    try:
        return bool(first_cells(grid, mines, first))
    except RulesError:
        return False


def positions(game: SmallGame) -> set[SmallPosition]:
    """The positions that are reached by the moves to consider."""
    found: set[SmallPosition] = set()

    def visit(position: SmallPosition, layout: frozenset[int]) -> None:
        if position in found or game.payoff(position) is not None:
            return
        found.add(position)
        for cell in set(game.moves(position)) - layout:
            visit(game.after(position, cell, layout), layout)

    for layout in game.layouts:
        visit(game.first, layout)
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("grid", "mines", "first"), OPEN, ids=str)
def test_exact_estimates_leave_no_gap(grid: Grid, mines: int, first: First) -> None:
    if not allowed(grid, mines, first):
        return
    for game in games(grid, mines, first, lambda game: game.exact):
        assert game.bound() == pytest.approx(game.exact(game.first), abs=1e-12)
        for position in positions(game):
            assert max(game.residuals(position).values()) == pytest.approx(0.0, abs=1e-12)


@pytest.mark.slow
@pytest.mark.parametrize("name", ESTIMATES)
@pytest.mark.parametrize(("grid", "mines", "first"), OPEN[::3], ids=str)
def test_no_estimate_has_a_bound_below_the_optimum(
    grid: Grid, mines: int, first: First, name: str
) -> None:
    if not allowed(grid, mines, first):
        return
    for game in games(grid, mines, first, ESTIMATES[name]):
        assert game.bound() >= game.exact(game.first) - 1e-12


def test_the_optimum_is_that_of_the_table() -> None:
    for width, height, mines, first in [key for key in boards() if key[0] * key[1] <= 9][::4]:
        table = first_moves(width, height, mines, first)
        assert table is not None
        grid = Grid(width, height)
        for cell in first_cells(grid, mines, first):
            game = SmallGame(grid, mines, cell, first)
            assert game.exact(game.first) == pytest.approx(float(table.values[grid.cell(cell)]))


class WrongSign(SmallGame):
    """The clairvoyant is paid what it should pay."""

    def value(self, position: SmallPosition) -> float:
        return -super().value(position)


class WithoutZeros(SmallGame):
    """The expectation leaves out the outcome in which a cell shows the lowest possible clue."""

    def expected(self, position: SmallPosition, cell: int) -> float:
        lowest = min(clue for clue, shown in self._shown[cell].items() if position.layouts & shown)
        layouts = position.layouts & self._shown[cell][lowest]
        after = SmallPosition(layouts, position.opened | 1 << cell)
        missing = layouts.bit_count() / position.layouts.bit_count() * self.value(after)
        return super().expected(position, cell) - missing


def test_a_penalty_with_the_wrong_sign_leaves_a_gap() -> None:
    game = WrongSign(Grid(3, 3), 3, 4, "safe")
    assert game.bound() > game.exact(game.first) + 0.1


def test_an_expectation_without_one_outcome_violates_the_optimum() -> None:
    game = WithoutZeros(Grid(3, 3), 3, 4, "safe")
    assert game.bound() < game.exact(game.first) - 0.1


@pytest.mark.slow
def test_a_search_that_is_cut_off_never_lowers_the_bound() -> None:
    for game in games(Grid(3, 3), 3, "safe", disturbed(0.2)):
        whole = game.bound()
        cut = [game.bound(budget) for budget in (0, 10, 40)]
        assert cut[0] > whole + 0.1
        assert min(cut) >= whole - 1e-12


@pytest.mark.slow
@pytest.mark.parametrize("guesses", [1, 2])
def test_sampled_expectations_give_a_bound_in_all_layouts_of_a_board(guesses: int) -> None:
    grid, mines = Grid(4, 4), 5
    small = SmallGame(grid, mines, 0, "opening")
    large = LargeGame(grid, mines, 0, lambda _: 0.6, guesses, 10, ending=1)
    player = Clairvoyant(large)
    gains = [player.gain(large.first(layout), layout).high for layout in small.layouts]
    assert fmean(gains) > small.exact(small.first)
    # The second guess is lost in part.
    safeties = [large.counted(large.first(layout).shown).safety for layout in small.layouts]
    assert guesses > 1 or fmean(gains) < fmean(safeties)
