"""The text form of positions: it round-trips, and every error names its place."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.errors import InputError, NotationError
from sapper.game import FLAGGED, GOLD, HIDDEN, MINE, Grid, Position, Rules
from tests.strategies import games, texts_of_cells


@given(texts_of_cells())
def test_every_position_comes_back_equal(position: Position) -> None:
    assert Position.parse(str(position)) == position


@given(texts_of_cells())
def test_the_representation_is_code_that_makes_it_again(position: Position) -> None:
    assert eval(repr(position), {"Position": Position}) == position


@given(games().map(lambda referee: referee.position))
def test_every_position_of_play_comes_back_equal(position: Position) -> None:
    twin = Position.parse(str(position))
    assert twin == position
    assert hash(twin) == hash(position)
    assert (twin.outcome, twin.faults()) == (position.outcome, position.faults())


@given(texts_of_cells(), st.sampled_from(["\r\n", "\n"]), st.sampled_from(["", "\n", " \n\n"]))
def test_line_ends_and_a_byte_order_mark_do_not_matter(
    position: Position, end: str, last: str
) -> None:
    text = "\ufeff" + str(position).replace("\n", end) + last
    assert Position.parse(text) == position


@given(st.text(alphabet="0123456789xHF*#G() \n=,-grideslwz", max_size=60))
def test_any_text_is_a_position_or_one_sentence(text: str) -> None:
    position, sentence = None, ""
    try:
        position = Position.parse("2x2x1" + text)
    except InputError as error:
        sentence = str(error)
    assert "\n" not in sentence
    assert sentence if position is None else Position.parse(str(position)) == position


def test_clues_beyond_nine_stand_in_parentheses() -> None:
    star = Grid(13, 1, "graph", edges=tuple((0, i) for i in range(1, 13)))
    position = Position(star, Rules(), 12, bytes([12] + [HIDDEN] * 12))
    assert str(position).splitlines()[1] == "(12)HHHHHHHHHHHH"
    assert Position.parse(str(position)) == position


def test_letters_of_other_notations_are_read() -> None:
    position = Position.parse("4x3x3\nuC?H\nmMF0\nD*G#")
    assert position.cells[:8] == bytes([HIDDEN] * 4 + [FLAGGED] * 3 + [0])
    assert position.cells[8:11] == bytes([MINE, MINE, GOLD])
    assert position.grid.blocked == {11}


def test_only_options_that_differ_are_written() -> None:
    assert str(Position.start(Grid(2, 1), 1)) == "2x1x1\nHH"
    rules = Rules("opening", zeros_open=False, lives=3, won_by="flagging")
    graph = Grid(2, 1, "graph", edges=((0, 1),))
    head = "2x1x1 first=opening lives=3 zeros=closed won=flagging grid=graph edges=0-1"
    assert str(Position.start(graph, 1, rules)) == f"{head}\nHH"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "the text is empty: a position starts with a line 'WxHxM'"),
        ("\ufeff \n\x0b\n", "the text is empty: a position starts with a line 'WxHxM'"),
        ("HH\nHH", "line 1 should start with WIDTHxHEIGHTxMINES, not 'HH'"),
        ("2x2\nHH\nHH", "line 1 should start with WIDTHxHEIGHTxMINES, not '2x2'"),
        ("-2x2x1\nHH\nHH", "line 1 should start with WIDTHxHEIGHTxMINES, not '-2x2x1'"),
        ("2x3x1\nHH\nHH", "line 1 says 3 rows, but there are 2"),
        ("2x1x1\nHH\nHH", "line 1 says 1 row, but there are 2"),
        ("2x2x1\nHH\nH", "line 3 has 1 cell instead of 2"),
        ("2x2x1\nHH\nHHH", "line 3 has 3 cells instead of 2"),
        ("2x2x1\nHH\n" + "H" * 19, "line 3 has more than 2 cells"),
        ("2x2x1\nHH\nHx", "line 3, column 2: unknown letter 'x'"),
        ("2x2x1\nHH\nH(", "line 3, column 2: unknown letter '('"),
        ("2x2x1\nH\x00\nHH", "line 2, column 2: unknown letter '\\x00'"),
        ("\x89PNG\x01", "line 1 should start with WIDTHxHEIGHTxMINES, not '\\x89PNG\\x01'"),
        ("2x2x1\nHH\n9H", "line 3: clue 9 at [1, 0], which has only 3 neighbours"),
        ("3x3x1\nHHH\nH9H\nHHH", "line 3: clue 9 at [1, 1], which has only 8 neighbours"),
        ("1x1x0\n(250)", "line 2: no cell has 250 neighbours"),
        ("2x2x5\nHH\nHH", "line 1 says 5 mines, but the board has only 4 cells for them"),
        ("2x2x4\nH#\nHH", "line 1 says 4 mines, but the board has only 3 cells for them"),
        ("0x0x0", "line 1: a grid of 0x0 has no cells"),
        ("2x1x0\n##", "line 1: all 2 cells of the grid are blocked"),
        ("2x1x1 lives\nHH", "line 1: 'lives' is not an option of the form KEY=VALUE"),
        ("2x1x1 lives=2 lives=3\nHH", "line 1: the option 'lives' is given twice"),
        ("2x1x1 lives=0\nHH", "line 1: a game needs at least one life, not 0"),
        ("2x1x1 lives=two\nHH", "line 1: lives=two should look like lives=3"),
        (
            "2x1x1 luck=7\nHH",
            "line 1: unknown option 'luck': expected first, lives, zeros, won, signs, "
            "variant, gold, grid or edges",
        ),
        ("2x1x1 first=lucky\nHH", "line 1: first=lucky should be any, safe or opening"),
        ("2x1x1 zeros=ajar\nHH", "line 1: zeros=ajar should be open or closed"),
        ("2x1x1 won=soon\nHH", "line 1: won=soon should be opening or flagging"),
        ("2x1x1 grid=cube\nHH", "line 1: grid=cube should be square, torus, hex or graph"),
        ("2x1x1 grid=graph edges=0\nHH", "line 1: edges=0 should look like edges=0-1,1-2"),
        ("2x1x1 grid=graph edges=0-5\nHH", "line 1: cell 5 is outside a grid of 2 cells"),
    ],
)
def test_every_mistake_is_one_sentence_with_its_place(text: str, sentence: str) -> None:
    with pytest.raises(NotationError) as caught:
        Position.parse(text)
    assert str(caught.value) == sentence


def test_a_text_beyond_any_position_is_refused_before_it_is_read() -> None:
    with pytest.raises(
        NotationError, match=r"the text has 20,000,001 characters: expected 20,000,000 at most"
    ):
        Position.parse("H" * 20_000_001)


def test_a_long_word_is_not_repeated_in_full() -> None:
    with pytest.raises(NotationError) as caught:
        Position.parse("H" * 10_000)
    assert len(str(caught.value)) < 100
    assert re.search("H{20}'…$", str(caught.value))
