"""The words of ``sapper world``: daggers for mines, and no terminal control characters."""

import re

import pytest

from sapper.cli.world.words import ACTIONS, clue_words, move_words, reworded, step_lines
from sapper.game import Deal, Grid, Move, World
from sapper.game.rules import Rules
from sapper.notation import find_world
from sapper.players import player
from sapper.records import Step
from sapper.session.session import Session


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("the 1 at [1, 0] and the 2 at [10, 2]", "the 1 at [1, 0] and the 2 at [10, 2]"),
        ("all its mines, one mine, Mine", "all its daggers, one dagger, Dagger"),
        ("undermined", "undermined"),
        (
            "cannot flag [1, 2]: it is not a hidden cell",
            "cannot mark [1, 2]: it is not a hidden cell",
        ),
        ("a\x1b[31mb\nc\u202ed", "a [31mb c d"),
    ],
)
def test_sentences_have_the_terms_of_the_coursework(words: str, said: str) -> None:
    assert reworded(words) == said


def test_moves_name_the_row_first() -> None:
    assert move_words(Move("open", (8, 3))) == "probe [8, 3]"
    assert move_words(Move("unflag", (0, 1))) == "unmark [0, 1]"


@pytest.mark.parametrize("player_name", ["logic3", "single-point > random"])
def test_an_agent_names_the_same_cells_as_in_its_record(player_name: str) -> None:
    game = Session(find_world("EASY1", 3), player(player_name), 3)
    while game.position.outcome == "playing":
        step = game.agent()
        assert isinstance(step, Step)
        words = "\n".join(line.plain for line in step_lines(1, step, game.position))
        decision = step.decision
        assert f"decides: {ACTIONS[decision.move.action]} {list(decision.move.cell)}" in words
        texts = [decision.reason.words, *(missed.words for missed in decision.passed)]
        assert named(words) == {str(list(decision.move.cell))}.union(*map(named, texts))


def named(text: str) -> set[str]:
    """Return the cells that a text names."""
    return set(re.findall(r"\[\d+, \d+\]", text))


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
    step = game.play(Move("open", (0, column)))
    lines = [line.plain for line in step_lines(1, step, game.position)]
    assert lines == ["move 1", f"you: probe [0, {column}]", came]


def test_cells_opened_beside_are_counted() -> None:
    deal = Deal.of_mines(Grid(6, 1), frozenset({5}), frozenset({0, 3}))
    game = Session(World("row", deal, Rules("any")), player("random"))
    step = game.play(Move("open", (0, 1)))
    assert step_lines(1, step, game.position)[-1].plain == (
        "it shows 0, 2 gold: +2 lives, 3 left, 4 more cells open"
    )


def test_clues_show_gold_as_the_rules_have_it() -> None:
    for signs, shown in [("marks", "0m"), ("counts", "0+1"), ("none", "0")]:
        game = session(1, signs)
        game.play(Move("open", (0, 1)))
        assert clue_words(game.position, (0, 1)) == shown
