"""Worlds: named games with their own deal."""

from __future__ import annotations

from dataclasses import dataclass

from sapper.arguments import instance, several, text
from sapper.errors import InputError, listed, quoted
from sapper.game.deal import DEALS, Deal
from sapper.game.grid import Cell, Grid
from sapper.game.rules import Rules
from sapper.kernel.chance import Chance

#: The rules of Daggers & Gold as specified: one life, zeros and gold open their neighbours, and
#: open cells beside gold are marked, gold too.
DAGGERS_AND_GOLD = Rules(first="any", signs="all-marks")

#: The side length, daggers and gold of the three official sizes.
SIZES = {"easy": (5, 4, 1), "medium": (8, 10, 4), "hard": (12, 25, 3)}


@dataclass(frozen=True)
class World:
    """A deal with a name and rules; ``hints`` are the cells opened before the first move.

    Raises ``InputError`` for values of other types, and ``RulesError`` for hints outside the grid.

    >>> world = sapper.World("mine", sapper.Deal.seeded("4x4x3", seed=1), hints=((0, 0),))
    >>> sapper.Game(world).position[0, 0] == sapper.HIDDEN
    False
    """

    name: str
    deal: Deal
    rules: Rules = DAGGERS_AND_GOLD
    hints: tuple[Cell, ...] = ()

    def __post_init__(self) -> None:
        text("name", self.name)
        instance("Deal", "deal", self.deal)
        instance("Rules", "rules", self.rules)
        cells = (self.deal.grid.index(cell) for cell in several("hints", self.hints))
        object.__setattr__(self, "hints", tuple(map(self.deal.grid.cell, cells)))


def seeded_world(size: str, seed: int, number: int = 0, rules: Rules = DAGGERS_AND_GOLD) -> World:
    """Return world ``number`` of a seed in an official size; no dagger touches cell [0, 0].

    Daggers are uniform over the other cells, gold over the cells that touch no dagger; layouts
    without enough cells for the gold are rejected and redrawn. Raises ``InputError`` for an unknown
    size.
    """
    if size not in SIZES:
        raise InputError(f"unknown world size {quoted(size)}: expected {listed(SIZES, 'or')}")
    side, daggers, gold = SIZES[size]
    grid, chance = Grid(side, side), Chance(seed, DEALS, number)
    while True:
        deal = Deal.random(grid, daggers, chance)
        mines = deal.mine_indices(0, "opening")
        free = [i for i in grid.playable if mines.isdisjoint((i, *grid.neighbour_indices(i)))]
        if len(free) >= gold:
            break
    # The gold is shuffled rather than taken from the ordering, where the cells that the opening
    # keeps free of daggers come too early to be fair.
    laid = Deal.of_mines(grid, mines, frozenset(chance.shuffled(free)[:gold]))
    return World(f"{size}-{seed}-{number}", laid, rules)
