"""Rules, levels and moves: their text forms and errors."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.errors import IllegalMoveError, InputError, NotationError, RulesError
from sapper.game import LEVELS, Level, Move, Rules


@given(
    st.builds(
        Move,
        st.sampled_from(["open", "flag", "unflag", "chord"]),
        st.tuples(st.integers(0, 10**6), st.integers(0, 10**6)),
    )
)
def test_every_move_comes_back_equal(move: Move) -> None:
    assert Move.parse(str(move)) == move


@pytest.mark.parametrize("text", ["open 3 8", "open [3,8]", " open  3, 8 "])
def test_moves_are_read_leniently(text: str) -> None:
    assert Move.parse(text) == Move("open", (3, 8))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "open",
        "open 3",
        "dig [3, 8]",
        "open [-1, 2]",
        "open [1, 2] x",
        "open [1, 2",
        "open ٣ 8",
        "open 1 " + 5000 * "9",
    ],
)
def test_other_texts_are_no_moves(text: str) -> None:
    with pytest.raises(NotationError, match=r"is not a move such as 'open \[3, 8\]'"):
        Move.parse(text)


def test_an_unknown_action_is_refused() -> None:
    with pytest.raises(
        IllegalMoveError, match="unknown action 'dig': expected open, flag, unflag or chord"
    ):
        Move("dig", (0, 0))  # type: ignore[arg-type]


@given(st.builds(lambda w, h, m: (w, h, m % (w * h)), st.integers(1, 99), st.integers(1, 99),
                 st.integers(0, 9999)))  # fmt: skip
def test_every_level_comes_back_equal(sizes: tuple[int, int, int]) -> None:
    level = Level(*sizes)
    assert Level.parse(str(level)) == Level.parse(level.dimensions) == level


def test_levels_have_the_sizes_everyone_knows() -> None:
    assert {name: level.dimensions for name, level in LEVELS.items()} == {
        "beginner8": "8x8x10",
        "beginner": "9x9x10",
        "intermediate": "16x16x40",
        "expert": "30x16x99",
    }
    assert str(Level(30, 16, 99)) == "expert"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "easy",
            "unknown level 'easy': expected beginner8, beginner, intermediate, expert "
            "or WIDTHxHEIGHTxMINES",
        ),
        ("3x3x9", "9 mines on 9 cells: no cell is left for the first move"),
        ("0x3x0", "a grid of 0x3 has no cells"),
        ("9999999x3x0", "a grid of 9999999x3 has more than 1,000,000 cells"),
    ],
)
def test_a_level_that_cannot_be_says_why(text: str, sentence: str) -> None:
    with pytest.raises(InputError) as caught:
        Level.parse(text)
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ({"first": "lucky"}, "unknown first-move rule 'lucky': expected any, safe or opening"),
        ({"won_by": "luck"}, "unknown way to win 'luck': expected opening or flagging"),
        ({"lives": 0}, "a game needs at least one life, not 0"),
    ],
)
def test_rules_that_cannot_be_say_why(words: dict[str, object], sentence: str) -> None:
    with pytest.raises(RulesError) as caught:
        Rules(**words)  # type: ignore[arg-type]
    assert str(caught.value) == sentence
