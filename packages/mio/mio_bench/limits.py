"""Limits of learning: the CPU time and the peak memory of each task, in a process of its own.

    python -m mio_bench.limits FOLDER [NAME …] --seconds 60

Prints a row for each task below FOLDER as soon as it is finished: the CPU seconds of reading,
learning and scoring, the peak memory of the process, and the accuracies.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path

from mio import LearningSettings, MioError, confusion, learn, read_folder
from mio_bench.__main__ import tasks
from mio_bench.processes import limited_run, peak_megabytes

HEAD = (
    "| task | reading s | learning s | scoring s | MB | train | test |",
    "|---|--:|--:|--:|--:|--:|--:|",
)


@dataclass(frozen=True)
class Limits:
    """CPU seconds of reading, learning and scoring a task, peak memory in megabytes, accuracies,
    and what is wrong, if anything."""

    read: float = 0.0
    learned: float = 0.0
    scored: float = 0.0
    megabytes: int = 0
    train: float = 0.0
    test: float | None = None
    error: str = ""

    def line(self, name: str) -> str:
        """Return a row of the table."""
        if self.error:
            return f"| {name} | {self.error} |"
        test = "" if self.test is None else f"{self.test:.3f}"
        times = (f"{self.read:.1f}", f"{self.learned:.1f}", f"{self.scored:.1f}")
        return f"| {' | '.join([name, *times, str(self.megabytes), f'{self.train:.3f}', test])} |"


def measured(path: Path, seconds: float, seed: int) -> Limits:
    """Read, learn and score a task in this process."""
    moments = [time.process_time()]
    try:
        task = read_folder(path, LearningSettings(seconds=seconds, seed=seed))
        moments.append(time.process_time())
        found = learn(task.background, task.declared, task.examples, task.settings, auto=True)
        moments.append(time.process_time())
        test = None
        if task.test is not None:
            test = confusion(task.background, found.theory, task.test).accuracy
        moments.append(time.process_time())
    except MioError as error:
        return Limits(error=str(error))
    read, learned, scored = (b - a for a, b in pairwise(moments))
    return Limits(read, learned, scored, peak_megabytes(), found.train.accuracy, test)


def main() -> None:
    """Measure every task, each in a new process."""
    parser = argparse.ArgumentParser(
        prog="python -m mio_bench.limits",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("folder", type=Path, help="folder of task folders, at any depth")
    parser.add_argument("names", nargs="*", help="tasks [all]")
    parser.add_argument("--seconds", type=float, default=60.0, help="CPU time for each task [60]")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--one", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.one:
        print(json.dumps(asdict(measured(asked.folder, asked.seconds, asked.seed))))
        return
    print("\n".join(HEAD))
    for name, path in tasks(asked.folder):
        if asked.names and path.name not in asked.names:
            continue
        command = [sys.executable, "-m", "mio_bench.limits", str(path), "--one"]
        command += ["--seconds", f"{asked.seconds}", "--seed", f"{asked.seed}"]
        done = limited_run(command)
        if done.status:
            found = Limits(error=f"exit status {done.status}")
        else:
            found = Limits(**json.loads(done.output.splitlines()[-1]))
        print(found.line(name), flush=True)


if __name__ == "__main__":
    main()
