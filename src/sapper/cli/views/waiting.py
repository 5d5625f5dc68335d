"""Waiting for a line typed in a terminal without missing a signal."""

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
    """A function that waits until there is a line to read from standard input, a terminal.

    Signals are handled as they arrive. A signal just before a read would be handled only after it,
    so every signal writes a byte that ends the wait. For the main thread only. On Windows, where
    signals cannot end a wait, the function returns at once and the read waits.
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
