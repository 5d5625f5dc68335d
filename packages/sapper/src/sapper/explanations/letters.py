"""Letters for cells, where a board is in sight: sentences name ``[row, column]``, and whoever shows
them beside a board calls these cells A, B, C, … and draws the letters on it.

The page does the same in ``board/letters.js``; the two agree.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from string import ascii_uppercase

from sapper.errors import listed
from sapper.explanations.sentences import capitalised
from sapper.game import Cell

LETTERS = ascii_uppercase
MAX_SINGLE = 12  #: letters up to which every cell has its own
_CELL = r"\[\d{1,7}, \d{1,7}\]"
#: Cells that a sentence names together, up to a limit: ``[0, 1], [0, 2] and [0, 3]``.
_CELLS = re.compile(rf"{_CELL}(?:(?:, {_CELL}){{0,40}} (and|or) {_CELL})?")


def letters_of(texts: Iterable[str], asked: Iterable[Cell] = ()) -> dict[Cell, str]:
    """Return the letters of the cells of some texts: first those ``asked`` about, then in order of
    first mention.

    If there are too many, cells that are always named together share a letter; cells for which no
    letter is left have none.
    """
    asked = list(dict.fromkeys(asked))
    lists = [[cell] for cell in asked]
    lists += [_cells(match[0]) for text in texts for match in _CELLS.finditer(text)]
    cells = list(dict.fromkeys(cell for named in lists for cell in named))
    group: dict[Cell, object] = {cell: cell for cell in cells}
    if len(cells) > MAX_SINGLE:
        group = {c: tuple(i for i, named in enumerate(lists) if c in named) for c in cells}
    order = dict(zip(dict.fromkeys(group.values()), LETTERS, strict=False))
    return {cell: order[which] for cell, which in group.items() if which in order}


def lettered(text: str, letters: Mapping[Cell, str]) -> str:
    """Return a text in which cells with a letter are called by it."""

    def named(match: re.Match[str]) -> str:
        cells = _cells(match[0])
        names = dict.fromkeys(letters.get(cell, str(list(cell))) for cell in cells)
        said = listed(names, match[1] if len(names) == len(cells) and match[1] else "and")
        if len(names) == len(cells):
            return said
        return f"{'one of ' if match[1] == 'or' else ''}the cells {said}"

    return capitalised(_CELLS.sub(named, text))


def _cells(text: str) -> list[Cell]:
    return [(int(row), int(column)) for row, column in re.findall(r"\[(\d+), (\d+)\]", text)]
