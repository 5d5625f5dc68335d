"""Satisfiability agrees with brute force, for single positions and for growing games."""

import pytest

from sapper.errors import BudgetError, ImpossiblePositionError
from sapper.game import HIDDEN, MINE, Chance, Deal, Grid, Kind, Position, Rules
from sapper.inference import (
    Belief,
    Satisfiability,
    analyse,
    because,
    certain_cells,
    layouts_with_and_without,
)
from tests.inference import brute
from tests.inference.gilded import gilded_positions
from tests.inference.larger import played_positions
from tests.inference.positions import KINDS, small_positions

Cells = frozenset[int]


def agreed(position: Position, layouts: list[Cells]) -> tuple[Cells, Cells]:
    """Return the hidden cells without a mine in any layout, and those with one in all."""
    hidden = frozenset(position.hidden_indices)
    return hidden.difference(*layouts), hidden.intersection(*layouts)


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_certain_is_what_all_layouts_share(kind: Kind) -> None:
    for position in small_positions(31, 250, [kind]):
        assert certain_cells(position) == agreed(position, brute.layouts(position)), position


@pytest.mark.parametrize("kind", KINDS)
def test_a_position_is_consistent_if_it_has_a_layout(kind: Kind) -> None:
    for position in small_positions(32, 250, [kind], consistent=False):
        layouts = brute.layouts(position)
        assert Satisfiability(position).possible() == bool(layouts), position
        if layouts:
            assert certain_cells(position) == agreed(position, layouts), position
        else:
            with pytest.raises(ImpossiblePositionError):
                certain_cells(position)


def test_a_guess_has_a_layout_with_a_mine_and_one_without() -> None:
    for position in small_positions(35, 250):
        layouts = brute.layouts(position)
        for cell in position.hidden_indices:
            found = layouts_with_and_without(position, cell)
            kinds = {cell in layout for layout in layouts}
            assert (found is None) == (len(kinds) < 2), position
            if found is not None:
                assert {*found} <= {*layouts}
                assert [cell in layout for layout in found] == [True, False]


def test_any_cells_together_are_possible_if_some_layout_has_them_so() -> None:
    chance = Chance(33)
    for position in small_positions(33, 300, max_hidden=9):
        layouts = brute.layouts(position)
        sat = Satisfiability(position)
        for _ in range(6):
            asked = chance.shuffled(position.hidden_indices)[: chance.below(5)]
            mines = {i for i in asked if chance.below(2)}
            safe = set(asked) - mines
            fits = any(mines <= layout and not safe & layout for layout in layouts)
            assert sat.possible(mines, safe) == fits, (position, mines, safe)


def test_a_cell_is_proved_alone_as_among_all() -> None:
    for position in small_positions(34, 150):
        safe, mines = certain_cells(position)
        sat = Satisfiability(position)
        assert {i for i in position.hidden_indices if not sat.possible(mines=[i])} == safe
        assert {i for i in position.hidden_indices if sat.proves_mine(i)} == mines


def test_open_cells_are_what_they_show() -> None:
    sat = Satisfiability(Position.parse("3x1x2 lives=2\n*2H"))
    assert sat.proves_mine(0)
    assert not sat.possible(mines=[1])
    assert sat.possible(mines=[0], safe=[1])
    assert not sat.possible(mines=[2], safe=[2])


def test_growing_with_a_game_is_as_good_as_starting_again() -> None:
    rules = Rules(first="any", zeros_open=False, lives=9)
    for number in range(60):
        grid = Grid(4, 3, KINDS[number % 3])
        deal = Deal.seeded(grid, 1 + number % 5, 35, number)
        mines = deal.mine_indices(0, "any")
        position = Position.start(grid, deal.mines, rules)
        sat = Satisfiability(position)
        for i in Chance(35, number).shuffled(range(grid.size)):
            clue = sum(j in mines for j in grid.neighbour_indices(i))
            position = position.with_cell(grid.cell(i), MINE if i in mines else clue)
            sat.grow(position)
            if i % 2:  # sometimes what was certain on the way is not asked for
                assert sat.certain() == agreed(position, brute.layouts(position)), position


def test_only_a_later_position_of_the_same_game_can_follow() -> None:
    later = Position.parse("3x1x1\n1HH")
    sat = Satisfiability(later)
    for text in ("3x1x1\nHHH", "3x1x1\n0HH", "3x1x2\n1HH", "3x1x1 grid=torus\n1HH"):
        with pytest.raises(ValueError, match="not a later position"):
            sat.grow(Position.parse(text))
    sat.grow(Position.parse("3x1x1\n1FH"))
    assert sat.certain() == (frozenset({2}), frozenset({1}))


def test_the_number_of_mines_decides_far_cells() -> None:
    assert certain_cells(Position.parse("5x1x1\n1HHHH"))[0] == {2, 3, 4}
    assert certain_cells(Position.parse("5x1x4\n1HHHH"))[1] == {1, 2, 3, 4}
    assert certain_cells(Position.parse("5x1x0\nHHHHH"))[0] == {0, 1, 2, 3, 4}
    assert certain_cells(Position.parse("5x1x5\nHHHHH"))[1] == {0, 1, 2, 3, 4}
    assert certain_cells(Position.parse("5x1x2\nHHHHH")) == (frozenset(), frozenset())


def test_far_cells_are_certain_only_together() -> None:
    undecided = frozenset[int](), frozenset[int]()
    assert certain_cells(Position.parse("5x1x2\nHHH1H")) == undecided
    assert certain_cells(Position.parse("5x1x3\nHHH1H"))[1] == {0, 1}


def test_a_hard_question_stops_in_time() -> None:
    with pytest.raises(BudgetError, match="not decided within 0 seconds"):
        certain_cells(scattered(100), seconds=0)
    with pytest.raises(BudgetError, match=r"not decided within 0\.01 seconds"):
        certain_cells(scattered(100), seconds=0.01)


def test_time_enough_changes_no_answer() -> None:
    position = scattered(20)
    assert certain_cells(position, seconds=1000) == certain_cells(position)


def scattered(side: int) -> Position:
    """Return a position where every fifth cell is a mine and every third of the others is open."""
    grid = Grid(side, side)
    deal = Deal.seeded(grid, grid.size // 5, 36)
    mines = deal.mine_indices(0, "any")
    cells = bytearray([HIDDEN]) * grid.size
    for i in deal.order[deal.mines : deal.mines + grid.size // 4]:
        cells[i] = sum(j in mines for j in grid.neighbour_indices(i))
    return Position(grid, Rules(first="any", zeros_open=False), deal.mines, bytes(cells))


def test_asking_by_groups_of_like_cells_proves_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulate that every question takes too long to be asked for single cells."""
    usual = [(p, certain_cells(p)) for p in small_positions(47, 400)]
    usual += [(p, certain_cells(p)) for p in gilded_positions(48, 400)]
    usual += [(p, certain_cells(p)) for p in played_positions(49, 40)]
    asked = []
    by_groups = Satisfiability._prove_by_groups

    def counted(self: Satisfiability, agreed: set[int]) -> set[int]:
        asked.append(self.position)
        return by_groups(self, agreed)

    monkeypatch.setattr(Satisfiability, "_prove_by_groups", counted)
    monkeypatch.setattr("sapper.inference.satisfiability.MAX_PROPAGATIONS", 1)
    assert all(certain_cells(position) == found for position, found in usual)
    assert len(asked) > 100


def test_a_game_goes_on_after_asking_by_groups(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sapper.inference.satisfiability.MAX_PROPAGATIONS", 1)
    kept: Satisfiability | None = None
    for position in played_positions(50, 60, Grid(9, 9), 12):
        try:
            if kept is None:
                raise ValueError
            kept.grow(position)
        except ValueError:  # the next game
            kept = Satisfiability(position)
        found = analyse(position)
        index = position.grid.index
        assert kept.certain() == (
            frozenset(map(index, found.safe)),
            frozenset(map(index, found.certain_mines)),
        )


def test_a_number_of_mines_that_leaves_little_over_is_soon_proved() -> None:
    """The clues need all ten mines, each in one of many interchangeable cells."""
    position = Position.parse(
        "8x8x10 first=any signs=marks\nGcFHHHHH\nb3FHHHH2\nHH2H1HHH\nH2HHHHHH\n"
        "HHHHHHHH\nHHHHH1HH\nH2HHHHHH\nHHHHHHHH"
    )
    risk = Belief(position).probabilities
    counted = frozenset(i for i in position.hidden_indices if risk[i] == 0.0)
    for gold in (True, False):
        safe, mines = Satisfiability(position, propagations=3_000_000, gold=gold).certain()
        assert (safe, mines) == (counted, frozenset({2, 10}))
    assert len(safe) == 16
    for cell in (min(safe), max(safe)):
        assert because(position, cell, False, propagations=3_000_000) is not None
