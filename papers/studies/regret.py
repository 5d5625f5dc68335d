"""How close a player comes to perfect play, measured by the cost of its guesses.

The cost of a guess is the difference between the layouts that perfect play wins before it and those
that it wins after it. The optimum minus the sum of these costs over a game is the win rate of the
player, without the luck of surviving a guess: a few hundred games are as precise as tens of
thousands of wins and losses.

``python -m bench regret`` measures a few players on three boards, and the search for the optimum
under three rules for the first cell, one by one and together. The following measures others, on
boards small enough to be solved (which happens at the first guess), and also counts the games won:

    python -m papers.studies.regret --level 7x3x10 --player 'bssuct(simulations=5000)' --games 100
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import comb, sqrt
from statistics import fmean, pstdev

import numpy as np
from numpy.typing import NDArray

from bench.options import command
from bench.table import Share, Table
from sapper.arena.match import turns
from sapper.game import Chance, Deal, Grid, Level, Position, Rules
from sapper.game.codes import HIDDEN, MINE
from sapper.game.deal import PLAYS
from sapper.inference.kernel.optimum.expectimax import Expectimax
from sapper.players import Player
from sapper.players import player as read_recipe

SEED = 77
LEVELS = ("4x4x4", "5x2x3", "10x1x5")
#: Players, and the factor by which they play fewer games than the others.
PLAYERS = {
    "csp": 1,
    "swift": 1,
    "bssuct(simulations=100)": 2,
    "bssuct(simulations=300)": 4,
    "bssuct(simulations=1000)": 10,
    "bssuct(simulations=3000)": 30,
}
COLUMNS = (
    *("player", "board", "games", "won % (95%)", "by wins % (95%)", "perfect play %"),
    *("ms per guess",),
)
NOTE = (
    "won %: the optimum minus the cost of guesses, with a normal interval. by wins %: games really"
    " won, with\na Wilson interval. ms: CPU of one core; the first cell counts as a guess."
)

Layouts = NDArray[np.uint64]


class Judge:
    """The chances of perfect play on one small board whose first cell is safe."""

    def __init__(self, grid: Grid, mines: int) -> None:
        self._grid, self._mines = grid, mines
        self._search = Expectimax(grid)
        self.first = cache(self._first)
        self.layouts = cache(self._layouts)
        self.cost = cache(self._cost)

    def _first(self, start: int) -> float:
        """Return the share of games that perfect play wins after this first cell."""
        count = self._search.lay([i for i in range(self._grid.size) if i != start], self._mines)
        return self._search.win(0) / count

    @property
    def optimum(self) -> float:
        """The share of games that perfect play wins after the best first cell."""
        return max(map(self.first, self._grid.symmetry_representatives))

    def _layouts(self, start: int) -> Layouts:
        """Return all layouts with this first cell, as words of bits."""
        free = [1 << i for i in range(self._grid.size) if i != start]
        words = map(sum, combinations(free, self._mines))
        return np.fromiter(words, np.uint64, comb(len(free), self._mines))

    def _cost(self, position: Position, start: int, guess: int) -> float:
        """Return by how much a guess reduces the chance to win."""
        assert MINE not in position.cells
        fit = self.layouts(start)
        for i, code in enumerate(position.cells):
            if code < HIDDEN:
                fit = fit[_mined(fit, [i]) == 0]
                fit = fit[_mined(fit, self._grid.neighbour_indices(i)) == code]
        safe = fit[_mined(fit, [guess]) == 0]
        return (self._won(fit) - self._won(safe)) / len(fit)

    def _won(self, layouts: Layouts) -> int:
        self._search.take(layouts.tolist())
        return self._search.win(0)


def _mined(layouts: Layouts, cells: Iterable[int]) -> Layouts:
    """Return how many of these cells are mines, in each layout."""
    count = np.zeros_like(layouts)
    for i in cells:
        count += layouts >> np.uint64(i) & np.uint64(1)
    return count


@dataclass(frozen=True)
class Played:
    """One game: the cost of its guesses, their number and CPU seconds, and whether it was won."""

    cost: float
    guesses: int
    seconds: float
    won: bool


def _table(rows: list[tuple[object, ...]], seed: int) -> Table:
    return Table(f"Expected wins, first cell safe, deals of seed {seed}", COLUMNS, rows, NOTE)


def _row(judge: Judge, level: Level, recipe: str, games: int, seed: int) -> tuple[object, ...]:
    player = read_recipe(recipe)
    deals = (Deal.seeded(level.grid, level.mines, seed, number) for number in range(games))
    played = [
        play(judge, player, deal, Chance(seed, PLAYS, number)) for number, deal in enumerate(deals)
    ]
    costs = [game.cost for game in played]
    best = judge.optimum
    rate, half = best - fmean(costs), 1.96 * pstdev(costs) / sqrt(games)
    wins = sum(game.won for game in played)
    guesses = max(1, sum(game.guesses for game in played))
    return (
        *(recipe, str(level), games),
        *(Share(rate, rate - half, rate + half), Share.of(wins, games)),
        *(100 * best, 1000 * sum(game.seconds for game in played) / guesses),
    )


def play(judge: Judge, player: Player, deal: Deal, chance: Chance) -> Played:
    """Play one game and compute the cost of its guesses."""
    game = turns(player, Rules("safe"), deal, chance)
    cost, guesses, spent, start, won = 0.0, 0, 0.0, -1, False
    before = time.process_time()
    for turn in game:
        spent += time.process_time() - before
        decision = turn.step.decision
        cell = deal.grid.index(decision.move.cell)
        if turn.before.untouched:
            start = cell
            cost += judge.optimum - judge.first(cell)
            guesses += 1
        elif decision.guess:
            cost += judge.cost(turn.before, start, cell)
            guesses += 1
        won = turn.after.outcome == "won"
        before = time.process_time()
    return Played(cost, guesses, spent, won)


def main() -> None:
    """Measure one player on one board, or several on all boards."""
    parser = command("papers.studies.regret", __doc__, games=100, seed=SEED)
    parser.add_argument("--level", metavar="WxHxM", help=f"[{', '.join(LEVELS)}]")
    parser.add_argument("--player", metavar="RECIPE", help="[several]")
    asked = parser.parse_args()
    rows = []
    for level in map(Level.parse, [asked.level] if asked.level else LEVELS):
        judge = Judge(level.grid, level.mines)
        for recipe, fewer in ({asked.player: 1} if asked.player else PLAYERS).items():
            rows.append(_row(judge, level, recipe, max(2, asked.games // fewer), asked.seed))
    print(_table(rows, asked.seed))


if __name__ == "__main__":
    main()
