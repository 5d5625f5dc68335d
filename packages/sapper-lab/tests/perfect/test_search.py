"""The exact optimum: brute force over all policies, published values, bounds and tables."""

from __future__ import annotations

import subprocess
import sys
import time
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from math import comb
from pathlib import Path

import numpy as np
import pytest

from sapper.errors import BudgetError, InputError, NotationError, RulesError
from sapper.game import First, Grid
from sapper_lab.perfect import Optimum, optima, optimum

pytestmark = pytest.mark.kernel


def by_all_policies(grid: Grid, mines: int, first: First) -> Fraction:
    """Return the optimum by trying every cell everywhere.

    It does not open safe cells first, leaves out no cells, and remembers only the open cells.
    """

    @cache
    def won(layouts: frozenset[frozenset[int]], opened: frozenset[int]) -> int:
        if not layouts:
            return 0
        if len(opened) == len(grid.playable) - mines:
            return len(layouts)
        best = 0
        for cell in grid.playable:
            if cell in opened:
                continue
            parts: dict[int, set[frozenset[int]]] = {}
            for layout in layouts:
                if cell not in layout:
                    parts.setdefault(
                        len(layout.intersection(grid.neighbour_indices(cell))), set()
                    ).add(layout)
            best = max(best, sum(won(frozenset(p), opened | {cell}) for p in parts.values()))
        return best

    found = []
    for start in grid.playable:
        spared = {start, *grid.neighbour_indices(start)} if first == "opening" else {start}
        free = [i for i in grid.playable if i not in spared]
        layouts = [frozenset(layout) for layout in combinations(free, mines)]
        if not layouts:
            continue
        parts: dict[int, set[frozenset[int]]] = {}
        for layout in layouts:
            clue = len(layout.intersection(grid.neighbour_indices(start)))
            parts.setdefault(clue, set()).add(layout)
        total = sum(won(frozenset(p), frozenset({start})) for p in parts.values())
        dealt = comb(len(grid.playable), mines) if first == "any" else len(layouts)
        found.append(Fraction(total, dealt))
    return max(found)


SMALL = [Grid(w, h) for w in range(1, 9) for h in range(1, w + 1) if w * h <= 8]
OTHERS = [
    Grid(2, 4),
    Grid(3, 2, "torus"),
    Grid(3, 2, "hex"),
    Grid(3, 3, blocked=frozenset({4})),
    Grid(5, 1, "graph", edges=((0, 1), (0, 2), (0, 3), (0, 4), (1, 2))),
]


@pytest.mark.parametrize("grid", [*SMALL, *OTHERS], ids=lambda g: f"{g.kind}-{g.width}x{g.height}")
@pytest.mark.parametrize("first", ["safe", "any", "opening"])
def test_the_optimum_is_that_of_all_policies(grid: Grid, first: First) -> None:
    if len(grid.playable) > 7 and first != "safe":
        return  # the same states, with other sums: one promise is enough to try them all
    for mines in range(len(grid.playable)):
        try:
            found = optimum((grid, mines), first)
        except RulesError:
            assert first == "opening"
            continue
        assert found.exact
        assert found.low == by_all_policies(grid, mines, first), (grid, mines)


@pytest.mark.parametrize(
    ("width", "height", "mines", "first", "value"),
    [
        (3, 3, 7, "safe", Fraction(1, 4)),
        (4, 4, 4, "safe", Fraction(961, 1365)),
        (4, 4, 4, "any", Fraction(961, 1820)),
        (3, 1, 1, "safe", Fraction(1)),
        (5, 2, 3, "safe", Fraction(1, 4)),
        (10, 1, 5, "safe", Fraction(4, 21)),
        (5, 5, 15, "opening", Fraction(1)),
        # Found by a search without cliques; the last has sets that are split where they stand.
        (10, 2, 5, "safe", Fraction(98, 969)),
        (5, 5, 5, "opening", Fraction(125, 156)),
        (6, 6, 4, "opening", Fraction(3487, 3510)),
    ],
)
def test_known_values(width: int, height: int, mines: int, first: First, value: Fraction) -> None:
    found = optimum((Grid(width, height), mines), first)
    assert found.exact
    assert found.low == value
    assert found.best_first is not None
    assert not found.note
    assert found.states >= 0


@pytest.mark.slow
@pytest.mark.parametrize("rules", list(permutations(("safe", "any", "opening"))), ids=str)
@pytest.mark.parametrize(("grid", "mines"), [(Grid(4, 4), 5), (Grid(4, 4), 4), (Grid(5, 3), 6)])
def test_rules_that_share_a_search_have_the_optima_of_their_own(
    grid: Grid, mines: int, rules: tuple[First, ...]
) -> None:
    shared = optima(grid, mines, rules)
    assert tuple(shared) == rules
    for first, found in shared.items():
        alone = optimum((grid, mines), first)
        assert (found.low, found.high, found.best_first) == (
            alone.low,
            alone.high,
            alone.best_first,
        )


def test_any_after_safe_needs_no_search() -> None:
    found = optima(Grid(5, 4), 5, ("safe", "any"))
    assert found["any"].states == found["safe"].states
    assert found["any"].low == found["safe"].low * Fraction(comb(19, 5), comb(20, 5))


def test_turning_a_board_changes_nothing() -> None:
    for mines in (3, 4, 5):
        assert optimum((Grid(5, 3), mines)).low == optimum((Grid(3, 5), mines)).low


def test_the_centre_is_the_best_opening_of_a_dense_board() -> None:
    assert optimum((Grid(5, 5), 15), "opening").best_first == (2, 2)


def test_an_early_stop_has_bounds_around_the_optimum() -> None:
    exact = optimum((Grid(5, 4), 5)).low
    seen: list[Optimum] = []
    for allowed in (0, 1, 3):
        left = [allowed]

        def stop(cell: int, cells: int, states: int, left: list[int] = left) -> bool:
            left[0] -= 1
            return left[0] < 0

        seen.append(optimum((Grid(5, 4), 5), report=stop))
    assert any(not found.exact for found in seen)
    for found in seen:
        assert found.low <= exact <= found.high
        assert found.exact or "stopped" in found.note


def test_a_table_answers_at_once_and_other_questions_too(tmp_path: Path) -> None:
    table = tmp_path / "table.npz"
    first = optimum((Grid(5, 4), 5), table=table)
    again = optimum((Grid(5, 4), 5), table=table)
    assert (again.low, again.best_first, again.states) == (
        first.low,
        first.best_first,
        first.states,
    )
    fewer = optimum((Grid(5, 4), 4), table=table)
    assert fewer.low == optimum((Grid(5, 4), 4)).low
    with pytest.raises(
        NotationError, match=r"of another board \(square cells, 5x4\), not of square cells, 4x5$"
    ):
        optimum((Grid(4, 5), 6), table=table)
    with np.load(table) as found:
        of_another_version = {name: found[name] for name in found.files if name != "format"}
    np.savez(table, **of_another_version)
    with pytest.raises(NotationError, match="another version"):
        optimum((Grid(5, 4), 5), table=table)
    table.write_bytes(table.read_bytes()[:100])
    with pytest.raises(NotationError, match=r"is not a table of sapper optimum$"):
        optimum((Grid(5, 4), 5), table=table)


def test_a_search_that_was_stopped_goes_on_from_its_table(tmp_path: Path) -> None:
    table = tmp_path / "table.npz"
    reports = [3]

    def stop(cell: int, cells: int, states: int) -> bool:
        reports[0] -= states > 0
        return reports[0] < 0

    stopped = optimum((Grid(5, 4), 5), report=stop, table=table)
    assert not stopped.exact
    assert stopped.states > 0
    finished = optimum((Grid(5, 4), 5), table=table)
    assert finished.exact
    assert finished.low == optimum((Grid(5, 4), 5)).low


KILLED = """
import os, signal, sys
from sapper.game import Grid
from sapper_lab.perfect import search
search.MIN_SAVE_SECONDS = search.SAVE_SHARE = 0
def report(looked, cells, states, left=[3]):
    left[0] -= states > 0
    if not left[0]:
        os.kill(os.getpid(), signal.SIGKILL)
search.optimum((Grid(5, 4), 5), report=report, table=sys.argv[1])
"""


def test_a_search_that_was_killed_has_kept_its_states(tmp_path: Path) -> None:
    table = tmp_path / "table.npz"
    killed = subprocess.run([sys.executable, "-c", KILLED, str(table)], check=False)
    assert killed.returncode < 0
    first = optimum((Grid(5, 4), 5), seconds=0, table=table)
    assert first.states > 0
    assert not first.exact
    assert optimum((Grid(5, 4), 5), table=table).low == optimum((Grid(5, 4), 5)).low


def test_no_first_cell_is_begun_after_the_time_limit() -> None:
    """Laying out all first cells of this board takes ten times as long."""
    begun = time.process_time()
    found = optimum((Grid(6, 6), 6), seconds=0)
    assert time.process_time() - begun < 0.5
    assert (int(found.low), int(found.high)) == (0, 1)
    assert found.best_first is None


def test_listing_the_layouts_of_a_first_cell_can_be_stopped() -> None:
    """Each first cell of this board has 23.5 million layouts, which take seconds to list."""
    calls = [0]

    def stop(cell: int, cells: int, states: int) -> bool:
        calls[0] += 1
        return calls[0] == 10

    begun = time.process_time()
    found = optimum((Grid(6, 6), 8), report=stop)
    assert time.process_time() - begun < 5  # a tenth of a second; all of them take a minute
    assert calls == [10]  # it is not asked again, nor are other first cells listed
    assert (int(found.low), int(found.high), found.best_first) == (0, 1, None)


@pytest.mark.parametrize("after", [0, 1, 10, 100])
def test_an_exception_of_the_report_ends_the_search_and_keeps_the_table(
    after: int, tmp_path: Path
) -> None:
    """As Ctrl-C does in Python, at whichever step it comes."""
    left = [after]

    def press(cell: int, cells: int, states: int) -> bool:
        left[0] -= 1
        if left[0] < 0:
            raise KeyboardInterrupt
        return False

    table = tmp_path / "table.npz"
    with pytest.raises(KeyboardInterrupt):
        optimum((Grid(5, 5), 7), report=press, table=table)
    assert left == [-1]
    assert optimum((Grid(5, 5), 7), seconds=0, table=table).states >= 0


MEMORY = """
import re
from pathlib import Path
from sapper.game import Grid
from sapper_lab.perfect.search import optimum

def peak():
    status = Path("/proc/self/status").read_text()
    return int(re.search(r"VmHWM:\\s*(\\d+) kB", status)[1]) >> 10

optimum((Grid(3, 3), 3))
before, looks = peak(), []

def report(looked, cells, states):
    looks.append(looked)
    return len(looks) > 1000  # some first cells are listed by then

optimum((Grid(5, 5), 8), megabytes=72, report=report)
print(peak() - before)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")
def test_layouts_and_states_stay_within_the_memory_limit() -> None:
    """A first cell has layouts for 63 MB; those of the one before are released first."""
    ran = subprocess.run([sys.executable, "-c", MEMORY], capture_output=True, text=True, check=True)
    assert 30 < int(ran.stdout) <= 72


def test_a_time_limit_changes_no_answer_that_comes_before_it() -> None:
    board = (Grid(4, 4), 4)
    limited, unlimited = optimum(board, seconds=1000), optimum(board)
    assert (limited.low, limited.high) == (unlimited.low, unlimited.high)
    assert limited.best_first == unlimited.best_first


def test_what_cannot_be_searched_is_refused() -> None:
    with pytest.raises(InputError, match="60 cells"):
        optimum((Grid(8, 8), 10))
    with pytest.raises(BudgetError, match="layouts take more than 1 MB"):
        optimum((Grid(5, 5), 10), megabytes=1)
    with pytest.raises(RulesError, match="no first cell"):
        optimum((Grid(3, 3), 9))


def test_memory_for_states_is_bounded() -> None:
    found = optimum((Grid(5, 4), 6), megabytes=3)
    assert not found.exact
    assert found.low <= Fraction(11695, 27132) <= found.high
