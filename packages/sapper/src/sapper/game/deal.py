"""Deals: where the mines and the gold lie, as an ordering of cells."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import islice

from sapper.arguments import checked, first_rule, instance, iterable, several, whole
from sapper.errors import RulesError, plural
from sapper.game.grid import Grid
from sapper.game.level import Level, sized
from sapper.game.rules import First, mine_free_indices
from sapper.kernel.chance import Chance

Seed = int  #: from 0 to 2**128 - 1; a random one of that size can be secret
DEALS, PLAYS = 0, 1  #: streams of a seed: one for the deals, one for the players' choices


@dataclass(frozen=True)
class Deal:
    """An ordering of the playable cells, or of at least the first of them.

    Given the first cell opened, the mines are the first ``mines`` cells of the ordering that the
    first-move rule does not forbid, so one deal serves every rule and every first move, exactly
    uniformly. ``gold`` is the number of gold, which lies in the first of the remaining cells that
    touch no mine. The gold is uniform under the rule ``any`` only, because the other rules free
    cells that may come early in the ordering.

    Raises ``RulesError`` if a cell is blocked, outside the grid or listed twice, if the ordering
    has fewer cells than mines, or if there is more gold than cells.

    >>> deal = sapper.Deal.seeded("beginner", seed=7)
    >>> deal, deal.order[:3]
    (<Deal: 9x9, 10 mines>, (17, 30, 64))
    """

    grid: Grid
    mines: int
    order: tuple[int, ...]
    gold: int = 0

    def __post_init__(self) -> None:
        instance("Grid", "grid", self.grid)
        if whole("mines", self.mines) < 0 or whole("gold", self.gold) < 0:
            what = f"{self.mines} mines" if self.mines < 0 else f"{self.gold} gold"
            raise RulesError(f"a deal cannot have {what}")
        if self.gold > len(self.grid.playable):
            cells = plural(len(self.grid.playable), "cell")
            raise RulesError(f"{self.gold} gold do not fit on {cells}")
        if len(several("order", self.order)) < self.mines:
            raise RulesError(
                f"a deal of {plural(self.mines, 'mine')} must list at least "
                f"{plural(self.mines, 'cell')}, not {len(self.order)}"
            )
        try:
            listed, size = set(self.order), self.grid.size
            outside = listed and (min(listed) < 0 or max(listed) >= size)
        except TypeError:
            raise RulesError("order: expected the indices of cells") from None
        object.__setattr__(self, "order", tuple(self.order))
        if len(listed) < len(self.order):
            twice = next(c for c, times in Counter(self.order).items() if times > 1)
            raise RulesError(f"cell {twice} is listed twice in a deal")
        if outside:
            cell = next(c for c in self.order if not 0 <= c < size)
            raise RulesError(f"cell {cell} of a deal is outside a grid of {size} cells")
        if not self.grid.blocked.isdisjoint(listed):
            raise RulesError(f"cell {min(listed & self.grid.blocked)} of a deal is blocked")

    def __repr__(self) -> str:
        gold = f", {self.gold} gold" if self.gold else ""
        return f"<Deal: {self.grid.width}x{self.grid.height}, {plural(self.mines, 'mine')}{gold}>"

    def _repr_svg_(self) -> str:
        """Return the mines as notebooks show them: those under the first-move rule ``any``."""
        from sapper.game.drawing import board, inline
        from sapper.game.position import Position

        mines = [self.grid.cell(index) for index in self.order[: self.mines]]
        drawn = board(Position.start(self.grid, self.mines), mines=mines)
        return inline(drawn, f"{repr(self)[1:-1]}, if the first cell may be a mine")

    @classmethod
    @checked
    def random(cls, grid: Grid, mines: int, chance: Chance) -> Deal:
        """Return a uniformly random deal with a complete ordering."""
        return cls(grid, mines, tuple(chance.shuffled(grid.playable)))

    @classmethod
    @checked
    def seeded(
        cls, grid: Grid | Level | str, mines: int | None = None, seed: Seed = 0, number: int = 0
    ) -> Deal:
        """Return deal ``number`` of a seed, the same on every machine and for every player.

        ``grid`` and ``mines`` are the board; a level, or its name, has its own mines.
        """
        return cls.random(*sized(grid, mines), Chance(seed, DEALS, number))

    @classmethod
    def of_mines(
        cls, grid: Grid, mines: frozenset[int], gold: frozenset[int] = frozenset()
    ) -> Deal:
        """Return the deal with exactly these mines and gold under the first-move rule ``any``.

        Raises ``RulesError`` for gold that lies on a mine or touches one.
        """
        mines, gold = _cells("mines", mines, grid), _cells("gold", gold, grid)
        for i in sorted(gold):
            if i in mines or not mines.isdisjoint(grid.neighbour_indices(i)):
                raise RulesError(f"gold at {list(grid.cell(i))} touches a mine")
        rest = [i for i in grid.playable if i not in mines and i not in gold]
        return cls(grid, len(mines), (*sorted(mines), *sorted(gold), *rest), len(gold))

    def mine_indices(self, first: int, rule: First) -> frozenset[int]:
        """Return the indices of the mines when ``first`` is the first cell opened under a rule.

        Raises ``RulesError`` if the rule leaves too few cells for the mines.
        """
        if not 0 <= whole("first", first) < self.grid.size:
            raise RulesError(f"cell {first} is outside a grid of {self.grid.size} cells")
        forbidden = mine_free_indices(self.grid, first, first_rule("rule", rule))  # type: ignore[arg-type]
        allowed = islice((i for i in self.order if i not in forbidden), self.mines)
        mines = frozenset(allowed)
        if len(mines) < self.mines:
            raise RulesError(
                f"first={rule}: a first move at {list(self.grid.cell(first))} "
                f"leaves too few cells for {plural(self.mines, 'mine')}"
            )
        return mines

    def gold_indices(self, mines: frozenset[int]) -> frozenset[int]:
        """Return the indices of the gold, given the indices of the mines.

        Raises ``RulesError`` if too few cells are clear of mines and of their neighbours.
        """
        iterable("mines", mines)
        near = self.grid.neighbour_indices
        free = (i for i in self.order if i not in mines and mines.isdisjoint(near(i)))
        gold = frozenset(islice(free, self.gold))
        if len(gold) < self.gold:
            raise RulesError(
                f"{self.gold} gold do not fit on {plural(len(gold), 'cell')} that touch no mine"
            )
        return gold


def _cells(name: str, cells: frozenset[int], grid: Grid) -> frozenset[int]:
    """Return indices of cells. Raises ``InputError`` or, outside the grid, ``RulesError``."""
    instance("Grid", "grid", grid)
    read = frozenset(whole(name, index) for index in iterable(name, cells))
    outside = next((index for index in read if not 0 <= index < grid.size), None)
    if outside is not None:
        raise RulesError(f"{name}: cell {outside} is outside a grid of {grid.size} cells")
    return read
