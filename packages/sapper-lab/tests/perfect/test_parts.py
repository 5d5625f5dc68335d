"""Cliques, sets and small sets of the search for the optimum, and the ends of 8×8 games."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import combinations, product
from math import prod
from pathlib import Path
from types import ModuleType

import pytest

import sapper
from sapper.game import Deal, Grid, Referee, Rules
from sapper_lab.perfect import Expectimax
from tests.inference import interpreted
from tests.inference.brute import layouts
from tests.perfect import optima, parts

pytestmark = pytest.mark.kernel

HIDDEN = 12  #: cells that the definition can try in every order


def interpreted_answers(module: ModuleType) -> str:
    """The answers of a module, with the kernel read from its sources."""
    here = [str(Path(sapper.__file__).parents[1]), os.environ["PYTHONPATH"]]
    ran = subprocess.run(
        [sys.executable, "-m", interpreted.__name__, module.__name__],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(here)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def test_the_parts_do_what_they_are_defined_to_do() -> None:
    assert int(interpreted_answers(parts)) > 50


def test_compiled_and_interpreted_search_answer_alike() -> None:
    assert interpreted_answers(optima) == optima.answers()


def test_the_ends_of_8x8_games_are_worth_what_all_policies_win() -> None:
    """Positions in which nothing is certain, of games that open what is."""
    grid, mines, seen = Grid(8, 8), 10, 0
    search = Expectimax(grid)
    for number in range(60):
        deal = Deal.seeded(grid, mines, 7, number)
        game = Referee(deal, Rules("opening"))
        game.open((3, 3))
        while game.position.outcome == "playing":
            found = sapper.analyse(game.position)
            if not found.safe and len(game.position.hidden_indices) <= HIDDEN:
                fitting = [sum(1 << i for i in one) for one in layouts(game.position)]
                if 2 <= len(fitting) <= parts.MOST:
                    search.take(fitting)
                    assert search.win(0) == parts.Truth(grid, fitting).won(
                        game.position.hidden_indices
                    )
                    seen += 1
                break
            if not found.safe:
                break
            game.open(found.safe[0])
    assert seen >= 3


def test_a_question_about_independent_parts_has_an_upper_bound() -> None:
    """Three strips of four cells that do not touch, each with two mines, have 6 layouts each, and
    216 together: more than a word has bits."""
    grid = Grid(14, 1, blocked=frozenset({4, 9}))
    strips = [range(4), range(5, 9), range(10, 14)]
    pairs = [[1 << a | 1 << b for a, b in combinations(strip, 2)] for strip in strips]
    together = [sum(some) for some in product(*pairs)]
    won = prod(parts.Truth(grid, strip).won(grid.playable) for strip in pairs)
    for need in (0, won, won + 1, len(together)):
        search = Expectimax(grid)
        search.take(together)
        found = search.win(need)
        assert found == won if need <= won else won <= found < need
