"""Every kernel module gives the same results interpreted and compiled, to the last bit."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import sapper
from tests.inference import answers, interpreted
from tests.sources import interpreted as interpreted_modules


@pytest.mark.slow
def test_compiled_and_interpreted_kernel_answer_alike() -> None:
    here = [str(Path(sapper.__file__).parents[1]), os.environ["PYTHONPATH"]]
    ran = subprocess.run(
        [sys.executable, "-m", interpreted.__name__],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(here)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    slow = [json.loads(line) for line in ran.stdout.splitlines()]
    fast = [json.loads(line) for line in answers.answers().splitlines()]
    assert slow.pop(0) == {"interpreted": True}
    assert fast.pop(0) == {"interpreted": bool(interpreted_modules())}
    for there, answer in zip(slow, fast, strict=True):
        logarithms = there.pop("logarithm", 0.0), answer.pop("logarithm", 0.0)
        assert logarithms[0] == pytest.approx(logarithms[1], rel=1e-13, abs=1e-13)
        assert there == answer
