"""What some of a position's clues allow, by plain enumeration: the test of minimal sets."""

from itertools import product

from sapper.game import Position
from sapper.game.codes import GOLD, MINE


def layouts(position: Position, clues: set[int], total: bool) -> list[frozenset[int]]:
    """All ways to put mines under hidden cells that these clues, perhaps the total, allow."""
    opened = {i for i, code in enumerate(position.cells) if code == MINE}
    around = {i: opened.intersection(position.grid.neighbours(i)) for i in clues}
    need = {i: position.cells[i] % GOLD - len(around[i]) for i in clues}
    near = {i: set(position.grid.neighbours(i)) for i in clues}
    found = []
    for mined in product([False, True], repeat=len(position.hidden)):
        mines = frozenset(i for i, mine in zip(position.hidden, mined, strict=True) if mine)
        if (not total or len(mines) == position.mines_left) and all(
            len(mines & near[i]) == need[i] for i in clues
        ):
            found.append(mines)
    return found


def less(clues: set[int]) -> list[set[int]]:
    """The same clues without one of them, in all ways."""
    return [clues - {clue} for clue in clues]
