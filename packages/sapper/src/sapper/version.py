"""The installed version of sapper, in a module below all packages that report it."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version


def installed_version() -> str:
    """Return the installed version, or ``0+source`` for a plain source tree."""
    try:
        return version("sapper")
    except PackageNotFoundError:
        return "0+source"


__version__ = installed_version()
