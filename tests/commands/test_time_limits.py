"""Time limits count from the start of the process, and an interrupted process ends at once."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from sapper.cli import main
from sapper.cli.options import Start
from sapper.errors import InputError


def test_a_limit_counts_from_the_start_but_leaves_half_of_it() -> None:
    now = time.monotonic()
    assert Start(now - 1, 0).left(1000) <= 999
    assert Start(now - 1000, 0).left(10) == 5
    assert Start(0, time.process_time() - 1).cpu_left(1000) <= 999
    assert Start(0, time.process_time() - 1000).cpu_left(10) == 5
    process = Start.of_process()
    assert process.cpu == 0
    assert process.clock < time.monotonic()


@pytest.mark.parametrize(
    ("verb", "place"),
    [
        ("optimum 6x6x8", "sapper_lab.perfect.search.optima"),
        ("bounds 9x9x10", "sapper_lab.bounds.bounds.bounds"),
        ("opening 9x9x10", "sapper_lab.opening.opening"),
        ("report STORE", "sapper_lab.report.report"),
    ],
)
def test_the_time_that_imports_take_is_part_of_a_limit(
    verb: str, place: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    limits = []

    def computed(*_: object, seconds: float, **__: object) -> None:
        limits.append(seconds)
        raise InputError("only its limit is of interest")

    monkeypatch.setattr(place, computed)
    arguments = [str(tmp_path / word) if word == "STORE" else word for word in verb.split()]
    late = Start(time.monotonic() - 1000, 0)
    CliRunner().invoke(main, [*arguments, "--seconds", "10000"], obj=late)
    (limit,) = limits
    assert 5000 < limit <= 9000


ENDING = """
import os, sys
from sapper_lab.cli import optimum
class Large:
    def __del__(self, write=os.write):
        write(1, b"freed")
sys.large = Large()
def search(*_, **__):
    {raised}
optimum.command.callback = search
sys.argv = ["sapper", "optimum", "4x4x4"]
from sapper.cli import main
main()
"""


@pytest.mark.parametrize(
    ("raised", "code", "output"),
    [
        ("print('found'); raise KeyboardInterrupt", 130, "found\n"),
        ("print('found')", 0, "found\nfreed"),
    ],
)
def test_an_interrupted_process_does_not_free_its_objects(
    raised: str, code: int, output: str
) -> None:
    program = ENDING.format(raised=raised)
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (ended.returncode, ended.stdout, ended.stderr.strip()) == (code, output, "")
