"""The sources of all packages of the workspace, for tests that read them."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent  #: the folder of the checkout
PACKAGES = (
    "limited_belief",
    "mio",
    "sapper",
    "sapper_agents",
    "sapper_formats",
    "sapper_gym",
    "sapper_lab",
    "sapper_mcp",
    "sapper_papers",
    "sapper_variants",
    "sapper_workbench",
)
#: The packages about Minesweeper.
SAPPER = tuple(package for package in PACKAGES if package.startswith("sapper"))


def folder(package: str) -> Path:
    """Return the folder of a package."""
    return Path(import_module(package).__file__ or "").parent


def modules(*packages: str) -> Iterator[tuple[str, Path]]:
    """Yield the modules of packages, each with its file."""
    for package in packages:
        root = folder(package)
        for path in sorted(root.rglob("*.py")):
            yield (
                ".".join(path.relative_to(root.parent).with_suffix("").parts).removesuffix(
                    ".__init__"
                ),
                path,
            )


def interpreted() -> list[str]:
    """Return the kernel modules that have no compiled library."""
    return [
        module.stem
        for package in ("sapper", "sapper_formats", "sapper_gym", "sapper_lab")
        if find_spec(package) is not None
        for module in sorted(folder(package).rglob("*.pxd"))
        if not any(module.with_suffix(suffix).exists() for suffix in EXTENSION_SUFFIXES)
    ]


def needs(*packages: str) -> pytest.MarkDecorator:
    """Return the mark of a test of the library that uses packages beside it."""
    missing = [package for package in packages if find_spec(package) is None]
    return pytest.mark.skipif(bool(missing), reason=f"needs {' and '.join(missing)}")
