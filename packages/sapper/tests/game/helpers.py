"""Helpers for several tests of the game package."""

import importlib.util
import sys
from types import ModuleType
from unittest.mock import patch

from tests.sources import ROOT


def interpreted(name: str, *used: str) -> ModuleType:
    """Load a kernel module from its Python source, and those that it uses: compiled ones have C
    functions, which Python cannot import."""
    file = ROOT / "packages" / "sapper" / "src" / "sapper" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(f"interpreted_{file.stem}", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    loaded = {f"sapper.{each.replace('/', '.')}": interpreted(each) for each in used}
    with patch.dict(sys.modules, loaded):
        spec.loader.exec_module(module)
    return module


def chi_square(counts: list[int]) -> float:
    """Return a chi-squared statistic of unequal counts, whose mean is ``len(counts) - 1``."""
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 / expected for count in counts)
