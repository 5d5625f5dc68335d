"""``python -m bench.endurance``, on the smallest sample."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from bench import endurance
from sapper_lab.experiment import experiment
from sapper_lab.plan import Plan
from tests.sources import ROOT

pytestmark = pytest.mark.slow


def test_killed_runs_leave_the_games_of_an_undisturbed_one() -> None:
    for seed in range(5):  # the kill may come too late, after the games are over
        command = [sys.executable, "-m", "bench.endurance", "--games", "15000", "--kills", "1"]
        command += ["--seed", str(seed)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        found = json.loads(done.stdout)
        if found["kills"]:
            break
    assert done.returncode == 0, done.stderr
    assert found["kills"] == 1
    assert found["different_games"] == 0
    assert found["peak_megabytes"] < 500
    assert found["bytes_a_game"] < 60


def test_fewer_kills_than_asked_are_no_success(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def lives_on(plan: Path, store: Path, workers: int, games: int | None) -> endurance.Life:
        experiment(Plan.load(plan), store)
        return endurance.Life(1.0, 50, 0, 40)

    monkeypatch.setattr(endurance, "_live", lives_on)
    monkeypatch.setattr(sys, "argv", ["endurance", "--games", "50", "--kills", "2"])
    with pytest.raises(SystemExit, match="killed only 0 times, not 2") as ended:
        endurance.main()
    assert ended.value.code != 0
    assert json.loads(capsys.readouterr().out)["different_games"] == 0
