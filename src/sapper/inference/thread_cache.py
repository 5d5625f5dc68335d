"""Workspaces that a thread keeps: making one costs more than using it."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

MOST = 4  #: workspaces that a thread keeps
LIGHT = 32 << 20  #: bytes of memory up to which one is kept


class ThreadCache(threading.local, Generic[K, V]):
    """The last few workspaces of each thread, made by key.

    Those that hold more than ``LIGHT`` bytes, after a hard position, are not kept.
    """

    def __init__(self, make: Callable[[K], V], held: Callable[[V], int]) -> None:
        self._make, self._held = make, held
        self._found: OrderedDict[K, V] = OrderedDict()

    def of(self, key: K) -> V:
        """Return this thread's workspace for a key."""
        one = self._found.pop(key) if key in self._found else self._make(key)
        for other in [key for key, kept in self._found.items() if self._held(kept) > LIGHT]:
            del self._found[other]
        self._found[key] = one
        if len(self._found) > MOST:
            self._found.popitem(last=False)
        return one
