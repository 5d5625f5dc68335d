"""Whether a process that had begun something is still there."""

from __future__ import annotations

import os
import platform
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Process:
    """A process by its machine and number; ``born`` (where the system tells it) keeps it apart
    from a later one of the same number."""

    host: str
    number: int
    born: str

    @classmethod
    def this(cls) -> Process:
        """The process that asks."""
        return cls(platform.node(), os.getpid(), _born(os.getpid()))

    def gone(self) -> bool | None:
        """Whether it has ended; None where that cannot be seen from here."""
        if self.host != platform.node() or sys.platform == "win32":  # there, signal 0 would end it
            return None
        with suppress(PermissionError):  # somebody else's, so it is there
            try:
                os.kill(self.number, 0)
            except (ProcessLookupError, OverflowError):
                return True
        return _born(self.number) != self.born


def machine() -> str:
    """What games were played on, in words: for whoever compares times."""
    processors = os.cpu_count() or 1
    python = platform.python_version()
    return f"{platform.system()} {platform.machine()}, {processors} processors, Python {python}"


def _born(number: int) -> str:
    """When a process was started, in ticks since the machine was; empty if nothing tells, or if it
    has ended."""
    with suppress(OSError):
        fields = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
        if fields[0] not in "ZX":  # ended, and only not yet asked for its exit code
            return fields[19]
    return ""
