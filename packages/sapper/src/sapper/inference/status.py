"""The codes and limits that the kernel shares with its callers."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum, unique


@unique
class Status(IntEnum):
    """The ways in which a count may end.

    ``TOO_WIDE``: more clues are open at once than a word has bits for. ``IMPRECISE``: the expected
    mines do not add up to the mines left.
    """

    OK = 0
    IMPOSSIBLE = 1
    OUT_OF_MEMORY = 2
    OUT_OF_TIME = 3
    TOO_WIDE = 4
    IMPRECISE = 5
    OUT_OF_STEPS = 6


#: Messages for counts that stopped early, to be formatted with their limits.
STOPPED: Mapping[int, str] = {
    Status.OUT_OF_MEMORY: "exact counting stopped at {megabytes} MB of tables",
    Status.OUT_OF_TIME: "exact counting stopped after {seconds:g} s",
    Status.TOO_WIDE: "exact counting needs tables over too many open clues at once",
    Status.IMPRECISE: "exact counting lost too many digits: its counts differ too much in size",
    Status.OUT_OF_STEPS: "exact counting stopped after {steps:,} steps",
}


@unique
class CellState(IntEnum):
    """The state of a cell according to single clues; blocked cells count as open."""

    UNKNOWN = 0
    SAFE = 1  #: proved safe, and still hidden
    MINED = 2
    OPEN = 3


#: A table with a count beyond ``CEILING`` is divided by its largest count, and positive counts are
#: kept at or above ``FLOOR``, so that they never become zero.
CEILING = 1e100
FLOOR = 1e-140
