"""Deals: one ordering serves every rule and every first move, exactly uniformly."""

from itertools import permutations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.errors import RulesError
from sapper.game import Deal, First, Grid
from tests.game.helpers import chi_square
from tests.strategies import deals, grids

FIRSTS: tuple[First, ...] = ("any", "safe", "opening")


def spared(grid: Grid, first: int, rule: First) -> set[int]:
    """Return the cells where the rule allows no mine."""
    return {"any": set(), "safe": {first}, "opening": {first, *grid.neighbour_indices(first)}}[rule]


@given(grids(), st.integers(0, 2**63 - 1), st.integers(0, 9))
def test_a_seeded_deal_is_a_permutation_and_the_same_again(
    grid: Grid, seed: int, number: int
) -> None:
    deal = Deal.seeded(grid, 0, seed, number)
    assert sorted(deal.order) == list(grid.playable)
    assert deal == Deal.seeded(grid, 0, seed, number)


def test_seeded_deals_are_the_same_for_ever() -> None:
    assert Deal.seeded(Grid(3, 3), 2, seed=1, number=4).order == (1, 7, 4, 5, 3, 2, 8, 0, 6)


@given(deals(), st.data())
def test_mines_are_the_first_cells_the_rule_allows(deal: Deal, data: st.DataObject) -> None:
    first = data.draw(st.sampled_from(deal.grid.playable))
    for rule in FIRSTS:
        free = [i for i in deal.order if i not in spared(deal.grid, first, rule)]
        if len(free) >= deal.mines:
            assert deal.mine_indices(first, rule) == frozenset(free[: deal.mines])
        else:
            with pytest.raises(RulesError, match=f"first={rule}: .* leaves too few"):
                deal.mine_indices(first, rule)


@pytest.mark.parametrize("rule", FIRSTS)
@pytest.mark.parametrize("first", [0, 6])
def test_over_all_orderings_every_set_of_mines_is_equally_likely(rule: First, first: int) -> None:
    grid = Grid(2, 4, blocked=frozenset({7}))
    counts: dict[frozenset[int], int] = {}
    for order in permutations(grid.playable):
        mines = Deal(grid, 2, order).mine_indices(first, rule)
        counts[mines] = counts.get(mines, 0) + 1
    free = len(grid.playable) - len(spared(grid, first, rule))
    assert len(counts) == comb(free, 2)
    assert len(set(counts.values())) == 1


@pytest.mark.parametrize("rule", FIRSTS)
def test_seeded_mines_are_uniform(rule: First) -> None:
    grid, counts = Grid(4, 2), dict[frozenset[int], int]()
    for number in range(6000):
        mines = Deal.seeded(grid, 2, 2024, number).mine_indices(0, rule)
        counts[mines] = counts.get(mines, 0) + 1
    sets = comb(8 - len(spared(grid, 0, rule)), 2)
    assert len(counts) == sets
    assert abs(chi_square(list(counts.values())) - (sets - 1)) < 4 * (2 * sets) ** 0.5


@given(deals())
def test_the_deal_of_a_game_s_mines_has_them_whatever_is_opened_first(deal: Deal) -> None:
    mines = frozenset(deal.order[: deal.mines])
    twin = Deal.of_mines(deal.grid, mines)
    assert all(twin.mine_indices(first, "any") == mines for first in deal.grid.playable)


@pytest.mark.parametrize(
    ("mines", "order", "sentence"),
    [
        (-1, (), "a deal cannot have -1 mines"),
        (3, (0, 1), "a deal of 3 mines must list at least 3 cells, not 2"),
        (1, (2, 1, 2), "cell 2 is listed twice in a deal"),
        (1, (0, 4), "cell 4 of a deal is outside a grid of 4 cells"),
        (1, (-1, 0), "cell -1 of a deal is outside a grid of 4 cells"),
        (1, (0, 3), "cell 3 of a deal is blocked"),
    ],
)
def test_a_deal_that_cannot_be_says_why(mines: int, order: tuple[int, ...], sentence: str) -> None:
    with pytest.raises(RulesError) as caught:
        Deal(Grid(2, 2, blocked=frozenset({3})), mines, order)
    assert str(caught.value) == sentence


def test_a_promise_without_room_names_the_first_move() -> None:
    with pytest.raises(RulesError) as caught:
        Deal.seeded(Grid(3, 3), 1, seed=0).mine_indices(4, "opening")
    assert str(caught.value) == (
        "first=opening: a first move at [1, 1] leaves too few cells for 1 mine"
    )
