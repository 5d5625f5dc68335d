"""``python -m bench.endurance``, on a sample as small as can be."""

import json
import subprocess
import sys

from tests.conftest import ROOT


def test_killed_runs_leave_the_games_of_an_undisturbed_one() -> None:
    command = [sys.executable, "-m", "bench.endurance", "--games", "15000", "--kills", "1"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["kills"] == 1
    assert found["different_games"] == 0
    assert found["peak_megabytes"] < 500
    assert found["bytes_a_game"] < 60
