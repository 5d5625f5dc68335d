"""``python -m bench`` measures every subject, here on the smallest samples."""

import json
import re
import subprocess
import sys
from importlib import import_module

import pytest

from tests.sources import ROOT

pytestmark = pytest.mark.slow

SMALL = ("--small=8", "--positions=2", "--rounds=1", "--games=2", "--deals=2", "--quick", "--json")
SUBJECTS = (
    "analysis",
    "games",
    "strength",
    "logic",
    "explanations",
)


def bench(*arguments: str, package: str = "bench") -> str:
    command = [sys.executable, "-m", package, *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout


def test_every_subject_is_measured() -> None:
    peer = f"--peer=other={sys.executable} -c 'print({{games}} - 1)'"
    found = json.loads(bench(*SUBJECTS, *SMALL, peer))
    tables = {table["title"].split(":")[0]: table["rows"] for table in found["tables"]}
    assert len(tables) == 11
    assert len(tables["Satisfiability test, expert mid-game positions, all frontier cells"]) == 3
    chains = tables["Explanations"]
    assert chains
    assert all(row["refused by the checker"] == 0 for row in chains)
    players = {row["player"]: row for row in tables["Expert games, first cell safe"]}
    assert list(players) == ["csp", "swift", "other"]
    assert tables["Expert games in Python, won by a strategy that answers at once"]
    assert players["other"]["won % (95%)"]["share"] == 0.5


def test_the_kernel_agrees_with_brute_force_and_satisfiability() -> None:
    found = json.loads(bench("agreement", "literature", *SMALL, package="papers.studies"))
    tables = {table["title"].split(":")[0]: table["rows"] for table in found["tables"]}
    assert [row["disagreements"] for row in tables["Agreement"]] == [0, 0, 0]
    assert all(row["wrong"] == 0 for row in tables["Certain moves"])
    assert len(tables) > 2


def test_tables_are_markdown() -> None:
    lines = bench("strength", *SMALL[:-1]).splitlines()
    rule = next(line for line in lines if set(line) == set("|-: "))
    assert lines[lines.index(rule) - 1].count("|") == rule.count("|")


def test_more_kinds_of_swaps_lower_the_relaxed_game() -> None:
    command = [sys.executable, "-m", "papers.studies.swaps", "8x8x16", "--deals", "200"]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    safety, pairs, both, difference = (float(x) for x in re.findall(r"([\d.]+) ±", found))
    assert safety > pairs > both
    assert abs(pairs - both - difference) < 0.011  # of rounded means


def test_the_clues_of_the_first_cell_have_all_the_probability() -> None:
    command = [sys.executable, "-m", "papers.studies.first_clues", "4x4x4", "--deals", "100"]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    shown = re.findall(r"^ *([\d.]+)%  at most +([\d.]+)%", found, re.MULTILINE)
    shares, bounds = zip(*[(float(share), float(most)) for share, most in shown], strict=True)
    assert abs(sum(shares) - 100) < 0.01 * len(shares)
    mean = sum(share * most for share, most in zip(shares, bounds, strict=True)) / 100
    assert abs(mean - float(found.split("%")[0])) < 0.1  # of rounded figures


def test_every_benchmark_and_study_can_be_imported() -> None:
    files = [file for folder in ("bench", "papers") for file in (ROOT / folder).rglob("*.py")]
    for file in files:
        import_module(".".join(file.relative_to(ROOT).with_suffix("").parts))
