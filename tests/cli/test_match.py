"""``sapper match``: the JSON contract to the letter, and tables for people."""

import json
from pathlib import Path
from typing import Any

import pytest

import sapper
from sapper.arena.match import MatchInterrupted
from sapper.game import Deal, Grid
from sapper.notation import write_deals
from tests.cli.runs import run

ARGUMENTS = ("match", "--player", "csp", "--player", "random", "--level", "beginner8")


def without_time(found: dict[str, Any]) -> dict[str, Any]:
    for row in found["players"]:
        assert row.pop("cpu_seconds") >= 0
    return found


def test_json_is_the_contract() -> None:
    result = run(*ARGUMENTS, "--first", "any", "--games", "30", "--seed", "4", "--json")
    found = json.loads(result.stdout)
    assert list(found) == ["level", "first", "games", "players", "pairs"]
    assert [found["level"], found["first"], found["games"]] == ["beginner8", "any", 30]
    assert [row["player"] for row in found["players"]] == ["csp", "random"]
    there = sapper.match(["csp", "random"], "beginner8", sapper.Rules("any"), 30, seed=4)
    assert without_time(found) == without_time(json.loads(str(there)))


def test_deals_file_brings_level_and_number_of_games(tmp_path: Path) -> None:
    file = tmp_path / "deals"
    write_deals(file, [Deal.seeded(Grid(9, 9), 10, 5, number) for number in range(12)])
    arguments = ("match", "--player", "csp", "--seed", "5", "--json")
    from_file = json.loads(run(*arguments, "--deals", str(file)).stdout)
    seeded = json.loads(run(*arguments, "--level", "beginner", "--games", "12").stdout)
    assert without_time(from_file) == without_time(seeded)
    fewer = run(*arguments, "--deals", str(file), "--level", "9x9x10", "--games", "3")
    assert json.loads(fewer.stdout)["games"] == 3


def test_tables_name_everything() -> None:
    shown = run(*ARGUMENTS, "--games", "20").stdout
    for word in ("beginner8", "20 games", "won %", "95 %", "guesses", "CPU ms", "decisions", "p"):
        assert word in shown
    assert "csp  |  random" in shown
    assert "\x1b" not in shown


def test_interrupt_prints_what_is_finished(monkeypatch: pytest.MonkeyPatch) -> None:
    result = sapper.match(["csp"], "beginner8", games=10)

    def stopped(*_: object, **__: object) -> None:
        from dataclasses import replace

        raise MatchInterrupted(replace(result, interrupted=True))

    monkeypatch.setattr("sapper.arena.match.match", stopped)
    plain, as_json = run("match", "--player", "csp"), run("match", "--player", "csp", "--json")
    assert plain.exit_code == as_json.exit_code == 130
    assert "interrupted" in plain.stdout
    assert "interrupted after 10 games" in plain.stderr
    assert json.loads(as_json.stdout)["interrupted"] is True
