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
    uniformly.

    Raises ``RulesError`` if a cell is blocked, outside the grid or named twice, or too few are.
    """

    grid: Grid
    mines: int
    order: tuple[int, ...]

    def __post_init__(self) -> None:
        if self.mines < 0:
            raise RulesError(f"a deal cannot have {self.mines} mines")
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
    def of_mines(cls, grid: Grid, mines: frozenset[int]) -> Deal:
        """The deal whose mines, wherever the first move promises nothing, are exactly these."""
        rest = [i for i in grid.playable if i not in mines]
        return cls(grid, len(mines), (*sorted(mines), *rest))

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
