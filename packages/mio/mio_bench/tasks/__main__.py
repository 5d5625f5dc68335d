"""Write our own learning tasks as folders.

    python -m mio_bench.tasks development FOLDER --seed 0
    python -m mio_bench.tasks held-out FOLDER --seed 0
    python -m mio_bench.tasks blind FOLDER --seed 58
    python -m mio_bench.tasks unseen FOLDER --seed 59
    python -m mio_bench.tasks frontier FOLDER --seed 62

``python -m mio_bench FOLDER`` learns them.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from mio_bench.tasks import PARTS, made


def main() -> None:
    """Write the tasks of one part."""
    parser = argparse.ArgumentParser(prog="python -m mio_bench.tasks", description=__doc__)
    parser.add_argument("part", choices=sorted(PARTS))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=0, help="random seed [0]")
    asked = parser.parse_args()
    for task in made(asked.part, asked.seed):
        print(task.write(asked.folder))


if __name__ == "__main__":
    main()
