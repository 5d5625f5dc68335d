"""How much better a player guesses than ``swift``, measured guess by guess.

Wherever a player's guess differs from the one that ``swift`` would make, ``swift`` continues after
both guesses, many times and in the same layouts. The extra wins after the player's guesses, summed
over its games, are how much more often it wins (Kakade & Langford 2002, "Approximately optimal
approximate reinforcement learning", lemma 6.1), without the luck of surviving a guess: a hundred
games are as precise as ten thousand wins and losses.

With ``--than``, the guesses are compared with those of another player in the same positions. As
``swift`` continues after both, the sum is then the value of such guesses when ``swift`` plays the
rest, not exactly how much more often the player wins than the other.

    python -m bench.advantage --player 'champion(playouts=2000)' --level expert --games 100
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, pstdev
from typing import Protocol

import numpy as np

from bench.table import Share, Table
from sapper.arena.match.game import turns
from sapper.errors import InputError
from sapper.game import Chance, Deal, Grid, Level, Position, Rules
from sapper.game.codes import UNFLAGGED
from sapper.game.deal import PLAYS
from sapper.game.rules import First
from sapper.inference.counting import MEGABYTES, STEPS, count
from sapper.inference.kernel.counter import Counter
from sapper.players import Pass, Player
from sapper.players import player as read_recipe
from sapper.players.native.codes import NUMBERS
from sapper.players.native.endgame import Endgame
from sapper.players.native.lookahead import Lookahead
from sapper.players.native.rollouts import Rollouts

SEED = 91
SLACK = 1e-9
CHAIN = [NUMBERS["single-point"], NUMBERS["swift"]]


@dataclass(frozen=True)
class Game:
    """A game played: how much its guesses gained over the rival's in chances to win, how many
    differed, and the CPU seconds of the player."""

    gain: float
    guesses: int
    others: int
    seconds: float


def _counted(counter: Counter, position: Position) -> None:
    count(counter, position, float("inf"), MEGABYTES, STEPS)


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
        ranked = sorted((-v, i) for i, _, v in self._ahead.weigh(self._counter, position.cells))
        return [i for v, i in ranked if v <= ranked[0][0] + SLACK]


class Other:
    """The guesses of any player."""

    def __init__(self, player: Player) -> None:
        self._decide = player.begin(Chance(SEED))

    def guesses(self, position: Position) -> Sequence[int]:
        """Return the guess that it makes."""
        decision = self._decide(position)
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
        mine, rivals = (
            np.frombuffer(self._rollouts.values(cell, luck, self._playouts))
            for cell in (guess, usual[0])
        )
        return float((mine - rivals).mean())


def play(judge: Judge, player: Player, first: First, deal: Deal, number: int) -> Game:
    """Play one game and compare its guesses."""
    gain, guesses, others, spent = 0.0, 0, 0, 0.0
    before = time.process_time()
    for turn in turns(player, Rules(first), deal, Chance(SEED, PLAYS, number)):
        spent += time.process_time() - before
        decision = turn.step.decision
        if decision.guess and not turn.before.untouched:
            cell = deal.grid.index(decision.move.cell)
            more = judge.gain(turn.before, cell, (number << 40) + (guesses << 30))
            guesses += 1
            others += more is not None
            gain += more or 0.0
        before = time.process_time()
    return Game(gain, guesses, others, spent)


def table(
    recipe: str, than: str, level: Level, first: First, games: int, playouts: int, start: int
) -> Table:
    """Return a table of how much more the guesses of a player win than a rival's."""
    player, grid = read_recipe(recipe), level.grid
    rival = Swift(grid) if than == "swift" else Other(read_recipe(than))
    judge = Judge(rival, grid, level.mines, playouts)
    deals = (Deal.seeded(grid, level.mines, SEED, start + n) for n in range(games))
    played = [play(judge, player, first, deal, start + n) for n, deal in enumerate(deals)]
    gains = [game.gain for game in played]
    mean, half = fmean(gains), 1.96 * pstdev(gains) / sqrt(games)
    row = (
        *(recipe, f"{level}, {first}", games, Share(mean, mean - half, mean + half)),
        *(fmean(game.guesses for game in played), fmean(game.others for game in played)),
        1000 * fmean(game.seconds for game in played),
    )
    columns = ("player", "games of", "games", "won more, % (95 %)", "guesses", "others", "ms")
    notes = (
        f"All values are for one game: guesses, those where {than} guesses otherwise (others), and"
        f" CPU time.\n{playouts} playouts."
    )
    return Table(f"Won more than {than}, deals of seed {SEED}", columns, [row], notes)


def main() -> None:
    """Measure one player at one level."""
    parser = argparse.ArgumentParser(prog="python -m bench.advantage", description=__doc__)
    parser.add_argument("--player", required=True, metavar="RECIPE")
    parser.add_argument("--than", default="swift", metavar="RECIPE")
    parser.add_argument("--level", default="expert")
    parser.add_argument("--first", choices=("any", "safe", "opening"), default="safe")
    parser.add_argument("--games", type=int, default=100, metavar="N")
    parser.add_argument("--playouts", type=int, default=400, metavar="N")
    parser.add_argument("--start", type=int, default=0, metavar="N", help="the first deal's number")
    asked = parser.parse_args()
    level = Level.parse(asked.level)
    games = max(2, asked.games)
    print(
        table(
            *(asked.player, asked.than, level, asked.first),
            *(games, asked.playouts, asked.start),
        )
    )


if __name__ == "__main__":
    main()
