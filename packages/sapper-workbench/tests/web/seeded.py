"""Servers that deal the same games in every run: ``python -m tests.web.seeded serve …``.

What a server draws depends on the test that asks, and not on the tests before it.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import date
from pathlib import Path
from random import Random

from sapper.cli import main
from sapper_workbench.web import puzzles, variants
from sapper_workbench.web.views import setup

TEST = "SAPPER_TEST"  #: the environment variable with the name of a file: what a test is called
TODAY = date(2025, 3, 18)  #: no clock of a browser is before it


def seed_draws(test: Callable[[], str]) -> None:
    """Let the servers of this process draw what the name of a ``test`` determines, always on the
    same day."""
    drawn: dict[str, Random] = {}

    def chance() -> Random:
        name = test()
        if name not in drawn:
            drawn.clear()
            drawn[name] = Random(name)
        return drawn[name]

    vars(setup)["randbits"] = lambda bits: chance().getrandbits(bits)
    vars(setup)["randbelow"] = lambda below: chance().randrange(below)
    for module in (puzzles, variants):
        vars(module)["today"] = lambda: TODAY


if __name__ == "__main__":
    seed_draws(Path(os.environ[TEST]).read_text)
    main()
