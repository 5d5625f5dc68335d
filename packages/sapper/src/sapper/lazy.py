"""Names imported and values computed when first needed, and state that forks renew."""

from __future__ import annotations

import functools
import os
import sys
from collections import OrderedDict
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any, TypeVar, overload

from sapper.errors import import_beside

K = TypeVar("K")
T = TypeVar("T")


def attach(package: str) -> tuple[Callable[[str], object], Callable[[], list[str]], list[str]]:
    """Return ``__getattr__``, ``__dir__`` and ``__all__`` of a package whose names are imported
    when they are first used.

    Its stub ``__init__.pyi``, which type checkers read, is the only list of the names. Those of a
    package beside sapper that is missing are left out, and their use raises ``InputError``.
    """
    module = sys.modules[package]
    homes, home = dict[str, str](), ""
    loader = module.__spec__.loader  # type: ignore[union-attr]  # a module being imported has one
    stub = loader.get_data(f"{module.__path__[0]}/__init__.pyi")  # type: ignore[union-attr]
    words = stub.decode().replace(",", " ").split()
    for before, word in zip(["", *words], words, strict=False):
        if before == "from":
            home = word
        elif before == "as":
            homes[word] = home
    own = package.partition(".")[0]
    beside = {name: place.partition(".")[0] for name, place in homes.items()}
    missing = {each for each in set(beside.values()) - {own} if find_spec(each) is None}

    def get(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        if beside[name] == own:
            place = import_module(homes[name])
        else:
            place = import_beside(homes[name], f"{package}.{name}")
        found: object = getattr(place, name)
        setattr(module, name, found)
        return found

    names = sorted(name for name in homes if beside[name] not in missing)
    return get, lambda: sorted({*vars(module), *names}), names


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
