"""``sapper optimum``: the contract's JSON, sentences, budgets, and wrong input."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.cli.interrupting import interrupted
from tests.cli.runs import run, sentence


def test_json_has_the_fixed_keys() -> None:
    found = json.loads(run("optimum", "10x1x5", "--json").stdout)
    assert found["fraction"] == "4/21"
    assert found["value"] == pytest.approx(4 / 21)
    assert found["best_first"] == [0, 2]
    assert isinstance(found["states"], int)
    assert found["seconds"] >= 0
    assert found["exact"] is True


def test_several_rules_are_a_list() -> None:
    rules = ("--first", "any", "--first", "opening", "--first", "any")
    found = json.loads(run("optimum", "4x4x4", *rules, "--json").stdout)
    assert [(one["first"], one["fraction"]) for one in found] == [
        ("any", "961/1820"),
        ("opening", "34/35"),
    ]
    assert "first=opening:\n" in run("optimum", "4x4x4", *rules).stdout


def test_people_get_a_sentence() -> None:
    assert run("optimum", "4x4x4", "--first", "any").stdout.startswith(
        "Perfect play wins 52.8022%: 961/1820.\nfirst cell [0, 1]; "
    )


def test_what_is_not_exact_is_a_range(tmp_path: Path) -> None:
    table = tmp_path / "table.npz"
    found = json.loads(
        run("optimum", "5x5x8", "--seconds", "0.3", "--state", str(table), "--json").stdout
    )
    assert found["value"] is None
    assert found["fraction"] is None
    assert found["exact"] is False
    assert 0 <= found["low"] < found["high"] <= 1
    assert found["note"] == "stopped after 0 of 6 first cells"
    assert table.exists()


def test_ctrl_c_prints_what_is_known(tmp_path: Path) -> None:
    table = tmp_path / "table.npz"
    search = "sapper_lab.perfect.search:Expectimax"
    ended = interrupted("optimum", "5x5x7", "--state", str(table), at=search, call=1)
    assert ended.code == 130
    assert ended.output.startswith("Perfect play wins between")
    assert table.exists()


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["8x8x10"], "the optimum takes at most 60 cells, not 64"),
        (["3x3x9"], "9 mines on 9 cells: no cell is left for the first move"),
        (["3x3x8", "--first", "opening"], "8 mines leave no first cell that first=opening allows"),
        (["6x6x18", "--megabytes", "100"], "layouts take more than 100 MB"),
        (["4x4x4", "--state", "no/such/folder/table"], "the table cannot be written there"),
        (["much"], "unknown level 'much'"),
        (["4x4x4", "--seconds", "soon"], "'soon' is not a number of seconds"),
    ],
)
def test_wrong_input_is_one_sentence(arguments: list[str], expected: str) -> None:
    assert expected in sentence("optimum", *arguments)


def test_progress_says_how_much_time_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []

    @contextmanager
    def status(_: str) -> Iterator[Callable[[str], None]]:
        yield said.append

    monkeypatch.setattr("sapper_lab.cli.optimum.status", status)
    assert run("optimum", "5x4x5", "--seconds", "1000").exit_code == 0
    form = r"first cell \d of 6 · [\d,]+ states? · (\d+) s left"
    assert said
    assert all((found := re.fullmatch(form, words)) and int(found[1]) <= 1000 for words in said)


def test_a_search_that_runs_out_of_time_gives_statistical_bounds() -> None:
    """It would take minutes to solve this board."""
    found = json.loads(run("optimum", "6x6x8", "--seconds", "0.5", "--json").stdout)
    assert not found["exact"]
    assert found["sampled"]["confidence"] == 0.95
    assert found["low"] <= found["sampled"]["low"] <= found["sampled"]["high"] <= 1
    words = run("optimum", "6x6x8", "--seconds", "0.5").stdout
    assert "Random deals put it between" in words
    assert json.loads(run("optimum", "4x4x4", "--json").stdout)["sampled"] is None
