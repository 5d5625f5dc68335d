"""Groups of uncertain cells, and whether any clue that is still to come can tell more about them.

A group is what clues tie together: cells that share an open clue, directly or through others. Its
layouts are the ways to meet those clues. If all of them have the same number of mines, and every
other cell that can still be opened touches equally many of these in each, the group is sealed:
whatever happens elsewhere, nothing more will be known about it. A 50/50 is the smallest case.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sapper.game import Position
from sapper.game.codes import HIDDEN, MINE, UNFLAGGED

MOST = 12  #: cells of a group
LAYOUTS = 200  #: of a group

Risks = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Group:
    """Uncertain cells that clues tie together, by grid index.

    ``layouts`` are the sets of cells that can be the mines. ``telling`` are the other hidden cells
    whose number would differ between layouts, if it came to be seen.
    """

    cells: tuple[int, ...]
    layouts: tuple[frozenset[int], ...]
    telling: tuple[int, ...]

    @property
    def sealed(self) -> bool:
        """Whether nothing more will be known about the cells until one of them is opened."""
        return not self.telling and len({len(mines) for mines in self.layouts}) == 1

    @property
    def fifty_fifty(self) -> bool:
        """Whether it is sealed and has two layouts, each the opposite of the other."""
        if not self.sealed or len(self.layouts) != 2:
            return False
        one, other = self.layouts
        return not one & other and len(one | other) == len(self.cells)


def group_of(position: Position, index: int, risks: Risks) -> Group | None:
    """Return the group of an uncertain cell; None if it is large, or touches no clue."""
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
    """Yield the sets of cells that have as many cells as each limit says in its own."""

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
