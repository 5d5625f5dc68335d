"""The referee: the effect of each move, illegal moves, and undo."""

from typing import get_args

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sapper.errors import IllegalMoveError, InputError, RulesError
from sapper.game import (
    FLAGGED,
    GOLD,
    HIDDEN,
    MINE,
    Action,
    Deal,
    Grid,
    Move,
    Position,
    Referee,
    Rules,
)
from tests.strategies import games, legal, rules

ANY = Rules(first="any")
OPENED = {*range(HIDDEN), GOLD}  #: what cells that are no mine show once they are open


def game(mines: list[int], width: int = 3, height: int = 3, rules: Rules = ANY) -> Referee:
    """Return a game with exactly these mines, whatever cell is opened first."""
    return Referee(Deal.of_mines(Grid(width, height), frozenset(mines)), rules)


def rows(position: Position) -> str:
    return " ".join(str(position).splitlines()[1:])


@given(games())
def test_every_clue_counts_the_mines_around_it(referee: Referee) -> None:
    grid = referee.deal.grid
    mines = {grid.index(cell) for cell in referee.mines}
    for index, code in enumerate(referee.position.cells):
        if code < HIDDEN:
            assert index not in mines
            assert code == len(mines.intersection(grid.neighbour_indices(index)))
        elif code == MINE:
            assert index in mines
        elif code == GOLD:
            assert mines.isdisjoint((index, *grid.neighbour_indices(index)))


@given(games(flags="none"))
def test_around_an_open_zero_all_is_open_unless_zeros_stay_closed(referee: Referee) -> None:
    position, grid = referee.position, referee.deal.grid
    if referee.rules.zeros_open:
        for index, code in enumerate(position.cells):
            if code in (0, GOLD):
                assert all(position.cells[i] in OPENED for i in grid.neighbour_indices(index))


@given(games())
def test_real_play_shows_no_fault_but_those_of_wrong_flags(referee: Referee) -> None:
    kinds = {fault.kind for fault in referee.position.faults()}
    # A zero stays unopened around a flag that stood there and was taken off.
    assert kinds <= {"too many flags", "too many flags at clue", "unopened zero"}


@given(games(flags="right"))
def test_real_play_with_right_flags_shows_no_fault(referee: Referee) -> None:
    assert referee.position.faults() == ()


@given(games(rule=rules().filter(lambda r: r.first != "any")))
def test_the_first_move_keeps_the_promise(referee: Referee) -> None:
    start = Referee(referee.deal, referee.rules)
    for index in referee.deal.grid.playable:
        cell = referee.deal.grid.cell(index)
        opened = start.open(cell)
        assert opened[cell] in OPENED
        assert opened[cell] in (0, GOLD) or referee.rules.first != "opening"
        start.undo()


@given(games(), st.data())
def test_the_referee_knows_what_the_last_move_opened(referee: Referee, data: st.DataObject) -> None:
    for _ in range(4):
        moves = legal(referee.position)
        if not moves:
            break
        before = referee.position
        after = referee.play(data.draw(st.sampled_from(moves)))
        both = enumerate(zip(before.cells, after.cells, strict=True))
        closed = (HIDDEN, FLAGGED)
        opened = [i for i, (was, now) in both if was in closed and now not in closed]
        assert referee.opened == tuple(map(referee.deal.grid.cell, opened))
        assert after == Position.parse(str(after))
    if referee.moves_made:
        referee.undo()
        assert referee.opened == ()


@given(games(), st.data())
def test_undo_restores_exactly_and_the_same_move_replays_the_same(
    referee: Referee, data: st.DataObject
) -> None:
    moves = legal(referee.position)
    assume(moves)
    before, laid = referee.position, (referee.mines, referee.gold)
    move = data.draw(st.sampled_from(moves))
    after, laid_after = referee.play(move), (referee.mines, referee.gold)
    assert referee.undo() == before
    assert referee.position == before
    assert (referee.mines, referee.gold) == laid
    assert referee.play(move) == after
    assert (referee.mines, referee.gold) == laid_after


@given(games())
def test_undoing_all_moves_ends_at_the_start(referee: Referee) -> None:
    deal = referee.deal
    while referee.moves_made:
        referee.undo()
    start = Position.start(deal.grid, deal.mines, referee.rules, deal.gold)
    assert referee.position == start
    assert referee.mines == referee.gold == frozenset()
    with pytest.raises(IllegalMoveError, match="there is no move to undo"):
        referee.undo()


@given(games(), st.data())
def test_a_refused_move_changes_nothing(referee: Referee, data: st.DataObject) -> None:
    grid = referee.deal.grid
    cell = grid.cell(data.draw(st.integers(0, grid.size - 1)))
    move = Move(data.draw(st.sampled_from(get_args(Action))), cell)
    allowed = legal(referee.position)
    assume(move not in allowed and not (allowed and move.action == "chord"))
    before = (referee.position, referee.mines, referee.gold, referee.moves_made)
    with pytest.raises(IllegalMoveError, match=rf"\[{cell[0]}, {cell[1]}\]|the game is "):
        referee.play(move)
    assert (referee.position, referee.mines, referee.gold, referee.moves_made) == before


@given(games(max_moves=30))
def test_a_game_is_won_when_the_safe_cells_are_open_and_lost_when_lives_are_gone(
    referee: Referee,
) -> None:
    position = referee.position
    safe_cells = len(referee.deal.grid.playable) - referee.deal.mines
    opened = sum(code in OPENED for code in position.cells)
    if position.cells.count(MINE) >= referee.rules.lives + position.cells.count(GOLD):
        assert position.outcome == "lost"
    elif opened == safe_cells and referee.rules.won_by == "opening":
        assert position.outcome == "won"
    elif opened < safe_cells:
        assert position.outcome == "playing"


def test_an_opening_opens_up_to_its_clues() -> None:
    assert rows(game([8]).open((0, 0))) == "000 011 01H"


def test_zeros_closed_open_one_cell_at_a_time() -> None:
    referee = game([8], rules=Rules(first="any", zeros_open=False))
    assert rows(referee.open((0, 0))) == "0HH HHH HHH"
    assert referee.position.faults() == ()


def test_the_flood_leaves_flagged_cells_closed() -> None:
    referee = game([8])
    referee.flag((0, 1))
    assert rows(referee.open((0, 0))) == "0FH 01H 01H"
    referee.unflag((0, 1))
    assert rows(referee.open((0, 1))) == "000 011 01H"


def test_a_chord_opens_the_neighbours_without_a_flag() -> None:
    referee = game([0])
    referee.open((1, 1))
    referee.flag((0, 0))
    assert rows(referee.chord((1, 1))) == "F10 110 000"
    assert referee.position.outcome == "won"


def test_a_chord_on_a_wrong_flag_loses_the_last_life_once() -> None:
    referee = game([0, 2])
    referee.open((1, 1))
    referee.flag((2, 0))
    referee.flag((2, 2))
    position = referee.chord((1, 1))
    assert rows(position) == "*HH H2H FHF"
    assert (position.outcome, position.lives_left) == ("lost", 0)


def test_a_chord_counts_open_mines_as_flags() -> None:
    referee = game([0], rules=Rules(first="any", lives=2))
    referee.open((0, 0))
    referee.open((1, 1))
    assert rows(referee.chord((1, 1))) == "*10 110 000"


def test_a_game_with_lives_goes_on_after_a_mine() -> None:
    referee = game([0, 1], rules=Rules(first="any", lives=2))
    position = referee.open((0, 0))
    assert (position.outcome, position.lives_left, position.mines_left) == ("playing", 1, 1)
    assert referee.open((0, 1)).outcome == "lost"


def test_won_by_flagging_needs_every_mine_flagged() -> None:
    referee = game([0], 2, 1, Rules(first="any", won_by="flagging"))
    assert referee.open((0, 1)).outcome == "playing"
    assert referee.flag((0, 0)).outcome == "won"


def test_blocked_cells_stay_blocked() -> None:
    grid = Grid(3, 1, blocked=frozenset({1}))
    referee = Referee(Deal.of_mines(grid, frozenset({2})), ANY)
    assert rows(referee.position) == "H#H"
    with pytest.raises(IllegalMoveError, match=r"cannot open \[0, 1\]: it is not a hidden cell"):
        referee.open((0, 1))
    assert rows(referee.open((0, 0))) == "0#H"


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("open [0, 0]", "cannot open [0, 0]: it is not a hidden cell"),
        ("open [0, 1]", "cannot open [0, 1]: it is not a hidden cell"),
        ("flag [1, 1]", "cannot flag [1, 1]: it is not a hidden cell"),
        ("unflag [0, 2]", "cannot unflag [0, 2]: it has no flag"),
        ("chord [1, 1]", "cannot chord [1, 1]: only a clue with all its flags set can be chorded"),
        ("chord [0, 2]", "cannot chord [0, 2]: only a clue with all its flags set can be chorded"),
        ("open [3, 0]", "cell [3, 0] is outside the 3x3 grid"),
    ],
)
def test_each_refusal_names_the_cell(move: str, sentence: str) -> None:
    referee = game([0, 2])
    referee.open((0, 1))
    referee.open((1, 1))
    referee.flag((0, 0))
    with pytest.raises(InputError) as caught:
        referee.play(Move.parse(move))
    assert str(caught.value) == sentence


def test_no_move_follows_the_end() -> None:
    referee = game([0])
    referee.open((0, 0))
    with pytest.raises(IllegalMoveError, match="the game is lost: no more moves"):
        referee.open((1, 1))
    referee.undo()
    referee.open((1, 1))


def test_a_promise_that_cannot_be_kept_changes_nothing() -> None:
    referee = game([0], rules=Rules(first="opening"))
    with pytest.raises(RulesError, match=r"first move at \[1, 1\] leaves too few cells"):
        referee.open((1, 1))
    assert referee.moves_made == 0
    assert referee.mines == frozenset()
    assert referee.open((2, 2)).outcome == "won"


def test_flags_are_set_and_taken_off() -> None:
    referee = game([0])
    assert referee.flag((0, 0))[0, 0] == FLAGGED
    assert referee.unflag((0, 0))[0, 0] == HIDDEN
