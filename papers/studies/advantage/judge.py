"""Judges of guesses: the players to compare with, and common playouts of both guesses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf

from papers.studies.playouts import GuessPlayouts, cpu_seconds, guess_of
from sapper.arena.match import turns
from sapper.game import Chance, Deal, Grid, Position, Rules
from sapper.game.deal import PLAYS
from sapper.game.rules import First
from sapper.inference.counting import MAX_COUNT_STEPS, MAX_MEGABYTES, count
from sapper.inference.kernel.counter import Counter
from sapper.players import Player
from sapper.players.kernel.endgame import Endgame
from sapper.players.kernel.lookahead import Lookahead

SEED = 91
TIE = 1e-9

#: The player with which another's guesses are compared: returns its guess in a position and all
#: others that it values the same; the first one is evaluated.
Rival = Callable[[Position], Sequence[int]]


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


class Swift:
    """The guesses of swift on one grid, with all that it values the same."""

    def __init__(self, grid: Grid) -> None:
        self._counter = Counter(grid)
        self._endgame, self._ahead = Endgame(grid), Lookahead(grid)

    def __call__(self, position: Position) -> Sequence[int]:
        """Return the guesses of the endgame search, or else the best by looking ahead."""
        count(self._counter, position, inf, MAX_MEGABYTES, MAX_COUNT_STEPS)
        ending = self._endgame.best(self._counter)
        if ending is not None:
            return [ending[0]]
        ranked = sorted((-v, i) for i, _, _, v in self._ahead.weigh(self._counter, position.cells))
        return [i for v, i in ranked if v <= ranked[0][0] + TIE]


def other(player: Player) -> Rival:
    """Return the guesses of any player, which sees each position as if it were its first."""
    return lambda position: [guess_of(player, position, Chance(SEED))]


class Judge:
    """Compares guesses on one grid with those of a rival, by a number of playouts of swift."""

    def __init__(self, rival: Rival, grid: Grid, mines: int, playouts: int) -> None:
        self._rival = rival
        self._playouts = GuessPlayouts(grid, mines, playouts)

    def gain(self, position: Position, guess: int, luck: int) -> float | None:
        """Return how much more often this guess wins than the rival's, or None if the rival values
        it the same."""
        usual = self._rival(position)
        if guess in usual:
            return None
        self._playouts.take(position)
        mine, rivals = (self._playouts.values(cell, luck) for cell in (guess, usual[0]))
        return float((mine - rivals).mean())


def play(judge: Judge, player: Player, first: First, deal: Deal, number: int) -> Game:
    """Play one game and compare its guesses."""
    gain, guesses, others, spent, won = 0.0, 0, 0, 0.0, False
    before = cpu_seconds(player)
    for turn in turns(player, Rules(first), deal, Chance(SEED, PLAYS, number)):
        spent += cpu_seconds(player) - before
        decision = turn.step.decision
        if decision.guess and not turn.before.untouched:
            cell = deal.grid.index(decision.move.cell)
            more = judge.gain(turn.before, cell, (number << 40) + (guesses << 30))
            guesses += 1
            others += more is not None
            gain += more or 0.0
        won = turn.after.outcome == "won"
        before = cpu_seconds(player)
    return Game(number, gain, guesses, others, spent, won)
