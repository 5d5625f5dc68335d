"""First cells: what they are worth by brute force and perfect play, and the race that compares
them."""

from collections.abc import Sequence

import numpy as np
import pytest

from sapper.arena import Floats
from sapper.errors import InputError, RulesError
from sapper.game import FIRST_CODES, OUTCOMES, First, Grid, Level, first_cells
from sapper.players import NUMBERS, KernelGames, Playouts
from sapper_lab.opening import (
    CHAIN,
    FIRST_ROUND_DEALS,
    FirstMoveValues,
    OpeningResult,
    Race,
    RaceRound,
    RaceState,
    opening,
)
from sapper_lab.perfect import Expectimax

pytestmark = pytest.mark.kernel

WON = OUTCOMES.index("won")


def values(grid: Grid, mines: int, first: First, cell: int, deals: int) -> Floats:
    return FirstMoveValues(grid, mines, first, seed=3).values([(n, cell) for n in range(deals)])


def plain(grid: Grid, mines: int, first: First, cell: int) -> Playouts:
    """Whole games from a first cell, won or lost."""
    chain = [NUMBERS[name] for name in ("start", *CHAIN)]
    return Playouts(grid, mines, FIRST_CODES[first], True, chain, cell)


def agrees(found: Floats, expected: float, error: float = 0.0) -> bool:
    spread = np.hypot(found.std() / len(found) ** 0.5, error)
    return bool(abs(found.mean() - expected) <= 4.5 * spread + 1e-9)


def wins(playouts: Playouts, layouts: Sequence[tuple[int, ...]], seed: int) -> int:
    """How many of these layouts are won."""
    n, width = len(layouts), len(layouts[0])
    outcomes, counts = np.zeros(n, np.uint8), np.zeros((2, n), np.int32)
    KernelGames(
        playouts,
        seed,
        np.arange(n, dtype=np.int64),
        np.array(layouts, np.int32).ravel(),
        np.arange(n + 1, dtype=np.int32) * np.int32(width),
        outcomes,
        counts[0],
        counts[1],
        np.zeros((n, 3), np.int32),
    ).play(0, n)
    return int((outcomes == WON).sum())


@pytest.mark.parametrize(("width", "height", "mines"), [(4, 4, 2), (5, 3, 2), (3, 3, 4)])
def test_where_swift_plays_perfectly_first_cells_have_their_exact_values(
    width: int, height: int, mines: int
) -> None:
    grid = Grid(width, height)
    search = Expectimax(grid)
    for cell in first_cells(grid, mines, "safe"):
        count = search.lay([i for i in range(grid.size) if i != cell], mines)
        won = search.win(0)
        assert agrees(values(grid, mines, "safe", cell, 2000), won / count)


@pytest.mark.statistical
@pytest.mark.slow
@pytest.mark.parametrize(
    ("grid", "mines"),
    [
        pytest.param(Grid(6, 6), 8, marks=pytest.mark.study),
        (Grid(6, 5, "torus"), 6),
        pytest.param(Grid(6, 5, "hex"), 7, marks=pytest.mark.study),
        pytest.param(Grid(6, 5, blocked=frozenset({7, 14})), 6, marks=pytest.mark.study),
    ],
)
@pytest.mark.parametrize("first", ["safe", "opening"])
def test_survival_counts_as_wins_do_with_less_noise(grid: Grid, mines: int, first: First) -> None:
    """On the same deals."""
    for cell in first_cells(grid, mines, first)[:2]:
        found = values(grid, mines, first, cell, 600)
        games = plain(grid, mines, first, cell)
        won = np.array([games.seeded(3, n) == WON for n in range(600)], float)
        assert agrees(found - won, 0.0)
        assert found.std() < 0.8 * won.std()


def test_a_first_cell_that_may_be_a_mine_is_a_safe_one_that_often() -> None:
    safe, unsure = (opening("5x4x5", first, games=300) for first in ("safe", "any"))
    assert [one.cell for one in unsure.cells] == [one.cell for one in safe.cells]
    for one, other in zip(unsure.cells, safe.cells, strict=True):
        assert one.chance == other.chance.times(0.75)
        assert one.less == other.less.times(0.75)


def test_the_result_is_the_same_for_any_number_of_workers() -> None:
    states: list[RaceState] = []
    alone = opening("6x5x6", "opening", games=400, seed=8, progress=states.append)
    assert opening("6x5x6", "opening", games=400, seed=8, workers=3) == alone
    assert opening("6x5x6", "opening", games=400, seed=9) != alone
    assert states[0].done == 0
    assert states[-1].done == states[-1].due == sum(one.chance.playouts for one in alone.cells)


@pytest.mark.statistical
@pytest.mark.slow
def test_all_first_cells_are_there_best_first() -> None:
    found = opening("6x6x8", games=700)
    grid = Level.parse("6x6x8").grid
    assert sorted(grid.index(one.cell) for one in found.cells) == list(
        grid.symmetry_representatives
    )
    assert found.best == (0, 0)
    assert found.cells[0].less.value == 0.0
    assert [one.dropped for one in found.cells] == sorted(one.dropped for one in found.cells)
    left = [one for one in found.cells if not one.dropped]
    assert [one.chance.value for one in left] == sorted(
        (o.chance.value for o in left), reverse=True
    )
    assert all(one.chance.playouts == 700 for one in left)
    assert len(left) == found.undecided
    assert 0 < len(left) < len(found.cells)
    assert all(one.less.value > 0.0 for one in found.cells if one.dropped)
    assert all(one.less.playouts == one.chance.playouts for one in found.cells[1:])


def test_first_cells_are_those_that_leave_room() -> None:
    found = opening("4x4x12", "opening", games=20)
    assert [one.cell for one in found.cells] == [(0, 0)]
    with pytest.raises(RulesError, match=r"^13 mines leave no first cell that first=opening allo"):
        opening("4x4x13", "opening", games=20)
    with pytest.raises(InputError, match=r"^an opening needs at least one game, not 0$"):
        opening("4x4x3", games=0)
    with pytest.raises(RulesError, match="unknown first-move rule 'lucky'"):
        opening("4x4x3", "lucky", games=1)  # type: ignore[arg-type]


def test_only_some_first_cells_can_be_compared() -> None:
    everyone, two = (opening("5x5x4", games=90, cells=c) for c in (None, [(2, 2), (0, 4), (2, 2)]))
    assert {one.cell for one in two.cells} == {(2, 2), (0, 4)}
    middle = [one for found in (everyone, two) for one in found.cells if one.cell == (2, 2)]
    assert middle[0].chance == middle[1].chance
    with pytest.raises(InputError, match=r"^there are no first cells to compare$"):
        opening("5x5x4", games=9, cells=[])
    blocked = Grid(5, 5, blocked=frozenset({6}))
    with pytest.raises(RulesError, match=r"^the first cell \[1, 1\] is blocked$"):
        opening((blocked, 4), games=9, cells=[(1, 1)])


def test_words() -> None:
    lines = str(opening("8x2x4", games=200)).splitlines()
    assert lines[0] == "8x2x4 · first move safe · continued by swift"
    assert lines[2].split() == ["first", "cell", "won", "%", "less", "than", "the", "best", "games"]
    assert lines[-1].startswith(lines[3][:6])
    assert str(opening("2x2x1", games=10)).endswith("By symmetry, all first cells are like [0, 0].")
    nothing = opening("5x5x5", games=10, seconds=0)
    assert (nothing.cells, nothing.best) == ((), None)
    assert str(nothing).endswith("no deal has been played from every first cell")
    assert nothing.to_json() == {
        "level": "5x5x5",
        "first": "safe",
        "games": 10,
        "seed": 0,
        "version": nothing.version,
        "best": None,
        "cells": [],
    }
    assert "· interrupted" in str(OpeningResult("5x5x5", "safe", (), interrupted=True))


def noisy(means: Sequence[float], seed: int) -> Race:
    """A race of cells with these chances to win, of which a game wins or loses."""
    draw = np.random.default_rng(seed)

    def play(opened: Sequence[tuple[int, int]]) -> Floats:
        return (draw.random(len(opened)) < np.take(means, [cell for _, cell in opened])).astype(
            float
        )

    return Race(range(len(means)), play)


def run(race: Race, deals: int) -> Race:
    while race.deals < deals:
        current = race.next_round(deals)
        while (batch := current.take(1000)) is not None:
            current.add(batch.numbers, batch.play())
        race.add(current)
    return race


def test_worse_cells_drop_out_and_the_close_ones_play_on() -> None:
    race = run(noisy([0.5, 0.8, 0.79, 0.6, 0.72], 1), 6000)
    assert race.left == [1, 2]
    games = {cell: len(values) for cell, values in race.values.items()}
    assert games[0] <= games[3] <= games[4] < games[1] == games[2] == 6000
    assert race.played == sum(games.values())


@pytest.mark.statistical
@pytest.mark.slow
def test_the_best_cell_rarely_drops_out() -> None:
    """Also among equals, where chance alone decides."""
    races = [run(noisy([0.7] * 4, seed), 1000) for seed in range(300)]
    assert sum(0 not in race.left for race in races) <= 10  # of 15 at most on average


def test_an_unfinished_round_keeps_the_deals_that_every_cell_has_played() -> None:
    def play(opened: Sequence[tuple[int, int]]) -> Floats:
        return np.array([deal + cell / 10 for deal, cell in opened])

    current = RaceRound(range(4, 8), [0, 2, 5], play)
    batches = [current.take(n) for n in (2, 4, 5, 5)]
    assert current.left == 0
    for batch in (batches[0], batches[1], batches[3]):
        assert batch is not None
        current.add(batch.numbers, batch.play())
    assert current.finished.T.tolist() == [[4.0, 4.2, 4.5], [5.0, 5.2, 5.5]]
    race = Race([0, 2, 5], play)
    race.add(current)
    assert (race.deals, race.played) == (2, 7)
    assert race.next_round(10_000).due == 3 * (FIRST_ROUND_DEALS - 2)
