"""Helpers for several tests of the game package."""

import importlib.util
from types import ModuleType

from tests.sources import ROOT


def interpreted(name: str) -> ModuleType:
    """Load a kernel module from its Python source."""
    file = ROOT / "packages" / "sapper" / "src" / "sapper" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(f"interpreted_{file.stem}", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def chi_square(counts: list[int]) -> float:
    """Return a chi-squared statistic of unequal counts, whose mean is ``len(counts) - 1``."""
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 / expected for count in counts)
