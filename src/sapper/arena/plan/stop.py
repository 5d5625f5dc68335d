"""When a contest of a plan may end early."""

from __future__ import annotations

from dataclasses import dataclass

from sapper.arena.stats.sequential import Gsprt


@dataclass(frozen=True)
class Stop:
    """A stopping rule: a contest ends early as soon as a sequential test has decided whether ``a``
    wins ``test.difference`` more of the deals than ``b``, or ``test.null``."""

    a: str
    b: str
    test: Gsprt
