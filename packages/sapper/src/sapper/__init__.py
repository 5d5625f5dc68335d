r"""sapper plays Minesweeper, says why, and lets people analyse and experiment.

>>> import sapper
>>> position = sapper.Position.parse("4x3x2\nHHHH\n1221\n0000")
>>> sapper.analyse(position).safe
((0, 0), (0, 3))

Every name is imported from its package when it is first used; some are of packages beside sapper,
and say which if it is missing.
"""

from __future__ import annotations

from importlib.util import find_spec


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
_PACKAGES = {home.partition(".")[0] for home in _HOMES.values()}
_MISSING = {package for package in _PACKAGES if find_spec(package) is None}
__all__ = [name for name, home in _HOMES.items() if home.partition(".")[0] not in _MISSING]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'sapper' has no attribute '{name}'")
    from importlib import import_module

    from sapper.errors import import_beside

    home = _HOMES[name]
    own = home.startswith("sapper.")
    module = import_module(home) if own else import_beside(home, f"sapper.{name}")
    attribute = module.installed_version() if name == "__version__" else getattr(module, name)
    globals()[name] = attribute
    return attribute


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
