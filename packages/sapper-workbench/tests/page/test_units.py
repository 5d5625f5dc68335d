"""The unit tests of the page's modules, run by the node that comes with Playwright."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from playwright._impl._driver import compute_driver_executable

HERE = Path(__file__).parent


@pytest.mark.parametrize("path", sorted(HERE.glob("*.test.mjs")), ids=lambda path: path.stem)
def test_units_of_the_page(path: Path) -> None:
    node, _ = compute_driver_executable()
    done = subprocess.run([node, "--test", path], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
