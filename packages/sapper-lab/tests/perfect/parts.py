"""The parts of the search for the optimum against their definitions, on random sets of layouts.

Compiled code cannot call them one by one, so ``tests.inference.interpreted`` runs this from the
sources. ``answers`` returns the number of sets.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import chain, combinations
from typing import Any, cast

from sapper.game import Chance, Grid
from sapper_lab.perfect import Cliques, FewLayouts, Layouts, Sets

GRIDS = (Grid(3, 3), Grid(4, 2), Grid(3, 2, "torus"), Grid(3, 3, blocked=frozenset({4})))
TIMES = 12  #: sets of each grid
MOST = 7  #: layouts of a set


class Truth:
    """What is true of a set of layouts, by definition; a layout is a word of mines."""

    def __init__(self, grid: Grid, layouts: list[int]) -> None:
        self.grid, self.layouts = grid, sorted(layouts)

    def clue(self, layout: int, cell: int) -> int | None:
        """What a cell shows, or ``None`` for a mine."""
        if layout >> cell & 1:
            return None
        return sum(layout >> other & 1 for other in self.grid.neighbour_indices(cell))

    def clues_of(self, cell: int) -> set[int]:
        """The clues that a cell shows in the layouts in which it is safe."""
        shown = (self.clue(layout, cell) for layout in self.layouts)
        return {clue for clue in shown if clue is not None}

    def distinguished(self, one: int, other: int) -> bool:
        """Whether a cell that is safe in both layouts shows different clues."""
        both = [(self.clue(one, i), self.clue(other, i)) for i in self.grid.playable]
        return any(a is not None and b is not None and a != b for a, b in both)

    def won(self, cells: Iterable[int]) -> int:
        """How many layouts the best policy wins, by trying all these cells, which are hidden."""

        @cache
        def best(layouts: tuple[int, ...], opened: int) -> int:
            if len(layouts) < 2:
                return len(layouts)
            most = 1
            for cell in cells:
                parts: dict[int, list[int]] = {}
                for layout in layouts:
                    clue = self.clue(layout, cell)
                    if clue is not None and not opened >> cell & 1:
                        parts.setdefault(clue, []).append(layout)
                won = sum(best(tuple(part), opened | 1 << cell) for part in parts.values())
                most = max(most, won)
            return most

        return best(tuple(self.layouts), 0)


def answers() -> str:
    """Check random sets, each with as many mines in all layouts as a game has."""
    chance, count = Chance(31), 0
    for grid in GRIDS:
        for mines in (2, 3):
            all_layouts = [sum(1 << i for i in some) for some in combinations(grid.playable, mines)]
            for _ in range(TIMES):
                drawn = {chance.choice(all_layouts) for _ in range(2 + chance.below(MOST - 1))}
                if len(drawn) > 1:
                    _check(Truth(grid, list(drawn)))
                    count += 1
    return f"{count}\n"


def _check(truth: Truth) -> None:
    loaded: Any = cast(Any, Layouts)(truth.grid)
    loaded.take(truth.layouts)
    sets: Any = cast(Any, Sets)(loaded)
    n = len(truth.layouts)
    telling = _check_survey(truth, sets, n)
    if telling:
        _check_split(truth, sets, n, telling)
    won = truth.won(truth.grid.playable)
    if telling:
        _check_cliques(truth, sets, n, telling, won)
        few: Any = cast(Any, FewLayouts)(loaded)
        for need in range(n + 2):
            found = few.win(sets.members, 0, n, telling, need)
            assert found == won if need <= won else won <= found < need


def _check_survey(truth: Truth, sets: Any, n: int) -> int:
    sets.survey(0, n)
    for cell in truth.grid.playable:
        safe = [not layout >> cell & 1 for layout in truth.layouts]
        assert sets.safe >> cell & 1 == all(safe)
        assert sets.unsettled >> cell & 1 == (any(safe) and not all(safe))
        assert sets.telling >> cell & 1 == (len(truth.clues_of(cell)) > 1)
    return int(sets.telling)


def _check_split(truth: Truth, sets: Any, n: int, telling: int) -> None:
    """Each layout is its own clique as long as none has been divided."""
    sets.count_cliques(0, n, 0)
    cell = sets.counts.largest(telling, 0)
    safe = {i: sum(not one >> i & 1 for one in truth.layouts) for i in truth.grid.playable}
    assert sets.counts.count == safe[cell] == max(safe[i] for i in safe if telling >> i & 1)
    others = sets.never_alone(0, n, cell, ~(1 << cell) & (1 << 64) - 1)
    for other in truth.grid.playable:
        alone = any(not one >> cell & 1 and one >> other & 1 for one in truth.layouts)
        assert other == cell or others >> other & 1 == (not alone)
    clues = sets.split(0, n, n, cell, False, 1)
    assert {k for k in range(9) if clues >> k & 1} == truth.clues_of(cell)
    for clue in truth.clues_of(cell):
        k = sets.row + clue
        part = sets.members[sets.at[k] : sets.at[k] + sets.size[k]]
        expected = [i for i, one in enumerate(truth.layouts) if truth.clue(one, cell) == clue]
        assert list(part) == expected
        assert sets.most[k] == sets.size[k]
        assert sets.at[k] + sets.size[k] <= sets.free


def _check_cliques(truth: Truth, sets: Any, n: int, telling: int, won: int) -> None:
    """No two layouts of a clique can be distinguished, and copies are those of the set."""
    cliques: Cliques = sets.cliques
    asked: Any = cliques
    for cell in (truth.grid.playable[0], truth.grid.playable[-1]):
        level, start, end = 1, 0, n
        asked.divide(sets.members, start, n, cell, telling, level, end)
        table, stride = sets.layouts.table, sets.layouts.stride
        groups: dict[int, list[int]] = {}
        order = []
        for m in sets.members[end : end + n]:
            layout = sum(1 << i for i in truth.grid.playable if not table[m * stride] >> i & 1)
            groups.setdefault(asked.of[m], []).append(layout)
            order.append(asked.of[m])
        assert order == sorted(order)  # a clique's members stand together
        assert sorted(chain.from_iterable(groups.values())) == truth.layouts
        for group in groups.values():
            assert not any(truth.distinguished(a, b) for a, b in combinations(group, 2))
        assert len(groups) >= won
