"""What the sentences of a step are made of: names of clues and cells, numbers, and verbs."""

from __future__ import annotations

import re
from typing import Literal

from sapper.errors import article, listed
from sapper.explanations.region import Clue, Draft, Region, bits
from sapper.explanations.steps import OPEN_MINE
from sapper.game.codes import GOLD, MINE

SPELT = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
MAX_LISTED = 5  #: cells that a sentence names one by one


class Sentences:
    """Composes the sentences of one step, in which cells are ``[row, column]``.

    ``safe`` and ``mines`` are the cells that the step concludes and no step before it did;
    ``supposed`` is the cell that is supposed to be a mine, or safe, if any.
    """

    def __init__(self, region: Region, draft: Draft, known: int = 0, supposed: int = 0) -> None:
        self.region, self.draft, self.supposed = region, draft, supposed
        self.safe, self.mines = draft.safe & ~known, draft.mines & ~known

    def clue(self, clue: Clue | int) -> str:
        """Name a clue: ``the 2 at [3, 4]``."""
        index = clue.cell if isinstance(clue, Clue) else clue
        position = self.region.position
        return f"{noun(position.cells[index])} at {list(position.grid.cell(index))}"

    def again(self, clue: Clue) -> str:
        """Name a clue that was named before: ``the 2``, if the step has no other 2."""
        code = self.region.position.cells[clue.cell]
        same = [c for c in self.draft.clues if self.region.position.cells[c.cell] == code]
        return noun(code) if len(same) == 1 else self.clue(clue)

    def cells(self, mask: int, last: Literal["and", "or"] = "and") -> str:
        """Name hidden cells, or count them if there are many."""
        indices = sorted(self.region.cells[bit] for bit in bits(mask))
        if not indices or len(indices) > MAX_LISTED:
            return f"{spelt(len(indices))} cells"
        return listed((str(list(self.region.position.grid.cell(i))) for i in indices), last)

    def among(self, mask: int, number: int) -> str:
        """Say where a number of mines lies: ``in [0, 1] or [0, 2]``, ``among`` more cells."""
        size = mask.bit_count()
        if size > MAX_LISTED:
            return f"among its {spelt(size)} hidden cells"
        return f"in {self.cells(mask, 'or')}" if number == 1 else f"among {self.cells(mask)}"

    def colon(self, mask: int) -> str:
        """Name cells that were counted after a colon, unless there are many."""
        return "" if mask.bit_count() > MAX_LISTED else f": {self.cells(mask)}"

    def named(self, count: str, mask: int) -> str:
        """Return counted cells with their names: ``its other cell, [0, 1],``."""
        return count if mask.bit_count() > MAX_LISTED else f"{count}, {self.cells(mask)},"

    def open_mines(self, clue: Clue) -> int:
        """Return the open mines that a clue touches."""
        position = self.region.position
        return sum(position.cells[i] == MINE for i in position.grid.neighbour_indices(clue.cell))

    def with_open(self, number: int, mask: int) -> str:
        """Name known mines after a number of open ones: ``an open mine, [0, 1] and [0, 2]``."""
        if not number:
            return self.cells(mask)
        many = 1 < mask.bit_count() <= MAX_LISTED  # then the list of cells has its own "and"
        return f"{open_mines(number)}{',' if many else ' and'} {self.cells(mask)}"

    def left(self, clue: Clue) -> int:
        """Return the mines of a clue that are not among the known cells it uses."""
        return clue.mines - (clue.mask & self.draft.used_mines).bit_count()


def capitalised(words: str) -> str:
    """Return sentences that begin with capital letters."""
    return re.sub(r"(^|[.?!] )([a-z])", lambda match: match[1] + match[2].upper(), words)


def noun(code: int) -> str:
    """Return what a sentence calls a clue."""
    return "the gold" if code == GOLD else f"the {code}"


def spelt(number: int) -> str:
    """Return a number in letters, up to ten."""
    return SPELT[number] if 0 <= number < len(SPELT) else str(number)


def mines(number: int) -> str:
    """Return a number of mines: ``one mine``, ``two mines``."""
    return f"{spelt(number)} {'mine' if number == 1 else 'mines'}"


def cells(number: int, kind: str = "") -> str:
    """Return a number of cells: ``one other cell``, ``two other cells`` for the kind ``other``."""
    return f"{spelt(number)} {kind + ' ' if kind else ''}{'cell' if number == 1 else 'cells'}"


def are(mask: int) -> str:
    """Return the verb for some cells."""
    return "is" if mask.bit_count() == 1 else "are"


def safe(mask: int) -> str:
    """Return the verb and ``safe`` for some cells."""
    return f"{are(mask)} safe"


def mines_are(mask: int) -> str:
    """Return the verb and ``mines`` for some cells."""
    return "is a mine" if mask.bit_count() == 1 else "are mines"


def both(number: int) -> str:
    """Return ``both`` for 2, ``all three`` for 3."""
    return "both" if number == 2 else f"all {spelt(number)}"


def open_mines(number: int) -> str:
    """Return a number of open mines: ``an open mine``, ``two open mines``."""
    return article(OPEN_MINE) if number == 1 else f"{spelt(number)} {OPEN_MINE}s"
