"""Counting all clues that a cell may show in one pass gives what counting each of them gives."""

from collections.abc import Iterator

import numpy as np
import pytest

from sapper.game import FIRST_CODES, Board, Chance, Grid, Level, codes
from sapper.inference import Counter, Status
from tests.players.worlds import WORLDS

pytestmark = pytest.mark.kernel

BOARDS = {**WORLDS, "expert": (Level.parse("expert").grid, 99)}
LIMITS = float("inf"), 512, 0


def opened(grid: Grid, mines: int, chance: Chance) -> Iterator[bytes]:
    """Yield the positions after each move of a game that opens random safe cells."""
    board = Board(grid, True)
    board.shuffle(chance, len(grid.playable))
    board.lay(mines, grid.corner, FIRST_CODES["safe"])
    for cell in (grid.corner, *chance.shuffled(grid.playable)):
        if board.show()[cell] == codes.HIDDEN and board.open(cell) >= 0 and not board.cleared:
            yield board.show()


@pytest.mark.parametrize("world", BOARDS)
def test_each_supposed_clue_has_its_own_count(world: str) -> None:
    grid, mines = BOARDS[world]
    chance = Chance(3)
    plain, asked = Counter(grid), Counter(grid)
    expected, found = np.empty(grid.size), np.empty(grid.size)
    compared = 0
    for view in chance.shuffled(opened(grid, mines, chance))[:8]:
        assert plain.count(view, mines, *LIMITS) == Status.OK
        plain.risks(found)
        unsure = [cell for cell in grid.playable if 0.0 < found[cell] < 1.0]
        for cell in chance.shuffled(unsure)[:10]:
            assert asked.count(view, mines, *LIMITS) == Status.OK
            assert asked.prepare_clues_of(cell, view) == Status.OK
            for clue in chance.shuffled(range(len(grid.neighbour_indices(cell)) + 2)):
                shown = view[:cell] + bytes([clue]) + view[cell + 1 :]
                status = plain.count(shown, mines, *LIMITS)
                assert asked.count_with_clue(clue) == status
                if status == Status.OK:
                    plain.risks(expected)
                    asked.risks(found)
                    assert asked.logarithm == pytest.approx(plain.logarithm, abs=1e-9)
                    assert np.allclose(found, expected, rtol=0.0, atol=1e-12, equal_nan=True)
                    assert np.array_equal(found == 0.0, expected == 0.0)
                    assert np.array_equal(found == 1.0, expected == 1.0)
                    compared += 1
    assert compared
