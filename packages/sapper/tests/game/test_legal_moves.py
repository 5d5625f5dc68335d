"""Positions as a user of Python types them: from text, cell by cell, and their legal moves."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sapper
from sapper.game import Action, Move, Position, Referee
from tests.strategies import games, texts_of_cells


def answer(make: Callable[[Any], Position], text: object) -> object:
    """The position of a text, or its error."""
    try:
        return make(text)
    except sapper.SapperError as error:
        return type(error), str(error)


@given(
    texts_of_cells().map(str) | st.text("0123456789xHF*#G() \n=,-grideslwz").map("2x2x1".__add__)
)
def test_a_position_of_a_text_is_that_of_parse(text: str) -> None:
    assert answer(Position, text) == answer(Position.parse, text)


@pytest.mark.parametrize("wrong", [None, 5, b"1x1x0\n0", ["1x1x0"]])
def test_what_is_no_text_is_refused_in_the_same_words(wrong: object) -> None:
    assert answer(Position, wrong) == answer(Position.parse, wrong)


@given(games())
def test_a_position_yields_its_cells_in_order(referee: Referee) -> None:
    position = referee.position
    assert list(position) == [position.grid.cell(i) for i in position.grid.playable]
    assert all(set(position.neighbours(cell)) <= set(position) - {cell} for cell in position)


@given(games())
def test_a_move_is_legal_if_the_game_accepts_it(referee: Referee) -> None:
    accepted = []
    for cell, action in itertools.product(referee.position, get_args(Action)):
        move = Move(action, cell)
        try:
            referee.play(move)
        except sapper.RulesError:  # the first-move rule leaves no room for the mines
            accepted.append(move)
        except sapper.IllegalMoveError:
            continue
        else:
            referee.undo()
            accepted.append(move)
    assert list(referee.position.legal_moves) == accepted
