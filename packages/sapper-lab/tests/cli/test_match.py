"""``sapper match``: the JSON contract to the letter, and tables for people."""

import json
from pathlib import Path
from typing import Any

import pytest

import sapper
from sapper.arena import MatchInterrupted, p_value
from sapper.cli.views import match as match_view
from sapper.game import Deal, Grid
from sapper.notation import write_deals
from sapper_lab.cli import report_table as report_view
from tests.cli.interrupting import interrupted
from tests.cli.runs import run, sentence

ARGUMENTS = ("match", "--player", "csp", "--player", "random", "--level", "beginner8")


def without_time(found: dict[str, Any]) -> dict[str, Any]:
    for row in found["players"]:
        assert row.pop("cpu_seconds") >= 0
    return found


def test_json_is_the_contract() -> None:
    result = run(*ARGUMENTS, "--first", "any", "--games", "30", "--seed", "4", "--json")
    found = json.loads(result.stdout)
    assert list(found) == ["level", "first", "games", "seed", "version", "players", "pairs"]
    assert [found["level"], found["first"], found["games"]] == ["beginner8", "any", 30]
    assert [row["player"] for row in found["players"]] == ["csp", "random"]
    there = sapper.match(["csp", "random"], "beginner8", sapper.Rules("any"), 30, seed=4)
    assert without_time(found) == without_time(there.to_json())


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
    for word in ("beginner8", "20 games", "won %", "95%", "guesses", "CPU ms", "decisions", "p"):
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


def stored(file: Path) -> list[tuple[str, str, int]]:
    """The level, player and number of every game in a store."""
    rows = json.loads(run("export", str(file), "--json").stdout)
    return sorted((row["level"], row["player"], row["number"]) for row in rows)


def test_a_store_keeps_the_games_and_none_twice(tmp_path: Path) -> None:
    store = tmp_path / "results.sqlite"
    command = (*ARGUMENTS, "--games", "20", "--seed", "4", "--json")
    kept = run(*command, "--store", str(store))
    plain = json.loads(run(*command).stdout)
    for row in plain["players"]:
        row["decisions"] = {name: n for name, n in row["decisions"].items() if n}
    assert without_time(json.loads(kept.stdout)) == without_time(plain)
    once = stored(store)
    assert once == [("beginner8", who, k) for who in ("csp", "random") for k in range(20)]
    again = run(*command, "--store", str(store))
    assert again.stdout == kept.stdout
    assert stored(store) == once
    assert (
        "match · beginner8 · first safe\n20 games of each player"
        in run("report", str(store), "--losses", "0").stdout
    )


def test_a_stored_match_is_extended_by_games_and_players(tmp_path: Path) -> None:
    store = str(tmp_path / "results.sqlite")
    stored = ("match", "--store", store, "--json")
    command = (*stored, "--level", "beginner8")
    run(*command, "--player", "csp", "--games", "10")
    more = json.loads(run(*command, "--player", "csp", "--games", "15").stdout)
    assert more["games"] == 15
    other = json.loads(run(*command, "--player", "random", "--games", "5").stdout)
    assert [row["player"] for row in other["players"]] == ["random"]
    assert other["games"] == 5
    assert "interrupted" not in other
    less = json.loads(run(*command, "--player", "csp", "--games", "10").stdout)
    assert less["players"][0]["games"] == 10
    (contest,) = json.loads(run("report", store, "--losses", "0", "--json").stdout)["contests"]
    assert [(row["player"], row["games"]) for row in contest["players"]] == [
        ("csp", 15),
        ("random", 5),
    ]
    assert run(*stored, "--player", "csp", "--level", "4x4x3", "--games", "5").exit_code == 0
    assert len(json.loads(run("report", store, "--json").stdout)["contests"]) == 2


def test_deals_of_a_file_go_into_a_store(tmp_path: Path) -> None:
    file, store = tmp_path / "deals", tmp_path / "results.sqlite"
    write_deals(file, [Deal.seeded(Grid(9, 9), 10, 5, number) for number in range(12)])
    command = ("match", "--player", "csp", "--deals", str(file), "--store", str(store))
    assert json.loads(run(*command, "--json").stdout)["games"] == 12
    assert len(stored(store)) == 12
    assert "expert" in sentence(*command, "--level", "expert")


def test_an_interrupted_match_is_continued_from_its_store(tmp_path: Path) -> None:
    store = tmp_path / "results.sqlite"
    command = ("match", "--player", "csp", "--level", "beginner8", "--store", str(store), "--json")
    ended = interrupted(
        *command, "--games", "10000000", at="sapper.arena.runner:Pace.record", call=3
    )
    assert ended.code == 130
    found = json.loads(ended.output)
    assert found["interrupted"] is True
    assert ended.errors.splitlines() == [
        f"sapper: interrupted after {found['games']} games of each player, which are kept in"
        f" {store}; run the command again to continue"
    ]
    games = found["games"] + 5
    assert json.loads(run(*command, "--games", str(games)).stdout)["games"] == games
    assert len(stored(store)) == games


def test_a_store_that_cannot_be_used_is_refused(tmp_path: Path) -> None:
    (tmp_path / "bad").write_text("text")
    for name, said in (("bad", "not a store"), ("no/store", "no such folder")):
        assert said in sentence(*ARGUMENTS, "--store", str(tmp_path / name))
    for kept in ((), ("--store", "never")):
        twice = sentence("match", "csp", "swift", "csp", "--games", "1", *kept)
        assert "player 'csp'" in twice
        assert "twice" in twice


def test_p_values_have_one_form_in_matches_and_reports() -> None:
    assert [p_value(p) for p in (1.0, 0.04321, 0.00012, 0.0)] == [
        *("1.000", "0.043", "1.2e-04", "<1e-300")
    ]
    for module in (match_view, report_view):
        assert module.p_value is p_value


def test_players_may_be_given_without_an_option() -> None:
    board = ("--level", "4x4x3", "--games", "5", "--json")
    named = json.loads(run("match", "csp", "single-point", *board).stdout)
    options = json.loads(run("match", "--player", "csp", "--player", "single-point", *board).stdout)
    assert [player["wins"] for player in named["players"]] == [
        player["wins"] for player in options["players"]
    ]
    assert sentence("match").startswith(
        "expected at least one PLAYER, such as: sapper match csp swift"
    )


def test_one_player_plays_without_an_option() -> None:
    board = ("--level", "4x4x3", "--seed", "1", "--json")
    named = json.loads(run("play", "csp", *board).stdout)
    option = json.loads(run("play", "--player", "csp", *board).stdout)
    assert named["player"] == "csp"
    assert [step["cell"] for step in named["steps"]] == [step["cell"] for step in option["steps"]]


def test_one_game_is_counted_in_the_singular() -> None:
    title = run("match", "csp", "--level", "4x4x3", "--games", "1").stdout.splitlines()[0]
    assert title.rstrip().endswith("· 1 game")
