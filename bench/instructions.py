"""Instructions of the kernel's jobs, which do not depend on how busy the machine is.

Each job is measured as the difference between two processes that are alike except for it. They run
under ``perf stat`` or, where that cannot count, under valgrind's callgrind.
"""

from __future__ import annotations

import os
import pickle
import re
import subprocess
import sys
import tempfile
from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench import boards
from bench.boards import Move
from bench.measure import Job
from bench.options import command
from bench.table import Table
from sapper.game import Level, Position, Rules
from sapper.game.codes import HIDDEN
from sapper.inference import analyse
from sapper.inference.kernel.counter import Counter
from sapper.players import native
from sapper.players.recipes import player

SEED = 4  #: of the moves and of the games


@dataclass(frozen=True)
class Meter:
    """A program that counts the instructions of a command.

    - ``name``: its name.
    - ``prefix``: the arguments before the command, which make it write to a file.
    - ``pattern``: matches the count in that file.
    """

    name: str
    prefix: Callable[[Path], Sequence[str]]
    pattern: str

    def count(self, command: Sequence[str]) -> int:
        """Return the instructions of a command. Raises ``OSError`` without the program, and
        ``ValueError`` if it cannot count here or the command fails."""
        # Hashes of strings differ between processes otherwise, and with them the work.
        fixed = {**os.environ, "PYTHONHASHSEED": "0"}
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "counted")
            done = subprocess.run(
                [*self.prefix(file), *command], env=fixed, capture_output=True, text=True
            )
            text = file.read_text() if file.exists() else ""
        found = re.search(self.pattern, text, re.MULTILINE)
        if done.returncode or not found:
            raise ValueError(f"{self.name} cannot count {' '.join(command)}: {done.stderr[-500:]}")
        return int(found[1])


METERS = (
    Meter(
        "perf",
        lambda file: ("perf", "stat", "-x,", "-e", "instructions:u", "-o", str(file)),
        r"^(\d+),[^,]*,instructions:u",
    ),
    Meter(
        "callgrind",
        lambda file: ("valgrind", "--tool=callgrind", f"--callgrind-out-file={file}"),
        r"^(?:summary|totals): (\d+)",
    ),
)


def working() -> Meter | None:
    """Return the first meter that works on this machine, or None."""
    for one in METERS:
        try:
            one.count(("true",))
        except (OSError, ValueError):
            continue
        return one
    return None


@dataclass(frozen=True)
class Sample:
    """What the jobs work on: expert positions, the moves of games, and a number of games."""

    positions: list[Position]
    moves: list[list[Move]]
    games: int


def sample(positions: int, moves: int, games: int) -> Sample:
    """Return a sample with the moves of so many games."""
    level = Level.parse("expert")
    found = boards.expert(positions, guess=False)
    return Sample(found, [boards.moves(level, SEED, i) for i in range(moves)], games)


def jobs(given: Sample) -> list[tuple[str, int, Job]]:
    """Return the name of each job, the number of its parts, and the job."""
    level = Level.parse("expert")
    counter, out = Counter(level.grid), array("d", bytes(8 * level.grid.size))
    blank = bytes([HIDDEN]) * level.grid.size

    def count() -> None:
        for position in given.positions:
            counter.count(position.cells, level.mines, 10.0, 512, 0)
            counter.risks(out)

    def move() -> None:
        for game in given.moves:
            counter.count(blank, level.mines, 10.0, 512, 0)
            for made in game:
                counter.reveal(made.opened, made.view)
                counter.risks(out)

    def ask() -> None:
        for position in given.positions:
            analyse(position)

    return [
        ("count of a position, from bytes to an array", len(given.positions), count),
        ("incremental count after a move", sum(map(len, given.moves)), move),
        ("sapper.analyse(position)", len(given.positions), ask),
        ("game of csp, first cell safe", given.games, _games("csp", level, given.games)),
        ("game of swift, first cell safe", given.games, _games("swift", level, given.games)),
    ]


def _games(name: str, level: Level, games: int) -> Job:
    """Return a job that plays games in the kernel."""
    recipe, rules = player(name), Rules("safe")

    def job() -> None:
        native.play(recipe, rules, level.grid, level.mines, SEED, range(games))

    return job


def run(file: str, last: int) -> None:
    """Run the first of the jobs on the sample in a file, after a warm-up of all of them."""
    given = Sample(*pickle.loads(Path(file).read_bytes()))
    for _, _, job in jobs(Sample(given.positions[:1], given.moves[:1], 1)):
        job()
    for _, _, job in jobs(given)[:last]:
        job()


def counted(meter: Meter, given: Sample) -> Iterator[tuple[str, int, int]]:
    """Yield the name of each job, the number of its parts, and the instructions of all of them."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "sample")
        # not the sample itself, whose class has another name where this module is the program
        file.write_bytes(pickle.dumps((given.positions, given.moves, given.games)))

        def first(last: int) -> int:
            code = f"from bench.instructions import run; run({str(file)!r}, {last})"
            return meter.count((sys.executable, "-c", code))

        before = first(0)
        for k, (name, times, _) in enumerate(jobs(given)):
            after = first(k + 1)
            yield name, times, after - before
            before = after


def main() -> None:
    """Print a table of the instructions of each job."""
    parser = command("bench.instructions", __doc__, positions=300, moves=5, games=400)
    sizes = parser.parse_args()
    meter = working()
    if meter is None:
        parser.exit(1, "bench: neither perf nor valgrind can count instructions here\n")
    found = counted(meter, sample(sizes.positions, sizes.moves, sizes.games))
    rows = [(name, times, count / times / 1000) for name, times, count in found]
    columns = ("job", "times", "thousand instructions each")
    print(Table(f"Instructions on expert boards, counted by {meter.name}", columns, rows))


if __name__ == "__main__":
    main()
