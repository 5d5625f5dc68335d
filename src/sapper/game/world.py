"""Worlds: games with a name – a deal, the rules it is played under, and the cells shown first."""

from __future__ import annotations

from dataclasses import dataclass

from sapper.errors import InputError, quoted
from sapper.game.chance import Chance
from sapper.game.deal import DEALS, Deal
from sapper.game.grid import Cell, Grid
from sapper.game.rules import Rules

#: Daggers & Gold as its specification has it: one life, zeros and gold open their neighbours,
#: clues beside gold are marked.
DAGGERS_AND_GOLD = Rules(first="any", signs="marks")

#: Side, daggers and gold of the three official sizes.
SIZES = {"easy": (5, 4, 1), "medium": (8, 10, 4), "hard": (12, 25, 3)}


@dataclass(frozen=True)
class World:
    """A deal with a name and its rules; ``hints`` are cells opened before the first move."""

    name: str
    deal: Deal
    rules: Rules = DAGGERS_AND_GOLD
    hints: tuple[Cell, ...] = ()


def seeded_world(size: str, seed: int, number: int = 0, rules: Rules = DAGGERS_AND_GOLD) -> World:
    """World ``number`` of a seed, of an official size; no dagger touches its first cell, [0, 0].

    Daggers are uniform over the other cells, gold over the cells that touch no dagger; layouts
    that leave the gold no room are dealt anew. Raises ``InputError`` for an unknown size.
    """
    if size not in SIZES:
        raise InputError(f"unknown size of world {quoted(size)}: {', '.join(SIZES)}")
    side, daggers, gold = SIZES[size]
    grid, chance = Grid(side, side), Chance(seed, DEALS, number)
    while True:
        deal = Deal.random(grid, daggers, chance)
        mines = deal.mine_cells(0, "opening")
        free = [i for i in grid.playable if mines.isdisjoint((i, *grid.neighbours(i)))]
        if len(free) >= gold:
            break
    # Not by the ordering: the cells that the opening spares stand too early in it to be fair.
    laid = Deal.of_mines(grid, mines, frozenset(chance.shuffled(free)[:gold]))
    return World(f"{size}-{seed}-{number}", laid, rules)
