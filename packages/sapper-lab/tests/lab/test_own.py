"""Experiments with strategies of your own: continued only while their code is the same."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

import sapper
from sapper_lab.store import StoreError
from tests.cli.runs import run, sentence
from tests.forks import fork
from tests.sources import ROOT

PLAN = """
name = "quiet"
players = ["corner > quiet(slack=0.2)", "csp"]
levels = ["beginner8"]
games = 12
"""


class First:
    """Opens the first hidden cell."""

    name = "first"

    def decide(self, position: sapper.Position, chance: sapper.Chance) -> sapper.Decision:
        reason = sapper.Reason("first", "it is the first")
        return sapper.Decision(sapper.Move("open", position.hidden[0]), self.name, reason, None)


class Other(First):
    """The same under another name."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "quiet.py").write_text((ROOT / "examples" / "quiet.py").read_text())
    (tmp_path / "plan.toml").write_text(PLAN)
    return tmp_path


def test_a_plan_is_continued_until_the_file_changes(folder: Path) -> None:
    command = ("experiment", "plan.toml", "--strategies", "quiet.py", "--store", "a.db", "--json")
    text = Path("quiet.py").read_text()
    assert run(*command).exit_code == 0
    Path("plan.toml").write_text(PLAN.replace("12", "14"))
    assert '"games": 14' in run(*command).stdout
    Path("quiet.py").write_text(text.replace("0.1", "0.3"))
    said = "a.db: the code of 'corner > quiet(slack=0.2)' (quiet) has changed since its games were"
    assert said in sentence(*command)
    match = ("match", "--strategies", "quiet.py", "--player", "quiet", "--level", "beginner8")
    assert run(*match, "--games", "4", "--store", "a.db").exit_code == 0  # another plan
    Path("quiet.py").write_text(text)
    assert run(*command).exit_code == 0
    with sqlite3.connect("a.db") as db:
        assert db.execute("SELECT count(*) FROM code").fetchone() == (2,)
    db.close()


def test_a_report_without_the_strategies_says_how_to_add_them(folder: Path) -> None:
    command = ("experiment", "plan.toml", "--strategies", "quiet.py", "--store", "a.db")
    played = fork(command, lambda: None, {})  # this process does not learn the strategies
    played.join()
    assert played.exitcode == 0
    shown = run("report", "a.db").stdout
    assert "add them with --strategies" in " ".join(shown.split())
    assert max(map(len, shown.splitlines())) <= 120


def test_classes_of_a_program_play_plans_too(folder: Path) -> None:
    plan = sapper.Plan("own", ("first", "csp"), ("beginner8",), games=8, own={"first": First})
    found = sapper.experiment(plan, "own.db")
    assert found.games == 16
    again = sapper.experiment(plan, "own.db", own={"first": First}, workers=2)
    assert again.to_json() == found.to_json()
    assert sapper.Plan.parse(str(plan), {"first": First}) == plan
    with pytest.raises(StoreError, match=r"the code of 'first' \(first\) has changed"):
        sapper.experiment(plan, "own.db", own={"first": Other})
    with pytest.raises(sapper.RecipeError, match="unknown player or strategy 'first'"):
        sapper.Plan("own", ("first",), ("beginner8",), games=8)
    unread = eval("type('First', (First,), {})", {"First": First})
    unread.__module__ = "nowhere"
    with pytest.raises(sapper.StrategyError, match="its source text cannot be read"):
        sapper.experiment(plan, "other.db", own={"first": unread})


@pytest.mark.parametrize("name", ["first_game.py", "own_match.py"])
def test_the_example_runs(name: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import runpy

    example = ROOT / "examples" / name
    monkeypatch.setattr("sys.argv", [str(example), "6"])
    runpy.run_path(str(example), run_name="__main__")
