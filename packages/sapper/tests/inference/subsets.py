"""The layouts that some clues of a position allow, by enumeration: the test of minimal sets."""

from itertools import product

from sapper.game import GOLD, MINE, Position


def layouts(position: Position, clues: set[int], total: bool) -> list[frozenset[int]]:
    """Return all placements of mines that these clues, and optionally the total, allow."""
    opened = {i for i, code in enumerate(position.cells) if code == MINE}
    around = {i: opened.intersection(position.grid.neighbour_indices(i)) for i in clues}
    need = {i: position.cells[i] % GOLD - len(around[i]) for i in clues}
    near = {i: set(position.grid.neighbour_indices(i)) for i in clues}
    found = []
    for mined in product([False, True], repeat=len(position.hidden_indices)):
        mines = frozenset(i for i, mine in zip(position.hidden_indices, mined, strict=True) if mine)
        if (not total or len(mines) == position.mines_left) and all(
            len(mines & near[i]) == need[i] for i in clues
        ):
            found.append(mines)
    return found


def less(clues: set[int]) -> list[set[int]]:
    """Yield the clues without each one of them in turn."""
    return [clues - {clue} for clue in clues]
