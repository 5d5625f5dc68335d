"""The changes that the how-tos show apply to this version of sapper, and do what the pages say."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs import pages
from tests.docs.pages import DOCS, fences
from tests.sources import ROOT

PAGES = sorted((DOCS / "howto").glob("*.md"))
DEFINED = re.compile(r"\[`([\w.]+)`\]\(([^)]+\.py)\)")


#: The sources that the pages change, and where Python looks for them and for the tests.
CHANGED = ("packages/sapper/src", "packages/sapper-workbench/src")
PATHS = (*CHANGED, "packages/sapper")


def changed(page: str, folder: Path) -> Path:
    """Apply the diff of a page to a copy of the files that it changes, beside links to all others.

    Return the folder of the copy.
    """
    (diff,) = fences(DOCS / "howto" / f"{page}.md", "diff")
    for source in CHANGED:
        shutil.copytree(
            ROOT / source, folder / source, ignore=shutil.ignore_patterns("__pycache__")
        )
    for name in re.findall(r"^--- a/((?:docs|packages/\S+/tests)/\S+)", diff, re.M):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    # Lines may have moved since; one line around each change must be the same.
    command = ["git", "apply", "-C1"]
    done = subprocess.run(command, cwd=folder, input=diff, text=True, capture_output=True)
    assert done.returncode == 0, f"docs/howto/{page}.md no longer applies: {done.stderr}"
    return folder


def run(folder: Path, *arguments: str, given: str = "") -> str:
    """Run Python with the changed package, and return what it prints."""
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(str(folder / each) for each in PATHS)},
        input=given,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_strategy_plays(tmp_path: Path) -> None:
    folder = changed("strategy", tmp_path)
    played = run(folder, "-m", "sapper", "play", "--player", "border", "--seed", "3", "--json")
    assert "a cell with only" in played
    assert "| `border` | `single-point > border` |" in (tmp_path / "docs/players.md").read_text()


def test_the_verb_answers(tmp_path: Path) -> None:
    folder = changed("verb", tmp_path)
    position = "4x3x2\nHHHH\n1221\n0000"
    assert run(folder, "-m", "sapper", "difficulty", given=position) == "difficulty 3\n"
    assert json.loads(run(folder, "-m", "sapper", "difficulty", "--json", given=position)) == {
        "difficulty": 3.0
    }
    assert "difficulty" in run(folder, "-m", "sapper", "--help")


def test_the_endpoint_answers(tmp_path: Path) -> None:
    folder = changed("endpoint", tmp_path)
    script = """
import asyncio
import types
from sapper_workbench.web.analyse import PositionText, hardness
from sapper_workbench.web.http.limits import Limits
from sapper_workbench.web.http.threads import Threads
from sapper_workbench.web.server import ENDPOINTS
state = types.SimpleNamespace(limits=Limits(), threads=Threads())
print(asyncio.run(hardness(state, PositionText(text="4x3x2\\nHHHH\\n1221\\n0000"))))
print([endpoint.handler.__name__ for endpoint in ENDPOINTS if endpoint.path == "/api/difficulty"])
"""
    assert run(folder, "-c", script) == "DifficultyJson(difficulty=3.0)\n['hardness']\n"


def test_the_technique_explains_a_cell(tmp_path: Path) -> None:
    folder = changed("technique", tmp_path)
    script = """
import sys
import sapper
sys.path.append("packages/sapper/tests/explanations")
from checker import fault
position = sapper.Position.parse("4x4x3\\n01HH\\n12HH\\nHHHH\\nHHHH")
explanation = sapper.explain(position, (2, 2))
print([step.technique for step in explanation.steps], fault(position, explanation.to_json()))
print(explanation.steps[0].words)
"""
    assert run(folder, "-c", script) == (
        "['three clues'] None\n"
        "The 1 at [0, 1] and the 1 at [1, 0] share no hidden cell, and the 2 at [1, 1] touches all"
        " of theirs. 1 + 1 = 2, so everything else that it touches is safe: [2, 2].\n"
    )


def test_the_notation_is_read_and_written(tmp_path: Path) -> None:
    folder = changed("notation", tmp_path)
    (tmp_path / "board.csv").write_text("0,0,1\n1,0,0\n")
    read = run(folder, "-m", "sapper", "convert", "board.csv", "--to", "csv")
    assert read == "0,0,1\n1,0,0\n"


def test_the_rule_of_your_own_is_checked_dealt_and_played(tmp_path: Path) -> None:
    (text,) = fences(DOCS / "variants.md", "toml")
    assert len(text.splitlines()) <= 30
    (tmp_path / "pairs.toml").write_text(text, encoding="utf-8")
    checked = pages.run("sapper variant check pairs.toml --positions 5", tmp_path)
    assert checked.output.startswith("right: "), checked.errors
    puzzle = pages.run("sapper variant puzzle pairs.toml --level 5x5x6 --seed 1", tmp_path)
    assert "5x5x6 pairs" in puzzle.output, puzzle.errors
    played = pages.run("sapper play single-clue --level pairs.toml:4x4x4 --seed 1", tmp_path)
    assert "Mines stand in pairs" in played.output, played.errors


@pytest.mark.parametrize("page", [DOCS / "architecture.md", *PAGES], ids=lambda page: page.stem)
def test_what_a_page_links_to_is_defined_there(page: Path) -> None:
    """The text of a link to a module is the name of a function, a class or a method in it."""
    for name, target in DEFINED.findall(page.read_text(encoding="utf-8")):
        source = (page.parent / target).read_text(encoding="utf-8")
        for part in () if name.endswith(".py") else name.split("."):
            definition = rf"^\s*(?:async )?(?:def|class) {part}\b|^{part}\b"
            assert re.search(definition, source, re.M), f"{target} defines no {name}"
