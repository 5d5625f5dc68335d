"""The end of a search: its time limit, or a request from outside."""

import time

import cython

LOOK = cython.declare(cython.longlong, 1 << 16)  #: layouts visited between two checks


@cython.final
@cython.cclass
class Clock:
    """Checks the time limit, and asks ``report`` whether to stop, once for so many layouts visited.

    After ``stopped`` is set, results of the search are invalid, and functions return early. An
    exception that ``report`` raises, such as that of Ctrl-C, stops the search too; ``resume``
    raises it again, since the functions of the search cannot raise."""

    def __init__(self):
        self.tick = LOOK
        self.stopped = False
        self.deadline = 1e300
        self.report = None
        self.error = None

    def within(self, seconds):
        """Stop after ``seconds``."""
        self.deadline = time.monotonic() + seconds
        self.stopped = False

    def spend(self, layouts):
        """Count layouts visited; return whether to stop."""
        self.tick -= layouts
        if self.tick <= 0 and not self.stopped:
            self._look()
        return self.stopped

    def _look(self):
        """Check for the time limit and for a stop from outside."""
        self.tick = LOOK
        try:
            self.stopped = time.monotonic() > self.deadline or (
                self.report is not None and self.report()
            )
        except BaseException as error:
            self.error = error
            self.stopped = True

    def resume(self):
        """Raise the exception that stopped the search, if one did."""
        error, self.error = self.error, None
        if error is not None:
            raise error
