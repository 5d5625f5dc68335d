"""pyproject.toml cannot ask which modules are compiled, so it lists them: all of them."""

import tomllib
from fnmatch import fnmatch
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]
KERNEL = [pxd.with_suffix(".py") for pxd in sorted((ROOT / "src").rglob("*.pxd"))]
REBUILDS = [key["file"] for key in SETTINGS["uv"]["cache-keys"] if "file" in key]
UNTRACED = SETTINGS["coverage"]["run"]["omit"]


@pytest.mark.parametrize("module", KERNEL, ids=lambda module: module.stem)
def test_a_change_of_a_kernel_module_compiles_it_again(module: Path) -> None:
    assert any(module in ROOT.glob(pattern) for pattern in REBUILDS)


@pytest.mark.parametrize("module", KERNEL, ids=lambda module: module.stem)
def test_coverage_is_not_asked_of_compiled_code(module: Path) -> None:
    assert any(fnmatch(str(module), pattern) for pattern in UNTRACED)
