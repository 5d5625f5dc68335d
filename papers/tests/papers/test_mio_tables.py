"""``sapper experiment mio-table-2`` and ``mio-table-3``: what they print is what was measured."""

from __future__ import annotations

import csv
import functools
import itertools
import json
import re
from io import StringIO
from typing import Any, Never

import pytest

import sapper
from mio import Active, Clause
from sapper.game import Rules
from sapper_agents.mio import judged, learn_target, prove
from sapper_agents.mio.mio import rules
from sapper_papers.mio import MOVES, VARIANTS, measure_table_2
from tests.cli.runs import run, sentence

pytestmark = pytest.mark.slow

SHORT = ("experiment", "mio-table-2", "--games", "5", "--seconds", "0.5", "--samples")
TABLE_2 = (*SHORT, "1")
TABLE_3 = ("experiment", "mio-table-3", "--games", "30", "--covered", "1")
judged_once = functools.cache(judged)
prove_once = functools.cache(prove)
#: What was learned with some options.
LEARNED: dict[str, Active] = {}


def learn_once(target: str, settings: Any, *, counts: Any, progress: Any) -> Active:
    """Learn with the same settings once for all tests, within CPU time."""
    key = f"{target} {settings} {counts}"
    if key not in LEARNED:
        LEARNED[key] = learn_target(target, settings, counts=counts)
    progress(0, 5, 1)
    return LEARNED[key]


@pytest.fixture(autouse=True)
def once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Learn with each setting, and prove each rule of the tables, once for all tests."""
    monkeypatch.setattr("sapper_papers.mio.judged", judged_once)
    monkeypatch.setattr("sapper_papers.mio.learn_target", learn_once)


def test_table_2_has_the_four_settings_and_their_rules() -> None:
    found = json.loads(run(*TABLE_2, "--json").stdout)
    assert (found["experiment"], found["games"], found["seed"]) == ("mio-table-2", 5, 0)
    names = [row["setting"] for row in found["rows"]]
    assert names == ["IDA*", "IDA*+M", "AL+IDA*+M", "AL+GS+M"]
    for row in found["rows"]:
        (sample,) = row["samples"]
        assert all(rule.startswith("safe(") for rule in sample["rules"])
        verdicts = [prove_once(Clause.parse(rule)).sound for rule in sample["rules"]]
        assert sample["refuted"] == verdicts.count(False)
        assert 0 <= row["cut"] <= 100
        assert 0 <= row["explored"] <= 4000
        assert sample["games"] == 5
        assert row["won_range"] == [row["won"]] * 2
    assert found["rows"][3]["rules"]
    assert found["rows"][0]["explored"] > found["rows"][3]["explored"]
    assert found["rows"][0]["published"] == {"explored": 3135, "cut": 70, "rules": 2.8, "won": 42.6}


@pytest.mark.study
def test_table_3_has_the_rules_the_games_and_what_is_missed() -> None:
    found = json.loads(run(*TABLE_3, "--json").stdout)
    paper, larger = found["theories"]
    assert [rule["paper"] for rule in paper["rules"]] == ["S-1", "S-2", "S-3", "M-1"]
    assert [rule["rule"] for rule in larger["rules"]] == [str(r.clause) for r in rules("larger")]
    assert all(rule["sound"] for part in (paper, larger) for rule in part["rules"])
    players = {"random": "mio(marks=needed)", "probability": "mio-probability(marks=needed)"}
    for guess, name in players.items():
        (score,) = sapper.match([name], "beginner8", Rules("any"), games=30).players
        assert paper["games"][guess]["wins"] == score.wins
    for level, games in (("beginner8", 10), ("expert", 1)):
        covered = paper["coverage"][level]
        certain = sum(covered["found"].values()) + covered["missed"]
        assert covered["games"] == games
        assert covered["share"] == sum(covered["found"].values()) / certain


def test_table_3_for_people_names_what_is_missed() -> None:
    shown = run(*TABLE_3, "--theory", "paper").stdout
    assert "S-1: true on all boards" in shown
    assert "published, random" in shown
    assert f"{30 * MOVES['S-2'] / 1000:,.0f}" in shown, "scaled to the games played"
    assert "35 ± 8" in shown
    assert " is safe because of [" in shown


def test_tables_are_the_same_with_two_workers_and_as_csv() -> None:
    arguments = (*TABLE_3[:2], "--games", "6", "--covered", "1", "--theory", "paper")
    one, two = (json.loads(run(*arguments, "--workers", n, "--json").stdout) for n in "12")
    rows = list(csv.DictReader(StringIO(run(*arguments, "--csv").stdout)))
    for guess, row in zip(("random", "probability"), rows, strict=True):
        games = [found["theories"][0]["games"][guess] for found in (one, two)]
        for each in games:
            del each["cpu_seconds"]
        assert games[0] == games[1]
        assert (row["theory"], row["guess"], row["wins"]) == ("paper", guess, str(games[0]["wins"]))
        assert row["moves.S-1"] == str(games[0]["moves"]["S-1"])
    assert one["theories"][0]["coverage"] == two["theories"][0]["coverage"]


def test_samples_have_seeds_of_their_own_and_rows_are_their_means() -> None:
    few = ("--setting", "IDA*+M", "--examples", "6", "5", "--json")
    (row,) = json.loads(run(*SHORT, "2", *few).stdout)["rows"]
    (later,) = json.loads(run(*TABLE_2, *few, "--seed", "1").stdout)["rows"]
    one, two = row["samples"]
    assert two["rules"] == later["samples"][0]["rules"]
    for figure in ("explored", "cut"):
        assert row[figure] == pytest.approx((one[figure] + two[figure]) / 2)
    assert row["rules"] == (len(one["rules"]) + len(two["rules"])) / 2
    assert row["won"] == pytest.approx(50 * (one["win_rate"] + two["win_rate"]))


def test_fewer_clauses_per_search_can_be_asked_for() -> None:
    few = ("--setting", "IDA*+M", "--nodes", "20", "--json")
    (row,) = json.loads(run(*TABLE_2, *few).stdout)["rows"]
    assert row["explored"] <= 20


def stopped(*words: object, **options: object) -> Never:
    """Do as Ctrl-C does."""
    raise KeyboardInterrupt


def test_what_is_finished_is_printed_after_ctrl_c(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sapper_papers.mio.stuck_games", stopped)
    result = run(*TABLE_3[:2], "--games", "3", "--theory", "paper", "--json")
    assert result.exit_code == 130
    assert "interrupted after 6 of 6 games" in result.stderr
    found = json.loads(result.stdout)
    assert found["interrupted"]
    (theory,) = found["theories"]
    assert len(theory["rules"]) == 4
    assert [games["games"] for games in theory["games"].values()] == [3, 3]
    assert theory["coverage"] == {}


def test_the_settings_that_have_learned_are_printed_after_ctrl_c(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Ctrl-C while the second setting learns."""
    calls = itertools.count()

    def learning(*given: Any, **options: Any) -> Active:
        return learn_once(*given, **options) if next(calls) == 0 else stopped()

    monkeypatch.setattr("sapper_papers.mio.learn_target", learning)
    result = run(*TABLE_2, "--csv")
    assert result.exit_code == 130
    assert "interrupted after 5 of 20 games" in result.stderr
    (row,) = csv.DictReader(StringIO(result.stdout))
    assert (row["setting"], row["games"], row["published.won"]) == ("IDA*", "5", "42.6")


def test_before_the_first_setting_has_learned_there_is_no_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sapper_papers.mio.learn_target", stopped)
    result = run(*TABLE_2)
    assert (result.exit_code, result.stdout) == (130, "")
    assert "interrupted after 0 of 20 games" in result.stderr


def test_no_figure_is_cut_off_in_a_terminal_of_eighty_columns(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("FORCE_COLOR", "1")
    for arguments in (TABLE_2, (*TABLE_3, "--theory", "paper")):
        shown = re.sub("\x1b\\[[0-9;]*m", "", run(*arguments).stdout)
        assert "…" not in shown
        assert re.search(r"paper's|S-2", shown)


def test_progress_names_the_setting_and_what_it_does() -> None:
    said: list[str] = []
    measure_table_2(2, 0, 0.5, samples=1, report=said.append)
    assert said[:2] == [
        "IDA*, sample 1 of 1: learning",
        "IDA*, sample 1 of 1: learning, 5 of 5 positives covered",
    ]
    assert said[-1] == "AL+GS+M, sample 1 of 1: 2 of 2 games"


def test_a_wrong_number_is_told() -> None:
    assert "'none' is not a whole number" in sentence(*TABLE_2[:2], "--games", "none")


def test_table_2_has_the_settings_and_the_numbers_of_examples_asked_for() -> None:
    few = ("--setting", "IDA*+M", "--examples", "6", "5")
    found = json.loads(run(*TABLE_2, *few, "--json").stdout)
    assert [row["setting"] for row in found["rows"]] == ["IDA*+M"]
    assert found["examples"] == [6, 5]
    assert "interrupted" not in found
    learned = next(one for key, one in LEARNED.items() if "(6, 5)" in key)
    assert found["rows"][0]["rules"] == len(learned.theory)
    names = ", ".join(f"'{variant.name}'" for variant in VARIANTS)
    assert f"'BFS' is not one of {names}" in sentence(*TABLE_2, "--setting", "BFS")
    assert "'0' is not a whole number from 1" in sentence(*TABLE_2, "--examples", "0", "5")
