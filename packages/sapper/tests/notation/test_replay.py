"""What buttons do: the same as in other programs, and nothing where they can do nothing."""

import random

import ms_toollib
import pytest
from hypothesis import given

from sapper.errors import NotationError
from sapper.game import FLAGGED, HIDDEN, Grid, Referee, Rules
from sapper.notation import MouseEvent, Replay, clicks, pointer_path
from tests.notation.replays import on, random_replay, replays

#: How ms_toollib calls the states of a game.
STATES = {1: "playing", 2: "playing", 3: "won", 4: "lost", 5: "playing"}

ONE = Replay(Grid(3, 2), frozenset({0}), ())  #: a mine in a corner: 1 at [0, 1], [1, 0] and [1, 1]


def moves(*gestures: tuple[tuple[int, int], str], **settings: bool) -> list[str]:
    """The moves that gestures on the board of ``ONE`` make."""
    events = [event for cell, gesture in gestures for event in on(cell, gesture)]
    replay = Replay(ONE.grid, ONE.mines, tuple(events), **settings)  # type: ignore[arg-type]
    return [str(click.move) for click in clicks(replay)[0]]


def test_other_programs_end_with_the_same_board() -> None:
    for seed in range(400):
        replay = random_replay(random.Random(seed))
        grid, mines = replay.grid, replay.mines
        truth = [
            -1 if i in mines else len(mines & {*grid.neighbour_indices(i)})
            for i in range(grid.size)
        ]
        rows = range(0, grid.size, grid.width)
        other = ms_toollib.MinesweeperBoard([truth[i : i + grid.width] for i in rows])
        for event in replay.events:
            if event.cell and STATES[other.game_board_state] == "playing":
                other.step(event.kind, event.cell)
        _, last = clicks(replay)
        assert last.outcome == STATES[other.game_board_state], seed
        if last.outcome == "playing":
            codes = {HIDDEN: 10, FLAGGED: 11}
            shown = [codes.get(code, code) for code in last.cells]
            assert shown == [code for row in other.game_board for code in row], seed


@given(replays())
def test_the_moves_can_be_made_and_end_where_the_replay_does(replay: Replay) -> None:
    made, last = clicks(replay)
    referee = Referee(replay.deal, Rules("any", lives=replay.lives))
    for click in made:
        before = referee.position
        assert referee.play(click.move) != before
    assert referee.position == last
    times = [click.milliseconds for click in made]
    assert times == sorted(times)


@pytest.mark.parametrize(
    ("gesture", "made"),
    [
        ("left", ["open [0, 1]"]),
        ("left moved", ["open [0, 1]"]),
        ("right", ["flag [0, 1]"]),
        ("middle", []),
        ("shift", []),
        ("both, left first, left up first", []),
        ("both, right first, left up first", ["flag [0, 1]"]),
    ],
)
def test_gestures_on_a_hidden_cell(gesture: str, made: list[str]) -> None:
    assert moves(((0, 1), gesture)) == made


@pytest.mark.parametrize(
    "gesture",
    [
        "middle",
        "shift",
        "both at once",
        "both, left first, left up first",
        "both, left first, right up first",
        "both, right first, left up first",
        "both, right first, right up first",
    ],
)
def test_gestures_that_chord(gesture: str) -> None:
    before = (((1, 1), "left"), ((0, 0), "right"))
    assert moves(*before, ((1, 1), gesture)) == ["open [1, 1]", "flag [0, 0]", "chord [1, 1]"]
    assert moves(*before[:1], ((1, 1), gesture)) == ["open [1, 1]"]


def test_a_left_click_on_a_clue_chords_where_the_program_says_so() -> None:
    game = (((1, 1), "left"), ((0, 0), "right"), ((1, 1), "left"))
    assert moves(*game) == ["open [1, 1]", "flag [0, 0]"]
    assert moves(*game, super_click=True)[2:] == ["chord [1, 1]"]


def test_the_right_button_goes_round() -> None:
    rights = [((0, 0), "right")] * 3
    assert moves(*rights) == ["flag [0, 0]", "unflag [0, 0]", "flag [0, 0]"]
    assert moves(*rights, ((0, 0), "right"), marks=True) == [
        "flag [0, 0]",
        "unflag [0, 0]",
        "flag [0, 0]",
    ]


def test_a_cell_opens_where_the_button_goes_up() -> None:
    events = (MouseEvent(10, "lc", (0, 1)), MouseEvent(30, "lr", (1, 1)))
    (click,), _ = clicks(Replay(ONE.grid, ONE.mines, events))
    assert (str(click.move), click.milliseconds) == ("open [1, 1]", 30)
    beside = (MouseEvent(10, "lc", (0, 1)), MouseEvent(30, "lr", None))
    assert clicks(Replay(ONE.grid, ONE.mines, beside))[0] == []


def test_or_where_it_goes_down_in_some_programs() -> None:
    events = (MouseEvent(10, "lc", (0, 1)), MouseEvent(30, "lr", (0, 1)))
    (click,), _ = clicks(Replay(ONE.grid, ONE.mines, events, at_once=True))
    assert (str(click.move), click.milliseconds) == ("open [0, 1]", 10)


def test_the_path_of_the_pointer_has_each_cell_that_it_came_to_once() -> None:
    moved = (
        MouseEvent(-120, "mv", (0, 0)),
        MouseEvent(0, "lc", (0, 0)),
        MouseEvent(40, "mv", None),
        MouseEvent(70, "mv", (1, 2)),
        MouseEvent(90, "lr", (1, 2)),
        MouseEvent(95, "mv", (0, 0)),
    )
    path = pointer_path(Replay(ONE.grid, ONE.mines, moved))
    assert path == [(-120, (0, 0)), (70, (1, 2)), (95, (0, 0))]
    still = tuple(event for event in moved if event.kind != "mv")
    assert pointer_path(Replay(ONE.grid, ONE.mines, still)) == []


def test_nothing_happens_after_the_end() -> None:
    assert moves(((0, 0), "left"), ((0, 1), "left")) == ["open [0, 0]"]


def test_an_event_outside_the_board_is_named() -> None:
    with pytest.raises(NotationError, match=r"the event at 7 ms: cell \[9, 9\] is outside"):
        clicks(Replay(ONE.grid, ONE.mines, (MouseEvent(7, "lc", (9, 9)),)))
