"""What an environment rewards."""

from __future__ import annotations

from dataclasses import dataclass

from sapper.game import Position
from sapper.game.codes import GOLD, HIDDEN, MINE


@dataclass(frozen=True)
class Rewards:
    """The reward of a step is the sum of what applies: ``win`` for the move that wins, ``loss``
    for the one that loses, ``mine`` for each mine it opens, ``cell`` for each other cell it opens
    (gold included), ``gold`` for each gold, ``move`` for any legal move, ``illegal`` for one that
    the position does not allow, which changes nothing.

    By default a game is worth 1 if it is won and 0 if not, and an illegal move costs 0.1.
    """

    win: float = 1.0
    loss: float = 0.0
    mine: float = 0.0
    cell: float = 0.0
    gold: float = 0.0
    move: float = 0.0
    illegal: float = -0.1

    def __call__(self, before: Position, after: Position) -> float:
        """The reward of a legal move between two positions."""
        reward = self.move
        if after.outcome != "playing":
            reward += self.win if after.outcome == "won" else self.loss
        if self.mine or self.gold or self.cell:
            reward += self._opened(before, after)
        return reward

    def _opened(self, before: Position, after: Position) -> float:
        mines, gold = (after.cells.count(c) - before.cells.count(c) for c in (MINE, GOLD))
        closed = _open(after) - _open(before)
        return self.mine * mines + self.gold * gold + self.cell * (closed - mines)


def _open(position: Position) -> int:
    """How many cells are open, mines and gold included."""
    clues = sum(code < HIDDEN for code in position.cells)
    return clues + position.cells.count(MINE) + position.cells.count(GOLD)
