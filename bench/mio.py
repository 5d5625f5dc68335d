"""The published learning tasks: time, accuracy, and numbers of clauses.

    python -m bench.mio FOLDER [NAME …]

FOLDER has a subfolder for each task. ``facts`` are positives that no rule covers and that the
theory repeats; ``literals`` is its size without them, heads included.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from sapper.errors import SapperError
from sapper.mio import LearningSettings, folder, learn_folder


def main() -> None:
    """Learn each task once, and print a row of a table for it."""
    parser = argparse.ArgumentParser(prog="python -m bench.mio", description=__doc__)
    parser.add_argument("folder", type=Path, help="folder of the task folders")
    parser.add_argument("names", nargs="*", help="tasks [all]")
    parser.add_argument("--seconds", type=float, default=60.0, help="CPU time for each task [60]")
    asked = parser.parse_args()
    print("| task | wall s | CPU s | train | test | clauses | literals | facts | explored |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|--:|")
    for path in sorted(asked.folder.iterdir()):
        if path.is_dir() and (not asked.names or path.name in asked.names):
            print("|", " | ".join([path.name, *_row(path, asked.seconds)]), "|", flush=True)


def _row(path: Path, seconds: float) -> list[str]:
    """Learn a task, and return the cells of its row; for a folder in error, a sentence."""
    clock, cpu = time.perf_counter(), time.process_time()
    try:
        task = folder(path, LearningSettings(facts=True, seconds=seconds))
        learned, test = learn_folder(task)
    except SapperError as error:
        return [str(error)]
    clock, cpu = time.perf_counter() - clock, time.process_time() - cpu
    rules = learned.theory[: len(learned.theory) - learned.facts]
    return [
        f"{clock:.1f}",
        f"{cpu:.1f}",
        f"{learned.train.accuracy:.4f}",
        "" if test is None else f"{test.accuracy:.4f}",
        str(len(rules)),
        str(sum(clause.size for clause in rules)),
        str(learned.facts),
        f"{learned.explored:,}",
    ]


if __name__ == "__main__":
    main()
