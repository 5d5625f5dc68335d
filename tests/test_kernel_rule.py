"""A module is compiled if and only if it lies in a folder named ``kernel``."""

import ast
import tomllib
from fnmatch import fnmatch
from pathlib import Path

import pytest

from sapper.inference import STOPPED, CellState, Status

ROOT = Path(__file__).parent.parent
#: The packages with kernels of the shared kind.
COMPILED_PACKAGES = ("sapper", "sapper-formats", "sapper-gym", "sapper-lab")
PACKAGES = tuple(ROOT / "packages" / name for name in COMPILED_PACKAGES)
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]
COMPILED = sorted(
    pxd.with_suffix(".py") for package in PACKAGES for pxd in (package / "src").rglob("*.pxd")
)


def in_kernel_folders(suffix: str) -> set[Path]:
    """Return the files of the kernel folders, apart from those that make a folder a package."""
    files = (file for each in PACKAGES for file in (each / "src").glob(f"**/kernel/**/*{suffix}"))
    return {file for file in files if file.name != "__init__.py"}


def test_the_modules_with_c_declarations_are_those_in_kernel_folders() -> None:
    assert set(COMPILED) == in_kernel_folders(".py")
    assert {file.with_suffix(".pxd") for file in COMPILED} == in_kernel_folders(".pxd")


def test_the_packages_on_sappers_declarations_are_compiled_alike() -> None:
    """Each is built alone, so neither can import what compiles the other."""
    gym, lab = (ROOT / "packages" / name / "setup.py" for name in ("sapper-gym", "sapper-lab"))
    assert gym.read_text() == lab.read_text()


def test_a_change_of_a_kernel_file_compiles_it_again() -> None:
    watched: set[Path] = set()
    for package in PACKAGES:
        settings = tomllib.loads((package / "pyproject.toml").read_text())["tool"]
        keys = [key["file"] for key in settings["uv"]["cache-keys"] if "file" in key]
        watched |= {file for key in keys if ".." not in key for file in package.glob(key)}
    assert in_kernel_folders(".py") | in_kernel_folders(".pxd") <= watched


def test_coverage_leaves_out_exactly_the_kernel() -> None:
    def omitted(file: Path) -> bool:
        return any(fnmatch(str(file), pattern) for pattern in SETTINGS["coverage"]["run"]["omit"])

    files = (file for package in PACKAGES for file in (package / "src").rglob("*.py"))
    modules = {file for file in files if file.name != "__init__.py"}
    assert {file for file in modules if omitted(file)} == set(COMPILED)


@pytest.mark.parametrize("module", COMPILED, ids=lambda module: module.stem)
def test_codes_are_numbered_in_one_place(module: Path) -> None:
    """A kernel module takes them from there, rather than repeating their numbers."""
    codes = {*Status.__members__, *CellState.__members__}
    for line in ast.parse(module.read_text()).body:
        if isinstance(line, ast.Assign) and isinstance(line.value, ast.Call):
            (name,) = line.targets
            if isinstance(name, ast.Name) and name.id in codes:
                assert ast.unparse(line.value.args[1]).endswith(f".{name.id}")


def test_whatever_stops_a_count_has_a_message() -> None:
    assert STOPPED.keys() == set(Status) - {Status.OK, Status.IMPOSSIBLE}
