"""``python -m bench.endurance``: a long experiment that is killed again and again.

The same plan is played twice: once without interruption, and once killed by ``kill -9`` at random
moments and restarted until it is finished. Then all games and the tables of both stores are
compared. The exit code is 1 if anything differs, if memory use grows, or if the process finishes
before it has been killed as often as requested.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import zip_longest
from pathlib import Path

from bench.options import command
from sapper_lab.store import StoredGame, open_store

PLAYERS = ["csp"]
MAX_MEGABYTES = 500  #: the most that the process may ever take


@dataclass(frozen=True)
class Life:
    """One process: how long it ran, how many games the store had at its end, its exit code and its
    peak memory."""

    seconds: float
    games: int
    code: int
    megabytes: int


def main() -> None:
    """Play, kill, compare, and print the results."""
    options = _options()
    with tempfile.TemporaryDirectory(dir=options.folder) as name:
        folder = Path(name)
        plan = folder / "endurance.toml"
        players = options.player or PLAYERS
        plan.write_text(
            f'name = "endurance"\nplayers = {json.dumps(players)}\n'
            f'levels = ["{options.level}"]\ngames = {options.games}\n'
        )
        peace = _live(plan, folder / "peace.db", options.workers, None)
        killed = _killed(plan, folder / "killed.db", options)
        different = _differences(folder / "peace.db", folder / "killed.db")
        size = (folder / "killed.db").stat().st_size
    lives = [peace, *killed]
    kills = sum(life.code == -signal.SIGKILL for life in killed)
    found = {
        "games": options.games,
        "workers": options.workers,
        "games_a_second": round(peace.games / peace.seconds),
        "kills": kills,
        "games_when_killed": [life.games for life in killed[:-1]],
        "peak_megabytes": max(life.megabytes for life in lives),
        "bytes_a_game": round(size / max(killed[-1].games, 1), 1),
        "different_games": different,
    }
    print(json.dumps(found, indent=1))
    if kills < options.kills:
        sys.exit(f"killed only {kills} times, not {options.kills}: try again with more --games")
    flat = found["peak_megabytes"] < MAX_MEGABYTES
    sys.exit(0 if flat and not different and killed[-1].games == peace.games else 1)


def _options() -> argparse.Namespace:
    parser = command("bench.endurance", __doc__, games=1_000_000, kills=5, workers=1)
    parser.add_argument("--level", default="beginner", metavar="LEVEL")
    parser.add_argument(
        "--player", action="append", metavar="RECIPE", help=f"default: {PLAYERS[0]}"
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="seed of the moments")
    parser.add_argument("--folder", metavar="DIR", help="folder for the temporary stores")
    return parser.parse_args()


def _killed(plan: Path, store: Path, options: argparse.Namespace) -> list[Life]:
    """Return the lives of all processes: those that were killed and the last one, which was not."""
    players = len(options.player or PLAYERS)
    chance = random.Random(options.seed)
    moments = sorted(chance.sample(range(options.games * players), options.kills))
    lives = [_live(plan, store, options.workers, moment) for moment in moments]
    return [*lives, _live(plan, store, options.workers, None)]


def _live(plan: Path, store: Path, workers: int, games: int | None) -> Life:
    """Run the experiment to its end, or kill it once the store has more than ``games`` games."""
    command = [sys.executable, "-m", "sapper", "experiment", str(plan), "--store", str(store)]
    began, before, peak = time.perf_counter(), _games(store), 0
    least = max(games or 0, before)
    with subprocess.Popen(
        [*command, "--workers", str(workers), "--json"], stdout=subprocess.DEVNULL
    ) as process:
        while process.poll() is None:
            peak = max(peak, _peak_megabytes(process.pid))
            if games is not None and _games(store) > least:
                process.kill()
            time.sleep(0.05)
    return Life(time.perf_counter() - began, _games(store), process.returncode, peak)


def _peak_megabytes(process: int) -> int:
    """Return the peak memory of a process; 0 if it is unknown."""
    try:
        status = Path(f"/proc/{process}/status").read_text()
    except OSError:  # it has just ended, or this is not Linux
        return 0
    found = re.search(r"VmHWM:\s*(\d+) kB", status)
    return round(int(found[1]) / 1024) if found else 0


def _games(store: Path) -> int:
    """Return how many games a store has for all players together; 0 if it does not exist yet."""
    if not store.exists():
        return 0
    with closing(sqlite3.connect(store, timeout=60)) as db:
        try:
            ((games,),) = db.execute("SELECT total(stop - start) FROM batch")
        except sqlite3.OperationalError:  # its tables are still being created
            return 0
    return int(games)


def _differences(one: Path, other: Path) -> int:
    """Return how many games of two stores differ, apart from their times."""
    with open_store(one) as peace, open_store(other) as killed:
        return sum(
            _differ(here, there)
            for mine, yours in zip(peace.entries(), killed.entries(), strict=True)
            for player in mine.contest.players
            for here, there in zip_longest(peace.games(mine, player), killed.games(yours, player))
        )


def _differ(here: StoredGame | None, there: StoredGame | None) -> bool:
    if here is None or there is None:
        return True
    return replace(here, cpu_seconds=0.0) != replace(there, cpu_seconds=0.0)


if __name__ == "__main__":
    main()
