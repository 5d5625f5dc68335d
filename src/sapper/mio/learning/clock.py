"""The time that learning takes: the CPU seconds of the thread that learns, and of its workers.

Other programs on a busy machine do not use it up, so a time limit cuts the same search at about the
same clause wherever it runs.
"""

from __future__ import annotations

import time


class Clock:
    """Counts the CPU seconds of the thread that asks it.

    It stands still while the thread waits, except for the seconds that workers ``spent`` meanwhile.
    """

    def __init__(self) -> None:
        self._elsewhere = 0.0

    @property
    def now(self) -> float:
        """The moment, in seconds since some fixed moment."""
        return time.thread_time() + self._elsewhere

    def spent(self, seconds: float) -> None:
        """Add the CPU seconds of workers; of those that work at the same time, the longest."""
        self._elsewhere += seconds
