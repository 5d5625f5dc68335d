"""The figures of boards: those of ms-toollib, and the fewest clicks of a search of every way."""

from __future__ import annotations

import os
import random

import ms_toollib
import pytest

from sapper.game import Grid, regions
from sapper.metrics import CELLS, BoardFigures, chain_zini, fewest_clicks

BOARDS = int(os.environ.get("SAPPER_BOARDS", "200"))  #: compared with ms_toollib
LLAMASWEEPER = [
    37,
    10,
    44,
    116,
    5,
    12,
    70,
    6,
    6,
    54,
    26,
    12,
    8,
    117,
    5,
    4,
    7,
    5,
    108,
    9,
    12,
    35,
    13,
]
LEVELS = ((9, 9, 10), (16, 16, 40), (30, 16, 99))


def boards(luck: random.Random, number: int) -> list[tuple[Grid, frozenset[int]]]:
    """Boards of the usual levels, and others of any size with any number of mines."""
    found = []
    for turn in range(number):
        width, height = luck.randint(1, 20), luck.randint(1, 20)
        mines = luck.randint(0, width * height - 1)
        if turn % 2:
            width, height, mines = luck.choice(LEVELS)
        grid = Grid(width, height)
        found.append((grid, frozenset(luck.sample(range(grid.size), mines))))
    return found


def truth(grid: Grid, mines: frozenset[int]) -> list[list[int]]:
    """The board as ms_toollib takes it: -1 for a mine, else the clue."""
    cells = [
        -1 if i in mines else len(mines & {*grid.neighbour_indices(i)}) for i in range(grid.size)
    ]
    return [cells[i : i + grid.width] for i in range(0, grid.size, grid.width)]


@pytest.mark.slow
def test_the_figures_are_those_of_ms_toollib() -> None:
    for grid, mines in boards(random.Random(19), BOARDS):
        ours = BoardFigures.of(grid, mines)
        other = ms_toollib.Board(truth(grid, mines))
        assert (ours.bbbv, ours.openings, ours.islands, ours.zini, ours.human_zini) == (
            other.bbbv,
            other.op,
            other.isl,
            other.zini,
            other.hzini,
        ), (grid, sorted(mines))


def fewest_by_trying(grid: Grid, mines: frozenset[int]) -> int:
    """The fewest clicks, by breadth-first search over everything that may be open and flagged."""
    near = [grid.neighbour_indices(i) for i in range(grid.size)]
    clue = [len(mines.intersection(cells)) for cells in near]
    safe = frozenset(range(grid.size)) - mines

    def opened(before: frozenset[int], cells: list[int]) -> frozenset[int]:
        found, waiting = set(before), cells
        while waiting:
            if (i := waiting.pop()) not in found:
                found.add(i)
                waiting += near[i] if not clue[i] else ()
        return frozenset(found)

    states = {(frozenset[int](), frozenset[int]())}
    seen, clicks = set(states), 0
    while all(cells != safe for cells, _ in states):
        after = set()
        for cells, flags in states:
            for i in range(grid.size):
                if i in mines:
                    after.add((cells, flags | {i}))
                elif i not in cells:
                    after.add((opened(cells, [i]), flags))
                elif clue[i] and mines.intersection(near[i]) <= flags:
                    around = [j for j in near[i] if j not in mines]
                    after.add((opened(cells, around), flags))
        states = after - seen
        seen |= states
        clicks += 1
    return clicks


@pytest.mark.slow
def test_the_fewest_clicks_are_the_fewest_of_all_ways_on_small_boards() -> None:
    luck = random.Random(4)
    for _ in range(40):
        grid = Grid(*luck.choice([(4, 3), (3, 4), (5, 2), (4, 4)]))
        mines = frozenset(luck.sample(range(grid.size), luck.randint(1, 5)))
        assert fewest_clicks(regions(grid, mines)) == fewest_by_trying(grid, mines), sorted(mines)


def test_the_fewest_clicks_are_at_most_those_of_zini_and_left_for_large_boards() -> None:
    found = [BoardFigures.of(grid, mines) for grid, mines in boards(random.Random(5), 30)]
    known = [one for one in found if one.fewest_clicks is not None]
    assert known
    for one in known:
        assert one.fewest_clicks is not None
        assert one.fewest_clicks <= min(one.bbbv, one.zini, one.human_zini, one.chain_zini)
    assert all(one.chain_zini <= one.bbbv for one in found)
    wide = Grid(CELLS + 1, 1)
    assert BoardFigures.of(wide, frozenset({0})).fewest_clicks is None


def test_chain_zini_is_that_of_llamasweeper() -> None:
    """The figures of its ``ChainZini.calcChainZini`` in one run, on boards with mines."""
    made = [(grid, mines) for grid, mines in boards(random.Random(8), 24) if mines]
    found = [chain_zini(regions(grid, mines)) for grid, mines in made]
    assert found == LLAMASWEEPER


def test_a_board_without_clicks_to_make() -> None:
    assert BoardFigures.of(Grid(3, 3), frozenset()).to_json() == {
        "bbbv": 1,
        "openings": 1,
        "islands": 0,
        "zini": 1,
        "human_zini": 1,
        "chain_zini": 1,
        "fewest_clicks": 1,
    }


def test_blocked_cells_are_no_part_of_the_board() -> None:
    grid = Grid(5, 1, blocked=frozenset({2}))
    found = BoardFigures.of(grid, frozenset({0}))
    assert (found.bbbv, found.openings, found.islands) == (2, 1, 1)
