"""Random small positions of every kind of grid, small enough to search them all by hand.

Deterministic: a seed names its positions. Cells are opened one by one, none by another's zero.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sapper.game import BLOCKED, FLAGGED, HIDDEN, MINE, Chance, Grid, Kind, Position, Rules

KINDS: tuple[Kind, ...] = ("square", "torus", "hex", "graph")
MAX_HIDDEN = 14
GRIDS = 48  # drawn once a seed; fewer than the 64 whose neighbours the library remembers


def small_positions(
    seed: int,
    count: int,
    kinds: Sequence[Kind] = KINDS,
    *,
    consistent: bool = True,
    max_hidden: int = MAX_HIDDEN,
) -> Iterator[Position]:
    """``count`` positions with at most ``max_hidden`` hidden cells.

    ``consistent`` ones come from mines laid at random. Otherwise a clue, or now and then the
    number of mines, is changed: most of those have no layout.
    """
    chance = Chance(seed)
    grids = [_grid(chance, kinds[i % len(kinds)]) for i in range(GRIDS)]
    near = [[grid.neighbour_indices(i) for i in range(grid.size)] for grid in grids]
    rules = [Rules(first="any", zeros_open=False, lives=lives) for lives in range(1, 38)]
    for _ in range(count):
        k = chance.below(GRIDS)
        mines, cells = _opened(chance, grids[k], near[k], max_hidden)
        if not consistent:
            mines = _perturb(chance, mines, cells, near[k])
        yield Position(grids[k], rules[cells.count(MINE)], mines, bytes(cells))


def _grid(chance: Chance, kind: Kind) -> Grid:
    """Return a grid of 1 to 36 cells, more often large; every third has blocked cells."""
    width, height = (1 + max(chance.below(6), chance.below(6)) for _ in "wh")
    size = width * height
    holes = range(1, size) if chance.below(3) == 0 else ()
    blocked = frozenset(i for i in holes if chance.below(5) == 0)
    edges = set()
    if kind == "graph" and size > 1:
        for _ in range(chance.below(4 * size)):
            a = chance.below(size)
            b = (a + 1 + chance.below(size - 1)) % size
            edges.add((min(a, b), max(a, b)))
    return Grid(width, height, kind, blocked, tuple(sorted(edges)))


def _opened(
    chance: Chance, grid: Grid, near: list[tuple[int, ...]], max_hidden: int
) -> tuple[int, bytearray]:
    """Return the number of mines, and the cells with some of them open."""
    density = (5, 10, 15, 20, 25, 30, 40, 60)[chance.below(8)]
    mines = {i for i in grid.playable if chance.below(100) < density}
    survives = chance.below(6) == 0  # then some of the mines are open
    opens = 10 + chance.below(81)
    cells = bytearray(grid.size)
    for i in grid.blocked:
        cells[i] = BLOCKED
    hidden = 0
    # Mines come first: they stay hidden, if they can, where some cells must be opened.
    for i in sorted(chance.shuffled(grid.playable), key=mines.__contains__, reverse=True):
        mine = i in mines
        if hidden == max_hidden or (chance.below(100) < opens and (survives or not mine)):
            cells[i] = MINE if mine else sum(j in mines for j in near[i])
        else:
            cells[i] = FLAGGED if chance.below(8) == 0 else HIDDEN
            hidden += 1
    return len(mines), cells


def _perturb(chance: Chance, mines: int, cells: bytearray, near: list[tuple[int, ...]]) -> int:
    """Change a clue a little or, without clues and one time in eight, the number of mines."""
    clues = [i for i, code in enumerate(cells) if code < HIDDEN and near[i]]
    step = (-2, -1, -1, 1, 1, 2)[chance.below(6)]
    if not clues or chance.below(8) == 0:
        return min(max(mines + step, 0), len(cells) - cells.count(BLOCKED))
    clue = chance.choice(clues)
    cells[clue] = min(max(cells[clue] + step, 0), len(near[clue]))
    return mines
