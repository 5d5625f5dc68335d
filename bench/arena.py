"""``python -m bench.arena``: the overhead of the arena, including the store, over the games alone.

In each round the same games are played by the kernel alone, and then as an experiment with a new
store, by one worker and by two. CPU time is that of this process with all its threads.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

import numpy as np

from bench.measure import cpu_seconds
from bench.options import command
from bench.table import Spread, Table
from sapper.errors import InputError
from sapper.game import Level, Rules
from sapper.players import native, player
from sapper.players.kernel.games import KernelGames
from sapper_lab.experiment import experiment
from sapper_lab.plan import Plan

LEVELS = ("beginner8", "beginner", "intermediate", "expert")
WARMUP_GAMES = 200  #: games of a warm-up, which also says how many games fill a round
WORKERS = (1, 2)


def main() -> None:
    """Measure, and print a table."""
    parser = command("bench.arena", __doc__, rounds=5)
    parser.add_argument("--seconds", type=float, default=2.0, metavar="S", help="CPU of a round")
    parser.add_argument("--player", default="csp", metavar="RECIPE")
    parser.add_argument("--level", action="append", metavar="LEVEL", help="default: all four")
    options = parser.parse_args()
    rows = []
    for level in options.level or LEVELS:
        for workers in WORKERS:
            _arena(options.player, level, WARMUP_GAMES, workers)
        games = max(
            WARMUP_GAMES, round(options.seconds / _alone(options.player, level, WARMUP_GAMES))
        )
        rows += _rows(options.player, level, games, options.rounds)
    title = (
        f"{options.player}: {options.rounds} rounds of about {options.seconds:g} s on each level"
    )
    columns = ("level", "games", "workers", "µs per game alone", "extra CPU, %", "games/s (wall)")
    print(Table(title, columns, rows))


def _rows(recipe: str, level: str, games: int, rounds: int) -> list[tuple[object, ...]]:
    """Return a row for each number of workers."""
    alone = []
    extra: dict[int, list[float]] = {workers: [] for workers in WORKERS}
    pace: dict[int, list[float]] = {workers: [] for workers in WORKERS}
    for _ in range(rounds):
        bare = _alone(recipe, level, games)
        alone.append(1e6 * bare)
        for workers in WORKERS:
            began = time.perf_counter()
            spent = cpu_seconds(lambda n=workers: _arena(recipe, level, games, n))
            pace[workers].append(games / (time.perf_counter() - began))
            extra[workers].append(100 * (spent / games / bare - 1))
    return [
        (level, games, n, Spread.of(alone), Spread.of(extra[n]), Spread.of(pace[n]))
        for n in WORKERS
    ]


def _arena(recipe: str, level: str, games: int, workers: int) -> None:
    """Play a plan into a temporary store."""
    plan = Plan("arena", (recipe,), (level,), games=games)
    with tempfile.TemporaryDirectory() as folder:
        experiment(plan, Path(folder) / "arena.db", workers=workers)


def _alone(recipe: str, level: str, games: int) -> float:
    """Return the CPU seconds for each game of the kernel alone."""
    board, chosen = Level.parse(level), player(recipe)
    kernel = native.playouts(chosen, Rules(), board.grid, board.mines)
    if kernel is None:
        raise InputError(f"the kernel cannot play '{recipe}'")
    columns = np.empty(games, np.uint8), np.empty(games, np.int32), np.empty(games, np.int32)
    decisions = np.empty((games, len(chosen.chain)), np.int32)
    none, numbers = np.empty(0, np.int32), np.arange(games)
    batch = KernelGames(kernel, 0, numbers, none, none, *columns, decisions)
    return cpu_seconds(lambda: batch.play(0, games)) / games


if __name__ == "__main__":
    main()
