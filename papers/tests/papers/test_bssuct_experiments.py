"""``sapper experiment`` with bssuct: tables, JSON and CSV say what matches and the optimum say."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from sapper.arena import Interrupted
from sapper.arena.match import match
from sapper.game import Level, Rules
from sapper_lab.perfect import optimum
from sapper_papers.bssuct import GNOMINE, SEVEN, TABLE_2, PublishedBoard, play_boards
from tests.cli.interrupting import interrupted
from tests.cli.runs import run, sentence

TABLE = ("experiment", "bssuct-table-2")
FEW = ("--level", "5x2x3", "--level", "3x1x1", "--simulations", "20", "--games", "12")


def json_of(*arguments: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run(*arguments, "--json").stdout)
    return found


def timeless(found: Any) -> Any:
    """The same without CPU times, which differ from run to run."""
    if isinstance(found, dict):
        return {key: timeless(value) for key, value in found.items() if key != "cpu_seconds"}
    return [timeless(value) for value in found] if isinstance(found, list) else found


@pytest.mark.parametrize("board", [*TABLE_2, *GNOMINE, *SEVEN], ids=str)
def test_perfect_play_is_what_the_optimum_finds(board: PublishedBoard) -> None:
    if board.level in ("5x5x10", "5x5x15", "7x3x10") and board.first == "safe":
        pytest.skip("takes seconds to half an hour: sapper optimum")
    level = Level.parse(board.level)
    found = optimum((level.grid, level.mines), board.first)
    assert found.exact
    assert found.low == board.perfect


def test_json_is_the_matches_of_every_board() -> None:
    found = json_of(*TABLE, *FEW, "--seed", "5")
    assert list(found) == ["experiment", "seed", "games", "boards"]
    assert [row["level"] for row in found["boards"]] == ["3x1x1", "5x2x3"]  # as the paper has them
    players = ["pgms", "csp", "swift", "bssuct(simulations=20)"]
    for row in found["boards"]:
        there = match(players, row["level"], Rules("safe"), 12, seed=5).to_json()
        assert {key: timeless(row[key]) for key in there} == timeless(there)
        assert Fraction(row["fraction"]) == pytest.approx(row["perfect"])
        assert [entry["player"] for entry in row["published"]] == [
            "CSP-PGMS",
            "BSSUCT, 10 s",
        ]


def test_the_share_of_perfect_play_has_the_interval_of_the_win_rate() -> None:
    command = ("experiment", "3x3-7", "--games", "20", "--seed", "0", "--simulations", "20")
    text = run(*command).stdout
    (board,) = json_of(*command)["boards"]
    for score in board["players"]:
        value, low, high = (
            100 * share / board["perfect"] for share in (score["win_rate"], *score["interval"])
        )
        assert f"{value:.1f} ({low:.0f}–{high:.0f})" in text


@pytest.mark.slow
def test_workers_change_nothing() -> None:
    one, two = (json_of(*TABLE, *FEW, "--workers", n) for n in ("1", "2"))
    assert timeless(one) == timeless(two)


def test_csv_has_a_line_for_every_player_on_every_board() -> None:
    lines = list(csv.DictReader(run(*TABLE, *FEW, "--csv").stdout.splitlines()))
    scores = [
        (board, score) for board in json_of(*TABLE, *FEW)["boards"] for score in board["players"]
    ]
    assert len(lines) == len(scores) == 8
    for line, (board, score) in zip(lines, scores, strict=True):
        for key in ("player", "games", "wins", "win_rate", "guesses"):
            assert line[key] == str(score[key])
        assert [float(line["low"]), float(line["high"])] == score["interval"]
        assert (line["level"], float(line["perfect"])) == (board["level"], board["perfect"])


def test_every_budget_is_a_player_and_each_plays_once() -> None:
    budgets = ("--simulations", "5", "--simulations", "10", "--seconds-per-guess", "0.01")
    twice = ("--player", "random", "--player", "random")
    answer = ("--level", "3x1x1", "--games", "2", *budgets, *twice)
    names = [score["player"] for score in json_of(*TABLE, *answer)["boards"][0]["players"]]
    assert names == [
        "random",
        "bssuct(simulations=5)",
        "bssuct(simulations=10)",
        "bssuct(seconds=0.01)",
    ]


def test_tables_stand_beside_what_was_published_and_perfect_play() -> None:
    shown = run(*TABLE, *FEW).stdout
    for words in (
        *("5x2x3 · first move safe · 12 games", "CSP-PGMS, published", "25.4 ± 1.0"),
        *("bssuct(simulations=20)", "swift", "perfect play, 1/4", "25.00", "CPU ms"),
    ):
        assert words in shown
    assert f"{'█' * 6} 100.0" in shown
    assert "\x1b" not in shown


def test_an_opening_on_gnomine_is_always_won() -> None:
    answer = ("--player", "swift", "--games", "30", "--simulations", "200", "--json")
    board = json.loads(run("experiment", "gnomine-5x5", *answer).stdout)["boards"][0]
    assert (board["level"], board["first"], board["perfect"]) == ("5x5x15", "opening", 1.0)
    assert board["players"][1]["wins"] == 30


def test_seven_mines_on_nine_cells_are_won_in_a_quarter_of_the_games() -> None:
    answer = ("--player", "random", "--games", "400", "--simulations", "30", "--json")
    board = json.loads(run("experiment", "3x3-7", *answer).stdout)["boards"][0]
    low, high = board["players"][1]["interval"]
    assert (board["level"], board["first"]) == ("3x3x7", "safe")
    assert low < board["perfect"] == 0.25 < high


def test_boards_without_known_optimum_have_only_published_rates() -> None:
    command = ("experiment", "published-rates", "--level", "8x8x10", "--player", "csp")
    few = ("--games", "3", "--simulations", "2")
    text = run(*command, *few).stdout
    assert "limited search (Pedersen), published" in text
    assert "perfect" not in text
    found = json_of(*command, *few)["boards"][0]
    assert (found["perfect"], found["fraction"]) == (None, None)
    assert run(*command, *few, "--csv").stdout.splitlines()[1].startswith("8x8x10,safe,,csp,3,")


def test_ctrl_c_prints_what_is_finished_of_every_board() -> None:
    many = (*TABLE, *FEW[:-1], "1000000", "--json")
    ended = interrupted(*many, at="sapper.arena.runner:Pace.record", call=5)
    assert ended.code == 130
    found = json.loads(ended.output)
    assert found["interrupted"] is True
    games = [board["games"] for board in found["boards"]]
    assert len(games) == 2
    assert max(games) - min(games) < 1000  # the boards take turns
    assert all(board["interrupted"] for board in found["boards"])
    words = f"interrupted after {sum(games)} of 2000000 games of each player"
    assert ended.errors == f"sapper: {words}\n"


def test_tables_name_interrupted_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(boards: Any, players: Any, games: int, **more: Any) -> None:
        result = play_boards(boards, players, 3, **more)
        raise Interrupted(replace(result, games=games, interrupted=True))

    monkeypatch.setattr("sapper_papers.bssuct.play_boards", stopped)
    plain = run(*TABLE, *FEW)
    assert plain.exit_code == 130
    assert "5x2x3 · first move safe · 3 games" in plain.stdout
    assert plain.stderr == "sapper: interrupted after 6 of 24 games of each player\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--level", "9x9x10"), "'9x9x10' is not 4x4x4"),
        (("--simulations", "0"), "'0' is not a whole number"),
        (("--simulations", "many"), "'many' is not a whole number"),
        (("--seconds-per-guess", "0"), "'0' is not a positive number of seconds"),
        (("--seconds-per-guess", "nan"), "nan"),
        (("--player", "nobody"), "unknown player or strategy 'nobody'"),
    ],
)
def test_wrong_input_is_refused_in_a_sentence(arguments: tuple[str, ...], said: str) -> None:
    assert said in sentence(*TABLE, *arguments)
