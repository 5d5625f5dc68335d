"""What a guess may show, and the groups of cells that it decides about.

A cell makes progress if the number that it shows proves another cell safe that was not certain
before, or if it is the last safe cell.

A group consists of cells connected by open clues, directly or through others. Its layouts are the
ways to satisfy those clues. If all layouts have the same number of mines, and every other cell that
can still be opened touches the same number of them in each, the group is sealed: nothing that
happens elsewhere can reveal more about it. A 50/50 is the smallest case.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import exp, isnan
from typing import NamedTuple

from sapper.game import Position
from sapper.game.codes import GOLD, HIDDEN, MINE, UNFLAGGED
from sapper.inference.counting import (
    MAX_COUNT_STEPS,
    MAX_MEGABYTES,
    TIMEOUT_SECONDS,
    counter_of,
    possible_clues,
)
from sapper.inference.gold import has_signs
from sapper.inference.kernel.counter import Counter
from sapper.inference.status import Status
from sapper.kernel.arrays import doubles, indices

MAX_CELLS = 12  #: maximum number of cells
MAX_LAYOUTS = 200  #: maximum number

Risks = Sequence[float]  #: mine probabilities by cell index, nan where a cell is not hidden


@dataclass(frozen=True)
class Group:
    """Uncertain cells connected by clues, by grid index.

    ``layouts`` are the possible sets of mines. ``telling`` are the other hidden cells whose numbers
    would distinguish layouts.
    """

    cells: tuple[int, ...]
    layouts: tuple[frozenset[int], ...]
    telling: tuple[int, ...]

    @property
    def sealed(self) -> bool:
        """True if nothing more can be learned about the cells before one of them is opened."""
        return not self.telling and len({len(mines) for mines in self.layouts}) == 1

    @property
    def fifty_fifty(self) -> bool:
        """True if it is sealed and has two layouts, the opposites of each other."""
        if not self.sealed or len(self.layouts) != 2:
            return False
        one, other = self.layouts
        return not one & other and len(one | other) == len(self.cells)


def group_of(position: Position, index: int, risks: Risks) -> Group | None:
    """Return the group of an uncertain cell; None if it is too large or touches no clue."""
    codes, near = position.cells.translate(UNFLAGGED), position.grid.neighbour_indices
    cells, clues = [index], dict[int, int]()
    for cell in cells:  # grows as it goes
        for clue in near(cell):
            if codes[clue] >= HIDDEN or clue in clues:
                continue
            clues[clue] = codes[clue] - sum(
                codes[i] == MINE or (codes[i] == HIDDEN and risks[i] == 1.0) for i in near(clue)
            )
            fresh = (i for i in near(clue) if codes[i] == HIDDEN and 0.0 < risks[i] < 1.0)
            cells += [i for i in fresh if i not in cells]
        if len(cells) > MAX_CELLS:
            return None
    if not clues:
        return None
    cells.sort()
    limits = [(frozenset(near(clue)) & set(cells), number) for clue, number in clues.items()]
    layouts = []
    for mines in _layouts(cells, limits):
        layouts.append(mines)
        if len(layouts) > MAX_LAYOUTS:
            return None
    around = sorted({i for cell in cells for i in near(cell)} - set(cells))
    telling = [
        i
        for i in around
        if codes[i] == HIDDEN
        and risks[i] < 1.0
        and len({len(mines.intersection(near(i))) for mines in layouts}) > 1
    ]
    return Group(tuple(cells), tuple(layouts), tuple(telling))


def _layouts(
    cells: Sequence[int], limits: Sequence[tuple[frozenset[int], int]]
) -> Iterator[frozenset[int]]:
    """Yield the sets of cells that satisfy all limits."""

    def search(start: int, mines: frozenset[int]) -> Iterator[frozenset[int]]:
        rest = set(cells[start:])
        for among, number in limits:
            laid = len(among & mines)
            if laid > number or laid + len(among & rest) < number:
                return
        if start == len(cells):
            yield mines
            return
        yield from search(start + 1, mines | {cells[start]})
        yield from search(start + 1, mines)

    yield from search(0, frozenset())


class Numbers(NamedTuple):
    """The numbers that a cell may show: how many are ``possible``, how many of them prove a next
    cell safe, and the chances to see one of those, and to survive the next move, too (risk
    included)."""

    possible: int
    helpful: int
    progress: float
    survival: float


def numbers(
    position: Position, counter: Counter, risks: Risks, index: int, seconds: float = TIMEOUT_SECONDS
) -> Numbers | None:
    """Return what the number of a hidden cell may show; None if it is too hard to count."""
    cells = position.cells.translate(UNFLAGGED)
    limits = seconds, MAX_MEGABYTES, MAX_COUNT_STEPS
    if counter.count(cells, position.mines, *limits) != Status.OK:
        return None
    before = counter.logarithm
    possible = helpful = 0
    progress = survival = 0.0
    for number in possible_clues(position.grid, cells, risks, index):
        after = cells[:index] + bytes([number]) + cells[index + 1 :]
        status = counter.count(after, position.mines, *limits)
        if status == Status.IMPOSSIBLE:
            continue
        if status != Status.OK:
            return None
        possible += 1
        now = doubles(position.grid.size)
        counter.risks(now)
        won = after.count(HIDDEN) == position.mines_left
        share = exp(counter.logarithm - before)
        least = 0.0 if won else min(now[i] for i, code in enumerate(after) if code == HIDDEN)
        survival += share * (1.0 - least)
        if won or any(risks[i] > 0.0 for i in indices(now, 0.0)):
            helpful += 1
            progress += share
    if isnan(progress):
        return None
    return Numbers(possible, helpful, min(1.0, progress), min(1.0, survival))


def twin_of(position: Position, index: int, risks: Risks) -> int | None:
    """Return the other cell of a 50/50 that no clue can ever resolve, or None.

    Exactly one of the two is a mine, and no open or hidden cell but certain mines touches only one
    of them; so exchanging their mines never changes a clue.
    """
    if risks[index] != 0.5 or has_signs(position):
        return None
    grid, cells = position.grid, position.cells
    own = _telling(position, index, risks)
    around = {j for i in grid.neighbour_indices(index) for j in (i, *grid.neighbour_indices(i))}
    for other in sorted(around - {index}):
        if risks[other] != 0.5:
            continue
        if own - {other} != _telling(position, other, risks) - {index}:
            continue
        counter = counter_of(grid)
        after = bytearray(cells.translate(UNFLAGGED))
        after[index] = MINE
        if (
            counter.count(
                bytes(after), position.mines, TIMEOUT_SECONDS, MAX_MEGABYTES, MAX_COUNT_STEPS
            )
            == Status.OK
        ):
            now = doubles(grid.size)
            counter.risks(now)
            if now[other] == 0.0:
                return other
    return None


def _telling(position: Position, index: int, risks: Risks) -> set[int]:
    """Return the neighbours of a cell that show a clue, or may show one later."""
    cells = position.cells
    return {
        i
        for i in position.grid.neighbour_indices(index)
        if cells[i] < HIDDEN or cells[i] == GOLD or risks[i] < 1.0
    }
