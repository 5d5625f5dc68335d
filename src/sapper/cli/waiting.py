"""Waiting for what is typed at a terminal, so that no signal is missed meanwhile."""

from __future__ import annotations

import os
import select
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Wait = Callable[[], None]


@contextmanager
def attentive() -> Iterator[Wait]:
    """A function that waits until there is a line to read from the standard input, a terminal.

    Signals are dealt with as they come. One that comes just before a read begins would be heard
    only after it: here every signal writes a byte that ends the wait. Only for the main thread;
    where signals cannot wake it (Windows) it does not wait, and the read does.
    """
    if not hasattr(signal, "SIGWINCH"):
        yield lambda: None
        return
    heard, rung = os.pipe()
    for end in (heard, rung):
        os.set_blocking(end, False)
    before = signal.set_wakeup_fd(rung, warn_on_full_buffer=False)

    def wait() -> None:
        while heard in select.select([sys.stdin, heard], [], [])[0]:
            os.read(heard, 4096)

    try:
        yield wait
    finally:
        signal.set_wakeup_fd(before)
        os.close(heard)
        os.close(rung)
