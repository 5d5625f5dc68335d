"""Counting stops at its limits of time, memory and steps."""

import time
import tracemalloc

import pytest

from sapper.errors import BudgetError
from sapper.game import HIDDEN, Deal, Grid, Position, Rules
from sapper.inference import Belief, Status, analyse, certain_cells, counter_of

pytestmark = pytest.mark.kernel


def lattice(side: int, percent: int = 40) -> Position:
    """Return a position with every second cell of every second row open, unless it is a mine."""
    grid = Grid(side, side)
    deal = Deal.seeded(grid, grid.size * percent // 100, 78)
    mines = deal.mine_indices(0, "any")
    cells = bytearray([HIDDEN]) * grid.size
    for i in range(grid.size):
        row, column = grid.cell(i)
        if row % 2 and column % 2 and i not in mines:
            cells[i] = sum(j in mines for j in grid.neighbour_indices(i))
    return Position(grid, Rules("any", zeros_open=False), deal.mines, bytes(cells))


HARD = lattice(60, 30)


@pytest.fixture(scope="module")
def certain() -> tuple[frozenset[int], frozenset[int]]:
    return certain_cells(HARD)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("budget", "note"),
    [
        ({"seconds": 2.0, "megabytes": 4096}, "stopped after 1 s"),
        ({"seconds": 600.0, "megabytes": 16}, "stopped at 16 MB"),
        ({"seconds": 600.0, "steps": 1_000_000}, "stopped after 1,000,000 steps"),
    ],
    ids=["seconds", "megabytes", "steps"],
)
def test_beyond_its_budget_it_says_only_what_is_proved(
    budget: dict[str, float], note: str, certain: tuple[frozenset[int], frozenset[int]]
) -> None:
    found = analyse(HARD, **budget)  # type: ignore[arg-type]
    assert not found.exact
    assert note in found.note
    assert "satisfiability" in found.note
    assert found.log10_layouts != found.log10_layouts
    safe = frozenset(map(HARD.grid.index, found.safe))
    mines = frozenset(map(HARD.grid.index, found.certain_mines))
    assert safe <= certain[0]
    assert mines <= certain[1]
    if budget["seconds"] > 60:  # in less, a busy machine may not prove all of them
        assert (safe, mines) == certain
    flat = found.mine_probability.ravel()
    for i in HARD.hidden_indices:
        assert flat[i] == 0.0 if i in safe else flat[i] == 1.0 if i in mines else flat[i] != flat[i]


@pytest.mark.parametrize("seconds", [0.0, 0.1, 0.3])
def test_time_is_kept(seconds: float) -> None:
    started = time.process_time()
    with pytest.raises(BudgetError, match=f"after {seconds:g} s"):
        Belief(HARD, seconds=seconds)
    assert time.process_time() - started < seconds + 1.0


@pytest.mark.parametrize("megabytes", [1, 16, 64])
def test_memory_is_kept(megabytes: int) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(BudgetError, match=f"at {megabytes} MB of tables"):
            Belief(HARD, megabytes=megabytes)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < (megabytes + 4) << 20


def test_steps_are_the_same_everywhere() -> None:
    """Whether a limit of steps is enough depends only on it, and any higher one is enough too."""
    position = lattice(20)
    exact: list[bool] = []
    for steps in (1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000):
        outcomes: set[bool] = set()
        for seconds in (1e4, 1e6):
            try:
                Belief(position, seconds=seconds, steps=steps)
                outcomes.add(True)
            except BudgetError:
                outcomes.add(False)
        assert len(outcomes) == 1
        exact += outcomes
    assert exact == sorted(exact)
    assert exact[0] is False
    assert exact[-1] is True


def test_a_counter_that_was_stopped_goes_on_with_the_next_position() -> None:
    easy = lattice(10)
    counter = counter_of(HARD.grid)
    before = analyse(easy).mine_probability
    assert counter.count(HARD.cells, HARD.mines, 0.1, 512, 0) == Status.OUT_OF_TIME
    assert analyse(HARD, megabytes=1).exact is False
    position = Position.start(HARD.grid, 100, HARD.rules)
    found = analyse(position)
    assert found.exact
    assert found.mine_probability == pytest.approx(100 / HARD.grid.size)
    assert (analyse(easy).mine_probability == before)[before == before].all()
