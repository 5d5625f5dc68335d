"""Positions of variants: their text, what is wrong with one, and what follows from it."""

from __future__ import annotations

from itertools import product

import pytest

from sapper.errors import BudgetError, ImpossiblePositionError, InputError
from sapper.game import Chance
from sapper.inference import analyse as plain_analyse
from sapper_variants import (
    Counting,
    Layouts,
    Position,
    Variant,
    analyse,
    as_plain,
    certain_cells,
    deal,
    finished,
    names,
    opened,
    unopened,
)
from sapper_variants.diagram import Sum, shortened

#: A position of plain sums that the kernel of standard Minesweeper does not count.
KERNEL_REFUSES = """8x8x20 rook
H H 5 H 4 H H H
H H 5 H 4 6 5 H
6 H H H 4 6 H H
H 5 H H H H 4 H
6 6 H 6 H H 5 6
H 4 3 H H 4 H 4
H H H H 3 H 4 H
6 H 5 H 4 6 H H"""


@pytest.mark.parametrize("name", names())
def test_a_position_is_read_back_equal(name: str) -> None:
    variant = Variant.named(name)
    position = finished(variant, 4, 4, 4, seed=2)
    assert Position.parse(str(position)) == position
    assert sum(position.known.values()) == 4
    assert position.allows([cell for cell, mine in position.known.items() if mine])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "line 1 should be WIDTHxHEIGHTxMINES VARIANT, not ''"),
        ("2x1x1\nH 1", "line 1 should be WIDTHxHEIGHTxMINES VARIANT, not '2x1x1'"),
        ("2x1x1 lier\nH 1", "unknown variant 'lier': did you mean 'liar'?"),
        ("2x1x3 liar\nH 1", "3 mines on 2 cells"),
        ("99x99x1 liar\nH 1", "a board of a variant has 1 to 1,000 cells"),
        ("2x2x1 liar\nH 1", "expected 2 rows and 0 lines of the border after line 1, not 1"),
        ("2x1x1 liar\nH 1 1", "line 2 has 3 cells instead of 2"),
        ("2x1x1 liar\nH 3", "line 2: the clue '3' at [0, 1] cannot occur there in liar"),
        ("2x1x1 wall\nH 2", "line 2: the clue '2' at [0, 1] cannot occur there in wall"),
        ("2x1x1 totals\nH ?\nrows 1\ncolumns 1", "line 4: expected 'columns' and 2 clues"),
        (
            "11x11x1 eyesight" + "\nHHHHHHHHHHH" * 5 + "\nHHHHH1HHHHH" + "\nHHHHHHHHHHH" * 5,
            "20 cells",
        ),
    ],
)
def test_a_wrong_position_is_refused_by_line(text: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        Position.parse(text)
    assert said in str(caught.value)


def test_a_row_of_single_characters_needs_no_spaces() -> None:
    variant = Variant.named("liar")
    assert Position.parse("3x1x1\nH1?", variant) == Position.parse("3x1x1 liar\nH 1 ?")


def test_a_position_that_no_layout_fits_is_refused() -> None:
    for text in (
        "3x1x1 standard\n0H0",
        "2x2x2 standard\n1H\nH1",
        "3x3x3 quad\n?????????".replace("?????????", "???\n???\nHHH"),
    ):
        with pytest.raises(ImpossiblePositionError):
            analyse(text)
        with pytest.raises(ImpossiblePositionError):
            Counting(Position.parse(text))


PLAIN = ("standard", "cross", "sides", "corners", "knight", "rook", "torus", "hex", "hex-far")


def some(name: str, seed: int) -> Position:
    """A position of a variant with half of its safe cells open."""
    variant, chance = Variant.named(name), Chance(seed)
    mines = deal(variant, 6, 5, 8, seed)
    position = opened(variant, 6, 5, mines, chance)
    hidden = {i: chance.choice("HHH*" if i in mines else "HH?") for i in range(30)}
    return position.opened({i: hidden[i] for i in range(30) if chance.below(2) or i in mines})


@pytest.mark.parametrize("name", PLAIN)
def test_the_kernel_counts_plain_sums(name: str) -> None:
    for seed in range(12):
        position = some(name, seed)
        assert as_plain(position) is not None
        found, counting = analyse(position), Counting(position)
        assert counting.chances() == pytest.approx(found.chances, abs=1e-12)
        assert 10**found.log10_layouts == pytest.approx(counting.layouts)
        safe, mines = Layouts.of(position).certain()
        assert [position.cell(i) for i in sorted(safe)] == list(found.safe)
        assert [position.cell(i) for i in sorted(mines)] == list(found.certain_mines)


@pytest.mark.parametrize("name", ["liar", "multiple", "quad", "shadow", "totals", "wall"])
def test_the_kernel_does_not_count_other_rules(name: str) -> None:
    assert as_plain(unopened(Variant.named(name), 4, 4, 4)) is None


@pytest.mark.parametrize("name", ["quad", "wall", "connected", "eyesight"])
def test_an_analysis_has_the_certain_cells_of_the_solver(name: str) -> None:
    for seed in range(4):
        position = some(name, seed)
        found = analyse(position)
        safe, mines = Layouts.of(position).certain()
        assert [position.cell(i) for i in sorted(safe)] == list(found.safe)
        assert [position.cell(i) for i in sorted(mines)] == list(found.certain_mines)
        assert found.chances == pytest.approx(Counting(position).chances(), abs=1e-12)


@pytest.mark.parametrize("name", ["rook", "quad", "triplet", "totals", "negation", "liar"])
def test_all_orders_of_reading_count_alike(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(3):
        position = some(name, seed)
        usual = Counting(position)
        with monkeypatch.context() as patch:
            patch.setattr("sapper_variants.counting.EASY_STATES", 0)
            patch.setattr("sapper_variants.counting.FEW_STATES", 10)
            found = Counting(position)
        assert found.layouts == usual.layouts
        assert found.chances() == pytest.approx(usual.chances(), abs=1e-12)


def test_sums_that_end_soon_say_the_same() -> None:
    chance = Chance(8)
    for _ in range(100):
        order = chance.shuffled(range(6))
        mines = [cell for cell in order if chance.below(2)]
        sums = [
            Sum(tuple(cells), weights, frozenset({sum(w for i, w in pairs if i in mines)}))
            for cells in (sorted(chance.shuffled(range(6))[:4]) for _ in range(4))
            if (weights := tuple(1 + chance.below(2) - 2 * chance.below(2) or 2 for _ in cells))
            and (pairs := list(zip(cells, weights, strict=True)))
        ]
        found = shortened(sums, order)
        places = [sorted(map(order.index, each.cells)) for each in found]
        assert len({place[0] for place in places}) == len({place[-1] for place in places})
        assert len({place[0] for place in places}) == len(found)
        for layout in product((False, True), repeat=6):
            inside = [cell for cell, mine in enumerate(layout) if mine]
            both = (all(each.allows(inside) for each in group) for group in (sums, found))
            assert next(both) == next(both)


def test_a_position_that_is_too_hard_for_the_kernel_is_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    position = Position.parse(KERNEL_REFUSES)
    plain = as_plain(position)
    assert plain is not None
    assert not plain_analyse(plain).exact
    found = analyse(position)
    assert found.exact
    monkeypatch.setattr(
        "sapper_variants.analysis.EASY_PROPAGATIONS", 1
    )  # with the sums of whole lines
    safe, mines = certain_cells(position)
    assert found.safe == tuple(map(position.cell, sorted(safe)))
    assert found.certain_mines == tuple(map(position.cell, sorted(mines)))


def test_counting_refuses_what_needs_too_much_memory() -> None:
    position = unopened(Variant.named("snake"), 6, 6, 12)
    with pytest.raises(BudgetError, match="the count needs more than"):
        Counting(position, max_weights=1000)


def test_a_deal_has_every_layout_with_the_same_chance() -> None:
    variant = Variant.named("domino")
    position = unopened(variant, 3, 3, 4)
    counting = Counting(position)
    chance = Chance(5)
    seen = [counting.sample(chance) for _ in range(600)]
    assert len(set(seen)) == counting.layouts
    assert all(position.allows(mines) for mines in seen)
    expected = 600 / counting.layouts
    squares = sum((seen.count(mines) - expected) ** 2 for mines in set(seen)) / expected
    assert squares < 2 * counting.layouts  # chi-squared; the seed is fixed


def test_the_same_seed_deals_the_same_board() -> None:
    variant = Variant.named("snake-cross")
    assert finished(variant, 5, 5, 8, seed=4) == finished(variant, 5, 5, 8, seed=4)
    assert finished(variant, 5, 5, 8, seed=4) != finished(variant, 5, 5, 8, seed=5)
