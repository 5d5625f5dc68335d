"""Bounds of the early game: against brute force, the table of exact optima, and definitions."""

from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
import pytest

from sapper.arena import WorkerPool
from sapper.game import HIDDEN, First, Grid, first_cells
from sapper_lab.bounds import (
    STAGES,
    DealSample,
    EarlyGame,
    Pairs,
    PairSample,
    Relaxation,
    Relaxed,
    Sample,
    Zero,
    early,
    largest_mean,
    samples,
)
from sapper_lab.perfect import boards, first_moves

pytestmark = pytest.mark.kernel

POOL = WorkerPool(1, threads=True)


class Truth:
    """What perfect play wins of the positions of a board, by trying everything."""

    def __init__(self, grid: Grid, mines: int) -> None:
        self.grid = grid
        self.layouts = [frozenset(mined) for mined in combinations(grid.playable, mines)]
        self.won = cache(self._won)

    def clue(self, layout: frozenset[int], cell: int) -> int | None:
        """What a cell shows, or ``None`` for a mine."""
        return (
            None if cell in layout else len(layout.intersection(self.grid.neighbour_indices(cell)))
        )

    def fitting(self, shown: Iterable[tuple[int, int]]) -> list[frozenset[int]]:
        """The layouts in which cells show these clues."""
        shown = list(shown)
        return [one for one in self.layouts if all(self.clue(one, c) == n for c, n in shown)]

    def _won(self, shown: frozenset[tuple[int, int]]) -> int:
        """The most layouts that any player wins from a position."""
        layouts = self.fitting(shown)
        if len(shown) == len(self.grid.playable) - len(self.layouts[0]):
            return len(layouts)
        best = 0
        for cell in set(self.grid.playable) - {cell for cell, _ in shown}:
            clues = {self.clue(one, cell) for one in layouts} - {None}
            best = max(best, sum(self.won(shown | {(cell, clue)}) for clue in clues))
        return best

    def share(self, shown: Iterable[tuple[int, int]]) -> float:
        """The chance to win a position."""
        shown = frozenset(shown)
        return self.won(shown) / len(self.fitting(shown))


def searched(
    grid: Grid, mines: int, first: First, deals: int, relaxed: Relaxed | None = None
) -> EarlyGame:
    """The early game after so many deals, or moves, or when nothing is left to do."""
    relaxed = relaxed or Relaxed(grid, mines, 1, 10, 3)
    starts = first_cells(grid, mines, first)
    game = EarlyGame(grid, mines, first, starts, relaxed, 1e-3, lambda *_: None, STAGES[1])
    while game.root.urgency > 0.0 and game.deals < deals and game.looked < 400:
        game.step(deals - game.deals, lambda sample, more: sample.grow(more, POOL, lambda _: None))
    return game


@pytest.mark.statistical
@pytest.mark.slow
@pytest.mark.parametrize(("exact_endings", "guesses"), [(True, 1), (False, 1), (False, 2)])
def test_no_first_cell_wins_more_than_its_bound(
    exact_endings: bool, guesses: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not exact_endings:
        monkeypatch.setattr(early, "DEFAULT_LAYOUTS", 1)
        monkeypatch.setattr(early, "MIN_PAIR_LAYOUTS", 1)
    monkeypatch.setattr(samples, "LOSSES_DIVISOR", 4)
    known = [key for key in boards() if key[0] * key[1] <= 16]
    for width, height, mines, first in known[:: 12 * guesses]:
        grid = Grid(width, height)
        truth = first_moves(width, height, mines, first)
        assert truth is not None
        relaxed = Relaxed(grid, mines, guesses, 10, 3)
        game = searched(grid, mines, first, 300, relaxed)
        for cell, value in truth.values.items():
            if grid.index(cell) in first_cells(grid, mines, first):
                assert game.root.bounds[grid.index(cell)] >= float(value) - 1e-9


@pytest.mark.parametrize(
    ("grid", "mines"),
    [(Grid(3, 3), 2), (Grid(4, 2), 3), (Grid(3, 3, blocked=frozenset({2})), 2)],
)
def test_with_the_true_worth_of_zeros_the_bound_is_the_optimum(
    grid: Grid, mines: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    truth = Truth(grid, mines)

    def exact(_: EarlyGame, before: bytes, cell: int) -> Zero:
        shown = {(i, code) for i, code in enumerate(before) if code < HIDDEN}
        zero = Zero(DealSample(lambda _: np.empty(0)), None, 0.0)
        zero.high = zero.guess = truth.share(shown | {(cell, 0)})
        return zero

    monkeypatch.setattr(EarlyGame, "_zero", exact)
    monkeypatch.setattr(early, "DEFAULT_LAYOUTS", 1)
    game = searched(grid, mines, "safe", 1)
    won = []
    for start in first_cells(grid, mines, "safe"):
        clues = {truth.clue(one, start) for one in truth.layouts if start not in one}
        safe = sum(start not in one for one in truth.layouts)
        won.append(sum(truth.won(frozenset({(start, clue)})) for clue in clues) / safe)
    assert game.root.urgency == 0.0
    assert game.root.high == pytest.approx(max(won), abs=1e-12)


def test_the_relaxed_game_goes_on_from_a_position() -> None:
    grid, mines = Grid(4, 3), 4
    truth = Truth(grid, mines)
    shown = bytearray([HIDDEN]) * grid.size
    shown[0] = 1
    game = Relaxation(grid, mines, True, 1, 10, 1600)
    safety, values = np.empty(400), np.empty(400)
    game.values(bytes(shown), 11, 2, 5, 0, safety, values)
    error = 4 * values.std() / len(values) ** 0.5
    assert values.std() > 0.0
    assert values.mean() == pytest.approx(truth.share([(0, 1), (11, 0)]), abs=error)


def test_safeties_minus_losses_are_the_values_with_two_guesses() -> None:
    relaxed = Relaxed(Grid(8, 8), 10, 2, 5, 3)
    game = bytes([HIDDEN]) * 64, 0, range(20)
    safeties, losses = relaxed.safeties(*game), relaxed.losses(*game)
    assert relaxed.values(*game) == pytest.approx(safeties - losses, abs=1e-12)
    assert (losses >= 0.0).all()
    assert losses.sum() > 0.0


def test_losses_of_guesses_lower_the_limit_of_a_zero() -> None:
    def limit(losses: Sample | None) -> float:
        zero = Zero(DealSample(lambda deals: np.full(len(deals), 0.9)), losses, 0.01)
        for _ in range(12):
            zero.grow(10_000, lambda sample, more: sample.grow(more, POOL, lambda _: None))
        return zero.high

    without = limit(None)
    assert 0.9 < without < 0.91
    assert 0.8 < limit(DealSample(lambda deals: np.full(len(deals), 0.1))) < without - 0.05
    assert limit(DealSample(lambda deals: np.zeros(len(deals)))) == pytest.approx(without, abs=1e-3)


def test_deals_of_an_interrupted_round_count_once_all_are_used() -> None:
    zero = Zero(DealSample(lambda deals: np.full(len(deals), 0.5)), None, 0.01)

    def stop(sample: Sample, more: int) -> None:
        sample.grow(more, POOL, lambda _: None)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        zero.grow(500, stop)
    assert zero.high == 1.0
    zero.use_all()
    assert 0.5 < zero.high < 0.7


def grown(sample: Sample, more: int) -> None:
    """Grow a sample in this thread."""
    sample.grow(more, POOL, lambda _: None)


def test_nobody_wins_more_than_the_best_pair_of_guesses() -> None:
    tighter = 0
    for grid, mines in [(Grid(3, 3), 3), (Grid(4, 2), 3)]:
        truth, relaxed = Truth(grid, mines), Relaxed(grid, mines, 1, 10, 3)
        for cell in (0, 1, 4):
            for clue in {truth.clue(one, cell) for one in truth.layouts} - {None, 0}:
                shown = bytearray([HIDDEN]) * grid.size
                shown[cell] = clue or 0
                pairs = Pairs(PairSample(relaxed, bytes(shown)), 1e-6)
                for _ in range(3):
                    pairs.grow(grown)
                assert pairs.stage == 3
                optimum = truth.share([(cell, clue or 0)])
                assert pairs.high >= optimum
                layouts = truth.fitting([(cell, clue or 0)])
                safe = [sum(i not in one for one in layouts) for i in grid.playable if i != cell]
                tighter += pairs.high < max(safe) / len(layouts)
    assert tighter > 5


def test_without_a_second_guess_a_last_guess_wins() -> None:
    """On 2×2 with two mines, the second safe cell is the last one."""
    shown = bytes([2, HIDDEN, HIDDEN, HIDDEN])
    sample = PairSample(Relaxed(Grid(2, 2), 2, 1, 10, 3), shown)
    grown(sample, 1)
    assert sample.values[0] == pytest.approx(1 / 3, abs=5 * 0.5 / STAGES[0] ** 0.5)


def test_the_limit_of_pairs_is_that_of_the_last_stage_with_its_share_of_the_error() -> None:
    sample = PairSample(Relaxed(Grid(4, 4), 4, 1, 10, 3), bytes([1] + [HIDDEN] * 15))
    sample.values = np.array([0.5, 0.45])  # as if read from a file
    pairs = Pairs(sample, 0.01)
    pairs.grow(grown)
    assert pairs.high == largest_mean(0.5, STAGES[0], 0.005)
    pairs.use_all()
    assert pairs.high == largest_mean(0.45, STAGES[1], 0.0025)
    assert len(sample) == 2


@pytest.mark.parametrize("mean", [0.0, 0.1, 0.5, 0.85, 1.0])
def test_the_limit_of_the_largest_mean_is_just_too_far_from_what_was_seen(mean: float) -> None:
    """For events, the probability of seeing at most the mean is a binomial one."""
    n, error = 200, 1e-3
    limit = largest_mean(mean, n, error)
    assert mean <= limit <= min(1.0, mean + (-np.log(error) / (2 * n)) ** 0.5 + 1e-6)
    if mean < 1.0:
        seen = round(mean * n)
        chance = sum(comb(n, k) * limit**k * (1 - limit) ** (n - k) for k in range(seen + 1))
        assert 1e-6 < chance <= error


def test_a_sample_of_pairs_that_runs_out_of_time_is_left_as_it_was() -> None:
    sample = PairSample(Relaxed(Grid(4, 4), 4, 1, 10, 3), bytes([1] + [HIDDEN] * 15))
    sample.grow(1, POOL, lambda _: None, until=0.0)
    assert len(sample) == 0


def test_the_parts_of_the_error_add_up_to_less_than_all_of_it() -> None:
    grid, mines = Grid(3, 2), 2
    truth = Truth(grid, mines)
    game = searched(grid, mines, "safe", 0)
    parts: dict[int, float] = defaultdict(float)
    seen = set()
    for layout in truth.layouts:
        for n in range(1, 5):
            for cells in combinations(sorted(set(grid.playable) - layout), n):
                shown = bytearray([HIDDEN]) * grid.size
                for cell in cells:
                    shown[cell] = truth.clue(layout, cell) or 0
                name = game._name(bytes(shown))
                if name not in seen:
                    seen.add(name)
                    parts[n] += game._weight(bytes(shown))
    # That n cells are all safe, times one half to the n.
    expected = {1: 4 / 6 / 2, 2: 6 / 15 / 4, 3: 4 / 20 / 8, 4: 1 / 15 / 16}
    assert parts == pytest.approx(expected, abs=1e-12)


def test_cells_that_are_alike_are_worth_the_same_at_first_sight() -> None:
    grid, mines = Grid(8, 7), 9
    for clue in (1, 2):
        shown = bytes([clue]) + bytes([HIDDEN]) * (grid.size - 1)
        bounds: dict[int, float] = {}
        classes = []
        for cell in range(1, grid.size):
            game = searched(grid, mines, "safe", 0)
            here = game._position(shown, 1.0) if game._count(shown) == 0 else None
            assert isinstance(here, early.EarlyPosition)
            game._consider(here)
            classes.append([i for i in game._alike(here.shown, cell) if i != cell])
            game._look(here, cell)
            game._refresh(here)
            bounds[cell] = sum(share * one.high for share, one in here.moves[cell])
        assert sum(map(len, classes)) > 500
        for cell, alike in enumerate(classes, 1):
            for other in alike:
                assert bounds[other] == pytest.approx(bounds[cell], abs=1e-9)
