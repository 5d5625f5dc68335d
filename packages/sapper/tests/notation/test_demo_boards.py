"""The demo's boards: the published one, and what all of them promise."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.errors import InputError
from sapper.notation import CONFIGURATIONS, dealt, demo_board, demo_size, demo_world, find_world


def test_the_first_small_board_is_the_published_one() -> None:
    board = demo_board("small", 1)
    mines = {(i % 8 + 1, i // 8 + 1) for i in board.deal.order[:10]}
    assert (board.first[1] + 1, board.first[0] + 1) == (3, 5)
    assert mines == {
        *((2, 1), (2, 2), (2, 3), (3, 2), (3, 7)),
        *((5, 1), (6, 2), (7, 5), (8, 5), (8, 8)),
    }


@given(st.sampled_from(sorted(CONFIGURATIONS)), st.integers(0, 10**6))
def test_the_first_cell_is_inside_and_touches_no_mine(name: str, seed: int) -> None:
    board = demo_board(name, seed)
    deal, cell = board.deal, board.deal.grid.index(board.first)
    width, height, mines = CONFIGURATIONS[name]
    assert (deal.grid.width, deal.grid.height, deal.mines) == (width, height, mines)
    near = deal.grid.neighbour_indices(cell)
    assert len(near) == 8
    assert deal.mine_indices(cell, "any").isdisjoint({cell, *near})
    assert deal.mine_indices(cell, "any") == deal.mine_indices(0, "any")
    assert demo_board(name, seed) == board


def test_seeds_deal_different_boards() -> None:
    assert len({demo_board("small", seed) for seed in range(1, 200)}) == 199


def test_a_board_may_be_full() -> None:
    board = dealt(3, 3, 0, 5)
    assert board.first == (1, 1)
    assert dealt(4, 4, 7, 5).deal.mines == 7


@pytest.mark.parametrize("board", [(2, 5, 1), (5, 2, 1), (3, 3, 1), (4, 4, -1), (4, 4, 8)])
def test_what_the_demo_could_not_deal_is_refused(board: tuple[int, int, int]) -> None:
    with pytest.raises(InputError, match="the demo cannot deal"):
        dealt(*board, 1)


def test_an_unknown_configuration_is_refused() -> None:
    with pytest.raises(
        InputError, match="unknown configuration 'tiny': expected one of small, medium, large"
    ):
        demo_board("tiny", 1)


def test_a_world_of_the_demo_begins_with_its_first_cell_and_is_found_again_by_its_name() -> None:
    world, board = demo_world("demo-Small", 1), demo_board("small", 1)
    assert (world.name, world.deal, world.hints) == ("demo-small-1", board.deal, (board.first,))
    assert (world.rules.first, world.rules.won_by) == ("any", "flagging")
    assert find_world(world.name, 5) == find_world("demo-small", 1) == world
    assert demo_world("demo-8x8x10", 1).deal == board.deal
    sizes = [demo_size(name) for name in ("demo-small-1", "demo-9X8x7", "demo-tiny", "small")]
    assert sizes == ["demo-small", "demo-9x8x7", None, None]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("demo-tiny", "unknown board of the demo 'demo-tiny': expected demo-small"),
        ("demo-2x2x1", "the demo cannot deal 1 mines"),
        ("demo-999x999x1", "at most 100,000 cells, not 998,001"),
    ],
)
def test_a_world_that_the_demo_could_not_deal_is_refused(name: str, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        demo_world(name, 1)
