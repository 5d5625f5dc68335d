"""A learned rule that is true of a cell, as a sentence: what each of its literals says there."""

from __future__ import annotations

from sapper.errors import listed, plural
from sapper.game import Position
from sapper.game.codes import GOLD
from sapper.mio import Struct, Variable
from sapper.players.mio.rules import Firing
from sapper.players.mio.view import Mines, members

LISTED = 8  #: cells of a set that a sentence names
#: How a sentence begins about a set of the whole board.
WHOLE = {
    "allCoveredHasXMines": "all covered cells have",
    "disjointSetsHaveXMines": "clues without a common cell have",
    "allMinesInFringe": "the covered cells beside clues have",
}


def sentence(firing: Firing, position: Position) -> str:
    """Return why a rule's conclusion follows, as a clause that names cells as ``[row, column]``.

    The literals are read in the order of the rule: sets of covered cells with their mines, then
    what one set has more than another, then the conclusion about the cell.
    """
    values, grid = dict(firing.values), position.grid
    parts = []
    for literal in firing.rule.clause.body:
        assert isinstance(literal, Struct), "a rule consists of literals"
        names = [arg.name if isinstance(arg, Variable) else "" for arg in literal.args]
        first, last = values.get(names[0]), values.get(names[-1])
        if not isinstance(last, Mines):
            continue  # a zone, a number, or the tile, about which the sentence ends
        held = f"{_mines(last)} in {_cells(position, last)}"
        if literal.name == "setHasXMines" and isinstance(first, int):
            number = "gold" if position.cells[first] == GOLD else str(position.cells[first])
            parts.append(f"the {number} at {list(grid.cell(first))} has {held}")
        elif literal.name == "diffSetHasXMines":
            parts.append(f"which leaves {held}")
        elif literal.name in WHOLE:
            parts.append(f"{WHOLE[literal.name]} {held}")
    cell = list(grid.cell(firing.tile))
    kind = "safe" if firing.rule.target == "safe" else "a mine"
    return f"{', '.join(parts)}, so {cell} is {kind}"


def _mines(held: Mines) -> str:
    return "no mine" if not held.mines else plural(held.mines, "mine")


def _cells(position: Position, held: Mines) -> str:
    cells = [str(list(position.grid.cell(i))) for i in members(held.cells)]
    return listed(cells) if len(cells) <= LISTED else f"{len(cells)} covered cells"
