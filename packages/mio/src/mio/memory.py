"""How much memory this process and those that it started use."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

LOOK_INTERVAL_SECONDS = (
    0.1  #: seconds between two looks, which take about as long as a search of a few clauses
)


class MemoryLimit:
    """A limit, in megabytes, on the memory of this process and its children."""

    def __init__(self, megabytes: int) -> None:
        self.megabytes = megabytes
        self.exceeded = False  #: whether the last look found more
        self._next = 0.0

    def look(self) -> bool:
        """Return whether more memory is used, looking about ten times a second."""
        if not self.exceeded and time.monotonic() >= self._next:
            self.exceeded = memory() > self.megabytes << 20
            self._next = time.monotonic() + LOOK_INTERVAL_SECONDS
        return self.exceeded


def memory() -> int:
    """Return the bytes of memory in use or, where the system does not say, the most so far of this
    process alone; 0 if that is not known either."""
    with suppress(OSError, ValueError, IndexError):
        pages = sum(map(_pages, (os.getpid(), *_children(os.getpid()))))
        return pages * os.sysconf("SC_PAGE_SIZE")
    with suppress(ImportError):
        import resource

        unit = 1 if sys.platform == "darwin" else 1024
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
    return 0


def _pages(process: int) -> int:
    """Return the resident pages of a process, 0 if it has ended."""
    try:
        return int(Path(f"/proc/{process}/statm").read_bytes().split()[1])
    except FileNotFoundError:
        if process == os.getpid():
            raise
        return 0


def _children(process: int) -> Iterator[int]:
    for thread in Path(f"/proc/{process}/task").iterdir():
        yield from map(int, (thread / "children").read_bytes().split())
