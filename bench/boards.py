"""The positions for measurements: met in play, opened at random, or opened in a lattice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from sapper.game import Chance, Deal, Grid, Level, Position, Referee, Rules
from sapper.game.codes import HIDDEN
from sapper.game.deal import DEALS
from sapper.game.grid import Kind
from sapper.game.kernel.board import Board
from sapper.game.rules import Signs
from sapper.inference import analyse
from sapper.inference.kernel.counter import Counter

SAFE = 1  #: the first-move rule ``safe``
MIDDLE = 0.2, 0.8  #: the middle of a game, as the share of safe cells that are open


@dataclass(frozen=True)
class Met:
    """A position at which a least-risk player counts: ``open`` is the share of safe cells that are
    open, and ``guess`` says that no hidden cell is certainly safe."""

    position: Position
    open: float
    guess: bool


def play(level: Level, seed: int, number: int, lives: int = 1) -> Iterator[Met]:
    """Play a least-risk game from a safe corner, and yield the positions at which it counts.

    All certain cells are opened at once. With more than one of ``lives`` it continues after hitting
    a mine.
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


def other_grids(seed: int, count: int) -> Iterator[Position]:
    """Yield positions of games on tori, hexagonal grids and boards with blocked cells, 8x8 to 16x16
    with one to three lives."""
    yield from _games(Chance(seed), count, ("torus", "hex", "square"), gold=False)


def gilded(seed: int, count: int) -> Iterator[Position]:
    """Yield positions of games with gold, 8x8 to 16x16 with one to three lives, with marks, counts
    or the number of gold to go by."""
    yield from _games(Chance(seed), count, ("square",), gold=True)


def _games(
    chance: Chance, count: int, kinds: tuple[Kind, ...], *, gold: bool
) -> Iterator[Position]:
    while True:
        width, height = 8 + chance.below(9), 8 + chance.below(9)
        kind = kinds[chance.below(len(kinds))]
        holes = not gold and (kind == "square" or chance.below(3) == 0)
        blocked = frozenset(i for i in range(1, width * height) if holes and not chance.below(10))
        grid = Grid(width, height, kind, blocked)
        share = 12 + chance.below(9)
        order = chance.shuffled(grid.playable[1:])
        mines = frozenset(order[: len(order) * share // 100])
        rules = Rules("any", lives=1 + chance.below(3))
        nuggets: frozenset[int] = frozenset()
        if gold:
            free = [i for i in order if mines.isdisjoint((i, *grid.neighbour_indices(i)))]
            nuggets = frozenset(free[: 3 + chance.below(8)])
            signs: Signs = ("marks", "counts", "none")[chance.below(3)]
            rules = replace(rules, signs=signs, gold_known=signs == "none" or not chance.below(2))
        for position in _met(Referee(Deal.of_mines(grid, mines, nuggets), rules)):
            yield position
            count -= 1
            if not count:
                return


def _met(game: Referee) -> Iterator[Position]:
    """Play a game in which every certain cell is opened at once, or else the cell of least risk."""
    position = game.open(game.position.grid.cell(0))
    while position.outcome == "playing":
        yield position
        analysis = analyse(position)
        risks = analysis.mine_probability.ravel()
        for cell in analysis.safe or (position.grid.cell(int(np.nanargmin(risks))),):
            if position[cell] == HIDDEN:
                position = game.open(cell)


@dataclass(frozen=True)
class Move:
    """The cells that a move has opened, and the bytes of the position after it."""

    opened: list[int]
    view: bytes


def moves(level: Level, seed: int, number: int) -> list[Move]:
    """Play a least-risk game from a safe corner, cell by cell, until a mine is hit or it is won."""
    grid, mines = level.grid, level.mines
    board, counter = Board(grid, True), Counter(grid)
    board.shuffle(Chance(seed, DEALS, number), len(grid.playable))
    board.lay(mines, grid.corner, SAFE)
    risks = np.zeros(grid.size)
    cell, before = grid.corner, board.show()
    made: list[Move] = []
    while board.open(cell) >= 0:
        view = board.show()
        made.append(Move([i for i in range(grid.size) if view[i] != before[i]], view))
        if board.cleared or counter.count(view, mines, 60.0, 512, 0) != 0:
            break
        counter.risks(risks)
        hidden = [i for i in range(grid.size) if view[i] == HIDDEN]
        cell, before = min(hidden, key=risks.__getitem__), view
    return made


def expert(count: int, *, guess: bool, seed: int = 2) -> list[Position]:
    """Return expert positions from the middle of games, one from each game.

    With ``guess``, they are positions without a certainly safe cell.
    """
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
    """Return a position with random mines in which each safe cell is open with the same chance.

    Zeros do not open their neighbours.
    """
    grid = Grid(width, height)
    chance = Chance(seed)
    mined = frozenset(chance.shuffled(range(grid.size))[: round(density * grid.size)])
    shown = {i for i in range(grid.size) if chance.random() < share}
    return _position(grid, mined, shown)


def lattice(side: int, density: float, seed: int) -> Position:
    """Return a position with every second cell of every second row open and random mines."""
    grid = Grid(side, side)
    shown = {i for i in range(grid.size) if i // side % 2 == 0 and i % side % 2 == 0}
    rest = [i for i in range(grid.size) if i not in shown]
    mined = frozenset(Chance(seed).shuffled(rest)[: round(density * len(rest))])
    return _position(grid, mined, shown)


def _position(grid: Grid, mined: frozenset[int], shown: set[int]) -> Position:
    cells = bytearray([HIDDEN]) * grid.size
    for i in shown - mined:
        cells[i] = sum(j in mined for j in grid.neighbour_indices(i))
    return Position(grid, Rules(first="any", zeros_open=False), len(mined), bytes(cells))
