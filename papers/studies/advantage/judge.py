"""Judges of guesses: the players to compare with, and common playouts of both guesses."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from papers.studies import engine
from sapper.arena.match import turns
from sapper.errors import InputError
from sapper.game import Chance, Deal, Grid, Position, Rules
from sapper.game.codes import UNFLAGGED
from sapper.game.deal import PLAYS
from sapper.game.rules import First
from sapper.inference.counting import MAX_COUNT_STEPS, MAX_MEGABYTES, count
from sapper.inference.kernel.counter import Counter
from sapper.players import Pass, Player
from sapper.players.kernel.endgame import Endgame
from sapper.players.kernel.lookahead import Lookahead
from sapper.players.kernel.playout import NUMBERS
from sapper.players.kernel.rollouts import Rollouts

SEED = 91
TIE = 1e-9
CHAIN = [NUMBERS["single-point"], NUMBERS["swift"]]


@dataclass(frozen=True)
class Game:
    """A game played: the number of its deal, how much its guesses gained over the rival's in
    chances to win, how many guesses there were and how many differed, the CPU seconds of the
    player, with those of other programs that it asks, and whether it won."""

    number: int
    gain: float
    guesses: int
    others: int
    seconds: float
    won: bool


def _counted(counter: Counter, position: Position) -> None:
    count(counter, position, float("inf"), MAX_MEGABYTES, MAX_COUNT_STEPS)


class Rival(Protocol):
    """The player with which another's guesses are compared."""

    def guesses(self, position: Position) -> Sequence[int]:
        """Return its guess and all others that it values the same; the first one is evaluated."""
        ...


class Swift:
    """The guesses of swift on one grid, with all that it values the same."""

    def __init__(self, grid: Grid) -> None:
        self._counter = Counter(grid)
        self._endgame, self._ahead = Endgame(grid), Lookahead(grid)

    def guesses(self, position: Position) -> Sequence[int]:
        """Return the guesses of the endgame search, or else the best by looking ahead."""
        _counted(self._counter, position)
        ending = self._endgame.best(self._counter)
        if ending is not None:
            return [ending[0]]
        ranked = sorted((-v, i) for i, _, _, v in self._ahead.weigh(self._counter, position.cells))
        return [i for v, i in ranked if v <= ranked[0][0] + TIE]


class Other:
    """The guesses of any player, which sees each position as if it were its first."""

    def __init__(self, player: Player) -> None:
        self._player = player

    def guesses(self, position: Position) -> Sequence[int]:
        """Return the guess that it makes."""
        decision = self._player.begin(Chance(SEED))(position)
        if isinstance(decision, Pass):
            raise InputError("the player passed where it had to guess")
        return [position.grid.index(decision.move.cell)]


class Judge:
    """Compares guesses on one grid with those of a rival, by a number of playouts of swift."""

    def __init__(self, rival: Rival, grid: Grid, mines: int, playouts: int) -> None:
        self._rival, self._playouts = rival, playouts
        self._counter = Counter(grid)
        self._rollouts = Rollouts(self._counter, grid, mines, True, CHAIN)

    def gain(self, position: Position, guess: int, luck: int) -> float | None:
        """Return how much more often this guess wins than the rival's, or None if the rival values
        it the same."""
        usual = self._rival.guesses(position)
        if guess in usual:
            return None
        _counted(self._counter, position)
        self._rollouts.take(position.cells.translate(UNFLAGGED))
        mine, rivals = (self._values(cell, luck) for cell in (guess, usual[0]))
        return float((mine - rivals).mean())

    def _values(self, cell: int, luck: int) -> npt.NDArray[np.float64]:
        """Return the value of a guess in each playout."""
        if self._counter.risk_of(cell) == 1.0:  # some program may open a certain mine
            return np.zeros(self._playouts)
        return np.frombuffer(self._rollouts.values(cell, luck, self._playouts))


def play(judge: Judge, player: Player, first: First, deal: Deal, number: int) -> Game:
    """Play one game and compare its guesses."""
    gain, guesses, others, spent, won = 0.0, 0, 0, 0.0, False
    before = _cpu_seconds(player)
    for turn in turns(player, Rules(first), deal, Chance(SEED, PLAYS, number)):
        spent += _cpu_seconds(player) - before
        decision = turn.step.decision
        if decision.guess and not turn.before.untouched:
            cell = deal.grid.index(decision.move.cell)
            more = judge.gain(turn.before, cell, (number << 40) + (guesses << 30))
            guesses += 1
            others += more is not None
            gain += more or 0.0
        won = turn.after.outcome == "won"
        before = _cpu_seconds(player)
    return Game(number, gain, guesses, others, spent, won)


def _cpu_seconds(player: Player) -> float:
    """Return the CPU time so far of this process and of the programs that the player asks."""
    return time.process_time() + engine.seconds(player)
