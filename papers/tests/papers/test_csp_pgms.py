"""``sapper experiment csp-pgms``: exact win rates of a player, which its games approach."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import combinations

import pytest

from sapper.arena import play
from sapper.arena.match import match
from sapper.game import Chance, Deal, Level, Rules
from sapper.players import player
from sapper_papers.csp_pgms import LeastRisk, Ties
from tests.cli.runs import run, sentence


def test_the_papers_example_wins_17_of_72_games() -> None:
    """Section 4.2: a ninth of the first cells is the centre, which wins half as often."""
    for ties in ("zero", "uniform"):
        assert LeastRisk("3x3x7", ties).value(None) == Fraction(17, 72)
    text = run("experiment", "csp-pgms", "--level", "3x3x7").stdout
    assert "3x3x7 · published 17/72 = 23.6" in text
    assert text.count("23.61") == 2


@pytest.mark.parametrize("level", ["5x2x3", "3x3x4"])
def test_games_of_all_deals_agree(level: str) -> None:
    """Each deal that the first cell, a corner, allows is played several times, because some ties
    are left to chance."""
    board = Level.parse(level)
    csp, first = player("corner > csp"), board.grid.corner
    layouts = combinations([i for i in range(board.grid.size) if i != first], board.mines)
    outcomes = [
        play(csp, Deal.of_mines(board.grid, frozenset(layout)), rules=Rules("safe"), chance=luck)
        for k, layout in enumerate(layouts)
        for luck in (Chance(3, k, n) for n in range(5))
    ]
    won = sum(game.record.outcome == "won" for game in outcomes) / len(outcomes)
    exact = LeastRisk(level, "zero").value(first)
    assert won == pytest.approx(float(exact), abs=4 * (0.25 / len(outcomes)) ** 0.5)


@pytest.mark.parametrize(("level", "ties"), [("3x3x7", "uniform"), ("5x2x3", "uniform")])
def test_games_from_a_random_first_cell_agree(level: str, ties: Ties) -> None:
    score = match([f"single-point > csp(ties={ties})"], level, Rules("safe"), 600, seed=8).players[
        0
    ]
    exact = float(LeastRisk(level, ties).value(None))
    assert abs(score.win_rate - exact) < 4 * (exact * (1 - exact) / 600) ** 0.5


def test_output_as_json_and_csv() -> None:
    found = json.loads(run("experiment", "csp-pgms", "--level", "3x1x1", "--json").stdout)
    assert found["experiment"] == "csp-pgms"
    assert [(row["first"], row["ties"], row["fraction"]) for row in found["rows"]] == [
        *(("random", "zero", "5/6"), ([0, 0], "zero", "1"), ([0, 1], "zero", "1/2")),
        *(("random", "uniform", "5/6"), ([0, 0], "uniform", "1"), ([0, 1], "uniform", "1/2")),
    ]
    lines = run("experiment", "csp-pgms", "--level", "3x1x1", "--csv").stdout.splitlines()
    assert lines[1] == "3x1x1,random,zero,0.8333333333333334,5/6,100"
    assert "'9x9x10' is not" in sentence("experiment", "csp-pgms", "--level", "9x9x10")
