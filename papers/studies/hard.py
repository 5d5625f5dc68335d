"""Boards that are hard to count, each in a separate process: time, memory, or the refusal."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from statistics import median

import numpy as np

from bench import boards
from bench.measure import peak_megabytes, run
from bench.options import Options
from bench.table import Table
from sapper.errors import SapperError
from sapper.game import Level, Position
from sapper.inference.analysis import analyse
from sapper.inference.counting import MAX_MEGABYTES, TIMEOUT_SECONDS
from sapper.inference.kernel.counter import Counter
from sapper.inference.status import Status

QUICK_SECONDS = 2.0  #: seconds that counting, and then satisfiability, may take with --quick
POSITION_INTERVAL = 5  #: every fifth position of a long game is measured
MAX_MOVES = 4000  #: the most moves of a game on a large board


@dataclass(frozen=True)
class Case:
    """A kind of board; ``make`` returns its positions.

    The budget is that of ``sapper.analyse`` unless one is given; such cases are left out of
    --quick.
    """

    name: str
    make: Callable[[], list[Position]]
    budget: tuple[float, int] = (TIMEOUT_SECONDS, MAX_MEGABYTES)


def played(mines: int) -> list[Position]:
    """Return every fifth position from the middle of a game on 100×100."""
    game = boards.play(Level(100, 100, mines), seed=1, number=0, lives=MAX_MOVES)
    return [met.position for met in game if 0.05 < met.open < 0.95][::POSITION_INTERVAL]


def opened(side: int, density: float) -> list[Position]:
    """Return three partly opened boards."""
    return [boards.opened(side, side, density, 0.35, seed) for seed in range(3)]


def lattice(side: int, density: float) -> list[Position]:
    """Return one lattice of clues."""
    return [boards.lattice(side, density, 0)]


CASES = (
    Case("play, 100×100, 2,000 mines", lambda: played(2000)),
    Case("play, 100×100, 2,500 mines", lambda: played(2500)),
    Case("50×50 density .25, random 35% open", lambda: opened(50, 0.25)),
    Case("200×200 density .2, random 35% open", lambda: opened(200, 0.2)),
    Case("every 2nd row and column open, 50×50 density .1", lambda: lattice(50, 0.1)),
    Case("… 50×50 density .25", lambda: lattice(50, 0.25)),
    Case("… 50×50 density .4", lambda: lattice(50, 0.4)),
    Case("… 24×24 density .25", lambda: lattice(24, 0.25)),
    Case("… 24×24 density .4", lambda: lattice(24, 0.4)),
    Case("… 24×24 density .4, given 60 s and 4 GB", lambda: lattice(24, 0.4), (60.0, 4000)),
    Case("… 30×30 density .4", lambda: lattice(30, 0.4)),
)


def tables(options: Options) -> Iterator[Table]:
    """Yield a table with a row for every kind of board."""
    rows = []
    for k, case in enumerate(CASES):
        seconds, megabytes = case.budget
        if options.quick:
            if seconds > TIMEOUT_SECONDS:
                continue
            seconds = QUICK_SECONDS
        done = run(
            [sys.executable, "-m", "papers.studies.hard", str(k), str(seconds), str(megabytes)]
        )
        found = json.loads(done.output)
        rows.append((case.name, *found))
    columns = ("board", "positions", "exact", "ms, median", "ms, most", "analyse, ms")
    yield Table(
        f"Hard boards: CPU, {QUICK_SECONDS if options.quick else TIMEOUT_SECONDS:g} s"
        f" and {MAX_MEGABYTES} MB allowed",
        (*columns, "refusal", "peak MB"),
        rows,
        "ms: the kernel, to its answer or refusal. analyse: sapper.analyse of the slowest position."
        " If counting refuses,\nsatisfiability finds the certain cells, with the same time limit"
        " again. peak MB: the whole process with Python.",
    )


def measure(case: Case, seconds: float, megabytes: int) -> list[object]:
    """Count every position of a case, and analyse the one that took longest."""
    positions = case.make()
    counter = Counter(positions[0].grid)
    out = np.empty(positions[0].grid.size)
    taken, exact = [], 0
    for position in positions:
        before = time.process_time()
        status = counter.count(position.cells, position.mines, seconds, megabytes, 0)
        if status == Status.OK:
            counter.risks(out)
            exact += 1
        taken.append(1000 * (time.process_time() - before))
    del counter  # frees its memory
    slowest = positions[taken.index(max(taken))]
    before = time.process_time()
    try:
        note = analyse(slowest, seconds=seconds, megabytes=megabytes).note
    except SapperError as error:
        note = str(error)
    whole = 1000 * (time.process_time() - before)
    return [
        len(positions),
        exact,
        median(taken),
        max(taken),
        whole,
        note.partition(";")[0],
        peak_megabytes(),
    ]


if __name__ == "__main__":
    number, seconds_, megabytes_ = sys.argv[1:]
    print(json.dumps(measure(CASES[int(number)], float(seconds_), int(megabytes_))))
