"""The published learning tasks: time, accuracy, and numbers of clauses.

    python -m bench.mio FOLDER [NAME …]

FOLDER has a subfolder for each task.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from sapper.mio import LearningSettings, folder, learn_folder


def main() -> None:
    """Learn each task once, and print a row of a table for it."""
    parser = argparse.ArgumentParser(prog="python -m bench.mio", description=__doc__)
    parser.add_argument("folder", type=Path, help="folder of the task folders")
    parser.add_argument("names", nargs="*", help="tasks [all]")
    parser.add_argument("--seconds", type=float, default=60.0, help="for each task [60]")
    asked = parser.parse_args()
    print("| task | wall s | CPU s | train | test | clauses | facts | explored | searches cut |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|--:|")
    for path in sorted(asked.folder.iterdir()):
        if asked.names and path.name not in asked.names:
            continue
        clock, cpu = time.perf_counter(), time.process_time()
        task = folder(path, LearningSettings(facts=True, seconds=asked.seconds))
        learned, test = learn_folder(task)
        clock, cpu = time.perf_counter() - clock, time.process_time() - cpu
        cells = (
            path.name,
            f"{clock:.1f}",
            f"{cpu:.1f}",
            f"{learned.train.accuracy:.4f}",
            "" if test is None else f"{test.accuracy:.4f}",
            len(learned.theory) - learned.facts,
            learned.facts,
            f"{learned.explored:,}",
            f"{learned.cut} of {len(learned.searches)}",
        )
        print("|", " | ".join(map(str, cells)), "|", flush=True)


if __name__ == "__main__":
    main()
