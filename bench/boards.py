"""The positions that are measured: met in play, or opened at random, or in a lattice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from sapper.game import Chance, Grid, Level, Position, Rules
from sapper.game.board import Board
from sapper.game.codes import HIDDEN
from sapper.game.deal import DEALS
from sapper.inference.kernel.counter import Counter

SAFE = 1  #: the promise of the first move
MIDDLE = 0.2, 0.8  #: a game's middle, by the share of safe cells that are open


@dataclass(frozen=True)
class Met:
    """A position at which a least-risk player counts: ``open`` is the share of safe cells that
    are open by then, ``guess`` that none of the others is certainly safe."""

    position: Position
    open: float
    guess: bool


def play(level: Level, seed: int, number: int, lives: int = 1) -> Iterator[Met]:
    """A least-risk game from a corner, all certain cells opened at once; the first move is safe.

    With ``lives`` to spare it goes on behind the mines it hits.
    """
    grid, mines = level.grid, level.mines
    rules = Rules(lives=lives)
    board, counter = Board(grid, True), Counter(grid)
    board.shuffle(Chance(seed, DEALS, number), len(grid.playable))
    board.lay(mines, grid.corner, SAFE)
    board.open(grid.corner)
    safe_cells = len(grid.playable) - mines
    risks = np.empty(grid.size)
    while not board.cleared:
        view = board.show()
        if counter.count(view, mines, 60.0, 512, 0) != 0:
            return
        counter.risks(risks)
        certain = np.flatnonzero(risks == 0.0).tolist()
        position = Position(grid, rules, mines, view)
        yield Met(position, 1 - board.safe_left / safe_cells, not certain)
        for cell in certain or [int(np.nanargmin(risks))]:
            if board.show()[cell] == HIDDEN and board.open(cell) < 0:
                lives -= 1
                if lives <= 0:
                    return


def expert(count: int, *, guess: bool, seed: int = 2) -> list[Position]:
    """Expert positions, one a game, drawn from its middle: where it must guess, or anywhere."""
    low, high = MIDDLE
    level = Level.parse("expert")
    found: list[Position] = []
    chance = Chance(seed)
    number = 0
    while len(found) < count:
        game = [met for met in play(level, seed, number) if low <= met.open <= high]
        game = [met for met in game if met.guess or not guess]
        if game:
            found.append(chance.choice(game).position)
        number += 1
    return found


def opened(width: int, height: int, density: float, share: float, seed: int) -> Position:
    """Mines at random, and each safe cell open with the same chance, by no zero of another."""
    grid = Grid(width, height)
    chance = Chance(seed)
    mined = frozenset(chance.shuffled(range(grid.size))[: round(density * grid.size)])
    shown = {i for i in range(grid.size) if chance.random() < share}
    return _position(grid, mined, shown)


def lattice(side: int, density: float, seed: int) -> Position:
    """Every second row's every second cell is open; mines at random among all others."""
    grid = Grid(side, side)
    shown = {i for i in range(grid.size) if i // side % 2 == 0 and i % side % 2 == 0}
    rest = [i for i in range(grid.size) if i not in shown]
    mined = frozenset(Chance(seed).shuffled(rest)[: round(density * len(rest))])
    return _position(grid, mined, shown)


def _position(grid: Grid, mined: frozenset[int], shown: set[int]) -> Position:
    cells = bytearray([HIDDEN]) * grid.size
    for i in shown - mined:
        cells[i] = sum(j in mined for j in grid.neighbours(i))
    return Position(grid, Rules(first="any", zeros_open=False), len(mined), bytes(cells))
