"""How much of perfect play a player wins, measured by what its guesses cost.

A guess costs the difference between the layouts that perfect play wins from there, and those that
it wins after the guess. Summed over a game and taken from the optimum this is the player's win
rate, without the luck of whether a guess is survived: a few hundred games tell as much as tens of
thousands of wins and losses.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from math import sqrt
from statistics import fmean, pstdev

from bench.options import Options
from bench.table import Share, Table
from sapper.arena.game import turns
from sapper.game import Chance, Deal, Grid, Level, Position, Rules
from sapper.game.codes import HIDDEN, MINE
from sapper.game.deal import PLAYS
from sapper.inference.kernel.expectimax import Expectimax
from sapper.players import player as read_recipe

SEED = 77
LEVELS = ("4x4x4", "5x2x3", "10x1x5")
#: Players, and how many times fewer games they play than the others.
PLAYERS = {
    "csp": 1,
    "swift": 1,
    "bssuct(simulations=200)": 4,
    "bssuct(simulations=1000)": 10,
    "bssuct(simulations=5000)": 40,
}


class Judge:
    """What perfect play wins on one small board whose first cell is safe."""

    def __init__(self, grid: Grid, mines: int) -> None:
        self._grid, self._search = grid, Expectimax(grid)
        self._mines = mines
        self.first = cache(self._first)

    def _first(self, start: int) -> float:
        """The share of games that perfect play wins after this first cell."""
        layouts = self.layouts(start)
        return self._won(layouts, (1 << self._grid.size) - 1) / len(layouts)

    @property
    def optimum(self) -> float:
        """The share that it wins after the best first cell."""
        return max(map(self.first, range(self._grid.size)))

    @cache  # noqa: B019 - as many as there are cells, and the judge is not kept
    def layouts(self, start: int) -> list[int]:
        """All layouts with this first cell, as words of bits."""
        free = [i for i in range(self._grid.size) if i != start]
        return [sum(1 << i for i in mines) for mines in combinations(free, self._mines)]

    def cost(self, position: Position, start: int, guess: int) -> float:
        """How much of the chance to win a guess gives away."""
        near = [sum(1 << j for j in self._grid.neighbours(i)) for i in range(self._grid.size)]
        shown = [(1 << i, near[i], code) for i, code in enumerate(position.cells) if code < HIDDEN]
        assert MINE not in position.cells
        fit = [
            layout
            for layout in self.layouts(start)
            if all(not layout & bit and (layout & n).bit_count() == code for bit, n, code in shown)
        ]
        hidden = sum(1 << i for i in position.hidden)
        safe = [layout for layout in fit if not layout >> guess & 1]
        return (self._won(fit, hidden) - self._won(safe, hidden)) / len(fit)

    def _won(self, layouts: list[int], hidden: int) -> int:
        self._search.take(layouts)
        return self._search.win(len(layouts), hidden, 0)


def tables(options: Options) -> Iterator[Table]:
    """Expected win rates beside the optimum."""
    rows = [row for level in LEVELS for row in _rows(Level.parse(level), max(2, options.games))]
    yield Table(
        f"Expected wins, first cell safe, deals of seed {SEED}",
        ("player", "board", "games", "won % (95 %)", "perfect play %", "ms a guess"),
        rows,
        "The optimum less what guesses cost; normal intervals. ms: CPU of one core.",
    )


def _rows(level: Level, games: int) -> Iterator[tuple[object, ...]]:
    judge = Judge(level.grid, level.mines)
    best = judge.optimum
    for recipe, fewer in PLAYERS.items():
        count = max(2, games // fewer)
        costs, guesses, seconds = [], 0, 0.0
        for number in range(count):
            cost, made, spent = _game(judge, recipe, level, number)
            costs.append(cost)
            guesses += made
            seconds += spent
        rate = best - fmean(costs)
        half = 1.96 * pstdev(costs) / sqrt(count)
        won = Share(rate, rate - half, rate + half)
        yield recipe, str(level), count, won, 100 * best, 1000 * seconds / max(1, guesses)


def _game(judge: Judge, recipe: str, level: Level, number: int) -> tuple[float, int, float]:
    """What the guesses of one game cost, how many they were, and their CPU seconds."""
    deal = Deal.seeded(level.grid, level.mines, SEED, number)
    game = turns(read_recipe(recipe), Rules("safe"), deal, Chance(SEED, PLAYS, number))
    cost, guesses, spent, start = 0.0, 0, 0.0, -1
    before = time.process_time()
    for turn in game:
        spent += time.process_time() - before
        decision = turn.step.decision
        cell = level.grid.index(decision.move.cell)
        if turn.before.untouched:
            start = cell
            cost += judge.optimum - judge.first(cell)
            guesses += 1
        elif decision.guess:
            cost += judge.cost(turn.before, start, cell)
            guesses += 1
        before = time.process_time()
    return cost, guesses, spent
