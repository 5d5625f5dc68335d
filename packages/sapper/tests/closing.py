"""Databases that one thread closes while another reads them."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import TypeVar

PATIENCE = 120  #: seconds
HEAD_START = 0.05  #: seconds for the thread that closes; too few would only hide the fault

T = TypeVar("T")


def read_while_closing(
    db: sqlite3.Connection, read: Callable[[], T], close: Callable[[], object]
) -> T:
    """Return what a thread reads, after another thread began to close the database in the midst of
    the first row. Where the second does not wait for the first, values are lost or the process
    crashes."""
    reading, closing = Event(), Event()

    def hold(text: bytes) -> str:
        reading.set()
        closing.wait(PATIENCE)
        return text.decode()

    db.text_factory = hold
    with ThreadPoolExecutor(2) as threads:
        answer = threads.submit(read)
        assert reading.wait(PATIENCE)
        closed = threads.submit(close)
        closing.wait(HEAD_START)
        closing.set()
        closed.result(PATIENCE)
        return answer.result(PATIENCE)
