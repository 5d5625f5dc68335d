"""README.md says what is true: its session, its commands, the lists of verbs and players."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from sapper.cli import VERBS
from sapper.game import Position
from sapper.notation import open_deals
from sapper.players.recipes import RECIPES, STRATEGIES
from tests.conftest import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = sorted(
    [
        ROOT / "README.md",
        ROOT / "CONTRIBUTING.md",
        ROOT / "bench" / "README.md",
        ROOT / "experiments" / "bssuct.md",
    ]
)
UVW = re.compile(r"\./uvw run (--group dev )?")
MEASURES = "python -m bench"
ELSEWHERE = (
    "./check",
    "git clone",
    "apt-get",
    "./uvw lock",
    "./uvw sync",
    "./uvw run pytest tests",
)


def fences(page: Path, language: str) -> list[str]:
    """The blocks of code of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text(encoding="utf-8"), re.M | re.S)


def commands() -> list[str]:
    """The lines of all shell blocks that run the program or measure it."""
    lines = [
        line.partition(" #")[0].strip()
        for page in PAGES
        for block in fences(page, "sh")
        for line in block.splitlines()
    ]
    return sorted({line for line in lines if "sapper " in line or MEASURES in line})


def test_session_is_what_python_answers() -> None:
    (session,) = fences(ROOT / "README.md", "python")
    test = doctest.DocTestParser().get_doctest(session, {}, "README.md", "README.md", 0)
    assert len(test.examples) == 8
    report: list[str] = []
    doctest.DocTestRunner(verbose=False).run(test, out=report.append)
    assert not "".join(report)


@pytest.mark.parametrize("command", commands())
def test_command_runs(command: str, tmp_path: Path) -> None:
    command = UVW.sub("", command.rpartition("&& ")[2])
    command = re.sub(rf"({MEASURES}).*", r"\1 --help", command)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["sh", "-c", command],
        cwd=ROOT if MEASURES in command else tmp_path,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_every_verb_is_named() -> None:
    for verb in VERBS:
        assert f"| `sapper {verb}` |" in README


def test_every_named_player_is_in_the_table() -> None:
    rows = dict(re.findall(r"^\| `([a-z0-9-]+)` \| `([^`]+)` \|", README, re.M))
    assert rows == RECIPES
    assert all(strategy in " ".join(rows.values()) for strategy in STRATEGIES)


def test_examples_of_text_forms_are_read(tmp_path: Path) -> None:
    position, deals = fences(ROOT / "docs" / "positions.md", "text")
    assert str(Position.parse(position)) == position.rstrip()
    (tmp_path / "deals").write_text(deals)
    assert len(list(open_deals(tmp_path / "deals"))) == 2


def test_links_lead_somewhere() -> None:
    for page in [*PAGES, *(ROOT / "docs").glob("*.md")]:
        for link in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
            if not link.startswith("http"):
                assert (page.parent / link).exists(), f"{page.name}: {link}"
