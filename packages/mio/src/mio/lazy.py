"""Packages that import each of their names from its module when it is first used."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module


def attach(package: str) -> tuple[Callable[[str], object], Callable[[], list[str]], list[str]]:
    """Return ``__getattr__``, ``__dir__`` and ``__all__`` of a package.

    Its stub ``__init__.pyi``, which type checkers read, is the only list of the names.
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

    def get(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        found: object = getattr(import_module(homes[name]), name)
        setattr(module, name, found)
        return found

    return get, lambda: sorted({*vars(module), *homes}), sorted(homes)
