"""A game in words: what each move did, the cells it names, and no terminal control characters."""

import re

import pytest

from sapper.game import Deal, Grid, Move, Rules, World
from sapper.notation import find_world
from sapper.players import player
from sapper.records import Step
from sapper_workbench.narration import plain, step_lines
from sapper_workbench.session import Session


def test_control_characters_become_spaces() -> None:
    assert plain("a\x1b[31mb\nc\u202ed") == "a [31mb c d"


@pytest.mark.parametrize("player_name", ["logic3", "single-point > random"])
def test_an_agent_names_the_same_cells_as_in_its_record(player_name: str) -> None:
    game = Session(find_world("EASY1", 3), player(player_name), 3)
    while game.position.outcome == "playing":
        step = game.play_agent()
        assert isinstance(step, Step)
        words = "\n".join(line.plain for line in step_lines(1, step, game.position))
        decision = step.decision
        assert words.startswith(f"1  {decision.move}  {decision.strategy}")
        texts = [decision.reason.words, *(missed.words for missed in decision.passed)]
        assert named(words) == {str(list(decision.move.cell))}.union(*map(named, texts))


def named(text: str) -> set[str]:
    """Return the cells that a text names."""
    return set(re.findall(r"\[\d+, \d+\]", text))


@pytest.mark.parametrize(
    ("column", "effect"),
    [(0, "found 1 gold · +1 life"), (1, ""), (3, "hit a mine · -1 life")],
)
def test_effect_of_a_move_is_shown(column: int, effect: str) -> None:
    deal = Deal.of_mines(Grid(6, 1), frozenset({3, 4}), frozenset({0}))
    game = Session(World("row", deal, Rules("any", False, 2, signs="marks")), player("random"))
    step = game.play(Move("open", (0, column)))
    lines = [line.plain for line in step_lines(1, step, game.position)]
    assert lines == [f"1  you opened [0, {column}]  {effect}".rstrip()]


def test_cells_opened_together_are_counted() -> None:
    deal = Deal.of_mines(Grid(6, 1), frozenset({5}), frozenset({0, 3}))
    game = Session(World("row", deal, Rules("any")), player("random"))
    step = game.play(Move("open", (0, 1)))
    (line,) = step_lines(1, step, game.position)
    assert line.plain == "1  you opened [0, 1]  found 2 gold · +2 lives · 3 cells opened"
