r"""sapper plays Minesweeper, says why, and lets people analyse and experiment.

>>> import sapper
>>> position = sapper.Position.parse("4x3x2\nHHHH\n1221\n0000")
>>> sapper.analyse(position).safe
((0, 0), (0, 3))

Every name is imported from its package when it is first used.
"""

from __future__ import annotations


def _homes() -> dict[str, str]:
    """Return the module of each name. The stub, which type checkers read, is their only list."""
    from itertools import pairwise
    from pathlib import Path

    homes, module = dict[str, str](), ""
    for line in Path(__file__).with_suffix(".pyi").read_text(encoding="utf-8").splitlines():
        words = line.replace(",", " ").split()
        if words[:1] == ["from"]:
            module = words[1]
        homes |= {name: module for before, name in pairwise(words) if before == "as"}
    return homes


_HOMES = {**_homes(), "__version__": "sapper.version"}
__all__ = [*_HOMES]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'sapper' has no attribute '{name}'")
    from importlib import import_module

    module = import_module(_HOMES[name])
    attribute = module.installed_version() if name == "__version__" else getattr(module, name)
    globals()[name] = attribute
    return attribute


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
