"""The rewards of an environment."""

from __future__ import annotations

from dataclasses import dataclass

from sapper.game import Position
from sapper.game.codes import GOLD, HIDDEN, MINE


@dataclass(frozen=True)
class Rewards:
    """The parts of a step's reward, which is the sum of those that apply.

    ``win`` is for the move that wins, ``loss`` for the move that loses, ``mine`` for each mine that
    a move opens, ``cell`` for each other cell (gold included), ``gold`` for each gold, ``move`` for
    any legal move, and ``illegal`` for a move that the position does not allow.

    By default a won game is worth 1, a lost one 0, and an illegal move costs 0.1.
    """

    win: float = 1.0
    loss: float = 0.0
    mine: float = 0.0
    cell: float = 0.0
    gold: float = 0.0
    move: float = 0.0
    illegal: float = -0.1

    def __call__(self, before: Position, after: Position) -> float:
        """Return the reward of the legal move that leads from one position to the other."""
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
    """The number of open cells, mines and gold included."""
    clues = sum(code < HIDDEN for code in position.cells)
    return clues + position.cells.count(MINE) + position.cells.count(GOLD)
