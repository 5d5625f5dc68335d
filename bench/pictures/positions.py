"""Positions of games in progress, lost and won, as letters."""

from __future__ import annotations

import random

from sapper.game import Grid

Rows = list[str]

#: What a reader makes of letters that a position does not have: a wrong flag, a question mark, and
#: the mine that went off.
TRUTH = {"X": "F", "?": "H", "!": "*"}

SIZES = {
    "classic": ((9, 9, 10), (16, 16, 40), (30, 16, 99), (8, 8, 10)),
    "lawn": ((10, 8, 10), (18, 14, 40), (24, 20, 99)),
    "gnome": ((8, 8, 10), (16, 16, 40), (30, 16, 99)),
    "phone": ((9, 9, 10), (16, 16, 40), (12, 20, 45), (24, 24, 99)),
}


def position(rnd: random.Random, sizes: str, flags: bool = True) -> Rows:
    """Return a position some way into a random game; ``!`` is the mine that went off."""
    width, height, mines = rnd.choices(SIZES[sizes], (4, 3, 2, 1)[: len(SIZES[sizes])])[0]
    if rnd.random() < 0.15:
        width, height = rnd.randint(5, 26), rnd.randint(5, 18)
        mines = max(3, round(width * height * rnd.uniform(0.1, 0.22)))
    grid = Grid(width, height)
    order = list(range(grid.size))
    rnd.shuffle(order)
    near = [grid.neighbour_indices(i) for i in range(grid.size)]
    start = order[0]
    mined = set([i for i in order[1:] if i not in near[start]][:mines])
    clues = [sum(j in mined for j in near[i]) for i in range(grid.size)]
    opened: set[int] = set()
    share = rnd.choice((0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 1.0))
    if share:
        safe = [i for i in order if i not in mined]
        for i in safe:
            if len(opened) >= share * len(safe):
                break
            if i == start or rnd.random() < 0.6 or opened & set(near[i]):
                _open(i, opened, clues, near)
    cells = [str(clues[i]) if i in opened else "H" for i in range(grid.size)]
    lost = bool(opened) and rnd.random() < 0.2 and share < 1
    frontier = {j for i in opened for j in near[i]}
    for i in range(grid.size):
        if cells[i] != "H" or not flags:
            continue
        if i in mined and i in frontier and rnd.random() < 0.6:
            cells[i] = "F"
        elif i not in mined and rnd.random() < 0.01:
            cells[i] = "X" if lost else "F"
        elif rnd.random() < 0.01:
            cells[i] = "?"
    if lost:
        cells = ["*" if i in mined and each in "H?" else each for i, each in enumerate(cells)]
        if shown := [i for i, each in enumerate(cells) if each == "*"]:
            cells[rnd.choice(shown)] = "!"
    return ["".join(cells[at : at + width]) for at in range(0, grid.size, width)]


def _open(index: int, opened: set[int], clues: list[int], near: list[tuple[int, ...]]) -> None:
    waiting = [index]
    while waiting:
        i = waiting.pop()
        if i not in opened:
            opened.add(i)
            if not clues[i]:
                waiting += near[i]


def truth(rows: Rows) -> Rows:
    """Return what a reader should read."""
    return ["".join(TRUTH.get(each, each) for each in row) for row in rows]
