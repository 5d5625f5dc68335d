"""What ``sapper world`` says: column first, daggers for mines, nothing that steers a terminal."""

import pytest

from sapper.cli.world.words import clue_words, move_words, reworded, step_lines
from sapper.game import Deal, Grid, Move, World
from sapper.game.rules import Rules
from sapper.players import player
from sapper.study.session.session import Session


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("the 1 at [1, 0] and the 2 at [10, 2]", "the 1 at [0, 1] and the 2 at [2, 10]"),
        ("all its mines, one mine, Mine", "all its daggers, one dagger, Dagger"),
        ("undermined, [1, 2, 3], [1,2], [-1, 2]", "undermined, [1, 2, 3], [1,2], [-1, 2]"),
        (
            "cannot flag [1, 2]: it is not a hidden cell",
            "cannot mark [2, 1]: it is not a hidden cell",
        ),
        ("a\x1b[31mb\nc\u202ed", "a [31mb c d"),
    ],
)
def test_sentences_are_turned_around(words: str, said: str) -> None:
    assert reworded(words) == said


def test_turning_twice_gives_the_sentence_back() -> None:
    words = "the 1 at [1, 0] and the 2 at [10, 2]"
    assert reworded(reworded(words)) == words


def test_moves_are_column_first() -> None:
    assert move_words(Move("open", (8, 3))) == "probe [3, 8]"
    assert move_words(Move("unflag", (0, 1))) == "unmark [1, 0]"


def session(lives: int, signs: str) -> Session:
    """A row: gold, two clues, two daggers."""
    deal = Deal.of_mines(Grid(6, 1), frozenset({3, 4}), frozenset({0}))
    rules = Rules("any", False, lives, signs=signs)  # type: ignore[arg-type]
    return Session(World("row", deal, rules), player("random"))


@pytest.mark.parametrize(
    ("column", "came"),
    [
        (0, "gold: +1 life, 3 left"),
        (1, "it shows 0m"),
        (2, "it shows 1"),
        (3, "a dagger: -1 life, 1 left"),
    ],
)
def test_what_came_of_a_move_is_said(column: int, came: str) -> None:
    game = session(2, "marks")
    step = game.user(Move("open", (0, column)))
    lines = [line.plain for line in step_lines(1, step, game.position)]
    assert lines == ["move 1", f"you: probe [{column}, 0]", came]


def test_cells_opened_beside_are_counted() -> None:
    deal = Deal.of_mines(Grid(6, 1), frozenset({5}), frozenset({0, 3}))
    game = Session(World("row", deal, Rules("any")), player("random"))
    step = game.user(Move("open", (0, 1)))
    assert step_lines(1, step, game.position)[-1].plain == (
        "it shows 0, 2 gold: +2 lives, 3 left, 4 more cells open"
    )


def test_clues_show_gold_as_the_rules_have_it() -> None:
    for signs, shown in [("marks", "0m"), ("counts", "0+1"), ("none", "0")]:
        game = session(1, signs)
        game.user(Move("open", (0, 1)))
        assert clue_words(game.position, (0, 1)) == shown
