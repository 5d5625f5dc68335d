"""Guesses of players, valued by playouts of ``swift``: what the studies of guesses share."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from math import inf
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from papers.studies import engine
from sapper.arena.runner import Interrupted, SummedSeries, WorkerPool, interruptible, run
from sapper.errors import InputError
from sapper.game import Chance, Grid, Position
from sapper.game.codes import UNFLAGGED
from sapper.inference.counting import MAX_COUNT_STEPS, MAX_MEGABYTES, count
from sapper.inference.kernel.counter import Counter
from sapper.players import Pass, Player
from sapper.players.kernel.playout import NUMBERS
from sapper.players.kernel.rollouts import Rollouts

CHAIN = [NUMBERS["single-point"], NUMBERS["swift"]]  #: who plays on
T = TypeVar("T")


class GuessPlayouts:
    """A number of playouts of ``swift`` after guesses on one board; ``take`` a position first."""

    def __init__(self, grid: Grid, mines: int, playouts: int) -> None:
        self._playouts = playouts
        self.counter = Counter(grid)
        self._rollouts = Rollouts(self.counter, grid, mines, True, CHAIN)

    def take(self, position: Position) -> None:
        """Set the position. Raises ``BudgetError`` if it is too hard to count."""
        count(self.counter, position, inf, MAX_MEGABYTES, MAX_COUNT_STEPS)
        self._rollouts.take(position.cells.translate(UNFLAGGED))

    def values(self, cell: int, luck: int) -> npt.NDArray[np.float64]:
        """Return the chance to win after a guess in each playout from number ``luck``. A certain
        mine, which some program may open, never wins."""
        if self.counter.risk(cell) == 1.0:  # no layout to play on from
            return np.zeros(self._playouts)
        return np.frombuffer(self._rollouts.values(cell, luck, self._playouts))


def guess_of(player: Player, position: Position, chance: Chance) -> int:
    """Return the cell that a player opens in a position, as if it were its first.

    Raises ``InputError`` if it does not open one.
    """
    decision = player.begin(chance)(position)
    if isinstance(decision, Pass):
        raise InputError(f"{player}: expected a guess, but {decision}")
    if decision.move.action != "open":
        raise InputError(f"{player}: expected a guess, not a move to {decision.move}")
    return position.grid.index(decision.move.cell)


def cpu_seconds(player: Player) -> float:
    """Return the CPU time so far of this process and of the programs that the player asks."""
    return time.process_time() + engine.seconds(player)


def play_numbers(
    numbers: Sequence[int],
    play: Callable[[Sequence[int]], list[T]],
    workers: int,
    report: Callable[[list[T]], object],
) -> bool:
    """Play the deals with these numbers, and report their results as they are finished.

    Returns whether all are: Ctrl-C ends the run.
    """
    reported = 0

    def finished(series: SummedSeries[list[T]]) -> None:
        nonlocal reported
        new = series.total[reported:]
        reported += len(new)
        report(new)

    series = SummedSeries[list[T]](
        len(numbers), play, [], prepare=lambda places: numbers[places.start : places.stop]
    )
    try:
        with interruptible(lambda: None):
            run([series], WorkerPool(workers), finished)
    except Interrupted:
        return False
    return True
