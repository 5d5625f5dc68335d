"""A wheel is named by what is in it: compiled code for one platform, or sources for all."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

PROJECT = """
[project]
name = "sapper"
version = "1"
dynamic = ["readme"]
[tool.setuptools.packages.find]
where = ["src"]
[build-system]
"""


def wheel(folder: Path, **settings: str) -> str:
    """Return the name of the wheel that setup.py makes of a package with one kernel module."""
    kernel = folder / "src" / "sapper" / "kernel"
    kernel.mkdir(parents=True)
    for package in (kernel, kernel.parent):
        (package / "__init__.py").touch()
    (kernel / "twice.py").write_text("def twice(n):\n    return 2 * n\n")
    (folder / "docs").mkdir()
    shutil.copy(ROOT / "docs" / "long_description.py", folder / "docs")
    shutil.copy(ROOT / "setup.py", folder)
    (folder / "README.md").write_text("# sapper\n")
    _, _, rest = (ROOT / "pyproject.toml").read_text(encoding="utf-8").partition("[build-system]\n")
    (folder / "pyproject.toml").write_text(PROJECT + rest.partition("\n[")[0])
    done = subprocess.run(
        [ROOT / "uvw", "build", "--wheel", "--offline", "."],
        cwd=folder,
        env={**os.environ, "UV_PROJECT": str(folder), **settings},
        capture_output=True,
        text=True,
    )
    if "network was disabled" in done.stderr:
        pytest.skip("needs the build requirements in uv's cache")
    assert done.returncode == 0, done.stderr
    (made,) = (folder / "dist").glob("*.whl")
    return made.name


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="CC is not read there")
def test_a_wheel_without_compiled_code_is_for_every_platform(tmp_path: Path) -> None:
    assert wheel(tmp_path, CC="false") == "sapper-1-py3-none-any.whl"
