"""``sapper bounds``: JSON, sentences, a file to go on from, Ctrl-C, and wrong input."""

import json
from pathlib import Path

import pytest

from tests.cli.interrupting import interrupted
from tests.cli.runs import run, sentence

pytestmark = pytest.mark.slow

QUICK = ("--deals", "200", "--layouts", "10", "--seed", "3")


@pytest.mark.parametrize("first", ["any", "safe", "opening"])
def test_the_optimum_is_between_the_bounds(first: str) -> None:
    found = json.loads(run("bounds", "6x2x4", "--first", first, *QUICK, "--json").stdout)
    keys = ["level", "first", "low", "high", "confidence", "lower", "upper", "seed"]
    assert list(found) == keys
    best = json.loads(run("optimum", "6x2x4", "--first", first, "--json").stdout)["value"]
    assert found["low"] <= best <= found["high"] < 1.0
    cells = found["upper"]["cells"]
    assert [list(one) for one in cells] == [["cell", "high"]] * 3
    assert found["high"] == max(one["high"] for one in cells)


def test_people_get_sentences_and_a_table() -> None:
    lines = run("bounds", "6x5x5", *QUICK, "--guesses", "2").stdout.splitlines()
    assert lines[0] == "6x5x5 · first move safe"
    assert lines[2].startswith("The best possible player wins between ")
    assert " ".join(lines[7].split()) == "first cell at most %"


def test_a_file_gives_the_same_bounds_in_two_parts(tmp_path: Path) -> None:
    file = ("--state", str(tmp_path / "bounds.npz"))
    whole = json.loads(run("bounds", "9x9x10", *QUICK, "--json").stdout)
    play = "sapper_lab.bounds.samples:Relaxed.values"
    ended = interrupted("bounds", "9x9x10", *QUICK, *file, "--json", at=play, call=4)
    assert ended.errors == "sapper: interrupted: only what was finished is shown\n"
    assert ended.code == 130
    assert json.loads(ended.output)["interrupted"] is True
    assert json.loads(run("bounds", "9x9x10", *QUICK, *file, "--json").stdout) == whole
    other = sentence("bounds", "9x9x11", *QUICK, *file)
    assert "has the samples of 9x9x10 (first move safe, 1 guess in 10 layouts, seed" in other
    assert "not of 9x9x11 (first move safe" in other


def test_a_process_killed_while_it_writes_leaves_the_file_that_was_there(tmp_path: Path) -> None:
    file = ("--state", str(tmp_path / "bounds.npz"))
    whole = run("bounds", "6x2x4", *QUICK, "--json").stdout
    play = "sapper_lab.bounds.samples:Relaxed.values"
    assert interrupted("bounds", "6x2x4", *QUICK, *file, at=play, call=2).code == 130
    kept = (tmp_path / "bounds.npz").read_bytes()
    killed = interrupted("bounds", "6x2x4", *QUICK, *file, at="os:fsync", call=1, by="SIGKILL")
    assert killed.code < 0
    assert (tmp_path / "bounds.npz").read_bytes() == kept
    assert run("bounds", "6x2x4", *QUICK, *file, "--json").stdout == whole


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (["much"], "unknown level 'much'"),
        (["3x3x8", "--first", "opening"], "8 mines leave no first cell that first=opening allows"),
        (["4x4x4", "--deals", "0"], "'0' is not a whole number from 1 to"),
        (["4x4x4", "--state", "/nowhere/at/all"], "/nowhere/at/all: the samples cannot be written"),
        (["4x4x4", "--state", __file__], "test_bounds.py is not a file of bounds"),
    ],
)
def test_wrong_input_is_one_sentence(arguments: list[str], fault: str) -> None:
    said = sentence("bounds", *arguments)
    assert fault in said
    assert "Error" not in said
