"""The compiled board: it places mines as deals do and opens cells as a plain search does."""

from array import array
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.game import DEALS, FIRST_CODES, HIDDEN, Board, Chance, Deal, Grid
from tests.game.helpers import interpreted
from tests.strategies import deals, grids

pytestmark = pytest.mark.kernel


@pytest.fixture(scope="module")
def plain() -> ModuleType:
    return interpreted("game/kernel/board", "kernel/bits")


def mines_of(board: Board) -> frozenset[int]:
    return frozenset(i for i in range(board.size) if board.holds_mine(i))


def flood(grid: Grid, mines: frozenset[int], start: int) -> dict[int, int]:
    """Return the clues that opening a safe cell shows, by a textbook breadth-first search."""
    shown: dict[int, int] = {}
    queue = [start]
    while queue:
        here = queue.pop(0)
        if here not in shown:
            shown[here] = len(mines.intersection(grid.neighbour_indices(here)))
            if shown[here] == 0:
                queue += grid.neighbour_indices(here)
    return shown


@given(grids(), st.integers(0, 2**63 - 1), st.data())
def test_shuffling_and_laying_is_the_seeded_deal(
    grid: Grid, seed: int, data: st.DataObject
) -> None:
    mines = data.draw(st.integers(0, len(grid.playable)))
    first = data.draw(st.sampled_from(grid.playable))
    deal = Deal.seeded(grid, mines, seed, 5)
    board = Board(grid, zeros_open=True)
    board.shuffle(Chance(seed, DEALS, 5), len(grid.playable))
    for rule, promise in FIRST_CODES.items():
        homeless = board.lay(mines, first, promise)
        assert len(mines_of(board)) == mines - homeless
        if not homeless:
            assert mines_of(board) == deal.mine_indices(first, rule)


@given(grids(), st.integers(0, 2**63 - 1), st.data())
def test_a_short_shuffle_is_the_start_of_the_whole_one(
    grid: Grid, seed: int, data: st.DataObject
) -> None:
    count = data.draw(st.integers(0, len(grid.playable)))
    board = Board(grid, zeros_open=True)
    board.shuffle(Chance(seed, DEALS, 0), count)
    assert board.lay(count, grid.playable[0], FIRST_CODES["any"]) == 0
    assert mines_of(board) == frozenset(Deal.seeded(grid, 0, seed).order[:count])


@given(deals(), st.data())
def test_the_opening_flood_is_a_breadth_first_search(deal: Deal, data: st.DataObject) -> None:
    grid, mines = deal.grid, frozenset(deal.order[: deal.mines])
    start = data.draw(st.sampled_from([i for i in grid.playable if i not in mines]))
    board = Board(grid, zeros_open=True)
    board.place(mines)
    opened = board.open(start)
    expected = flood(grid, mines, start)
    assert {i: code for i, code in enumerate(board.show()) if code < HIDDEN} == expected
    assert opened == len(expected)
    assert board.safe_left == len(grid.playable) - len(mines) - opened
    assert board.cleared == (board.safe_left == 0)


@given(deals(grids(max_side=4)), st.booleans(), st.data())
def test_compiled_equals_interpreted(
    plain: ModuleType, deal: Deal, zeros_open: bool, data: st.DataObject
) -> None:
    grid = deal.grid
    first = data.draw(st.sampled_from(grid.playable))
    promise = data.draw(st.sampled_from(sorted(FIRST_CODES.values())))
    cells = data.draw(st.lists(st.sampled_from(grid.playable), max_size=6))

    def history(board: Any) -> list[object]:
        board.shuffle(Chance(3), grid.size)
        seen: list[object] = [board.lay(deal.mines, first, promise), board.show()]
        for cell in cells:
            if board.show()[cell] == HIDDEN:
                seen += [board.open(cell), board.show(), board.safe_left, board.cleared]
        before = board.show()
        board.place(frozenset(deal.order[: deal.mines]))
        seen += [board.safe_left, mines_of(board)]
        board.restore(before)
        return [*seen, board.show(), board.safe_left]

    assert history(plain.Board(grid, zeros_open)) == history(Board(grid, zeros_open))


def test_a_board_shares_the_adjacency_of_its_grid() -> None:
    grid = Grid(3, 3)
    starts, flat = grid.adjacency
    assert isinstance(starts, array)
    Board(grid, zeros_open=True).place([4])
    assert grid.adjacency == (starts, flat)
