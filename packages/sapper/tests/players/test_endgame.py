"""The end of a game is played as well as it can be, and the look-ahead adds up to what it says."""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import chain

import pytest

from sapper.game import FLAGGED, HIDDEN, Grid, Position
from sapper.inference import Counter
from sapper.players import DEFAULT_SLACK, Endgame, Lookahead
from tests.inference import brute
from tests.inference.larger import JOINED
from tests.inference.positions import small_positions

pytestmark = pytest.mark.kernel

EXPERT = """30x16x99
01H1000001H12H20000112122H1011
0111112111123H200013H3H2H2213H
00001H3H2213H310001HH313232H4H
000023H4H2H4H31110122101H2H23H
00001H4H3323H22H20000001121111
000023H22H11124H41211000012210
00112H21112111HH4H3H222112HH20
112H2232112H11235H522HH11H5H20
1H4321HH12H31001HHH1134433H321
12HH112212H200013H3101HHH324H2
02332221011111212H32112322H3H3
13H32HH111101H2H22HH200112122H
2HH3H3211H101122H24H3012H22121
HH54221111100013H44H323H4H3H21
HHHH11H10000112HHHH22HH3HHH2HH
HHH3111100001H2233211222HH2HHH
"""

Layouts = frozenset[frozenset[int]]
CLOSE = 1e-9


def undecided(number: int, hidden: int, most: int) -> Iterator[tuple[Position, Layouts]]:
    """Small positions without a safe cell, with from 2 to ``most`` layouts."""
    for position in chain(small_positions(201, number, max_hidden=hidden), JOINED):
        layouts = frozenset(brute.layouts(position))
        if 2 <= len(layouts) <= most and set(position.hidden_indices) <= frozenset().union(
            *layouts
        ):
            yield position, layouts


def shows(position: Position, layouts: Layouts, cell: int) -> list[Layouts]:
    """The layouts that a cell is safe in, by the clue that it would show."""
    near = set(position.grid.neighbour_indices(cell))
    groups: dict[int, set[frozenset[int]]] = {}
    for mines in layouts:
        if cell not in mines:
            groups.setdefault(len(mines & near), set()).add(mines)
    return [frozenset(group) for group in groups.values()]


def perfect(position: Position) -> Callable[[Layouts], int]:
    """The function from what is still possible to the most layouts that any way of playing wins.

    Any cell may be opened next. One that is safe and shows the same everywhere tells nothing,
    and when no other is left there is one layout, which wins.
    """

    @cache
    def most(layouts: Layouts) -> int:
        if len(layouts) < 2:
            return len(layouts)
        return max(after(layouts, cell) for cell in position.hidden_indices)

    def after(layouts: Layouts, cell: int) -> int:
        groups = shows(position, layouts, cell)
        return 0 if groups == [layouts] else sum(most(group) for group in groups)

    return most


def preferred(position: Position, layouts: Layouts, most: Callable[[Layouts], int]) -> int:
    """The cell that wins most; then that of the lowest risk; then that which more often proves
    another cell safe; then the first."""

    def merits(cell: int) -> tuple[int, int, int, int]:
        groups = shows(position, layouts, cell)
        safe = sum(map(len, groups))
        hidden = set(position.hidden_indices) - {cell}
        helpful = sum(len(g) for g in groups if hidden - frozenset().union(*g))
        return sum(map(most, groups)), safe, helpful, -cell

    return max(position.hidden_indices, key=merits)


class Minds:
    """One of each a grid, as they are used in games."""

    def __init__(self) -> None:
        self._kept: dict[Grid, tuple[Counter, Endgame, Lookahead]] = {}

    def __call__(self, position: Position) -> tuple[Counter, Endgame, Lookahead]:
        grid = position.grid
        if grid not in self._kept:
            self._kept[grid] = Counter(grid), Endgame(grid), Lookahead(grid, most=128)
        counter = self._kept[grid][0]
        assert counter.count(position.cells, position.mines, float("inf"), 512, 0) == 0
        return self._kept[grid]


@pytest.mark.statistical
@pytest.mark.slow
def test_endgame_wins_as_many_layouts_as_can_be_won() -> None:
    minds = Minds()
    solved = beyond = 0
    for position, layouts in undecided(3_000, 12, 150):
        counter, endgame, _ = minds(position)
        found = endgame.best(counter)
        if found is None:
            beyond += 1
            continue
        cell, won, n = found
        most = perfect(position)
        assert n == len(layouts), position
        assert won == most(layouts), position
        assert cell == preferred(position, layouts, most), position
        solved += 1
    assert solved > 200
    assert beyond < 10


def test_of_cells_that_win_as_often_the_safest_is_chosen() -> None:
    text = "6x6x9\n01H3HH\n0113HH\n00124H\n001H4H\n0013HH\n0002HH"
    counter, endgame, _ = Minds()(Position.parse(text))
    found = endgame.best(counter)
    assert found == (5, 2, 4)  # [0, 5], a mine in one of four layouts; [1, 5] is one in two
    assert counter.risk(5) == 0.25


def test_sets_of_layouts_that_were_won_are_not_won_again() -> None:
    """An ending that takes more than the most nodes where they are; all ways of playing it, tried
    one by one, win 9 of its layouts at the most."""
    counter, endgame, _ = Minds()(Position.parse(EXPERT))
    found = endgame.best(counter)
    assert found is not None
    assert found[1:] == (9, 70)


def test_endgame_leaves_what_is_too_much_for_it() -> None:
    minds = Minds()
    for text in ("5x5x12\n" + "\n".join(["HHHHH"] * 5), "9x9x1\n" + "\n".join(["HHHHHHHHH"] * 9)):
        counter, endgame, _ = minds(Position.parse(text))
        assert endgame.best(counter) is None


def test_look_ahead_is_the_chance_to_survive_a_move_and_how_safe_the_next_is() -> None:
    minds = Minds()
    looked = dangerous = 0
    for position, layouts in undecided(3_000, 12, 500):
        counter, _, ahead = minds(position)
        view = position.cells.replace(bytes([FLAGGED]), bytes([HIDDEN]))
        weighed = ahead.weigh(counter, view)
        best = max(survival for _, _, survival, _ in weighed)
        risk = {
            i: sum(i in mines for mines in layouts) / len(layouts) for i in position.hidden_indices
        }
        worth = {i for i, p in risk.items() if 1 - p > 0.85 * (1 - min(risk.values())) + CLOSE}
        for cell in worth - {cell for cell, _, _, _ in weighed}:  # like another, far from all clues
            assert not any(
                position.cells[j] < HIDDEN for j in position.grid.neighbour_indices(cell)
            )
            assert prospect(position, layouts, cell) <= best + CLOSE, position
        for cell, safety, survival, value in weighed:
            assert safety == pytest.approx(1 - risk[cell], abs=CLOSE), position
            expected = prospect(position, layouts, cell)
            if value < 0.0:  # left out
                assert expected <= best - DEFAULT_SLACK + CLOSE, position
            else:
                assert survival == pytest.approx(expected, abs=CLOSE), (position, cell)
                assert survival >= best - DEFAULT_SLACK - CLOSE
            looked += value >= 0.0
            dangerous += 0.0 < survival < safety - CLOSE
    assert looked > 400
    assert dangerous > 100


def test_look_ahead_leaves_flagged_cells_closed() -> None:
    minds = Minds()
    flags = 0
    for position, _ in undecided(3_000, 12, 500):
        counter, _, ahead = minds(position)
        listed = {cell for cell, _, _, _ in ahead.weigh(counter, position.cells)}
        assert all(position.cells[cell] == HIDDEN for cell in listed), position
        flags += FLAGGED in position.cells
    assert flags > 50


def prospect(position: Position, layouts: Layouts, cell: int) -> float:
    """The chance that a cell is safe, and the next move as well."""
    groups = shows(position, layouts, cell)
    return sum(len(group) * next_safety(position, group, cell) for group in groups) / len(layouts)


def next_safety(position: Position, group: Layouts, opened: int) -> float:
    """1 where a safe cell may tell something, else how safe the two safest cells are."""
    near = position.grid.neighbour_indices
    hidden = set(position.hidden_indices) - {opened}
    mined = {i: sum(i in mines for mines in group) for i in hidden}
    unsure = {i for i in hidden if 0 < mined[i] < len(group)}
    clues = [i for i, code in enumerate(position.cells) if code < HIDDEN] + [opened]
    given = [unsure & set(near(i)) for i in clues]
    for i in hidden:
        if mined[i] == 0 and (around := unsure & set(near(i))) and around not in given:
            return 1.0
    if not unsure:
        return 1.0
    first, second = sorted((1 - mined[i] / len(group) for i in unsure), reverse=True)[:2]
    return first + 0.4 * (second - first)
