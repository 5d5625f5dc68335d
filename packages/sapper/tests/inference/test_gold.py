"""Proofs with gold: satisfiability and brute force agree; proofs are sufficient and minimal."""

from dataclasses import replace

import pytest

from sapper.errors import ImpossiblePositionError
from sapper.game import FLAGGED, GOLD, HIDDEN, MINE, Position, signs_of
from sapper.inference import (
    GOLD_TOTAL,
    TOTAL,
    MinimalProof,
    Refutation,
    Satisfiability,
    analyse,
    because,
    certain_cells,
    has_signs,
)
from tests.inference.brute import gilded_layouts, layouts
from tests.inference.gilded import certain, gilded_positions


def test_what_is_certain_is_what_brute_force_finds() -> None:
    more = 0
    for position in gilded_positions(61, 1500):
        safe, mines = certain(position)
        assert certain_cells(position) == (safe, mines), position
        plain = layouts(position)
        more += safe != {i for i in position.hidden_indices if not any(i in one for one in plain)}
    assert more > 100  # gold proved something that clues alone did not


def test_without_signs_gold_tells_nothing() -> None:
    for position in gilded_positions(62, 200):
        blind = Satisfiability(position, gold=False).certain()
        plain = layouts(position)
        safe = {i for i in position.hidden_indices if not any(i in one for one in plain)}
        assert blind[0] == safe


def test_one_solver_kept_through_a_game_proves_the_same() -> None:
    """Cells are opened one after the other, whatever they hold; the solver grows."""
    for position in gilded_positions(63, 120, max_hidden=9):
        truth = gilded_layouts(position)[0]
        covered = position
        kept = Satisfiability(covered)
        for i in position.hidden_indices:
            assert kept.certain() == certain_cells(covered)
            covered = opened(covered, i, *truth)
            kept.grow(covered)
        assert kept.certain() == (frozenset(), frozenset())


def opened(position: Position, index: int, mines: frozenset[int], gold: frozenset[int]) -> Position:
    """The position with one more cell open, in the world that has these mines and this gold."""
    grid = position.grid
    mined = mines | {i for i, code in enumerate(position.cells) if code == MINE}
    golden = gold | {i for i, code in enumerate(position.cells) if code == GOLD}
    code = sum(i in mined for i in grid.neighbour_indices(index))
    code = MINE if index in mined else GOLD if index in golden else code
    cells = bytearray(position.cells)
    cells[index] = code
    signs = signs_of(grid, position.rules.signs, golden, bytes(cells))
    return replace(position, cells=bytes(cells), signs=signs)


def test_what_is_certain_has_a_proof_and_nothing_else_has() -> None:
    for position in gilded_positions(64, 150, max_hidden=7):
        safe, mines = certain_cells(position)
        for cell in position.hidden_indices:
            assert (because(position, cell, True) is not None) == (cell in mines)
            assert (because(position, cell, False) is not None) == (cell in safe)


@pytest.mark.slow
def test_a_proof_is_enough_and_minimal() -> None:
    """Return the answer of brute force for the position with only these parts."""
    with_signs = 0
    for position in gilded_positions(65, 500, max_hidden=8):
        if not has_signs(position):
            continue
        safe, mines = certain_cells(position)
        for cell in safe | mines:
            mine = cell in mines
            found = because(position, cell, mine)
            assert found is not None
            with_signs += bool(found.signs)
            parts = parts_of(position, found)
            assert proves(position, cell, mine, parts), (position, cell, found)
            for part in parts:
                fewer = [other for other in parts if other != part]
                assert not proves(position, cell, mine, fewer), (position, cell, found, part)
    assert with_signs > 10


def parts_of(position: Position, proof: MinimalProof) -> list[int]:
    """Return the parts of a proof, as a refutation names them."""
    signs = [part for part, sign in Refutation(position).signs.items() if sign.clue in proof.signs]
    assert len(signs) == len(proof.signs)
    return [*proof.clues, *signs, *[TOTAL] * proof.total, *[GOLD_TOTAL] * proof.gold_total]


def proves(position: Position, cell: int, mine: bool, parts: list[int]) -> bool:
    """Whether every world that agrees with these parts alone has (or has no) mine in a cell.

    The definition, by running through all ways to lay mines and gold under the hidden cells.
    """
    refutation = Refutation(position, watch=[cell])
    hidden = position.hidden_indices
    for number in range(1 << len(hidden)):
        mined = frozenset(i for k, i in enumerate(hidden) if number >> k & 1)
        if (cell in mined) == mine:
            continue
        if fits(position, mined, parts, refutation):
            return False
    return True


def fits(
    position: Position, mined: frozenset[int], parts: list[int], refutation: Refutation
) -> bool:
    """Return whether some placement of gold fits these mines and the parts."""
    if TOTAL in parts and len(mined) != position.mines_left:
        return False
    clues = [refutation.constraints[p] for p in parts if p in refutation.constraints]
    if any(len(mined & c.cells) != c.mines for c in clues):
        return False
    near = position.grid.neighbour_indices
    everywhere = mined | {i for i, code in enumerate(position.cells) if code == MINE}
    free = [
        i for i in position.hidden_indices if i not in everywhere and everywhere.isdisjoint(near(i))
    ]
    signs = [refutation.signs[p] for p in parts if p in refutation.signs]
    for number in range(1 << len(free)):
        gold = frozenset(i for k, i in enumerate(free) if number >> k & 1)
        if GOLD_TOTAL in parts and len(gold) + position.cells.count(GOLD) != position.gold:
            continue
        if all(s.low <= len(gold & s.cells) <= s.high for s in signs):
            return True
    return False


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("2x1x0 signs=marks\n0a", "the sign of gold at [0, 1] cannot be right"),
        (
            "2x2x1 signs=marks\nbH\n1H",
            "the sign of gold at [0, 0] and the 1 at [0, 0] contradict each other",
        ),
        (
            "3x1x1 signs=marks\naHH",
            "the sign of gold at [0, 0] and the 1 mine left contradict each other",
        ),
        (
            "2x1x0 signs=marks gold=0\naH",
            "the sign of gold at [0, 0] and the total of 0 gold contradict each other",
        ),
    ],
)
def test_impossible_signs_are_explained(text: str, sentence: str) -> None:
    position = Position.parse(text)
    assert not gilded_layouts(position)
    with pytest.raises(ImpossiblePositionError) as caught:
        certain_cells(position)
    assert str(caught.value) == f"no layout fits: {sentence}"


def test_an_analysis_has_what_gold_proves() -> None:
    for position in gilded_positions(66, 200):
        found = analyse(position)
        safe, mines = certain(position)
        index = position.grid.index
        assert {index(cell) for cell in found.safe} == safe
        assert {index(cell) for cell in found.certain_mines} == mines
        assert found.exact == (not has_signs(position))


def test_flags_are_opinions_to_gold_too() -> None:
    for position in gilded_positions(67, 100):
        plain = replace(position, cells=position.cells.replace(bytes([FLAGGED]), bytes([HIDDEN])))
        assert certain_cells(position) == certain_cells(plain)
