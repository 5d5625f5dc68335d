"""Answers of strategies that are not valid: each is one sentence that says who, when and what."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import sapper
from sapper.errors import InputError, StrategyError
from sapper.game import Action, Cell, Chance, Grid, Move, Position, Rules
from sapper.players import Decision, Pass, Player, Reason, player

START = Position.start(Grid(9, 7), 10, Rules("any"))
GOOD = Decision(Move("open", (0, 0)), "odd", Reason("odd", "it is the first"), None)


def wrong(**changes: Any) -> Decision:
    """A decision that is right but for some of its fields, of whatever types."""
    return replace(GOOD, **changes)


def odd(answer: Any) -> Player:
    """A player whose second strategy answers this, or what this function returns."""

    class Odd:
        name = "odd"

        def __init__(self, depth: int = 1) -> None:
            pass

        def decide(self, position: Position, chance: Chance) -> Any:
            return answer() if callable(answer) else answer

    return player("single-point > odd(depth=2) > random", own={"odd": Odd})


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (lambda: None, "expected a Decision or a Pass, got None"),
        (lambda: (0, 0), "expected a Decision or a Pass, got (0, 0)"),
        (lambda: Move("open", (0, 0)), "expected a Decision or a Pass, got Move("),
        (lambda: wrong(move=(0, 0)), "expected a Move as the decision's move, got (0, 0)"),
        (
            lambda: wrong(move=Move("open", (9, 0))),
            "expected a cell (row 0 to 6, column 0 to 8), got (9, 0)",
        ),
        (
            lambda: wrong(move=Move("open", (0, -1))),
            "cell: expected (row, column), counted from 0, not (0, -1)",
        ),
        (
            lambda: wrong(move=Move("open", 3)),  # type: ignore[arg-type]
            "cell: expected (row, column), counted from 0, not 3",
        ),
        (
            lambda: wrong(move=Move("open", (0.0, 1))),  # type: ignore[arg-type]
            "cell: expected (row, column), counted from 0, not (0.0, 1)",
        ),
        (
            lambda: wrong(mine_probability=7.0),
            "expected None or a number from 0 to 1 as mine_probability, got 7.0",
        ),
        (lambda: wrong(mine_probability=float("nan")), "as mine_probability, got nan"),
        (lambda: wrong(mine_probability="0.2"), "as mine_probability, got '0.2'"),
        (lambda: wrong(mine_probability=True), "as mine_probability, got True"),
        (lambda: wrong(strategy=None), "expected a string as the decision's strategy, got None"),
        (
            lambda: wrong(why=Reason("odd", 3)),  # type: ignore[arg-type]
            "expected a string as the words of the reason, got 3",
        ),
        (
            lambda: wrong(why=Reason("odd", "x", considered=((0, 0), (0, 1)))),  # type: ignore[arg-type]
            "expected pairs (cell, figure) as considered, got (0, 0)",
        ),
        (
            lambda: wrong(why=Reason("odd", "x", considered=[(((0, 9)), 0.5)])),  # type: ignore[arg-type]
            "expected pairs (cell, figure) as considered, got ((0, 9), 0.5)",
        ),
        (
            lambda: wrong(why=Reason("odd", "x", clues=((7, 0),))),
            "expected cells of the board as the clues, got (7, 0)",
        ),
        (
            lambda: wrong(why=Reason("odd", "x", mines=3)),  # type: ignore[arg-type]
            "expected cells as the mines of the reason, got 3",
        ),
        (lambda: wrong(why="because"), "expected a Reason, or a function that returns one"),
        (lambda: Pass("odd", None), "expected a string as the words of the pass, got None"),  # type: ignore[arg-type]
        (lambda: Pass(3, "no"), "expected a string as the pass's strategy, got 3"),  # type: ignore[arg-type]
    ],
)
def test_an_answer_that_is_not_valid_is_refused(answer: Any, expected: str) -> None:
    decide = odd(answer).begin(Chance(1))
    with pytest.raises(StrategyError) as caught:
        decide(START)
    sentence = str(caught.value)
    assert sentence.startswith("strategy 'odd(depth=2)', decision 1 of a 9x7x10 game: ")
    assert expected in sentence
    assert "\n" not in sentence
    assert isinstance(caught.value, InputError)  # the command line exits with 2


def test_a_match_does_not_count_such_a_game_as_a_pass() -> None:
    with pytest.raises(StrategyError, match=r"decision 1 of a 8x8x10 game.* got None"):
        sapper.match([odd(None), "random"], "beginner8", games=2, seed=1)


def test_the_number_of_the_decision_is_counted() -> None:
    class Tired:
        name = "tired"

        def __init__(self) -> None:
            self.left = 2

        def decide(self, position: Position, chance: Chance) -> Any:
            self.left -= 1
            return GOOD if self.left >= 0 else None

    decide = player("tired", own={"tired": Tired}).begin(Chance(1))
    decide(START)
    decide(START)
    with pytest.raises(StrategyError, match="strategy 'tired', decision 3 of"):
        decide(START)


@pytest.mark.parametrize(
    "found",
    [
        lambda: None,
        lambda: "because",
        lambda: Reason("odd", b"x"),  # type: ignore[arg-type]
        lambda: Reason("odd", "x", clues=((9, 9),)),
    ],
)
def test_a_function_that_returns_no_reason_is_named_when_it_is_asked(found: Any) -> None:
    decision = odd(wrong(why=found)).begin(Chance(1))(START)
    assert isinstance(decision, Decision)
    with pytest.raises(StrategyError, match=r"strategy 'odd'.* explains open \[0, 0\]: expected"):
        _ = decision.reason


def test_numbers_of_numpy_become_plain_ones() -> None:
    move = Move("open", (np.int64(3), np.int16(4)))  # type: ignore[arg-type]
    answer = wrong(move=move, mine_probability=np.float32(0.25))
    decision = odd(answer).begin(Chance(1))(START)
    assert isinstance(decision, Decision)
    assert [type(x) for x in decision.move.cell] == [int, int]
    assert decision.move == Move("open", (3, 4))
    assert type(decision.mine_probability) is float


@pytest.mark.parametrize("lazy", [False, True])
def test_the_cells_of_a_reason_become_plain_ones(lazy: bool) -> None:
    cell = np.array([3, 4])
    given = Reason("odd", "x", [cell], [cell], [[cell, np.float32(0.5)]])  # type: ignore[arg-type]
    decision = odd(wrong(why=(lambda: given) if lazy else given)).begin(Chance(1))(START)
    assert isinstance(decision, Decision)
    assert decision.reason == Reason("odd", "x", ((3, 4),), ((3, 4),), (((3, 4), 0.5),))
    assert type(decision.reason.clues[0][0]) is int


class Nameless:
    """Has a method, but no name."""

    def decide(self, position: Position, chance: Chance) -> Pass:
        return Pass("nameless", "never")


class Needy(Nameless):
    """Cannot be made without an option."""

    name = "needy"

    def __init__(self, depth: int) -> None:
        pass


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (object, "strategy 'odd': object has no method decide(position, chance)"),
        (dict, "strategy 'odd': dict has no method decide(position, chance)"),
        (lambda: None, "strategy 'odd': NoneType has no method decide(position, chance)"),
        (lambda: Nameless, "strategy 'odd': got the class Nameless instead of an object of it"),
        (Nameless, "strategy 'odd': Nameless has no attribute 'name' that is a string"),
        (3, "strategy 'odd': expected a class or a function that makes it, got 3"),
        (Needy, "strategy 'odd' needs the option 'depth'"),
    ],
)
def test_what_makes_no_strategy_is_refused(make: Callable[..., Any], sentence: str) -> None:
    with pytest.raises(InputError) as caught:
        player("random > odd", own={"odd": make})
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    ("action", "cell", "fault"),
    [
        ("open", (1, 0), "it is not a hidden cell"),
        ("flag", (1, 0), "it is not a hidden cell"),
        ("unflag", (0, 0), "it has no flag"),
        ("chord", (1, 0), "only a clue with all its flags set can be chorded"),
    ],
)
def test_an_illegal_move_names_the_strategy_and_the_decision(
    action: Action, cell: Cell, fault: str
) -> None:
    answer = Decision(Move(action, cell), "odd", Reason("a", "b"), None)
    with pytest.raises(StrategyError) as error:
        odd(answer).begin(Chance(1))(Position.parse("2x2x1\nHH\n1H"))
    words = f"cannot {action} {list(cell)}: {fault}"
    assert str(error.value) == f"strategy 'odd(depth=2)', decision 1 of a 2x2x1 game: {words}"
