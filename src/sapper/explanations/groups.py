"""Finds groups of uncertain cells, and whether future clues can tell more about them.

A group consists of cells connected by open clues, directly or through others. Its layouts are the
ways to satisfy those clues. If all layouts have the same number of mines, and every other cell that
can still be opened touches the same number of them in each, the group is sealed: nothing that
happens elsewhere can reveal more about it. A 50/50 is the smallest case.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sapper.game import Position
from sapper.game.codes import HIDDEN, MINE, UNFLAGGED

MOST = 12  #: maximum number of cells
LAYOUTS = 200  #: maximum number

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
    codes, near = position.cells.translate(UNFLAGGED), position.grid.neighbours
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
        if len(cells) > MOST:
            return None
    if not clues:
        return None
    cells.sort()
    limits = [(frozenset(near(clue)) & set(cells), number) for clue, number in clues.items()]
    layouts = []
    for mines in _layouts(cells, limits):
        layouts.append(mines)
        if len(layouts) > LAYOUTS:
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
