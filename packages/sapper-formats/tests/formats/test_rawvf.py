"""RAWVF: replays as text, both ways, and what is wrong with other text."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.errors import InputError, NotationError, RulesError
from sapper.game import Grid
from sapper.notation import MouseEvent, Replay, clicks
from sapper.records import read_replay
from sapper_formats import read_rawvf, write_rawvf
from tests.notation.replays import on, replays

#: As other programs write it: other names, times to hundredths, pixels, lines on what showed.
FOREIGN = """\
RawVF_Version: Rev5
Program: Arbiter
Version: 0.52.3
Player: Ada: L.
Level: custom
Width: 3
Height: 2
Mines: 1
Marks: off
RAW_Time:
SquareSize: 20
Board:
*00
000

Events:
0.00 start
-0.12 mv 1 1 (7 12)
0.00 lc 3 2 (45 22)
0.05 lr 3 2 (45 22) (l)
number0 3 2
Cell opened (Number 1) 2 1
0.050 Solved 3BV: 1 of 2
1.2 rc (0 0)
flag 1 1
1.345 rr 1 1 (3 3)
2.000 sx 3 4
3.50 mc 2 2
3.75 mr 2 2
4.00 won
"""


def test_a_replay_of_another_program_is_read() -> None:
    replay = read_rawvf(FOREIGN.replace("\n", "\r\n"))
    assert replay == Replay(
        Grid(3, 2),
        frozenset({0}),
        (
            MouseEvent(-120, "mv", (0, 0)),
            MouseEvent(0, "lc", (1, 2)),
            MouseEvent(50, "lr", (1, 2)),
            MouseEvent(1200, "rc", (0, 0)),
            MouseEvent(1345, "rr", (0, 0)),
            MouseEvent(3500, "mc", (1, 1)),
            MouseEvent(3750, "mr", (1, 1)),
        ),
        player="Ada: L.",
        program="Arbiter",
    )
    made, last = clicks(replay)
    assert [str(click.move) for click in made] == ["open [1, 2]", "flag [0, 0]", "chord [1, 1]"]
    assert last.outcome == "won"


@given(replays())
def test_replays_come_back_equal(replay: Replay) -> None:
    text = write_rawvf(replay)
    assert read_replay(text.encode()) == replay  # recognised without a name
    assert read_rawvf(text) == replay
    assert write_rawvf(read_rawvf(text)) == text


def test_the_golden_text() -> None:
    replay = Replay(
        Grid(3, 1),
        frozenset({0}),
        (MouseEvent(0, "lc", (0, 2)), MouseEvent(5, "lr", (0, 2)), MouseEvent(9, "mv", None)),
        "Ada",
        "Tests",
    )
    assert write_rawvf(replay).splitlines() == [
        "RawVF_Version: Rev6",
        "Program: Tests",
        "Player: Ada",
        "Level: Custom",
        "Width: 3",
        "Height: 1",
        "Mines: 1",
        "Marks: Off",
        "Time: 0.005",
        "Status: won",
        "Mode: Classic",
        "Board:",
        "*00",
        "Events:",
        "0.000 start",
        "0.000 lc 3 1 (40 8)",
        "0.005 lr 3 1 (40 8)",
        "0.009 mv 0 0 (-1 -1)",
        "won",
    ]


WITHOUT = {
    "time of the end": FOREIGN.replace("4.00 won", "won"),
    "line Events": FOREIGN.replace("Events:\n", ""),
    "line Board": FOREIGN.replace("Board:\n", ""),
    "either line": FOREIGN.replace("Events:\n", "").replace("Board:\n", ""),
    "line on the end": FOREIGN.replace("4.00 won\n", ""),
}


@pytest.mark.parametrize("form", WITHOUT)
def test_what_reference_tools_leave_out_changes_nothing(form: str) -> None:
    assert WITHOUT[form] != FOREIGN
    assert read_replay(WITHOUT[form].encode()) is not None
    assert read_rawvf(WITHOUT[form]) == read_rawvf(FOREIGN)


def test_the_end_is_a_word_without_a_time() -> None:
    """Other programs expect no time there; one of them crashes."""
    won = Replay(Grid(2, 1), frozenset({0}), tuple(on((0, 1), "left")))
    lost = Replay(Grid(2, 1), frozenset({0}), tuple(on((0, 0), "left")))
    assert write_rawvf(won).endswith("\nwon\n")
    assert write_rawvf(lost).endswith("\nboom\n")


@pytest.mark.parametrize(
    "written",
    ["1382834716", "2013-10-27T00:45:16", "2013-10-27 00:45:16", "27.10.2013.00:45:16:5503"],
)
def test_the_date_is_the_end_of_the_game(written: str) -> None:
    replay = read_rawvf(FOREIGN.replace("Level:", f"Timestamp: {written}\nLevel:"))
    assert replay.ended == 1382834716 + 3.75
    assert read_rawvf(write_rawvf(replay)).ended == replay.ended


@pytest.mark.parametrize("written", ["", "yesterday", "99.99.2013.0:0:0", "1", "0000-01-01"])
def test_what_is_not_a_date_is_none(written: str) -> None:
    text = FOREIGN.replace("Level:", f"Timestamp: {written}\nLevel:")
    assert read_rawvf(text).ended is None


def changed(old: str, new: str) -> str:
    assert old in FOREIGN
    return FOREIGN.replace(old, new)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Width: 3\n", "a replay in RAWVF needs a line 'Board:'"),
        ("Events:\n0.00 lc 1 1\nBoard:\n*00", "line 2: '0.00 lc 1 1' is not NAME: VALUE"),
        (changed("Level: custom", "Level custom"), "line 5: 'Level custom' is not NAME: VALUE"),
        (changed("Mines: 1", "Mines: 2"), "the replay's mines is 2, but its board has 1"),
        (changed("Width: 3", "Width: x"), "the replay's width is 'x', not a number"),
        (changed("Size: 20", "Size: 0"), "the replay's SquareSize is 0 pixels"),
        (changed("Marks: off", "Lives: 0"), "the replay has 0 lives"),
        (changed("Marks: off", "NonoMouse: On"), "the replay was played with nonomouse, which"),
        (changed("*00\n000", "*00\n00"), "line 14 has 2 cells instead of 3"),
        (changed("*00\n000", "*00\n0x0"), "line 14: 'x' is neither '*' nor '0'"),
        (changed("*00\n000\n", ""), "line 13: a grid of 0x0 has no cells"),
        (changed("1.2 rc (0 0)", "1.2 xx (0 0)"), "line 24: unknown event 'xx'"),
        (changed("1.2 rc (0 0)", "1.2 rc (0"), "line 24: an event 'rc' without a place"),
        (changed("1.2 rc (0 0)", "nan rc 1 1"), "line 24: 'nan' is not a time in seconds"),
        (changed("1.2 rc (0 0)", "-inf rc 1 1"), "line 24: '-inf' is not a time in seconds"),
        (changed("1.2 rc (0 0)", "1e999 rc 1 1"), "line 24: '1e999' is not a time in seconds"),
        (
            changed("*00\n000", "***\n***").replace("Mines: 1", "Mines: 6"),
            "every cell of the replay",
        ),
        (changed("1.2 rc (0 0)", "rubbish"), "line 24: 'rubbish' is not an event"),
    ],
)
def test_every_mistake_names_its_place(text: str, sentence: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_rawvf(text)
    assert str(caught.value).startswith(sentence)


@given(st.integers(0, len(FOREIGN)), st.integers(0, 30), st.text("01 .*()\nlcrvE:", max_size=3))
def test_a_replay_cut_or_torn_is_read_or_refused_in_one_sentence(
    start: int, length: int, junk: str
) -> None:
    with suppress(NotationError):
        clicks(read_rawvf(FOREIGN[:start] + junk + FOREIGN[start + length :]))


@given(st.text(max_size=80))
def test_any_text_is_read_or_refused_in_one_sentence(text: str) -> None:
    with suppress(NotationError):
        read_rawvf(f"Board:\n00\nEvents:\n{text}")
    with suppress(InputError):
        read_rawvf(text)


@pytest.mark.parametrize("kind", ["torus", "hex"])
def test_a_board_that_replays_cannot_hold_is_refused(kind: str) -> None:
    grid = Grid(3, 3, kind)  # type: ignore[arg-type]
    with pytest.raises(RulesError, match="RAWVF only holds square grids without blocked cells"):
        write_rawvf(Replay(grid, frozenset(), ()))
