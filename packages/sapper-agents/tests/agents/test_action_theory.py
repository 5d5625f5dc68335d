"""Minesweeper by actions: the reasoner decides as the player ``limited`` does, and its statements
are a file that gives the same answers."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

import sapper
from limited_belief import Session
from sapper.arena import turns
from sapper.errors import InputError
from sapper.game import Cell
from sapper.notation import DEMO_RULES, dealt
from sapper_agents.limited import TheoryGame, level_of
from tests.cli.runs import run, sentence

Moves = Sequence[tuple[str, Cell, int | None]]
#: Small boards: width, height, mines.
BOARDS = [(3, 7, 5), (4, 4, 5), (5, 5, 6), (6, 5, 8), (6, 6, 9)]


def game_on(board: Sequence[int], seed: int, **options: Any) -> TheoryGame:
    width, height, mines = board
    found = dealt(width, height, mines, seed)
    grid = found.deal.grid
    cells = [grid.cell(i) for i in found.deal.mine_indices(0, "any")]
    return TheoryGame(grid, cells, found.first, **options)


def played(board: Sequence[int], seed: int, splits: int) -> tuple[Moves, str]:
    """The moves of the player ``limited``, with their levels, and the outcome."""
    width, height, mines = board
    found = dealt(width, height, mines, seed)
    row, column = found.first
    recipe = f"limited(splits={splits}, guess=first, row={row}, column={column})"
    game = list(turns(sapper.player(recipe), DEMO_RULES, found.deal))
    decisions = [turn.step.decision for turn in game]
    moves = [(each.move.action, each.move.cell, level_of(each)) for each in decisions]
    return moves, game[-1].after.outcome


def agree(board: Sequence[int], seed: int, splits: int) -> None:
    """Check that the program plays as the player ``limited``, move by move and level by level."""
    game = game_on(board, seed, splits=splits)
    moves = [(step.action, step.cell, step.level) for step in game.play()]
    assert (moves, game.outcome) == played(board, seed, splits)


@pytest.mark.parametrize(("board", "splits"), [*zip(BOARDS, (0, 1, 1, 2, 1), strict=True)])
def test_every_decision_is_that_of_the_player(board: Sequence[int], splits: int) -> None:
    for seed in (1, 2):
        agree(board, seed, splits)


@pytest.mark.study
@pytest.mark.parametrize("splits", [0, 1, 2])
@pytest.mark.parametrize("board", [*BOARDS, (8, 8, 10)])
def test_every_decision_of_many_games_is_that_of_the_player(
    board: Sequence[int], splits: int
) -> None:
    for seed in range(1, 7):
        agree(board, seed, splits)


def test_the_statements_are_a_file_with_the_same_answers() -> None:
    game = game_on((5, 5, 6), 4, splits=1)
    steps = list(game.play())
    assert game.outcome == "won"
    session = Session(seconds=60)
    results = list(session.run(session.read("\n".join(game.statements))))
    assert all(result.answer and result.as_expected for result in results)
    asked = [str(result.ask.formula) for result in results if result.answer and result.answer.holds]
    decided = [str(step.result.ask.formula) for step in steps if step.result is not None]
    assert [formula for formula in asked if formula in decided] == decided
    assert 1 in {step.level for step in steps}


def test_a_game_ends_with_its_time() -> None:
    game = game_on((5, 5, 6), 4, seconds=0)
    assert len(list(game.play())) <= 1
    assert game.outcome == "unfinished"


def test_a_large_board_is_refused_before_it_is_stated() -> None:
    with pytest.raises(InputError, match="at most 256 cells, not 480"):
        game_on((30, 16, 99), 1)


def test_the_command_prints_each_action_with_its_question() -> None:
    small = ("believe", "minesweeper", "--level", "5x5x6", "--seed", "4")
    found = run(*small, "--splits", "1", "--why").stdout
    assert "  0 open [1, 1], shows 0 and opens 10 more: the first cell" in found
    assert "yes   K<1> not mine(r4c2)" in found
    assert "split on mine(" in found
    assert "won after 15 steps" in found
    answer = json.loads(run(*small, "--json").stdout)
    assert (answer["outcome"], len(answer["steps"])) == ("won", 15)
    assert answer["steps"][0]["question"] is None
    statements = run(*small, "--statements").stdout
    assert statements.startswith("rigid sort action\n")
    assert run("believe", "-", stdin=statements).exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("--level expert", "at most 256 cells, not 480"),
        ("--level 4x4x9", "the demo cannot deal 9 mines"),
        ("--splits 10", "--splits: expected a number from 0 to 9, not 10"),
        ("--seconds 0", "the game was not finished in time"),
    ],
)
def test_a_wrong_option_is_one_sentence(arguments: str, said: str) -> None:
    assert said in sentence("believe", "minesweeper", *arguments.split())


def test_options_of_the_game_need_it() -> None:
    assert "are for minesweeper only" in sentence("believe", "sudoku", "--seed", "3")
