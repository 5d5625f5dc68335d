"""``sapper experiment PLAN.toml``: what it prints, and how it ends."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from sapper_lab.store import open_store
from tests.cli.runs import run, sentence

PLAN = """name = "small"
players = ["csp", "single-point"]
levels = ["beginner8", "4x4x3"]
games = 30
"""


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    file = tmp_path / "small.toml"
    file.write_text(PLAN)
    return file


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "results.db"


def test_json_has_a_match_for_every_contest(plan: Path, store: Path) -> None:
    command = ("experiment", str(plan), "--store", str(store), "--json")
    found = json.loads(run(*command).stdout)
    assert list(found) == ["plan", "ending", "contests"]
    assert (found["plan"], found["ending"]) == ("small", "finished")
    for level, contest in zip(("beginner8", "4x4x3"), found["contests"], strict=True):
        assert list(contest) == [
            *("title", "seed", "deals", "planned", "versions", "verdict"),
            *("level", "first", "games", "version", "players", "pairs"),
        ]
        arguments = ("--player", "csp", "--player", "single-point", "--level", level)
        there = json.loads(run("match", *arguments, "--games", "30", "--json").stdout)
        for row in (*contest["players"], *there["players"]):
            row.pop("cpu_seconds")
            row["decisions"] = {name: n for name, n in row["decisions"].items() if n}
        assert {key: contest[key] for key in there} == there
    assert run(*command).stdout == run(*command).stdout


def test_tables_have_a_title_for_every_contest(plan: Path, store: Path) -> None:
    plan.write_text(PLAN + '[stop]\na = "csp"\nb = "single-point"\ndifference = 0.4\n')
    shown = run("experiment", str(plan), "--store", str(store)).stdout
    for words in ("beginner8 · first safe", "4x4x3 · first safe", "won %", "csp  |  single-point"):
        assert words in shown
    assert "stopped: 'csp' wins" in shown


def test_the_store_says_by_what_command_it_was_made(
    plan: Path, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["/somewhere/sapper", "experiment", "a plan.toml"])
    run("experiment", str(plan), "--store", str(store))
    with open_store(store) as opened:
        entry, _ = opened.entries()
        assert entry.run.command == "sapper experiment 'a plan.toml'"
        assert entry.run.version == "".join(entry.versions)
        assert "processors" in entry.run.machine


def test_games_of_several_versions_are_told(
    plan: Path, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = ("experiment", str(plan), "--store", str(store))
    run(*command)
    plan.write_text(PLAN.replace("30", "35"))
    monkeypatch.setattr("sapper_lab.experiment.installed_version", lambda: "9.9")
    shown = run(*command).stdout
    assert f"by different versions of sapper: {_version()} and 9.9" in shown


def _version() -> str:
    from importlib.metadata import version

    return version("sapper")


def test_out_of_time_is_said_and_no_error(plan: Path, store: Path) -> None:
    plan.write_text(PLAN.replace("30", "500_000") + "[limits]\nseconds = 0.1\n")
    result = run("experiment", str(plan), "--store", str(store), "--json")
    assert result.exit_code == 0
    assert json.loads(result.stdout)["ending"] == "out of time"
    assert "out of time" in result.stderr
    assert "to continue" in result.stderr


def test_ctrl_c_keeps_everything_finished(plan: Path, store: Path) -> None:
    plan.write_text(PLAN.replace("30", "10_000_000"))
    command = [sys.executable, "-m", "sapper", "experiment", str(plan), "--json"]
    with subprocess.Popen(
        [*command, "--store", str(store)],
        start_new_session=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        while not store.exists() or not _played(store):
            assert process.poll() is None
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)
        output, errors = process.communicate(timeout=120)
    assert process.returncode == 130
    found = json.loads(output)
    assert found["ending"] == "interrupted"
    games = sum(row["games"] for contest in found["contests"] for row in contest["players"])
    assert errors == (
        f"sapper: interrupted, {games:,} games are kept in {store}; run it again to continue\n"
    )
    assert games == _played(store) > 0
    with closing(sqlite3.connect(store)) as db:
        assert db.execute("SELECT count(*) FROM claim").fetchone() == (0,)


def _played(store: Path) -> int:
    with closing(sqlite3.connect(store, timeout=120)) as db:
        try:
            ((games,),) = db.execute("SELECT count(*) FROM game")
        except sqlite3.OperationalError:  # its tables are being made
            return 0
    return int(games)


def test_what_is_wrong_with_a_plan_is_one_sentence(plan: Path, store: Path) -> None:
    command = ("experiment", str(plan), "--store", str(store))
    plan.write_text(PLAN.replace("players", "playrs"))
    said = sentence(*command)
    assert said == f"{plan}: line 2: unknown field 'playrs': did you mean 'players'?"
    plan.write_text(PLAN.replace("30", '"many"'))
    assert f"{plan}: line 4: 'games': expected a whole number" in sentence(*command)
    plan.write_bytes(b"\xff\x00")
    assert sentence(*command) == f"{plan}: line 1 is not UTF-8 text"
    missing = str(plan.parent / "nowhere.toml")
    assert sentence("experiment", missing) == f"{missing}: no such file"
    assert not store.exists()


def test_what_is_wrong_with_a_store_is_one_sentence_and_data_are_kept(
    plan: Path, store: Path
) -> None:
    command = ("experiment", str(plan), "--store", str(store))
    store.write_bytes(b"no database" * 100)
    assert sentence(*command) == f"{store}: this is not a store of results"
    assert store.read_bytes() == b"no database" * 100
    store.unlink()
    run(*command)
    with closing(sqlite3.connect(store)) as db:
        db.execute("PRAGMA user_version = 2")
    assert "format 2, and this version of sapper reads only format 1" in sentence(*command)
    with closing(sqlite3.connect(store)) as db:
        db.execute("PRAGMA user_version = 1")
    assert json.loads(run(*command, "--json").stdout)["contests"][0]["games"] == 30


def test_experiments_with_a_name_are_not_files() -> None:
    said = sentence("experiment", "nothing")
    assert "unknown experiment 'nothing': expected 3x3-7" in said
    assert "or a file PLAN.toml" in said


def test_workers_are_here_or_there(plan: Path) -> None:
    said = sentence("experiment", str(plan), "--workers", "2", "--scheduler", "tcp://x:1")
    assert "use --workers or --scheduler, not both" in said


def test_a_plan_has_help_of_its_own(plan: Path) -> None:
    shown = run("experiment", "PLAN.toml", "--help").stdout
    for words in ("--store", "--workers", "--scheduler", "--json", "Ctrl-C", "Example:"):
        assert words in shown
