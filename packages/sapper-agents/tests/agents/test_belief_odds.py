"""What the belief model knows exactly: odds of what a guess shows, and bounds of what it wins."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

from sapper.game import HIDDEN, Chance, First, Grid, Level, Position, Rules
from sapper_agents.bssuct import SETTINGS, BeliefModel, Laid, Outlook, myopic
from sapper_agents.planning import Budget, Search, playout
from tests.inference import brute

Found = Search[Outlook, int, Laid, Outlook]


def model(position: Position) -> tuple[BeliefModel, Outlook]:
    made = BeliefModel(position.grid, position.mines, position.rules)
    hidden = [i for i, code in enumerate(position.cells) if code == HIDDEN]
    return made, made.outlook(position, hidden)


def search_at(position: Position) -> Found:
    made, state = model(position)
    return Search(made, state, playout(made, myopic), SETTINGS, made)


def laid(mines: frozenset[int] | tuple[int, ...]) -> int:
    return sum(1 << 8 * i for i in mines)


def shares(
    made: BeliefModel, state: Outlook, action: int, layouts: list[int]
) -> dict[Outlook, Fraction]:
    """How many of the layouts lead to each outcome, by trying them all."""
    met = Counter(made.step(state, action, layout, Chance(1))[0] for layout in layouts)
    return {outcome: Fraction(count, len(layouts)) for outcome, count in met.items()}


@pytest.mark.parametrize("lives", [1, 2])
@pytest.mark.parametrize("rows", ["1HHH\nHHHH\nHHHH", "HHHH\nH2HH\nHHHH", "HHHH\nH3HH\nHH1H"])
def test_odds_are_the_shares_of_the_layouts(rows: str, lives: int) -> None:
    position = Position.parse(f"4x3x4 lives={lives}\n{rows}")
    made, state = model(position)
    layouts = [laid(mines) for mines in brute.layouts(position)]
    for action in made.actions(state):
        found = shares(made, state, action, layouts)
        assert sum(found.values()) == 1
        for outcome, share in found.items():
            assert made.odds(state, action, outcome) == pytest.approx(float(share))


@pytest.mark.parametrize("first", ["any", "safe", "opening"])
def test_odds_of_the_first_cell_know_its_promise(first: First) -> None:
    grid = Grid(4, 3)
    made, state = model(Position.start(grid, 3, Rules(first)))
    for action in made.actions(state):
        near = grid.neighbour_indices(action)
        spared = {"any": set[int](), "safe": {action}, "opening": {action, *near}}[first]
        free = [i for i in range(grid.size) if i not in spared]
        layouts = [laid(mines) for mines in combinations(free, 3)]
        for outcome, share in shares(made, state, action, layouts).items():
            assert made.odds(state, action, outcome) == pytest.approx(float(share))


def test_an_untouched_board_offers_one_cell_of_each_kind() -> None:
    for first in ("any", "safe"):
        made, state = model(Position.start(Grid(5, 2), 3, Rules(first)))
        assert sorted(made.actions(state)) == [0, 1, 2]


def test_bounds_do_not_rise_along_the_actions() -> None:
    for rows in ("1HHH\nHHHH\nHHHH", "HHHH\nH2HH\nHHHH"):
        made, state = model(Position.parse(f"4x3x4\n{rows}"))
        bounds = [made.bounds(state, action) for action in made.actions(state)]
        assert [high for _, high in bounds] == sorted([high for _, high in bounds], reverse=True)
        assert all(0.0 < low <= high < 1.0 for low, high in bounds)


@pytest.mark.parametrize(
    ("level", "first", "perfect"),
    [
        ("3x1x1", "safe", Fraction(1)),
        ("3x3x7", "safe", Fraction(1, 4)),
        ("5x2x3", "safe", Fraction(1, 4)),
        ("10x1x5", "safe", Fraction(4, 21)),
        ("5x5x15", "opening", Fraction(1)),
    ],
)
def test_whole_games_are_proved_to_be_worth_what_perfect_play_wins(
    level: str, first: First, perfect: Fraction
) -> None:
    board = Level.parse(level)
    search = search_at(Position.start(board.grid, board.mines, Rules(first)))
    assert search.run(Budget(200_000), Chance(3)) == "proved"
    best = next(c for c in search.summary().candidates if c.action == search.best)
    assert best.low - 1e-9 <= float(perfect) <= best.high + 1e-9
    assert best.low == pytest.approx(float(perfect))


@pytest.mark.parametrize("simulations", [1, 10, 100, 1000])
def test_bounds_enclose_perfect_play_at_all_times(simulations: int) -> None:
    search = search_at(Position.start(Grid(5, 2), 3, Rules("safe")))
    search.run(Budget(simulations), Chance(4))
    found = search.summary().candidates
    assert max(c.high for c in found) >= 0.25 - 1e-9
    assert max(c.low for c in found) <= 0.25 + 1e-9
    assert all(c.low - 1e-9 <= c.mean <= c.high + 1e-9 for c in found)


def test_a_state_with_few_layouts_is_worth_what_perfect_play_wins() -> None:
    position = Position.parse("4x2x3\n1HHH\nHHHH")
    _, state = model(position)
    layouts = frozenset(brute.layouts(position))
    assert state.value is not None
    assert round(state.value * len(layouts)) == most(position, layouts)
    lives = model(Position.parse("4x2x3 lives=2\n1HHH\nHHHH"))[1]
    assert lives.value is None


def most(position: Position, left: frozenset[frozenset[int]]) -> int:
    """The layouts that the best way of playing wins, by trying every cell that tells something."""
    if len(left) < 2:
        return len(left)
    best = 0
    for cell in position.hidden_indices:
        near = set(position.grid.neighbour_indices(cell))
        groups: dict[int, set[frozenset[int]]] = {}
        for mines in left:
            if cell not in mines:
                groups.setdefault(len(mines & near), set()).add(mines)
        if [*groups.values()] != [set(left)]:
            best = max(best, sum(most(position, frozenset(group)) for group in groups.values()))
    return best
