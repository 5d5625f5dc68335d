"""Deals: where things lie, as an ordering of cells."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import islice

from sapper.errors import RulesError
from sapper.game.chance import Chance
from sapper.game.grid import Grid
from sapper.game.rules import First

DEALS, PLAYS = 0, 1  #: streams of a seed: one for the deals, one for the players' choices


@dataclass(frozen=True)
class Deal:
    """An ordering of (at least the first of) the playable cells.

    Given the first cell opened, the mines are the first ``mines`` cells of the ordering that the
    first-move rule does not forbid, so one deal serves every rule and every first move, exactly
    uniformly. ``gold`` lies in the first other cells that touch no mine; uniformly too where the
    first move promises nothing (a promise puts the cells it spares early in the ordering).

    Raises ``RulesError`` if a cell is blocked, outside the grid or named twice, or too few are, and
    for more gold than cells.
    """

    grid: Grid
    mines: int
    order: tuple[int, ...]
    gold: int = 0

    def __post_init__(self) -> None:
        if self.mines < 0 or self.gold < 0:
            what = f"{self.mines} mines" if self.mines < 0 else f"{self.gold} gold"
            raise RulesError(f"a deal cannot have {what}")
        if self.gold > len(self.grid.playable):
            raise RulesError(f"{self.gold} gold do not fit on {len(self.grid.playable)} cells")
        if len(self.order) < self.mines:
            raise RulesError(
                f"a deal of {self.mines} mines needs as many cells, not {len(self.order)}"
            )
        cells, size = set(self.order), self.grid.size
        if len(cells) < len(self.order):
            twice = next(c for c, times in Counter(self.order).items() if times > 1)
            raise RulesError(f"cell {twice} stands twice in a deal")
        if cells and (min(cells) < 0 or max(cells) >= size):
            outside = next(c for c in self.order if not 0 <= c < size)
            raise RulesError(f"cell {outside} of a deal is outside a grid of {size} cells")
        if not self.grid.blocked.isdisjoint(cells):
            raise RulesError(f"cell {min(cells & self.grid.blocked)} of a deal is blocked")

    @classmethod
    def random(cls, grid: Grid, mines: int, chance: Chance) -> Deal:
        """A uniformly random deal, the whole ordering."""
        return cls(grid, mines, tuple(chance.shuffled(grid.playable)))

    @classmethod
    def seeded(cls, grid: Grid, mines: int, seed: int, number: int = 0) -> Deal:
        """Deal ``number`` of a seed: the same on every machine and for every player."""
        return cls.random(grid, mines, Chance(seed, DEALS, number))

    @classmethod
    def of_mines(
        cls, grid: Grid, mines: frozenset[int], gold: frozenset[int] = frozenset()
    ) -> Deal:
        """The deal whose mines and gold, wherever the first move promises nothing, are exactly
        these. Raises ``RulesError`` for gold that is a mine or touches one."""
        for i in sorted(gold):
            if i in mines or not mines.isdisjoint(grid.neighbours(i)):
                raise RulesError(f"gold at {list(grid.cell(i))} touches a mine")
        rest = [i for i in grid.playable if i not in mines and i not in gold]
        return cls(grid, len(mines), (*sorted(mines), *sorted(gold), *rest), len(gold))

    def mine_cells(self, first: int, rule: First) -> frozenset[int]:
        """Indices of the mines once ``first`` is opened under a rule.

        Raises ``RulesError`` if the rule leaves too few cells for the mines.
        """
        forbidden: tuple[int, ...] = () if rule == "any" else (first,)
        if rule == "opening":
            forbidden += self.grid.neighbours(first)
        allowed = islice((i for i in self.order if i not in forbidden), self.mines)
        mines = frozenset(allowed)
        if len(mines) < self.mines:
            raise RulesError(
                f"the promise '{rule}' for a first move at {list(self.grid.cell(first))} "
                f"leaves too few cells for the mines"
            )
        return mines

    def gold_cells(self, mines: frozenset[int]) -> frozenset[int]:
        """Indices of the gold, once it is known which cells are mines.

        Raises ``RulesError`` if too few cells touch no mine.
        """
        near = self.grid.neighbours
        free = (i for i in self.order if i not in mines and mines.isdisjoint(near(i)))
        gold = frozenset(islice(free, self.gold))
        if len(gold) < self.gold:
            raise RulesError(f"{self.gold} gold find only {len(gold)} cells that touch no mine")
        return gold
