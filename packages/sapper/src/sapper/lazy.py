"""Values computed when first needed, entries kept while in use, and state that forks renew."""

from __future__ import annotations

import functools
import os
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, TypeVar, overload

K = TypeVar("K")
T = TypeVar("T")


class cached_property(functools.cached_property[T]):  # noqa: N801
    """A property that is computed once, and takes no lock.

    That of Python 3.11 lets only one thread at a time compute a property, for all instances, and a
    process that is forked meanwhile waits forever. Here threads may compute the value of an
    instance twice, and all get the first result.
    """

    @overload
    def __get__(self, instance: None, owner: type[Any] | None = None) -> cached_property[T]: ...
    @overload
    def __get__(self, instance: object, owner: type[Any] | None = None) -> T: ...
    def __get__(
        self, instance: object | None, owner: type[Any] | None = None
    ) -> T | cached_property[T]:
        if instance is None:
            return self
        assert self.attrname is not None
        value: T = instance.__dict__.setdefault(self.attrname, self.func(instance))
        return value


class Recent(OrderedDict[K, T]):
    """The entries that were set last, at most ``most``; the oldest ones are dropped."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def __setitem__(self, key: K, value: T) -> None:
        super().__setitem__(key, value)
        self.move_to_end(key)
        if len(self) > self._most:
            self.popitem(last=False)


def renew_in_forks(renew: Callable[[], None]) -> None:
    """Call a function in every process forked from this one, which may have inherited a lock that
    another thread holds, or a process that both would use."""
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=renew)
