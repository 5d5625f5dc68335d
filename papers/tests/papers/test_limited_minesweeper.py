"""``sapper experiment limited-minesweeper``: tables, JSON and CSV that say the same."""

from __future__ import annotations

import csv
import json
import re

import pytest

from sapper_papers.limited import Agent, AgentSums, play_one
from tests.cli.interrupting import interrupted
from tests.cli.runs import run, sentence

LIMITED = ("experiment", "limited-minesweeper")
SMALL = (*LIMITED, "--level", "small", "--splits", "0", "--splits", "2", "--games", "6")


def test_json_is_what_the_games_sum_up_to() -> None:
    found = json.loads(run(*SMALL, "--seed", "3", "--json").stdout)
    assert list(found) == ["experiment", "games", "seed", "rows"]
    agents = [Agent(0, "first"), Agent(2, "first"), Agent(0, "exact"), Agent(2, "exact")]
    for row, agent in zip(found["rows"], agents, strict=True):
        total = sum((play_one("small", seed, agent) for seed in range(3, 9)), AgentSums())
        assert (row["configuration"], row["splits"]) == ("small", agent.splits)
        assert row["guess"] == agent.guess
        assert (row["games"], row["wins"], row["guesses"]) == (6, total.wins, total.guesses)
        assert row["levels"] == {str(k): total.levels[k] for k in range(agent.splits + 1)}
        assert row["counted"] == total.counted
        assert row["cpu_seconds"] > 0
        published = {0: 62.0, 2: 87.8}[agent.splits]
        assert row["published"] == (published if agent.guess == "first" else None)
        low, high = row["interval"]
        assert low <= row["win_rate"] <= high


def test_csv_and_json_agree() -> None:
    flat = list(csv.DictReader(run(*SMALL, "--csv").stdout.splitlines()))
    rows = json.loads(run(*SMALL, "--json").stdout)["rows"]
    assert len(flat) == len(rows) == 4
    for line, row in zip(flat, rows, strict=True):
        for key in ("configuration", "splits", "guess", "games", "wins", "win_rate", "guesses"):
            assert line[key] == str(row[key])
        assert [line["low"], line["high"]] == [str(end) for end in row["interval"]]
        assert {k: line[f"level{k}"] for k in row["levels"]} == {
            k: str(moves) for k, moves in row["levels"].items()
        }
        assert line["level2"] == ("" if row["splits"] == 0 else str(row["levels"]["2"]))


def test_the_result_is_the_same_for_any_number_of_workers() -> None:
    one, two = (
        json.loads(run(*SMALL, "--workers", workers, "--json").stdout)["rows"]
        for workers in ("1", "2")
    )
    for row in [*one, *two]:
        del row["cpu_seconds"]
    assert one == two


def test_tables_name_boards_agents_and_figures() -> None:
    shown = run(*SMALL, "--guesses", "exact", "--level", "medium").stdout
    for words in (
        *("small, 8x8x10 · 6 boards", "medium, 16x16x40 · 6 boards", "won %", "95% interval"),
        *("level 0", "level 2", "counted", "guesses", "exact"),
    ):
        assert words in shown


def test_guesses_at_random_are_of_each_boards_own_luck() -> None:
    again = [play_one("small", 1, Agent(0, "random")) for _ in range(2)]
    assert again[0].guesses == again[1].guesses
    assert again[0].levels == again[1].levels


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--level", "tiny"), "'tiny' is not small"),
        (("--splits", "-1"), "'-1' is not a whole number"),
        (("--splits", "many"), "'many'"),
        (("--guesses", "well"), "'well' is not first"),
        (("--seed", "-1"), "not a whole number"),
    ],
)
def test_wrong_options_are_refused_in_a_sentence(arguments: tuple[str, ...], said: str) -> None:
    assert said in sentence(*LIMITED, *arguments)


def test_ctrl_c_ends_it_with_what_is_finished() -> None:
    many = (*LIMITED, "--level", "small", "--splits", "1", "--games", "1000000", "--json")
    ended = interrupted(*many, at="sapper.arena.runner:Pace.record", call=3)
    assert ended.code == 130
    found = json.loads(ended.output)
    assert found["interrupted"] is True
    played = sum(row["games"] for row in found["rows"])
    assert 0 < played < 2_000_000
    assert ended.errors == f"sapper: interrupted after {played} of 2000000 games\n"


def test_no_figure_is_cut_off_in_a_terminal_of_eighty_columns(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("FORCE_COLOR", "1")
    shown = run(*LIMITED, "--level", "small", "--games", "1").stdout
    lines = re.sub("\x1b\\[[0-9;]*m", "", shown).splitlines()
    assert max(map(len, lines)) <= 80
    assert "…" not in "".join(lines)
    heads = [line.split() for line in lines if "splits" in line]
    assert len(heads) > 1
    assert all(head[:2] == ["splits", "guess"] for head in heads)
    assert heads[-1][-1] == "guesses"
