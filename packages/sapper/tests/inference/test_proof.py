"""A proof is sufficient, and no part of it can be left out."""

import pytest

from sapper.errors import BudgetError
from sapper.game import Position
from sapper.inference import MinimalProof, because, certain_cells
from tests.inference.positions import small_positions
from tests.inference.subsets import layouts, less


def proves(position: Position, cell: int, mine: bool, clues: set[int], total: bool) -> bool:
    return all((cell in layout) == mine for layout in layouts(position, clues, total))


def test_what_is_certain_has_a_proof_and_nothing_else_has() -> None:
    for position in small_positions(41, 150, max_hidden=10):
        safe, mines = certain_cells(position)
        for cell in position.hidden_indices:
            assert (because(position, cell, True) is not None) == (cell in mines)
            assert (because(position, cell, False) is not None) == (cell in safe)


def test_a_proof_is_enough_and_minimal() -> None:
    for position in small_positions(42, 200, max_hidden=7):
        safe, mines = certain_cells(position)
        for cell in safe | mines:
            mine = cell in mines
            proof = because(position, cell, mine)
            assert proof is not None
            clues = set(proof.clues)
            assert proves(position, cell, mine, clues, proof.total), (position, cell, proof)
            for fewer in less(clues):
                assert not proves(position, cell, mine, fewer, proof.total), (position, proof)
            everything = {i for i, code in enumerate(position.cells) if code < 250}
            assert not (proof.total and proves(position, cell, mine, everything, False))


def test_clues_are_preferred_to_the_number_of_mines() -> None:
    position = Position.parse("3x1x0\n0HH")
    assert because(position, 1, False) == MinimalProof((0,), False)
    assert because(position, 2, False) == MinimalProof((), True)
    assert because(Position.parse("5x1x1\n1HHHH"), 3, False) == MinimalProof((0,), True)


def test_near_clues_are_preferred_to_far_ones() -> None:
    # From the left one clue after the other settles the whole row; on the right the 0 is enough.
    position = Position.parse("8x2x3\nHHHHHHHH\n12111110")
    assert because(position, 7, False) == MinimalProof((15,), False)
    proof = because(position, 1, False)
    assert proof is not None
    assert proof.clues == (8, 9, 10)


def test_only_hidden_cells_need_a_proof() -> None:
    with pytest.raises(ValueError, match="not hidden"):
        because(Position.parse("3x1x1\n1HH"), 0, False)


def test_a_proof_stops_in_time() -> None:
    with pytest.raises(BudgetError, match="within 0 seconds"):
        because(Position.parse("3x1x1\n1HH"), 1, True, seconds=0)
