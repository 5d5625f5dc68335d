"""``sapper experiment mio-table-2`` and ``mio-table-3``: what they print is what was measured."""

from __future__ import annotations

import csv
import functools
import itertools
import json
import re
import time
from collections.abc import Callable
from io import StringIO
from typing import Any, Never

import pytest

import sapper
from mio import Clause
from sapper.game import Rules
from sapper_agents.learner import LearnedRules, LearningEvent, learn_minesweeper
from sapper_agents.mio import judged, prove
from sapper_agents.mio.mio import rules
from sapper_papers.mio import VARIANTS, measure_table_2
from tests.cli.runs import run, sentence

pytestmark = pytest.mark.slow

TABLE_2 = ("experiment", "mio-table-2", "--games", "5", "--seconds", "0.5")
TABLE_3 = ("experiment", "mio-table-3", "--games", "30", "--covered", "1")
judged_once = functools.cache(judged)
prove_once = functools.cache(prove)
#: What was learned with some options, and the events on the way.
LEARNED: dict[str, tuple[LearnedRules, list[LearningEvent]]] = {}


def learn_once(tell: Callable[[LearningEvent], None], **options: Any) -> LearnedRules:
    """Learn with the same options once for all tests; ``tell`` is called with the same events.

    The clock is that of this process, which stands still while others work.
    """
    key = str(sorted(options.items()))
    if key not in LEARNED:
        events: list[LearningEvent] = []
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(time, "monotonic", time.process_time)
            LEARNED[key] = learn_minesweeper(events.append, **options), events
    learned, events = LEARNED[key]
    for event in events:
        tell(event)
    return learned


@pytest.fixture(autouse=True)
def once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Learn with each setting, and prove each rule of the tables, once for all tests."""
    monkeypatch.setattr("sapper_papers.mio.judged", judged_once)
    monkeypatch.setattr("sapper_agents.learner.minesweeper.judged", judged_once)
    monkeypatch.setattr("sapper_papers.mio.learn_minesweeper", learn_once)


def test_table_2_has_the_four_settings_and_their_rules() -> None:
    found = json.loads(run(*TABLE_2, "--json").stdout)
    assert (found["experiment"], found["games"], found["seed"]) == ("mio-table-2", 5, 0)
    names = [row["setting"] for row in found["rows"]]
    assert names == ["IDA*", "IDA*+M", "AL+IDA*+M", "AL+GS+M"]
    for row in found["rows"]:
        verdicts = [prove_once(Clause.parse(rule)).sound for rule in row["rules"]]
        assert row["refuted"] == verdicts.count(False)
        assert 0 <= row["cut"] <= 100
        assert 0 <= row["explored"] <= 4000
        assert row["games"] == 5
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
    players = {"random": "mio", "probability": "mio-probability"}
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
    assert "random, published" in shown
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

    def learning(tell: Callable[[LearningEvent], None], **options: Any) -> LearnedRules:
        return learn_once(tell, **options) if next(calls) == 0 else stopped()

    monkeypatch.setattr("sapper_papers.mio.learn_minesweeper", learning)
    result = run(*TABLE_2, "--csv")
    assert result.exit_code == 130
    assert "interrupted after 5 of 20 games" in result.stderr
    (row,) = csv.DictReader(StringIO(result.stdout))
    assert (row["setting"], row["games"], row["published.won"]) == ("IDA*", "5", "42.6")


def test_before_the_first_setting_has_learned_there_is_no_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sapper_papers.mio.learn_minesweeper", stopped)
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
    measure_table_2(2, 0, 0.5, report=said.append)
    assert said[0] == "IDA*: learning"
    assert any(
        re.match(r"AL\+GS\+M: learning safe, iteration \d+: \d+ of \d+", each) for each in said
    )
    assert said[-1] == "AL+GS+M: 2 of 2 games"


def test_a_wrong_number_is_told() -> None:
    assert "'none' is not a whole number" in sentence(*TABLE_2[:2], "--games", "none")


def test_table_2_has_the_settings_and_the_numbers_of_examples_asked_for() -> None:
    few = ("--setting", "IDA*+M", "--examples", "6", "5")
    found = json.loads(run(*TABLE_2, *few, "--json").stdout)
    assert [row["setting"] for row in found["rows"]] == ["IDA*+M"]
    assert found["examples"] == [6, 5]
    assert "interrupted" not in found
    learned, _ = next(pair for key, pair in LEARNED.items() if "(6, 5)" in key)
    assert len(found["rows"][0]["rules"]) == len(learned.judged)
    names = ", ".join(f"'{variant.name}'" for variant in VARIANTS)
    assert f"'BFS' is not one of {names}" in sentence(*TABLE_2, "--setting", "BFS")
    assert "'0' is not a whole number from 1" in sentence(*TABLE_2, "--examples", "0", "5")
