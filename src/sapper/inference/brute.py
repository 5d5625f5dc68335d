"""The reference implementation: layouts by plain search, directly from what a clue means.

A layout puts the mines left under hidden cells so that every clue counts the mines around it.
This code shares nothing with the other ways to count and to prove, which are tested against it.
"""

from __future__ import annotations

from collections.abc import Callable

from sapper.errors import BudgetError
from sapper.game import Position
from sapper.game.codes import HIDDEN, MINE, UNGILDED

LIMIT = 24  #: hidden cells: 2.7 million layouts at worst, a few seconds


def layouts(position: Position) -> list[frozenset[int]]:
    """Return every layout as the set of indices of the mines under hidden cells.

    Raises ``BudgetError`` beyond ``LIMIT`` hidden cells.
    """
    found: list[frozenset[int]] = []
    _search(position, lambda mines: found.append(frozenset(mines)))
    return found


def mine_counts(position: Position) -> tuple[int, list[int]]:
    """Return the number of layouts and, by cell index, in how many of them a hidden cell is a mine.

    Open cells count 0, even open mines. Raises ``BudgetError`` as ``layouts`` does.
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
    """Decide the hidden cells one by one, backtracking when a clue can no longer be satisfied."""
    cells, hidden = position.cells.translate(UNGILDED), position.hidden
    if len(hidden) > LIMIT:
        raise BudgetError(f"brute force takes at most {LIMIT} hidden cells, not {len(hidden)}")
    clues: dict[int, list[int]] = {i: [] for i in hidden}
    need, room = {}, {}  # for each clue: mines still to place around it, undecided cells around it
    for i, code in enumerate(cells):
        if code < HIDDEN:
            near = position.grid.neighbours(i)
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
