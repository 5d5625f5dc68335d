"""Repair of a board that needs a guess: mines are moved until certain moves finish it.

Where nothing is certain, one mine is moved: a cell of the frontier that is not decided, or near a
wall of mines, is emptied or filled, and the mine comes from or goes to a cell off the frontier. The
board is played again from its first cell, and the move is kept unless more safe cells are left than
before. Tatham's Mines (S. Tatham's Portable Puzzle Collection, ``mines.c``) repairs its boards at
the same places, but fills or empties all cells of a clue and plays on from there; this local search
always plays from the first cell, so a board that it returns has been solved as it is.
"""

from __future__ import annotations

import time

from sapper.chance import Chance
from sapper.game import Grid
from sapper.game.codes import HIDDEN
from sapper.players.native.certain import CertainGame

SEVERAL = 4  #: one move in so many is not limited to the cells where it is likeliest to help


def repair(
    game: CertainGame, grid: Grid, chance: Chance, boards: int, until: float
) -> tuple[bool, int]:
    """Move mines of the board that is laid in ``game`` until certain moves finish it.

    At most so many ``boards`` are played, until a time (``time.monotonic``). Returns whether the
    board is finished, and how many boards were played. The first cell must not be a mine.
    """
    left, played = game.play(), 1
    while left and played < boards:
        frontier, undecided, beyond = _cells(game, grid)
        hidden = frontier + beyond
        kept = False
        while not kept and played < boards and time.monotonic() < until:
            here = chance.choice(undecided if undecided and chance.below(SEVERAL) else frontier)
            fill = not game.holds_mine(here)
            others = beyond if beyond and chance.below(SEVERAL) else hidden
            fitting = [i for i in others if i != here and game.holds_mine(i) == fill]
            if not fitting:
                played += 1  # so that this ends
                continue
            there = chance.choice(fitting)
            source, goal = (there, here) if fill else (here, there)
            game.move(source, mine=False)
            game.move(goal, mine=True)
            after = game.play()
            played += 1
            kept = after <= left
            if kept:
                left = after
            else:
                game.move(goal, mine=False)
                game.move(source, mine=True)
        if not kept:
            break
    return left == 0, played


def _cells(game: CertainGame, grid: Grid) -> tuple[list[int], list[int], list[int]]:
    """Return the hidden cells on the frontier, those of them that are not decided, and those off
    the frontier."""
    view = game.show()
    frontier, undecided, beyond = [], [], []
    for i in range(grid.size):
        if view[i] != HIDDEN:
            continue
        if all(view[j] >= HIDDEN for j in grid.neighbours(i)):
            beyond.append(i)
            continue
        frontier.append(i)
        if not game.decided(i):
            undecided.append(i)
    return frontier, undecided, beyond
