"""Single clues looked at once, and kept in a second set: sound, and as strong as they can be."""

from collections.abc import Callable
from functools import partial
from typing import Literal

import pytest

from sapper.arena import turns
from sapper.arena.match import match
from sapper.errors import RecipeError
from sapper.game import FLAGGED, HIDDEN, Chance, Deal, Grid, Position, Rules
from sapper.inference import certain_cells
from sapper.players import (
    Corner,
    Decision,
    DoubleSet,
    Link,
    NaiveSinglePoint,
    Pass,
    Player,
    RandomProbe,
    SinglePoint,
    Strategy,
    player,
)
from tests.inference.gilded import certain, gilded_positions
from tests.inference.larger import played_positions
from tests.inference.positions import small_positions
from tests.players.worlds import FIRSTS, WORLDS, luck

BOTH: tuple[Callable[..., Strategy], ...] = (NaiveSinglePoint, DoubleSet)


def chain(*makes: Callable[[], Strategy]) -> Player:
    name = " > ".join(str(make) for make in makes)
    return Player(name, tuple(Link("link", make) for make in makes))


def flagging(position: Position) -> Position:
    rules = Rules("any", zeros_open=False, lives=position.rules.lives, won_by="flagging")
    return Position(position.grid, rules, position.mines, position.cells)


def where(decision: Decision | Pass, position: Position) -> int | None:
    return None if isinstance(decision, Pass) else position.grid.index(decision.move.cell)


@pytest.mark.slow
@pytest.mark.parametrize("make", BOTH)
def test_certain_moves_are_certain(make: Callable[..., Strategy]) -> None:
    opened = flagged = 0
    asked = [flagging(position) for position in small_positions(621, 2_500)]
    for position in [
        *asked,
        *played_positions(622, 200),
        *played_positions(623, 100, Grid(8, 8), 10),
    ]:
        decision = make(guess=False).decide(position, Chance(0))
        if isinstance(decision, Pass):
            continue
        safe, mines = certain_cells(position)
        flag = decision.move.action == "flag"
        assert where(decision, position) in (mines if flag else safe)
        assert position[decision.move.cell] == HIDDEN
        assert decision.mine_probability == float(flag)
        opened += not flag
        flagged += flag
    assert opened > 500
    assert flagged > 20


@pytest.mark.parametrize("make", BOTH)
def test_in_worlds_with_gold_certain_moves_are_certain(make: Callable[..., Strategy]) -> None:
    opened = 0
    for position in gilded_positions(632, 500):
        decision = make(guess=False).decide(position, Chance(0))
        if isinstance(decision, Decision):
            safe, mines = certain(position)
            flag = decision.move.action == "flag"
            assert where(decision, position) in (mines if flag else safe), position
            opened += 1
    assert opened > 100


@pytest.mark.parametrize("make", BOTH)
@pytest.mark.parametrize("world", WORLDS)
def test_what_they_remember_stays_certain(make: Callable[..., Strategy], world: str) -> None:
    grid, mines = WORLDS[world]
    for number in range(6):
        rules = Rules(FIRSTS[number % 3], lives=1 + number % 3, won_by="flagging")
        deal = Deal.seeded(grid, mines, 624, number)
        for turn in turns(chain(make), rules, deal, luck(624, number)):
            decision = turn.step.decision
            if turn.before.untouched or decision.guess:
                continue
            flag = decision.move.action == "flag"
            sure = certain_cells(turn.before)[flag]
            assert where(decision, turn.before) in sure


def test_two_sets_know_all_that_single_clues_tell() -> None:
    decided = 0
    for position in [*small_positions(625, 1_500), *played_positions(626, 100)]:
        bare = bytes([FLAGGED]), bytes([HIDDEN])  # its clues would count flagged cells as hidden
        plain = Position(
            position.grid, position.rules, position.mines, position.cells.replace(*bare)
        )
        found = DoubleSet(guess=False).decide(plain, Chance(0))
        known = SinglePoint().decide(plain, Chance(0))
        assert isinstance(found, Pass) == isinstance(known, Pass), plain
        decided += isinstance(found, Decision)
    assert decided > 400


def test_two_sets_play_the_games_of_single_point() -> None:
    """In whatever order safe cells are opened, the guesses between them are the same."""
    players = [chain(partial(DoubleSet, False), RandomProbe), chain(SinglePoint, RandomProbe)]
    for rules in (Rules(), Rules("any", zeros_open=False)):
        (pair,) = match(players, "9x9x10", rules, 100, seed=627).pairs
        assert (pair.only_a, pair.only_b) == (0, 0)
        assert pair.both > 20


def test_the_naive_never_looks_at_a_clue_again() -> None:
    """The first 1 says nothing while both its neighbours are hidden, and all once one is open."""
    early, late = Position.parse("5x1x2\nH1HHH"), Position.parse("5x1x2\nH11HH")
    naive, double = NaiveSinglePoint(), DoubleSet()
    for strategy in (naive, double):
        assert "from 4 unmarked cells" in words(strategy.decide(early, Chance(0)))
    assert "from 2 unmarked cells" in words(naive.decide(late, Chance(0)))
    assert "from 1 unmarked cell" in words(double.decide(late, Chance(0)))
    assert "from 1 unmarked cell" in words(NaiveSinglePoint().decide(late, Chance(0)))


def words(decision: Decision | Pass) -> str:
    assert isinstance(decision, Decision)
    return decision.reason.words


@pytest.mark.parametrize("make", BOTH)
def test_other_games_and_moves_taken_back_are_forgotten(make: Callable[..., Strategy]) -> None:
    asked = [*played_positions(628, 40, Grid(8, 8), 10)][::-1]
    one = make()
    for position in [*small_positions(629, 300, ["square"]), *asked]:
        assert one.decide(position, Chance(630)) == make().decide(position, Chance(630))


@pytest.mark.parametrize("make", BOTH)
def test_marked_cells_are_not_guessed(make: Callable[..., Strategy]) -> None:
    position, over = Position.parse("5x1x2\nH11HH"), Position.parse("4x1x2\nH11H")
    for guess in ("random", "corners"):
        for number in range(10):
            decision = make(guess=guess).decide(position, Chance(number))
            assert isinstance(decision, Decision)
            assert decision.move.cell == (0, 4)
            assert decision.mine_probability is None
        passed = make(guess=guess).decide(over, Chance(0))
        assert isinstance(passed, Pass)
        assert passed.words == "every hidden cell is marked or flagged"


def test_corners_are_guessed_before_edges_and_edges_before_the_rest() -> None:
    board = Position.parse("4x3x3 first=any\n" + "\n".join(["HHHH"] * 3))
    corners = {(0, 0), (0, 3), (2, 0), (2, 3)}
    edges = {(0, 1), (0, 2), (1, 0), (1, 3), (2, 1), (2, 2)}
    guessed = set()
    for number in range(40):
        position = board
        for cells in (corners, edges):
            decision = DoubleSet(guess="corners").decide(position, Chance(number))
            assert isinstance(decision, Decision)
            assert decision.move.cell in cells
            assert f"from {len(cells)} unmarked cells with" in decision.reason.words
            guessed.add(decision.move.cell)
            for cell in cells:
                position = position.with_cell(cell, FLAGGED)
    assert guessed == corners | edges


@pytest.mark.parametrize("make", BOTH)
def test_gold_is_a_clue_of_0_and_a_flag_no_mark(make: Callable[..., Strategy]) -> None:
    decision = make().decide(Position.parse("5x1x1 zeros=closed\nHGHHH"), Chance(0))
    assert isinstance(decision, Decision)
    assert decision.move.cell == (0, 0)
    assert not decision.guess
    flagged = make(guess=False).decide(Position.parse("3x1x1\nF1H"), Chance(0))
    assert isinstance(flagged, Pass)


@pytest.mark.parametrize("name", ["naive-single-point", "double-set"])
@pytest.mark.parametrize("guess", ["edges", "true", "0"])
def test_other_guesses_are_refused(name: str, guess: str) -> None:
    with pytest.raises(RecipeError, match=f"guess is random, corners or false, not {guess}"):
        player(f"{name}(guess={guess})")


@pytest.mark.parametrize(
    ("guess", "published"),
    [("random", 0.7107), pytest.param("corners", 0.7885, marks=pytest.mark.study)],
)
def test_two_sets_win_as_often_as_published(
    guess: Literal["random", "corners"], published: float
) -> None:
    """From a corner, on 9x9 with 10 mines, first cell safe (Becerra 2015)."""
    player = chain(Corner, partial(DoubleSet, guess))
    (score,) = match([player], "beginner", Rules(), 400, seed=631).players
    low, high = score.interval
    assert low < published < high
