"""Garbage collection while terms are made.

Python looks for cycles among new objects again and again; with a million facts this takes half of
the time of reading them. Terms and clauses have no cycles.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_collection() -> Iterator[None]:
    """Make objects without a search for cycles."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
