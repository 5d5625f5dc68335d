"""Samples of a belief: valid layouts, uniform, and reproducible."""

from collections.abc import Iterator

import pytest

from sapper.errors import ImpossiblePositionError
from sapper.game import HIDDEN, MINE, Chance, Grid, Position
from sapper.inference import Belief
from tests.game.helpers import chi_square
from tests.inference import brute
from tests.inference.larger import JOINED, played_positions, scattered_positions
from tests.inference.positions import small_positions

pytestmark = pytest.mark.kernel


def right(position: Position, mines: frozenset[int]) -> bool:
    """Return whether these mines are a layout, directly from the meaning of clues."""
    opened = {i for i, code in enumerate(position.cells) if code == MINE}
    return (
        mines <= set(position.hidden_indices)
        and len(mines) == position.mines_left
        and all(
            code >= HIDDEN
            or len((mines | opened) & set(position.grid.neighbour_indices(i))) == code
            for i, code in enumerate(position.cells)
        )
    )


def uniform(counts: list[int]) -> bool:
    """Return whether uniform samples give counts as unequal as these once in 100,000 times."""
    from scipy.stats import chi2  # slow to import, and every worker collects every test

    return len(counts) < 2 or bool(chi_square(counts) < chi2.isf(1e-5, len(counts) - 1))


def few_layouts() -> Iterator[tuple[Position, list[frozenset[int]]]]:
    """Yield small positions with their layouts, a few dozen each."""
    for position in small_positions(91, 250, max_hidden=12):
        layouts = brute.layouts(position)
        if 2 <= len(layouts) <= 80:
            yield position, layouts


def test_every_layout_is_drawn_as_often() -> None:
    joined = ((position, brute.layouts(position)) for position in JOINED)
    for number, (position, layouts) in enumerate((*few_layouts(), *joined)):
        belief, chance = Belief(position), Chance(91, number)
        counts = dict.fromkeys(layouts, 0)
        for _ in range(20 * len(layouts)):
            counts[belief.sample(chance)] += 1
        assert uniform(list(counts.values())), position


@pytest.mark.statistical
@pytest.mark.slow
def test_samples_of_large_positions_are_layouts_with_the_right_means() -> None:
    scattered = scattered_positions(93, 6, Grid(20, 20), 90, 140)
    positions = [*scattered, *played_positions(94, 20)]
    for number, position in enumerate(positions):
        belief, chance = Belief(position), Chance(94, number)
        risk = belief.probabilities
        counts = dict.fromkeys(position.hidden_indices, 0)
        n = 400
        for _ in range(n):
            mines = belief.sample(chance)
            assert right(position, mines), position
            for i in mines:
                counts[i] += 1
        for i, count in counts.items():
            p = float(risk[i])
            assert abs(count - n * p) <= 6 * (n * p * (1 - p)) ** 0.5 + 3, (position, i)
            assert p not in (0.0, 1.0) or count == n * p


def test_the_same_luck_is_the_same_sample() -> None:
    for number, position in enumerate([*small_positions(95, 40), *played_positions(95, 20)]):
        one, two = Chance(95, number), Chance(95, number)
        first, second = Belief(position), Belief(position)
        drawn = [first.sample(one) for _ in range(5)]
        assert [second.sample(two) for _ in range(5)] == drawn
        assert str(one) == str(two)


def test_a_belief_is_what_it_was_whatever_is_counted_meanwhile() -> None:
    positions = list(played_positions(96, 12))
    beliefs = [Belief(position) for position in positions]
    before = [belief.probabilities.tolist() for belief in beliefs]
    drawn = [belief.sample(Chance(96)) for belief in beliefs]
    assert [str(belief.probabilities.tolist()) for belief in beliefs] == [str(r) for r in before]
    assert [belief.sample(Chance(96)) for belief in reversed(beliefs)] == drawn[::-1]


def test_mines_are_only_where_they_can_be() -> None:
    position = Position.parse("4x2x2 lives=2\n*11H\n#H#F")
    assert Belief(position).sample(Chance(1)) < {3, 5, 7}


def test_there_is_no_belief_about_the_impossible() -> None:
    with pytest.raises(ImpossiblePositionError, match=r"the 1 at \[0, 2\]"):
        Belief(Position.parse("5x1x2\n1H1H0"))
