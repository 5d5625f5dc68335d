"""``sapper opening``: JSON, a table for people, Ctrl-C, and wrong input."""

import json

import pytest

from tests.cli.interrupting import interrupted
from tests.cli.runs import run, sentence


def test_json_has_every_first_cell_best_first() -> None:
    result = run("opening", "4x4x3", "--first", "any", "--games", "120", "--seed", "2", "--json")
    found = json.loads(result.stdout)
    assert {"level", "first", "games", "seed", "version", "best", "cells"} == {*found}
    assert [found["level"], found["first"]] == ["4x4x3", "any"]
    assert found["best"] == found["cells"][0]["cell"]
    assert sorted(one["cell"] for one in found["cells"]) == [[0, 0], [0, 1], [1, 1]]
    keys = ["cell", "games", "chance", "interval", "less", "less_interval", "dropped"]
    for one in found["cells"]:
        assert list(one) == keys
        low, high = one["interval"]
        assert 0.0 <= low <= one["chance"] <= high <= 13 / 16
    assert found["cells"][0]["less_interval"] == [0.0, 0.0]


def test_people_get_a_table() -> None:
    arguments = ("opening", "beginner8", "--games", "40", "--cell", "0,0", "--cell", "3,2")
    lines = run(*arguments).stdout.splitlines()
    assert lines[0] == "beginner8 · first move safe · continued by swift"
    assert lines[2].startswith("first cell")
    assert sorted(line[:6] for line in lines[3:5]) == ["[0, 0]", "[3, 2]"]
    assert lines[3].endswith("  40")
    assert lines[-1].startswith(lines[3][:6])


def test_ctrl_c_prints_the_deals_that_every_cell_has_played() -> None:
    play = "sapper_lab.opening:FirstMoveValues.values"
    ended = interrupted("opening", "5x5x4", "--games", "5000", "--json", at=play, call=4)
    assert ended.errors == "sapper: interrupted: only what was finished is shown\n"
    assert ended.code == 130
    found = json.loads(ended.output)
    assert found["interrupted"] is True
    assert {one["games"] for one in found["cells"]} < set(range(1, 5000))


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (["much"], "unknown level 'much'"),
        (["3x3x8", "--first", "opening"], "8 mines leave no first cell that first=opening allows"),
        (["4x4x4", "--cell", "4,0"], "cell [4, 0] is outside the 4x4 grid"),
        (["4x4x4", "--cell", "4"], "'4' is not a cell: expected ROW,COLUMN"),
        (
            ["4x4x8", "--first", "opening", "--cell", "1,1"],
            "first=opening: a first move at [1, 1] leaves too few cells for 8 mines",
        ),
        (["4x4x4", "--games", "0"], "'0' is not a whole number from 1 to"),
        (["4x4x4", "--seconds", "soon"], "'soon' is not a number of seconds"),
    ],
)
def test_wrong_input_is_one_sentence(arguments: list[str], fault: str) -> None:
    assert fault in sentence("opening", *arguments)
