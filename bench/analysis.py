"""The cost of an exact analysis and of a sampled layout, beside ms_toollib if it is installed."""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from bench import boards
from bench.measure import Job, rivals, run
from bench.options import Options
from bench.table import Spread, Table
from sapper.game import Chance, Level, Position
from sapper.game.codes import HIDDEN
from sapper.inference import analyse
from sapper.inference.counting import Belief
from sapper.inference.kernel.counter import Counter
from sapper.inference.kernel.sampler import TableSampler
from sapper.inference.many import analyse_many

LAYOUTS_PER_POSITION = 100  #: the number of layouts sampled from each position
PEER = "ms_toollib"


def tables(options: Options) -> Iterator[Table]:
    """Yield tables of the time for a position, a process and a layout."""
    rows = []
    for kind, guess in (("mid-game", False), ("guess", True)):
        positions = boards.expert(options.positions, guess=guess)
        rows += _positions(kind, positions, options.rounds)
    yield Table(
        f"One exact analysis: CPU µs, {options.positions} expert positions",
        ("position", "way", "µs, median (min–max) of rounds", "times the kernel"),
        rows,
        "mid-game: 20 to 80% of the safe cells open; guess: no hidden cell is certainly safe.",
    )
    yield _moves(options)
    yield _layouts(options)
    yield _processes(options)


def _positions(kind: str, positions: Sequence[Position], rounds: int) -> list[tuple[object, ...]]:
    jobs = {"kernel, from bytes to an array": _kernel(positions)}
    jobs["sapper.analyse_many(positions)"] = lambda: analyse_many(positions)
    jobs["sapper.analyse(position)"] = _each(analyse, positions)
    jobs["with its certain cells"] = _each(_certain, positions)
    peer = _peer()
    if peer is not None:
        solved = [(_rows(position), position.mines) for position in positions]
        jobs[PEER] = _each(lambda asked: peer(*asked), solved)
    found = rivals(jobs, rounds, 1e6 / len(positions))
    least = next(iter(found.values())).median
    return [(kind, way, spread, spread.median / least) for way, spread in found.items()]


def _kernel(positions: Sequence[Position]) -> Job:
    counter = Counter(positions[0].grid)
    out = np.empty(positions[0].grid.size)

    def job() -> None:
        for position in positions:
            counter.count(position.cells, position.mines, 10.0, 512, 0)
            counter.risks(out)

    return job


def _certain(position: Position) -> tuple[Any, ...]:
    found = analyse(position)
    return found.safe, found.certain_mines


def _moves(options: Options) -> Table:
    level = Level.parse("expert")
    number = max(1, options.games // 50)
    games = [boards.moves(level, 3, i) for i in range(number)]
    count = sum(map(len, games))
    blank = bytes([HIDDEN]) * level.grid.size
    counter = Counter(level.grid)
    out = np.empty(level.grid.size)

    def from_scratch() -> None:
        for game in games:
            for move in game:
                counter.count(move.view, level.mines, 10.0, 512, 0)
                counter.risks(out)

    def incremental() -> None:
        for game in games:
            counter.count(blank, level.mines, 10.0, 512, 0)
            for move in game:
                counter.reveal(move.opened, move.view)
                counter.risks(out)

    jobs: dict[str, Job] = {"from scratch": from_scratch, "incremental": incremental}
    found = rivals(jobs, options.rounds, 1e6 / count)
    least = found["incremental"].median
    rows = [(way, spread, spread.median / least) for way, spread in found.items()]
    return Table(
        f"Exact risks of all cells after each of {count} moves of {number} expert games: CPU µs",
        ("way", "µs per move, median (min–max) of rounds", "times incremental"),
        rows,
        "A least-risk player opens one cell a move.",
    )


def _each(ask: Callable[[Any], object], asked: Sequence[object]) -> Job:
    def job() -> None:
        for one in asked:
            ask(one)

    return job


def _peer() -> Callable[[list[list[int]], int], object] | None:
    """Return the peer's function for exact probabilities, whose name differs between versions."""
    try:
        import ms_toollib
    except ImportError:
        return None
    names = ("cal_probability_onboard", "cal_possibility_onboard")
    return next((getattr(ms_toollib, name) for name in names if hasattr(ms_toollib, name)), None)


def _rows(position: Position) -> list[list[int]]:
    """Return a position in the format of the peer: rows of clues, 10 for hidden."""
    cells = [min(code, 10) for code in position.cells]
    width = position.grid.width
    return [cells[i : i + width] for i in range(0, len(cells), width)]


def _layouts(options: Options) -> Table:
    positions = boards.expert(min(options.positions, 200), guess=True)
    beliefs = [Belief(position) for position in positions]
    samplers = []
    for position in positions:
        counter = Counter(position.grid)
        counter.count(position.cells, position.mines, 10.0, 512, 0)
        sampler = TableSampler(counter)
        sampler.prepare()
        samplers.append(sampler)
    chance = Chance(1)

    def kernel() -> None:
        for sampler in samplers:
            for _ in range(LAYOUTS_PER_POSITION):
                sampler.sample(chance)

    def belief() -> None:
        for one in beliefs:
            for _ in range(LAYOUTS_PER_POSITION):
                one.sample(chance)

    jobs: dict[str, Job] = {"kernel, as bytes": kernel, "Belief.sample, as a set": belief}
    found = rivals(jobs, options.rounds, 1e6 / len(positions) / LAYOUTS_PER_POSITION)
    rows = [(way, spread) for way, spread in found.items()]
    sample = f"{LAYOUTS_PER_POSITION} layouts of {len(positions)} expert positions"
    title = f"One layout sampled: CPU µs, {sample}"
    return Table(title, ("way", "µs, median (min–max) of rounds"), rows)


def _processes(options: Options) -> Table:
    (position,) = boards.expert(1, guess=True)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "position.txt")
        file.write_text(f"{position}\n")
        sapper = [sys.executable, "-m", "sapper"]
        commands = {
            "python -c 'import sapper'": [sys.executable, "-c", "import sapper"],
            "sapper --version": [*sapper, "--version"],
            "sapper analyse FILE --json": [*sapper, "analyse", str(file), "--json"],
            "sapper analyse FILE": [*sapper, "analyse", str(file)],
        }
        taken: dict[str, list[tuple[float, float]]] = {name: [] for name in commands}
        for _ in range(options.rounds):
            for name, command in commands.items():
                done = run(command)
                taken[name].append((done.wall, done.cpu))
                if "--json" in name:
                    assert json.loads(done.output)["consistent"]
    rows = [
        (name, Spread.of(wall for wall, _ in both), Spread.of(cpu for _, cpu in both))
        for name, both in taken.items()
    ]
    return Table("Whole processes", ("command", "wall seconds", "CPU seconds"), rows)
