"""``solve`` agrees with brute force and with the generator of boards that need no guess, proves
what it says, and shows two boards that cannot be told apart."""

import pytest

import sapper
from sapper.arena import solve
from sapper.errors import InputError, RulesError
from sapper.game import HIDDEN, LEVELS, Chance, Deal, Grid, Position, Referee, Rules
from tests.explanations.checker import fault
from tests.inference import brute


def _needs_guess(deal: Deal, start: tuple[int, int]) -> bool:
    """Whether opening the cells that brute force proves safe gets stuck."""
    referee = Referee(deal, Rules("any"))
    referee.open(start)
    while referee.position.outcome == "playing":
        total, mines = brute.mine_counts(referee.position)
        assert total
        safe = [i for i in referee.position.hidden_indices if not mines[i]]
        if not safe:
            return True
        for i in safe:
            if referee.position.cells[i] == HIDDEN and referee.position.outcome == "playing":
                referee.open(deal.grid.cell(i))
    return False


def _shows(deal: Deal, mines: tuple[tuple[int, int], ...], position: Position) -> bool:
    """Whether a board with these mines shows the clues of a position."""
    grid = deal.grid
    laid = set(map(grid.index, mines))
    assert len(laid) == deal.mines
    return all(
        code == HIDDEN or (i not in laid and code == sum(j in laid for j in near(grid, i)))
        for i, code in enumerate(position.cells)
    )


def near(grid: Grid, index: int) -> tuple[int, ...]:
    return tuple(grid.neighbour_indices(index))


def test_small_boards_agree_with_brute_force() -> None:
    chance, needed = Chance(5), 0
    for _ in range(150):
        grid = Grid(2 + chance.below(4), 2 + chance.below(3))
        deal = Deal.random(grid, 1 + chance.below(grid.size // 3 + 1), chance)
        deal = Deal.of_mines(grid, frozenset(deal.order[: deal.mines]))
        safe = [
            cell for cell in map(grid.cell, grid.playable) if grid.index(cell) not in _mined(deal)
        ]
        start = chance.choice(safe)
        found = solve(deal, start)
        assert found.guess_needed == _needs_guess(deal, start)
        assert (found.stuck is None) == (not found.guess_needed)
        for other in found.other_starts:
            assert not _needs_guess(deal, other)
        if found.stuck is not None:
            needed += 1
            assert not sapper.analyse(found.stuck).safe
            assert found.layouts is not None
            one, two = found.layouts
            assert one != two
            assert frozenset(map(grid.index, two)) == _mined(deal)
            assert _shows(deal, one, found.stuck)
            assert _shows(deal, two, found.stuck)
    assert 30 < needed < 140


def test_the_two_boards_differ_in_no_more_than_they_must() -> None:
    found = solve("*.....*\n.......")  # two independent guesses between two cells
    assert found.differing in [((0, 0), (1, 0)), ((0, 6), (1, 6))]
    far = solve("*.*.*\n.....\n.....\n*...*\n.....", (1, 1))
    assert far.layouts is not None
    assert len(far.differing) == 2
    assert len(far.layouts[0]) == len(far.layouts[1])


def _mined(deal: Deal) -> frozenset[int]:
    return frozenset(deal.order[: deal.mines])


@pytest.mark.parametrize("level", ["beginner", "intermediate", "expert"])
def test_boards_without_guesses_are_proved(level: str) -> None:
    board = LEVELS[level]
    start = board.height // 2, board.width // 2
    for seed in range(2):
        deal = no_guess_deal(level, seed)
        found = solve(deal, start)
        assert (found.guess_needed, found.start) == (False, start)
        referee = Referee(deal, Rules("any"))
        referee.open(start)
        for each in found.rounds:
            assert each.position == referee.position
            assert fault(each.position, each.to_json()) is None
            for cell in (cell for step in each.steps for cell in step.safe):
                if referee.position.outcome == "playing" and referee.position[cell] == HIDDEN:
                    referee.open(cell)
            assert referee.position.outcome in ("playing", "won")
        assert referee.position.outcome == "won"
        assert found.hardest in {step.technique for step in found.steps}


def no_guess_deal(level: str, seed: int) -> Deal:
    from sapper.arena.no_guess import no_guess

    board = LEVELS[level]
    cell = board.height // 2, board.width // 2
    return no_guess(board, Rules("opening"), cell, seed).deal


def test_the_question_is_answered_for_what_people_have() -> None:
    assert not solve("9x9:4,4,m00b7d48a3e0231c419200").guess_needed
    assert solve("9x9:4,4,m00b7d48a3e0231c419200").start == (4, 4)
    assert solve("..*\n...\n*..").guess_needed is False
    found = solve("..*\n...\n*..")
    assert found.to_json()["from"] == found.start
    with pytest.raises(RulesError, match=r"\[0, 2\] is a mine"):
        solve("..*\n...", (0, 2))
    with pytest.raises(InputError, match="where all mines are"):
        solve("HH\n11")
    with pytest.raises(RulesError, match="every cell is a mine"):
        solve(Deal.of_mines(Grid(2, 1), frozenset({0, 1})))
