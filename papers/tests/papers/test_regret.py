"""The cost of guesses in ``sapper experiment regret`` is how much more perfect play wins."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import combinations
from statistics import fmean

import pytest

from sapper.game import Chance, Deal, Grid, Position
from sapper.players import player
from sapper_lab.perfect import optimum
from sapper_papers.regret import Judge, play
from tests.cli.runs import run, sentence

BOARDS = ((Grid(3, 3), 2), (Grid(4, 2), 3), (Grid(6, 1), 2))


@pytest.mark.parametrize(("grid", "mines"), BOARDS)
def test_the_judge_knows_the_optimum(grid: Grid, mines: int) -> None:
    assert Judge(grid, mines).optimum == pytest.approx(float(optimum((grid, mines)).low))


@pytest.mark.parametrize(("grid", "mines"), BOARDS)
def test_wins_and_costs_of_all_deals_add_up_to_perfect_play(grid: Grid, mines: int) -> None:
    """Return a game for every layout that the first cell, a corner, allows."""
    judge, least_risk = Judge(grid, mines), player("corner > csp")
    layouts = list(combinations(range(1, grid.size), mines))
    games = [
        play(judge, least_risk, Deal.of_mines(grid, frozenset(layout)), Chance(1))
        for layout in layouts
    ]
    won = Fraction(sum(game.wins for game in games), len(layouts))
    assert float(won) + fmean(game.cost for game in games) == pytest.approx(judge.optimum)


def test_some_guess_costs_nothing() -> None:
    judge = Judge(Grid(4, 3), 4)
    position = Position.parse("4x3x4\n1HHH\nHHHH\nHHHH")
    costs = [judge.cost(position, 0, guess) for guess in position.hidden_indices]
    assert min(costs) == 0.0
    assert max(costs) > 0.0


SMALL = ("--level", "5x2x3", "--games", "4", "--seed", "1")


def test_the_experiment_prints_what_guesses_cost_and_how_they_were_decided() -> None:
    recipes = ("csp", "bssuct(search=paper, exact=off, simulations=20)", "bssuct")
    players = [word for recipe in recipes for word in ("--player", recipe)]
    found = json.loads(run("experiment", "regret", *SMALL, *players, "--json").stdout)
    rows = {row["player"]: row for row in found["rows"]}
    assert list(rows) == list(recipes)
    for row in rows.values():
        assert row["games"] == 4
        assert row["low"] <= row["win_rate"] <= row["high"]
        assert row["perfect"] == 0.25
    assert rows["bssuct"]["win_rate"] == pytest.approx(0.25)
    assert rows["bssuct"]["searched"] == rows["csp"]["searched"] == 0
    assert rows[recipes[1]]["searched"] > 0
    text = run("experiment", "regret", *SMALL, *players).stdout
    assert "25.4 ± 1.0" in text
    assert "perfect play" in text
    lines = run("experiment", "regret", *SMALL, *players, "--csv").stdout.splitlines()
    assert len(lines) == 4


@pytest.mark.parametrize("name", ["bssuct-ablation", "bssuct-samplers"])
def test_the_parts_of_bssuct_are_compared(name: str) -> None:
    found = json.loads(run("experiment", name, "--level", "3x1x1", "--games", "1", "--json").stdout)
    assert all(row["win_rate"] == row["perfect"] == 1.0 for row in found["rows"])
    assert len(found["rows"]) == (5 if name == "bssuct-ablation" else 4)


@pytest.mark.parametrize(
    ("level", "words"),
    [
        ("5x5x10", "25 cells and 1,961,256 layouts, expected at most 64 and 1,500,000"),
        ("30x30x1", "900 cells and 899 layouts, expected at most 64 and 1,500,000"),
    ],
)
def test_boards_too_large_to_solve_are_refused(level: str, words: str) -> None:
    assert words in sentence("experiment", "regret", "--level", level)
