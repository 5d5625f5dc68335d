"""``valued`` of the benchmarks opens the candidate that playouts of swift value most."""

import pytest

from papers.studies import engine
from papers.studies.advantage.comparison import Comparison
from sapper import Level, Position
from sapper.arena import turns
from sapper.errors import RecipeError
from sapper.game import PLAYS, Chance, Deal, Rules
from sapper.players import Decision


def guesses(level: Level, games: int) -> list[Position]:
    """Return the positions in which swift guesses one move ahead."""
    return [
        turn.before
        for number in range(games)
        for turn in turns(
            "start > single-point > swift",
            Rules("safe"),
            Deal.seeded(level.grid, level.mines, 8, number),
            Chance(8, PLAYS, number),
        )
        if turn.step.decision.reason.kind == "look-ahead" and not turn.before.untouched
    ]


def decided(recipe: str, position: Position) -> Decision:
    decision = engine.player(recipe).begin(Chance(3))(position)
    assert isinstance(decision, Decision)
    return decision


def test_it_guesses_where_swift_does_and_sometimes_otherwise() -> None:
    level = Level.parse("16x16x50")
    met = guesses(level, 6)
    chosen = [decided("valued(playouts=300)", position) for position in met]
    assert all(decision.guess for decision in chosen)
    moves = [decision.move for decision in chosen]
    assert moves == [decided("valued(playouts=300)", position).move for position in met]
    assert moves != [decided("swift", position).move for position in met]


def test_it_solves_endings_and_finds_certain_cells_as_swift_does() -> None:
    for text in ("3x2x1\nHH1\nH11", "2x2x1\nHH\n1H"):
        position = Position.parse(text)
        found, rival = decided("valued", position), decided("swift", position)
        assert (found.move, found.mine_probability) == (rival.move, rival.mine_probability)


def test_the_number_of_playouts_is_whole_and_positive() -> None:
    for wrong in ("0", "1.5"):
        with pytest.raises(RecipeError, match="valued"):
            Comparison(f"valued(playouts={wrong})", "swift", "4x4x4", "safe", 10).prepared()
