"""Counting on after a move gives bit for bit what counting the position from nothing gives, and the
same layouts are sampled from it."""

from collections.abc import Iterator

import numpy as np
import pytest
from numpy.typing import ArrayLike

from sapper.game import FIRST_CODES, Board, Chance, Grid, Level, codes
from sapper.inference import MAX_COUNT_STEPS, MAX_MEGABYTES, Counter, Status, TableSampler
from tests.players.worlds import WORLDS

pytestmark = pytest.mark.kernel

BOARDS = {
    **WORLDS,
    "expert": (Level.parse("expert").grid, 99),
    "large torus": (Grid(20, 15, "torus"), 60),
    "large hex": (Grid(20, 15, "hex"), 65),
}
NO_LIMIT = float("inf")


def play(
    board: Board, mines: int, risks: np.ndarray, chance: Chance
) -> Iterator[tuple[bytes, list[int]]]:
    """Play a game cell by cell; yield the bytes after each move, and the cells it has opened.

    It opens a cell of the least of ``risks``, at times a higher one, until it hits a mine.
    """
    board.cover()
    cell = chance.choice([i for i, code in enumerate(board.show()) if code == codes.HIDDEN])
    board.lay(mines, cell, FIRST_CODES["safe"])
    seen = board.show()
    while board.open(cell) >= 0:
        view = board.show()
        yield view, [i for i in range(len(view)) if view[i] < codes.HIDDEN <= seen[i]]
        if board.cleared:
            return
        seen = view
        hidden = [i for i in range(len(view)) if view[i] == codes.HIDDEN]
        best = min(risks[i] for i in hidden)
        most = 0.5 if chance.below(10) == 0 else best
        cell = chance.choice([i for i in hidden if risks[i] <= max(most, best)])


def same(one: ArrayLike, other: ArrayLike) -> bool:
    """Whether two arrays of doubles are equal, bit for bit."""
    return np.asarray(one).tobytes() == np.asarray(other).tobytes()


@pytest.mark.parametrize("zeros_open", [True, False])
@pytest.mark.parametrize("world", BOARDS)
def test_moves_of_games(world: str, zeros_open: bool) -> None:
    grid, mines = BOARDS[world]
    board, chance = Board(grid, zeros_open), Chance(3)
    moving, fresh = Counter(grid), Counter(grid)
    samplers = TableSampler(moving), TableSampler(fresh)
    risks, expected = np.zeros(grid.size), np.zeros(grid.size)
    blank = Board(grid, zeros_open)
    blank.cover()
    left = 150
    while left > 0:
        board.shuffle(chance, len(grid.playable))
        moving.count(blank.show(), mines, NO_LIMIT, MAX_MEGABYTES, MAX_COUNT_STEPS)
        moving.risks(risks)
        for view, opened in play(board, mines, risks, chance):
            left -= 1
            status = moving.reveal(opened, view)
            assert (
                status
                == fresh.count(view, mines, NO_LIMIT, MAX_MEGABYTES, MAX_COUNT_STEPS)
                == Status.OK
            )
            moving.risks(risks)
            fresh.risks(expected)
            assert same(risks, expected)
            assert same([moving.logarithm], [fresh.logarithm])
            for sampler in samplers:
                sampler.prepare()
            one, other = (sampler.sample(Chance(left)) for sampler in samplers)
            assert one == other


def test_a_count_under_new_limits_is_done_again() -> None:
    grid, mines = BOARDS["expert"]
    view = bytes([codes.HIDDEN]) * grid.size
    counter = Counter(grid)
    assert counter.count(view, mines, NO_LIMIT, MAX_MEGABYTES, 1) == Status.OK
    clues = bytes([1]) + view[1:2] + bytes([1]) + view[3:]
    assert counter.reveal([0, 2], clues) == Status.OUT_OF_STEPS
    counter.limit(MAX_MEGABYTES, 0)
    assert counter.reveal([], clues) == Status.OK
