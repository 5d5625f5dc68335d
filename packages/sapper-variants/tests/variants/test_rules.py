"""The shipped variants: their rules as written here a second time, and what follows from them."""

from __future__ import annotations

import pytest

from sapper.game import Chance
from sapper_variants import RULES, Board, Variant, check, names
from sapper_variants.checking import LARGE, SIZES
from tests.variants.oracles import CLUES, LAYOUTS, Rows

COMBINED = [name for name in names() if "combine" in (RULES / f"{name}.toml").read_text()]


def layouts(board: Board, number: int, seed: int) -> list[tuple[list[int], Rows]]:
    """Layouts by chance, sparse and dense ones, as indices and as rows."""
    chance = Chance(seed)
    found = []
    for _ in range(number):
        share = chance.random()
        mines = [cell for cell in range(board.size) if chance.random() < share]
        letters = "".join("*" if cell in mines else "." for cell in range(board.size))
        starts = range(0, board.size, board.width)
        found.append((mines, tuple(letters[start : start + board.width] for start in starts)))
    return found


def test_there_are_enough_variants_and_combinations_in_short_files() -> None:
    assert len(names()) - len(COMBINED) >= 24
    assert len(COMBINED) >= 12
    for name in names():
        variant = Variant.named(name)
        assert variant.name == name
        assert variant.rule.endswith(".")
        assert len((RULES / f"{name}.toml").read_text().splitlines()) <= 40


@pytest.mark.parametrize("name", LAYOUTS)
def test_layouts_obey_a_rule_as_it_is_written_here(name: str) -> None:
    variant = Variant.named(name)
    obeyed = 0
    for width, height in ((4, 4), (5, 3), (3, 4)):
        board = variant.board(width, height)
        for mines, rows in layouts(board, 400, seed=width):
            right = LAYOUTS[name](rows)
            obeyed += right
            assert variant.obeyed(board, mines) == right, "\n".join(rows)
    assert 0 < obeyed < 1200


@pytest.mark.parametrize("name", CLUES)
def test_clues_show_what_is_written_here(name: str) -> None:
    variant = Variant.named(name)
    for width, height in ((5, 4), (2, 7)):
        board = variant.board(width, height)
        views = variant.views(board)
        for mines, rows in layouts(board, 40, seed=width):
            for cell in set(range(board.size)) - set(mines):
                row, column = divmod(cell, width)
                shown = set(variant.clue.texts(views[cell], mines))
                assert shown == CLUES[name](rows, row, column), "\n".join(rows)


@pytest.mark.parametrize("name", names())
def test_inference_agrees_with_all_layouts_of_a_small_board(name: str) -> None:
    found = check(Variant.named(name), positions=6, seed=7, sizes=((3, 3),))
    assert not found.fault
    assert found.layouts == 512
    assert found.positions in (0, 6)


@pytest.mark.slow
@pytest.mark.parametrize("name", names())
def test_inference_agrees_with_all_layouts_up_to_twelve_cells(name: str) -> None:
    found = check(Variant.named(name), positions=8, seed=9)
    assert not found.fault
    assert found.positions == 24


@pytest.mark.study
@pytest.mark.parametrize("name", names())
def test_inference_agrees_with_all_layouts_up_to_sixteen_cells(name: str) -> None:
    found = check(Variant.named(name), positions=84, seed=8, sizes=SIZES + LARGE)
    assert not found.fault
    assert found.positions == 504
