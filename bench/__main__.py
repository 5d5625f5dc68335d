"""``python -m bench [SUBJECT …]``: measure, and print tables."""

from __future__ import annotations

import json
import platform
import shlex
import sys
from datetime import UTC, datetime
from importlib import import_module

import sapper
from bench.options import read
from sapper.inference.kernel import counter

SUBJECTS = (
    "analysis",
    "games",
    "strength",
    "logic",
    "sampling",
    "environments",
    "explanations",
    "variants",
)


def main(package: str = "bench", subjects: tuple[str, ...] = SUBJECTS) -> None:
    """Measure the requested subjects, and print each table as soon as it is finished."""
    options = read(package, subjects)
    compiled = not counter.__file__.endswith(".py")
    head = {
        "command": shlex.join(["python", "-m", package, *sys.argv[1:]]),
        "date": datetime.now(UTC).date().isoformat(),
        "sapper": sapper.__version__,
        "kernel": "compiled" if compiled else "interpreted",
        "python": platform.python_version(),
    }
    found = []
    if not options.as_json:
        print(" · ".join(f"{key}: {word}" for key, word in head.items()), flush=True)
    for subject in options.subjects:
        for table in import_module(f"{package}.{subject}").tables(options):
            if options.as_json:
                found.append(table.to_json())
            else:
                print(f"\n{table}", flush=True)
    if options.as_json:
        print(json.dumps({**head, "tables": found}, ensure_ascii=False, indent=1))


if __name__ == "__main__":
    main()
