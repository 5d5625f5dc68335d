"""pyproject.toml has to list the compiled modules, and codes have one list; both are complete."""

import ast
import tomllib
from fnmatch import fnmatch
from pathlib import Path

import pytest

from sapper.inference.kernel.constants import STOPPED, CellState, Status

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


@pytest.mark.parametrize("module", KERNEL, ids=lambda module: module.stem)
def test_codes_are_numbered_in_one_place(module: Path) -> None:
    """A compiled module takes them from there, rather than repeating their numbers."""
    codes = {*Status.__members__, *CellState.__members__}
    for line in ast.parse(module.read_text()).body:
        if isinstance(line, ast.Assign) and isinstance(line.value, ast.Call):
            (name,) = line.targets
            if isinstance(name, ast.Name) and name.id in codes:
                assert ast.unparse(line.value.args[1]).endswith(f".{name.id}")


def test_whatever_stops_a_count_has_a_message() -> None:
    assert STOPPED.keys() == set(Status) - {Status.OK, Status.IMPOSSIBLE}
