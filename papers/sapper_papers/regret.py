"""How close players come to perfect play, measured by the cost of their guesses.

The cost of a guess is the difference between the layouts that perfect play wins before it and those
that it wins after it. The optimum minus the sum of these costs over a game is the win rate of the
player, without the luck of surviving a guess: a few hundred games are as precise as tens of
thousands of wins and losses.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import combinations
from math import comb, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sapper.arena.match import turns
from sapper.arena.runner import Progress, SummedSeries, Sums, WorkerPool, run_summed
from sapper.arena.stats import WinRate
from sapper.errors import InputError
from sapper.estimate import Estimate, Z
from sapper.game import Chance, Deal, Grid, Level, Position, Rules
from sapper.game.codes import HIDDEN, MINE
from sapper.game.deal import PLAYS
from sapper.json_input import seed_json
from sapper.players import Player
from sapper.players import player as read_recipe
from sapper.players.effort import TriedMoves
from sapper_lab.perfect.kernel.expectimax import Expectimax

MAX_CELLS = 64  #: that fit into a word
MAX_LAYOUTS = 1_500_000  #: of a board with a safe first cell, for whose solution memory suffices

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
class RegretSums(WinRate, Sums):
    """Sums over games: the ``cost`` of the guesses and its squares by game, the games won, the
    guesses, those of them that a search decided (``searched``), and the CPU time."""

    games: int = 0
    wins: int = 0
    cost: float = 0.0
    squares: float = 0.0
    guesses: int = 0
    searched: int = 0
    cpu_seconds: float = 0.0

    def won(self, optimum: float) -> Estimate:
        """Return the optimum minus the mean cost, with its 95% interval: from 0 to the optimum at
        most, and as wide as that after fewer than two games."""
        games = max(self.games, 1)
        mean = self.cost / games
        spread = sqrt(max(0.0, self.squares / games - mean * mean) / games)
        half = Z * spread if games > 1 else 1.0
        rate = optimum - mean
        return Estimate(rate, rate - half, rate + half, self.games).clamp(0.0, optimum)


def play(judge: Judge, player: Player, deal: Deal, chance: Chance) -> RegretSums:
    """Play one game and compute the cost of its guesses. The first cell counts as a guess."""
    cost, guesses, searched, spent, start, won = 0.0, 0, 0, 0.0, -1, False
    before = time.process_time()
    for turn in turns(player, Rules("safe"), deal, chance):
        spent += time.process_time() - before
        decision = turn.step.decision
        cell = deal.grid.index(decision.move.cell)
        if turn.before.untouched:
            start = cell
            cost += judge.optimum - judge.first(cell)
        elif decision.guess:
            cost += judge.cost(turn.before, start, cell)
        if turn.before.untouched or decision.guess:
            guesses += 1
            searched += isinstance(decision.effort, TriedMoves)
        won = turn.after.outcome == "won"
        before = time.process_time()
    return RegretSums(1, int(won), cost, cost * cost, guesses, searched, spent)


@cache
def judge_of(level: str) -> Judge:
    """Return the judge of a board, which each process makes once."""
    board = Level.parse(level)
    return Judge(board.grid, board.mines)


def play_games(
    level: str, recipes: Sequence[str], seed: int, numbers: Sequence[int]
) -> tuple[RegretSums, ...]:
    """Let every player play the deals of these numbers."""
    board, judge = Level.parse(level), judge_of(level)
    deals = [Deal.seeded(board.grid, board.mines, seed, number) for number in numbers]
    totals = []
    for recipe in recipes:
        player = read_recipe(recipe)
        chances = (Chance(seed, PLAYS, number) for number in numbers)
        games = (play(judge, player, *luck) for luck in zip(deals, chances, strict=True))
        totals.append(sum(games, RegretSums()))
    return tuple(totals)


@dataclass(frozen=True)
class RegretRow:
    """The sums of one player on one board, whose ``optimum`` is the win rate of perfect play."""

    level: str
    optimum: float
    player: str
    sums: RegretSums

    def to_json(self) -> dict[str, Any]:
        """Return plain values: ``win_rate`` and its interval by cost, and the games really won."""
        won = self.sums.won(self.optimum)
        return {
            "level": self.level,
            "player": self.player,
            "games": self.sums.games,
            "win_rate": won.value,
            "low": won.low,
            "high": won.high,
            "wins": self.sums.wins,
            "perfect": self.optimum,
            "guesses": self.sums.guesses,
            "searched": self.sums.searched,
            "cpu_seconds": self.sums.cpu_seconds,
        }


@dataclass(frozen=True)
class RegretResult:
    """The rows of all players, board by board; ``interrupted`` is True if some games were not
    played."""

    seed: int
    games: int
    rows: tuple[RegretRow, ...]
    interrupted: bool = False

    @property
    def played(self) -> int:
        """The number of games played by all players on all boards."""
        return sum(row.sums.games for row in self.rows)

    def to_json(self) -> dict[str, Any]:
        """Return plain values; the key ``interrupted`` is present only if true."""
        return {
            "seed": seed_json(self.seed),
            "games": self.games,
            **({"interrupted": True} if self.interrupted else {}),
            "rows": self.flat_rows(),
        }

    def flat_rows(self) -> list[dict[str, Any]]:
        """Return the rows as plain values."""
        return [row.to_json() for row in self.rows]


def measure_regret(
    levels: Sequence[str],
    players: Sequence[str],
    games: int,
    *,
    seed: int,
    workers: int = 1,
    progress: Progress | None = None,
) -> RegretResult:
    """Let all players play the same deals of every board, and compute the cost of their guesses.

    Args:
        levels: boards, ``WIDTHxHEIGHTxMINES``; their first cell is safe.
        players: their recipes.
        games: the number of deals of each board.
        seed: the seed of the deals.
        workers: the number of processes.
        progress: called at the start and after every batch.

    Raises ``InputError`` for a board with too many layouts, and ``Interrupted``, with the result of
    the games finished so far, on Ctrl-C.
    """
    recipes = [str(read_recipe(recipe)) for recipe in players]
    for level in levels:
        check_solvable(level)
    zero = (RegretSums(),) * len(recipes)
    series = [
        SummedSeries(games, partial(play_games, level, recipes, seed), zero, weight=len(recipes))
        for level in levels
    ]

    def result() -> RegretResult:
        rows = tuple(
            RegretRow(level, judge_of(level).optimum, recipe, sums)
            for level, one in zip(levels, series, strict=True)
            for recipe, sums in zip(recipes, one.total, strict=True)
            if one.done
        )
        return RegretResult(seed, games, rows, any(one.done < one.due for one in series))

    return run_summed(series, result, WorkerPool(workers), progress)


def check_solvable(level: str) -> None:
    """Raise ``InputError`` for a board with too many layouts to be solved."""
    board = Level.parse(level)
    layouts = comb(board.grid.size - 1, board.mines)
    if layouts > MAX_LAYOUTS or board.grid.size > MAX_CELLS:
        raise InputError(
            f"{level} is too large to compute perfect play: it has {board.grid.size} cells and"
            f" {layouts:,} layouts, expected at most {MAX_CELLS} and {MAX_LAYOUTS:,}"
        )
