"""What is built depends on the sources only, and a wheel is named by what is in it: compiled code
for one platform, or sources for all."""

from __future__ import annotations

import os
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from sapper.cli import VERBS
from tests.sources import ROOT

PACKAGE = ROOT / "packages" / "sapper"

PROJECT = """
[project]
name = "sapper"
version = "1"
readme = "README.md"
[tool.setuptools.packages.find]
where = ["src"]
[build-system]
"""


def built(folder: Path, kind: str, time: int | None = None, **settings: str) -> Path:
    """Return the sdist or wheel that setup.py makes of a package with one kernel module.

    - ``kind``: ``sdist`` or ``wheel``.
    - ``time``: when the files were last changed; now if None.
    """
    kernel = folder / "src" / "sapper" / "kernel"
    kernel.mkdir(parents=True)
    for package in (kernel, kernel.parent):
        (package / "__init__.py").touch()
    (kernel / "twice.py").write_text("def twice(n):\n    return 2 * n\n")
    shutil.copy(PACKAGE / "setup.py", folder)
    (folder / "README.md").write_text("# sapper\n")
    _, _, rest = (
        (PACKAGE / "pyproject.toml").read_text(encoding="utf-8").partition("[build-system]\n")
    )
    (folder / "pyproject.toml").write_text(PROJECT + rest.partition("\n[")[0])
    if time is not None:
        for file in folder.rglob("*"):
            os.utime(file, (time, time))
    environment = {**os.environ, "UV_PROJECT": str(folder)}
    environment.pop("SOURCE_DATE_EPOCH", None)
    done = subprocess.run(
        [ROOT / "uvw", "build", f"--{kind}", "--offline", "."],
        cwd=folder,
        env={**environment, **settings},
        capture_output=True,
        text=True,
    )
    if "network was disabled" in done.stderr:
        pytest.skip("needs the build requirements in uv's cache")
    assert done.returncode == 0, done.stderr
    (made,) = (folder / "dist").glob("sapper-*")
    return made


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="CC is not read there")
@pytest.mark.parametrize(
    ("kind", "name"), [("sdist", "sapper-1.tar.gz"), ("wheel", "sapper-1-py3-none-any.whl")]
)
def test_the_same_sources_give_the_same_archive(tmp_path: Path, kind: str, name: str) -> None:
    """Whatever the time and the age of the files and, in an sdist, their permissions; a wheel
    without compiled code is for every platform."""
    once = built(tmp_path / "once", kind, CC="false")
    usual = os.umask(0o077 if kind == "sdist" else 0o022)
    try:
        again = built(tmp_path / "again", kind, time=1_000_000_000, CC="false")
    finally:
        os.umask(usual)
    assert once.name == again.name == name
    assert once.read_bytes() == again.read_bytes()


def test_every_verb_is_tried_on_a_wheel() -> None:
    tried = runpy.run_path(str(ROOT / "packaging" / "smoke.py"))["COMMANDS"]
    assert {command.split()[0] for command in tried} == set(VERBS)
