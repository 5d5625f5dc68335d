"""Brute force, compared with layouts written down without any search."""

from itertools import combinations

import pytest

from sapper.errors import BudgetError
from sapper.game import GOLD, HIDDEN, MINE, Grid, Position
from tests.inference import brute
from tests.inference.positions import small_positions


def every_layout(position: Position) -> set[frozenset[int]]:
    """Return all placements of the mines for which all clues are right."""
    opened = {i for i, code in enumerate(position.cells) if code == MINE}

    def right(mines: frozenset[int]) -> bool:
        return all(
            len(mines.union(opened).intersection(position.grid.neighbour_indices(i))) == code % GOLD
            for i, code in enumerate(position.cells)
            if code < HIDDEN or code == GOLD
        )

    ways = (
        combinations(position.hidden_indices, position.mines_left)
        if position.mines_left >= 0
        else ()
    )
    return {mines for mines in map(frozenset, ways) if right(mines)}


@pytest.mark.parametrize("consistent", [True, False])
def test_brute_force_finds_every_layout_once(consistent: bool) -> None:
    for position in small_positions(11, 300, consistent=consistent, max_hidden=10):
        found = brute.layouts(position)
        assert len(found) == len(set(found))
        assert set(found) == every_layout(position), position


def test_mine_counts_count_the_layouts() -> None:
    for position in small_positions(12, 200):
        found = brute.layouts(position)
        total, counts = brute.mine_counts(position)
        assert total == len(found)
        assert counts == [sum(i in mines for mines in found) for i in range(position.grid.size)]


def test_open_gold_keeps_mines_away() -> None:
    position = Position.parse("3x1x1\nHGH")
    assert brute.layouts(position) == []
    assert brute.layouts(Position.parse("4x1x1\nHGHH")) == [frozenset({3})]


def test_brute_force_refuses_what_is_too_large() -> None:
    with pytest.raises(BudgetError, match="24 hidden cells, not 25"):
        brute.layouts(Position.start(Grid(5, 5), 3))
