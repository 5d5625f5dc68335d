"""``sapper experiment``: agents in worlds, as tables, JSON and CSV that say the same."""

from __future__ import annotations

import csv
import json
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import click
import pytest

from sapper.arena import Interrupted
from sapper.game import World, seeded_world
from sapper.notation import examples, world_text, write_worlds
from sapper_lab.cli import command
from sapper_papers.gold import TourResult, tour
from tests.cli.interrupting import interrupted
from tests.cli.runs import run, sentence

DAGGERS = ("experiment", "daggers-and-gold")
AGENTS = ("--player", "logic1", "--player", "logic3")
SMALL = (*DAGGERS, *AGENTS, "--worlds", "EASY1", "--worlds", "easy", "--games", "2")


def csv_rows(*arguments: str) -> list[dict[str, str]]:
    return list(csv.DictReader(run(*arguments, "--csv").stdout.splitlines()))


def json_rows(*arguments: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads(run(*arguments, "--json").stdout)["rows"]
    return rows


def worlds_of(*arguments: str) -> list[str]:
    """The worlds that are played."""
    agent = ("--player", "random", "--games", "1")
    return [row["world"] for row in json_rows(*DAGGERS, *agent, *arguments)]


def test_json_is_the_result_of_the_tour() -> None:
    found = run(*SMALL, "--seed", "7", "--json").stdout
    assert list(json.loads(found)) == ["experiment", "seed", "games", "summary", "rows"]
    worlds = [examples()["EASY1"], *(seeded_world("easy", 7, number) for number in range(10))]
    there = tour(["logic1", "logic3"], worlds, 2, seed=7).to_json()
    here = json.loads(found)
    assert here.pop("experiment") == "daggers-and-gold"
    for row in [*here["rows"], *here["summary"], *there["rows"], *there["summary"]]:
        assert row.pop("cpu_seconds") > 0
    assert here == there


def test_csv_and_json_agree() -> None:
    flat, nested = csv_rows(*SMALL), json_rows(*SMALL)
    assert len(flat) == len(nested) == 22
    for line, row in zip(flat, nested, strict=True):
        for key in ("world", "group", "rules", "agent", "games", "wins", "random_probes"):
            assert line[key] == str(row[key])
        for key in ("guesses", "lives_lost", "gold_found", "win_rate"):
            assert line[key] == str(row[key])
        columns = {key: int(line[key]) for key in line if key.startswith("decisions.")}
        assert {key: n for key, n in columns.items() if n} == {
            f"decisions.{name}": n for name, n in row["decisions"].items()
        }


def test_tables_name_groups_agents_and_figures() -> None:
    shown = run(*SMALL).stdout
    for words in (
        *("EASY · 1 world · 2 games", "easy · 10 worlds · 20 games", "logic1", "logic3"),
        *("won %", "95%", "probes", "unprobed", "CPU", "guesses", "lives", "gold", "scan "),
    ):
        assert words in shown
    assert "\x1b" not in shown
    assert "[/" not in shown


def test_every_experiment_has_help_with_an_example() -> None:
    listed = run("experiment").stdout
    assert listed == run("experiment", "--help").stdout
    assert "..." not in listed
    assert "…" not in listed
    names = command.list_commands(click.Context(command))
    assert {entry.name for entry in entry_points(group="sapper.experiments")} == set(names)
    for name in names:
        assert name in listed
        shown = run("experiment", name, "--help").stdout
        assert f"sapper experiment {name}" in shown.split("Example:")[1]
        found = command.get_command(click.Context(command), name)
        assert found is not None
        for option in found.params:
            assert isinstance(option, click.Option)
            assert option.help
            assert option.opts[0] in shown


def test_worlds_are_sizes_files_and_names_each_once(tmp_path: Path) -> None:
    file = tmp_path / "two.world"
    two = [World("one", examples()["EASY1"].deal), World("other", examples()["EASY10"].deal)]
    write_worlds(file, two)
    dealt = [f"medium-4-{number}" for number in range(10)]
    assert worlds_of("--worlds", "medium", "--seed", "4") == dealt
    assert worlds_of("--worlds", str(file)) == ["one", "other"]
    assert worlds_of("--worlds", f"{file}:other", "--worlds", str(file)) == ["other", "one"]
    assert worlds_of("--worlds", "hard10", "--worlds", "hard-3-2") == ["HARD10", "hard-3-2"]
    sizes = [f"{size}-0-{number}" for size in ("easy", "medium", "hard") for number in range(10)]
    assert worlds_of() == sizes


def test_worlds_are_read_from_standard_input() -> None:
    text = world_text(examples()["EASY1"])
    answer = (*DAGGERS, "--player", "logic1", "--worlds", "-", "--json")
    assert json.loads(run(*answer, stdin=text).stdout)["rows"][0]["world"] == "EASY1"


def test_options_change_the_rules() -> None:
    answer = (*DAGGERS, "--player", "logic1", "--worlds", "MEDIUM2", "--games", "2")

    def rules(*options: str) -> str:
        return str(json_rows(*answer, *options)[0]["rules"])

    assert rules() == rules("--signs", "all-marks", "--zeros", "open") == ""
    assert rules("--signs", "counts") == "signs=counts gold=known"
    assert rules("--signs", "none", "--zeros", "closed") == "zeros=closed signs=none"
    few, many = (json_rows(*answer, *more)[0]["decisions"] for more in ((), ("--zeros", "closed")))
    assert many["scan"] > few["scan"]


def test_interrupt_prints_what_is_finished(monkeypatch: pytest.MonkeyPatch) -> None:
    result = tour(["logic1"], [examples()["EASY1"]], 3)

    def stopped(*_: object, **__: object) -> None:
        raise Interrupted(TourResult(0, 20, result.rows, interrupted=True))

    monkeypatch.setattr("sapper_papers.gold.tour", stopped)
    answer = (*DAGGERS, "--player", "logic1", "--worlds", "EASY1")
    plain, as_json, as_csv = run(*answer), run(*answer, "--json"), run(*answer, "--csv")
    assert plain.exit_code == as_json.exit_code == as_csv.exit_code == 130
    assert "EASY · 1 world · 3 games of each agent" in plain.stdout
    assert "interrupted" in plain.stdout
    assert "interrupted after 3 of 20 games" in plain.stderr
    assert json.loads(as_json.stdout)["interrupted"] is True
    assert len(as_csv.stdout.splitlines()) == 2


@pytest.mark.slow
@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_ends_an_experiment_with_its_partial_result(workers: str) -> None:
    answer = (*SMALL[:-1], "1000000", "--workers", workers, "--json")
    ended = interrupted(*answer, at="sapper.arena.runner:Pace.record", call=3)
    assert ended.code == 130
    games = sum(row["games"] for row in json.loads(ended.output)["rows"])
    assert 0 < games < 22_000_000
    assert ended.errors.splitlines() == [f"sapper: interrupted after {games} of 22000000 games"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ("experiment", "nothing"),
            "unknown experiment 'nothing': expected 3x3-7, bssuct-ablation",
        ),
        ((*DAGGERS, "--worlds", "nowhere"), "nowhere is neither an example"),
        ((*DAGGERS, "--worlds", ""), "--worlds cannot be empty"),
        ((*DAGGERS, "--worlds", "a" * 5000), "nor a file of worlds"),
        ((*DAGGERS, "--player", "nobody"), "unknown player or strategy 'nobody'"),
        ((*DAGGERS, *AGENTS, *AGENTS), "'logic1' is given 2 times: a tour needs it once"),
        ((*DAGGERS, "--games", "0"), "not a whole number from 1"),
        ((*DAGGERS, "--games", "many"), "not a whole number"),
        ((*DAGGERS, "--seed", "-1"), "not a whole number"),
        ((*DAGGERS, "--workers", "0"), "'0' is not a whole number"),
        (
            (*DAGGERS, "--signs", "flags"),
            "'flags' is not none, marks, all-marks, wide-marks or counts",
        ),
        ((*DAGGERS, "--json", "--csv"), "choose --json or --csv"),
        ((*DAGGERS, "logic1"), "unexpected argument 'logic1'"),
    ],
)
def test_wrong_input_is_refused_in_a_sentence(arguments: tuple[str, ...], said: str) -> None:
    assert said in sentence(*arguments)


def test_wrong_files_of_worlds_are_named(tmp_path: Path) -> None:
    file = tmp_path / "wrong.world"
    file.write_text("# one\n00\n0d")
    assert f"{file}: world one: " in sentence(*DAGGERS, "--worlds", str(file))
    assert str(tmp_path) in sentence(*DAGGERS, "--worlds", str(tmp_path))
    file.write_text("# EASY1\nd1\n11")
    answer = ("--worlds", "EASY1", "--worlds", str(file))
    assert "two different worlds are named 'EASY1'" in sentence(*DAGGERS, *answer)


def test_the_figures_of_the_report_stand_beside_those_of_its_games() -> None:
    options = ("--published", "--games", "2", "--seed", "4", "--json")
    found = json.loads(run(*DAGGERS, *options).stdout)
    rows = {row["what"]: row for row in found["figures"]}
    same = ("HARD10, agent 1, seed 4", "CUSTOM2, agent 3, seed 0: gold-sat")
    for what in (*same, "HARD10, agent 3, seed 1: gold-scan", "MEDIUM2, agent 2, seed 0: sat"):
        assert rows[what]["here"] == rows[what]["report"]
    assert rows["HARD10, agent 2, seed 4"]["here"].startswith("won, 6 random probes")
    mean = next(row for row in found["figures"] if row["interval"])
    assert (mean["report"], mean["games"]) == ("5", 2)
    assert "its own agents" in sentence(*DAGGERS, "--published", "--player", "csp")
