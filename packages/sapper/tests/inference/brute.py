"""The reference implementation for tests: enumerates layouts, with or without gold, by plain
search."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from sapper.errors import BudgetError
from sapper.game import GOLD, HIDDEN, MINE, UNGILDED, Position

LIMIT = 24  #: maximum number of hidden cells: at worst 2.7 million layouts, a few seconds


def layouts(position: Position) -> list[frozenset[int]]:
    """Return every layout as the set of indices of the mines under hidden cells.

    Raises ``BudgetError`` beyond ``LIMIT`` hidden cells.
    """
    mine_sets: list[frozenset[int]] = []
    _search(position, lambda mines: mine_sets.append(frozenset(mines)))
    return mine_sets


def mine_counts(position: Position) -> tuple[int, list[int]]:
    """Return the number of layouts and, by cell index, the number of them with a mine there.

    Open cells have 0, even open mines. Raises ``BudgetError`` as ``layouts`` does.
    """
    total, counts = 0, [0] * len(position.cells)

    def report(mines: list[int]) -> None:
        nonlocal total
        total += 1
        for i in mines:
            counts[i] += 1

    _search(position, report)
    return total, counts


def _search(position: Position, report: Callable[[list[int]], None]) -> None:
    """Assign the hidden cells one by one, backtracking when a clue can no longer be satisfied."""
    cells, hidden = position.cells.translate(UNGILDED), position.hidden_indices
    if len(hidden) > LIMIT:
        raise BudgetError(f"brute force takes at most {LIMIT} hidden cells, not {len(hidden)}")
    clues: dict[int, list[int]] = {i: [] for i in hidden}
    need, room = {}, {}  # for each clue: mines still to place around it, undecided cells around it
    for i, code in enumerate(cells):
        if code < HIDDEN:
            near = position.grid.neighbour_indices(i)
            need[i] = code - sum(cells[j] == MINE for j in near)
            room[i] = sum(j in clues for j in near)
            for j in near:
                if j in clues:
                    clues[j].append(i)
    order = sorted(hidden, key=lambda i: not clues[i])
    mines: list[int] = []

    def decide(k: int) -> None:
        left = position.mines_left - len(mines)
        if not 0 <= left <= len(order) - k:
            return
        if k == len(order):
            report(mines)
            return
        cell, around = order[k], clues[order[k]]
        for clue in around:
            room[clue] -= 1
        if all(need[clue] <= room[clue] for clue in around):
            decide(k + 1)
        mines.append(cell)
        for clue in around:
            need[clue] -= 1
        if all(need[clue] >= 0 for clue in around):
            decide(k + 1)
        mines.pop()
        for clue in around:
            need[clue] += 1
            room[clue] += 1

    if all(0 <= need[clue] <= room[clue] for clue in need):
        decide(0)


GOLD_LIMIT = 14  #: maximum number of hidden cells with gold


def gilded_layouts(position: Position) -> list[tuple[frozenset[int], frozenset[int]]]:
    """Return every pair of a layout and a placement of gold in it, as sets of hidden cells.

    Raises ``BudgetError`` beyond ``GOLD_LIMIT`` hidden cells.
    """
    if len(position.hidden_indices) > GOLD_LIMIT:
        hidden = len(position.hidden_indices)
        raise BudgetError(
            f"brute force with gold takes at most {GOLD_LIMIT} hidden cells, not {hidden}"
        )
    return [(mines, gold) for mines in layouts(position) for gold in _gold(position, mines)]


def _gold(position: Position, mines: frozenset[int]) -> list[frozenset[int]]:
    cells, near = position.cells, position.grid.neighbour_indices
    mined = mines | {i for i, code in enumerate(cells) if code == MINE}
    free = [i for i in position.hidden_indices if i not in mined and mined.isdisjoint(near(i))]
    opened = {i for i, code in enumerate(cells) if code == GOLD}
    numbers = range(len(free) + 1) if position.gold is None else [position.gold - len(opened)]
    return [
        frozenset(gold)
        for number in numbers
        if 0 <= number <= len(free)
        for gold in combinations(free, number)
        if all(_fits(position, i, opened.union(gold)) for i in _clues(position))
    ]


def _clues(position: Position) -> list[int]:
    signs = () if position.rules.signs == "none" else enumerate(position.cells)
    gold = GOLD if position.rules.signs in ("all-marks", "wide-marks") else None
    return [i for i, code in signs if code < HIDDEN or code == gold]


def _fits(position: Position, clue: int, gold: set[int]) -> bool:
    """Return whether the sign of a clue agrees with this gold."""
    grid, sign = position.grid, position.signs[clue]
    if position.rules.signs == "counts":
        return sign == sum(i in gold for i in grid.neighbour_indices(clue))
    wide = position.rules.signs == "wide-marks"
    near = grid.neighbour_indices(clue) if wide else grid.cardinal_indices(clue)
    return sign == any(i in gold for i in near)
