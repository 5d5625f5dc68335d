"""``python -m bench.arena``: the overhead of the arena, including the store, over the kernel alone.

The same games are played alternately by the kernel alone and as an experiment with a new store. CPU
time is that of this process with all its threads.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

from bench.measure import cpu_seconds
from bench.table import Spread, Table
from sapper.arena.experiment.experiment import experiment
from sapper.arena.plan.plan import Plan
from sapper.game import Level, Rules
from sapper.game.rules import PROMISES
from sapper.players import player
from sapper.players.native.codes import NUMBERS
from sapper.players.native.playout import Playouts
from sapper.players.start import best_start


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(prog="python -m bench.arena", description=__doc__)
    parser.add_argument("--games", type=int, default=20_000, metavar="N", help="games per round")
    parser.add_argument("--rounds", type=int, default=5, metavar="N")
    parser.add_argument("--player", default="csp", metavar="RECIPE")
    parser.add_argument("--level", default="expert", metavar="LEVEL")
    options = parser.parse_args()
    _arena(options.player, options.level, 10, 2)  # a warm-up
    bare = []
    cost: dict[int, list[float]] = {1: [], 2: []}
    pace: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(options.rounds):
        alone = _bare(options.player, options.level, options.games)
        bare.append(1e6 * alone)
        for workers in cost:
            began = time.perf_counter()
            spent = cpu_seconds(
                lambda n=workers: _arena(options.player, options.level, options.games, n)
            )
            pace[workers].append(options.games / (time.perf_counter() - began))
            cost[workers].append(100 * (spent / options.games / alone - 1))
    rows = [(workers, Spread.of(cost[workers]), Spread.of(pace[workers])) for workers in cost]
    title = (
        f"{options.player}, {options.level}: {options.rounds} × {options.games:,} games;"
        f" the kernel alone takes {Spread.of(bare)} µs CPU for each game"
    )
    columns = ("workers", "extra CPU of the arena, %", "games a second (wall time)")
    print(Table(title, columns, rows))


def _arena(recipe: str, level: str, games: int, workers: int) -> None:
    """Play a plan into a temporary store."""
    plan = Plan("arena", (recipe,), (level,), games=games)
    with tempfile.TemporaryDirectory() as folder:
        experiment(plan, Path(folder) / "arena.db", workers=workers)


def _bare(recipe: str, level: str, games: int) -> float:
    """Return the CPU seconds for each game of the kernel alone."""
    board, rules = Level.parse(level), Rules()
    names = [link.text for link in player(recipe).chain]
    kernel = Playouts(
        board.grid,
        board.mines,
        PROMISES[rules.first],
        rules.zeros_open,
        [NUMBERS[name] for name in names],
        board.grid.index(best_start(board.grid, board.mines, rules.first)),
    )

    def play() -> None:
        for number in range(games):
            kernel.seeded(0, number)

    return cpu_seconds(play) / games


if __name__ == "__main__":
    main()
