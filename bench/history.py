"""``python -m bench.history``: how quickly a history of many games opens.

A history is made in a temporary folder, of copies of a few games at different times. Opening is
what ``sapper history list`` and the page do: the file is opened, and the latest games are listed;
the statistics, the record of one game and a filter are measured as well.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.table import Spread, Table
from sapper.arena.match.playing import play
from sapper.game import LEVELS, Deal, Rules
from sapper.history.database import Choice, History
from sapper.history.entry import kept
from sapper.history.statistics import statistics

KINDS = 20  #: different games of each level
HOUR = 3_600.0
RECORDS = 50  #: one game in 50 has its record, which no list reads


def main() -> None:
    """Make a history, measure, and print a table."""
    parser = argparse.ArgumentParser(prog="python -m bench.history", description=__doc__)
    parser.add_argument("--games", type=int, default=10_000, metavar="N")
    parser.add_argument("--rounds", type=int, default=9, metavar="N")
    options = parser.parse_args()
    with TemporaryDirectory() as folder:
        path = Path(folder) / "history.db"
        _fill(path, options.games)
        rows = []
        for name, job in _jobs(path).items():
            job()
            cpu, wall = [], []
            for _ in range(options.rounds):
                before, since = time.process_time(), time.perf_counter()
                job()
                cpu.append(1e3 * (time.process_time() - before))
                wall.append(1e3 * (time.perf_counter() - since))
            rows.append((name, Spread.of(cpu), Spread.of(wall)))
    print(Table(f"{options.games:,} games", ("", "CPU, ms", "wall, ms"), rows))


def _fill(path: Path, count: int) -> None:
    made = []
    for name, level in LEVELS.items():
        for seed in range(KINDS):
            record = play("csp", Rules(), Deal.seeded(level.grid, level.mines, seed=seed))
            made.append((name, kept(record, "", "page", 0.0, seconds=60.0), record))
    history = History(path)
    for number in range(count):
        _, game, record = made[number % len(made)]
        changed = replace(game, key=f"page:{number}", at=HOUR * number, helped=0)
        history.keep(changed, record if number % RECORDS == 0 else None)
    history.close()


def _jobs(path: Path) -> dict[str, Callable[[], object]]:
    def opened(use: Callable[[History], object]) -> Callable[[], object]:
        def job() -> None:
            history = History(path)
            use(history)
            history.close()

        return job

    expert = Choice(level="expert", outcome="won")
    return {
        "open, list the latest 100": opened(lambda history: history.games(Choice(), 0, 100)),
        "open, list and count expert wins": opened(
            lambda history: (history.games(expert, 0, 100), history.count(expert))
        ),
        "open, all statistics": opened(lambda history: statistics(history, Choice())),
        "open, the record of one game": opened(lambda history: history.record(1)),
    }


if __name__ == "__main__":
    main()
