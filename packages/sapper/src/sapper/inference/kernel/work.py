"""The limits of a count, the work done so far, and its status."""

import time

import cython

from sapper.inference.status import Status

OK = cython.declare(cython.int, Status.OK)
OUT_OF_TIME = cython.declare(cython.int, Status.OUT_OF_TIME)
OUT_OF_STEPS = cython.declare(cython.int, Status.OUT_OF_STEPS)

#: The steps of work between two checks of the clock: a few milliseconds.
STRETCH = cython.declare(cython.longlong, 4_000_000)


@cython.final
@cython.cclass
class Work:
    """The work of counts, one after another: ``status`` is no longer ``OK`` once a count must stop.

    A count may use ``memory`` bytes and ``allowance`` steps (0: no limit) until the monotonic clock
    reaches ``deadline`` (0: no limit).
    """

    def __init__(self):
        self.status = Status.IMPOSSIBLE
        self.memory = 512 << 20
        self.allowance = 0
        self.deadline = 0.0
        self.done = 0
        self.next_look = 0

    def limit(self, megabytes, steps, deadline):
        """Set the limits of all later counts."""
        self.memory = megabytes << 20
        self.allowance = steps
        self.deadline = deadline

    def resume(self):
        """Start the next attempt of a count."""
        self.status = OK
        self.next_look = self.done + STRETCH

    def spend(self, steps):
        """Record work; stop at the limit of steps, and check the time regularly."""
        self.done += steps
        if 0 < self.allowance < self.done:
            self.status = OUT_OF_STEPS
        elif self.done > self.next_look:
            self.next_look = self.done + STRETCH
            self._look()

    def _look(self):
        if self.deadline > 0.0 and time.monotonic() > self.deadline:
            self.status = OUT_OF_TIME
