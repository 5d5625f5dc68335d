"""Processes: whether one that claimed deals is still running."""

from __future__ import annotations

import os
import platform
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Process:
    """A process by its machine and number; its start time ``born``, if the system provides it,
    distinguishes it from later processes with the same number."""

    host: str
    number: int
    born: str

    @classmethod
    def this(cls) -> Process:
        """Return the current process."""
        return cls(platform.node(), os.getpid(), _born(os.getpid()))

    def gone(self) -> bool | None:
        """Return whether it has ended, or None if that cannot be determined from here."""
        if (
            self.host != platform.node() or sys.platform == "win32"
        ):  # on Windows, os.kill would end it
            return None
        with suppress(PermissionError):  # it exists, but belongs to another user
            try:
                os.kill(self.number, 0)
            except (ProcessLookupError, OverflowError):
                return True
        return _born(self.number) != self.born


def machine() -> str:
    """Describe this machine, for comparisons of times."""
    processors = os.cpu_count() or 1
    python = platform.python_version()
    return f"{platform.system()} {platform.machine()}, {processors} processors, Python {python}"


def _born(number: int) -> str:
    """Return the start time of a process in ticks since the machine started; empty if that is
    unknown or if the process has ended."""
    with suppress(OSError):
        fields = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
        if fields[0] not in "ZX":  # a process that has ended
            return fields[19]
    return ""
