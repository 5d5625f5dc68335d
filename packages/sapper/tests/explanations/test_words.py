"""The sentences of every technique, and the patterns that they name."""

from __future__ import annotations

import pytest

from sapper.explanations.letters import lettered, letters_of
from sapper.game import Cell
from sapper.reviews import explain
from tests.explanations.checker import fault

FIRST = (
    "9x9x10\n110001HHH\nH11111H2H\n111H1112H\n11211002H\nHH100001H\n"
    "11100123H\n000112HHH\n0001HHHHH\n0001HHHHH"
)
SECOND = (
    "9x9x10\n00011HHHH\n0001H2H2H\n01121212H\n01H10012H\n0111001HH\n"
    "11000122H\nH11111H1H\n122H221HH\nHHHHHHHHH"
)
THIRD = (
    "9x9x10\n0001HHHHH\n00023HHHH\n0123HHHHH\n01HH3HHHH\n01221HHHH\n"
    "11122HHHH\nH11HHHHHH\n111222HHH\n000001HHH"
)
FOURTH = (
    ""
    "16x16x40\n0000001HHHHHHHHH\n1111212H3HHHHHHH\nH11H2H213HHHHHHH\n1222323H2HHHHHHH\n01H22H3HHHHHHHHH\n"
    ""
    "01HHHHHHHHHHHHHH\n01HHHHHHHHHHHHHH\n12HHHHHHHHHHHHHH\nHHHHHHHHHHHHHHHH\nHHHHHHHHHHHHHHHH\nHHHHHHHHHHHHHHHH\n"
    "HHHHHHHHHHHHHHHH\nHHHHHHHHHHHHHHHH\nHHHHHHHHHHHHHHHH\nHHHHHHHHHHHHHHHH\nHHHHHHHHHHHHHHHH"
)

EXAMPLES = [
    (
        "3x2x1\nH11\nH1H",
        (0, 0),
        [
            ("1. The 1 at [0, 2] touches only one hidden cell, [1, 2], so that cell is its mine."),
            ("2. The 1 at [0, 1] already has its mine at [1, 2], so [0, 0] and [1, 0] are safe."),
        ],
        "",
    ),
    (
        "3x3x3\nHHH\n232\n000",
        (0, 1),
        [
            (
                "1. The 2 at [1, 0] touches only two hidden cells, so both are mines: [0, 0] "
                "and [0, 1]."
            ),
        ],
        "",
    ),
    (
        "3x3x2 lives=3\nHH1\n*21\n110",
        (0, 0),
        [
            ("1. The 1 at [0, 2] touches only one hidden cell, [0, 1], so that cell is its mine."),
            (
                "2. The 2 at [1, 1] already has its two mines: an open mine and [0, 1]. So [0, "
                "0] is safe."
            ),
        ],
        "",
    ),
    (
        "4x3x2\nHHHH\n1221\n0000",
        (0, 1),
        [
            (
                "1. 1-2-2-1: the 1 at [1, 3] needs one mine, in [0, 2] or [0, 3]. The 2 at [1, "
                "2] touches both of these cells and needs two mines. That leaves 2 − 1 = 1 for "
                "its other cell: [0, 1] is a mine."
            ),
        ],
        "1-2-2-1",
    ),
    (
        "5x4x3\nHHHHH\n12HHH\n01HHH\n01HHH",
        (1, 2),
        [
            (
                "1. 1-1: the 1 at [3, 1] needs one mine, in [2, 2] or [3, 2]. The 1 at [2, 1] "
                "touches both of these cells and needs only one mine, which must be the same "
                "one. So its other cell, [1, 2], is safe."
            ),
        ],
        "1-1",
    ),
    (
        "4x1x1\n1HHH",
        (0, 2),
        [
            (
                "1. One mine is left. The 1 at [0, 0] needs one. So no mine is left for [0, 2] "
                "and [0, 3]."
            ),
        ],
        "last cells",
    ),
    (
        "3x4x2 first=any lives=20 zeros=closed signs=counts\nHbH\n2HH\n*HH\n1HH",
        (1, 1),
        [
            (
                "1. The 1 at [0, 1] touches one piece of gold. So there is gold at [0, 0], [0, "
                "2] or [1, 2]. Wherever it is, [1, 1] holds it or touches it. No mine does, so "
                "it is safe."
            ),
        ],
        "",
    ),
    (
        "3x3x2 first=any lives=20 zeros=closed signs=counts gold=1\naHH\nFcH\nH2H",
        (0, 2),
        [
            (
                "1. The 0 at [0, 0] touches one piece of gold. The 2 at [2, 1] touches no "
                "gold, so no gold is at [1, 0]. Only [0, 1] can hold it, so it is there. No "
                "mine lies on gold or touches it, so [0, 1], [0, 2], [1, 0] and [1, 2] are "
                "safe."
            ),
        ],
        "",
    ),
    (
        "3x4x2 first=any lives=20 zeros=closed gold=2\nFH1\nHHH\nHHH\n11H",
        (1, 1),
        [
            (
                "1. Two pieces of gold are left. They lie in nine hidden cells, and only one "
                "of these is away from [1, 1]. So there is gold on [1, 1] or beside it, and no "
                "mine: it is safe."
            ),
        ],
        "",
    ),
    (
        "5x4x6 first=any zeros=closed\n1HHH1\nHFH4H\nH4FHH\nH2HH0",
        (0, 1),
        [
            (
                "1. The 2 at [3, 1] needs two mines, among [2, 0], [2, 2], [3, 0] and [3, 2]. "
                "The 4 at [2, 1] touches all four of these cells and needs four mines. That "
                "leaves 4 − 2 = 2 for its three other cells: exactly two of [1, 0], [1, 1] and "
                "[1, 2] are mines."
            ),
            (
                "2. We know that exactly two of [1, 0], [1, 1] and [1, 2] are mines. Even if "
                "[1, 2] is one of them, at least 2 − 1 = 1 of [1, 0] and [1, 1] is a mine. The "
                "1 at [0, 0] touches both of these cells and needs only one mine. So its other "
                "cell, [0, 1], is safe."
            ),
        ],
        "",
    ),
    (
        "3x4x5 first=any zeros=closed\nHH#\nH4H\nHH3\nFHH",
        (1, 2),
        [
            ("1. Suppose that [1, 2] were safe."),
            (
                "  1.1. The 3 at [2, 2] touches four hidden cells. [1, 2] is safe, so the "
                "other three are its mines: [2, 1], [3, 1] and [3, 2]."
            ),
            (
                "  1.2. Five mines are left. But then the 4 at [1, 1] needs four and [3, 1] "
                "and [3, 2] are mines. That makes 4 + 2 = 6, which is too many."
            ),
            ("   That is impossible, so [1, 2] is a mine."),
        ],
        "",
    ),
    (
        FIRST,
        (2, 8),
        [
            (
                "1. 1-2-1: the 1 at [4, 7] needs one mine, so at most one of [3, 8] and [4, 8] "
                "is a mine. The 2 at [3, 7] touches both of these cells and needs two mines. "
                "That leaves 2 − 1 = 1 for its other cell: [2, 8] is a mine."
            ),
        ],
        "1-2-1",
    ),
    (
        FIRST,
        (1, 8),
        [
            ("1. The 1 at [2, 5] touches only one hidden cell, [1, 6], so that cell is its mine."),
            (
                "2. Without their known mines, these numbers read 1-2-1: the 2 at [3, 7] "
                "needs two mines. Only one of them can be at [4, 8], so at least one of [2, 8] "
                "and [3, 8] is a mine. The "
                "2 at [2, 7] touches both of these cells. It already has a mine at [1, 6] and "
                "needs only one more. So its other cell, [1, 8], is safe."
            ),
        ],
        "1-2-1",
    ),
    (
        SECOND,
        (1, 8),
        [
            (
                "1. The 2 at [5, 6] touches only two hidden cells, so both are mines: [4, 7] "
                "and [6, 6]."
            ),
            (
                "2. The 2 at [5, 7] already has its two mines at [4, 7] and [6, 6], so [4, 8] "
                "is safe."
            ),
            (
                "3. The 2 at [2, 5] touches only two hidden cells, so both are mines: [1, 4] "
                "and [1, 6]."
            ),
            (
                "4. Without their known mines, these numbers read 1-1: with [4, 8] "
                "safe, the 2 at [3, 7] already has a mine at [4, 7] and needs one more, in [2, "
                "8] or [3, 8]. The 2 "
                "at [2, 7] touches both of these cells. It already has a mine at [1, 6] and "
                "needs only one more, which must be the same one. So its other cell, [1, 8], "
                "is safe."
            ),
        ],
        "1-1",
    ),
    (
        SECOND,
        (2, 8),
        [
            ("1. Single numbers give nine of the ten mines and two safe cells; one is left."),
            (
                "2. Without their known mines, these numbers read 1-1: with [4, 8] "
                "safe, the 2 at [3, 7] already has a mine at [4, 7] and needs one more, in [2, "
                "8] or [3, 8]. The 2 "
                "at [2, 7] touches both of these cells. It already has a mine at [1, 6] and "
                "needs only one more, which must be the same one. So its other cell, [1, 8], "
                "is safe."
            ),
            (
                "3. One mine is left. The 2 at [2, 7] needs one more. So no mine is left for "
                "the 16 other hidden cells."
            ),
            (
                "4. The 2 at [1, 7] touches six hidden cells. [0, 6], [0, 7], [0, 8] and [1, "
                "8] are safe, so the other two are its mines: [1, 6] and [2, 8]."
            ),
        ],
        "",
    ),
    (
        "5x5x9\nHHHHH\nHHHHH\nHH23H\nHH321\nHHH10",
        (1, 1),
        [
            (
                "1. The 2 at [3, 3] touches only two hidden cells, so both are mines: [2, 4] and "
                "[4, 2]."
            ),
            (
                "2. Without their known mines, these numbers read 2-2-2 around a corner: [2, 4] "
                "and [4, 2] are mines. The 3 at [2, 3] and the 3 at [3, 2] still need two mines "
                "each. Only one of these can be at [1, 4], and only one at [4, 1], so each shares "
                "at least one with the 2 at [2, 2]. That is all it needs: its other cell, [1, 1], "
                "is safe, and [1, 4] and [4, 1] are mines."
            ),
        ],
        "2-2-2",
    ),
    (
        "5x5x8\nHHHHH\nHHHHH\nHH32H\nHH221\nHHH10",
        (4, 1),
        [
            (
                "1. The 2 at [3, 3] touches only two hidden cells, so both are mines: [2, 4] and "
                "[4, 2]."
            ),
            (
                "2. Without their known mines, these numbers read 1-3-1 around a corner: [2, 4] "
                "and [4, 2] are mines. The 2 at [2, 3] and the 2 at [3, 2] still need one mine "
                "each, so each shares at most one with the 3 at [2, 2], which needs three. So its "
                "other cell, [1, 1], is a mine, and [1, 4] and [4, 1] are safe."
            ),
        ],
        "1-3-1",
    ),
    (
        "5x3x3\nHHHHH\n1222H\n0001H",
        (0, 0),
        [
            (
                "1. Three mines are left. The 2 at [1, 2] needs two and the 1 at [2, 3] needs "
                "one, in different cells: 2 + 1 = 3. So no mine is left for [0, 0] and [0, 4]."
            ),
        ],
        "last cells",
    ),
    (
        "19x1x6\nH1HH1HH1HH1HH1HH1HH",
        (0, 18),
        [
            (
                "1. Six mines are left. Six clues together need six, in different cells. So no "
                "mine is left for [0, 18]."
            ),
        ],
        "last cells",
    ),
    (
        "20x1x8\nH1HH1HH1HH1HH1HH1HHH",
        (0, 18),
        [
            (
                "1. Eight mines are left in 14 hidden cells, so 14 − 8 = 6 of them are safe. "
                "Six clues together have six cells more than mines to find, and none of these "
                "cells is shared. So [0, 18] and [0, 19] are mines."
            ),
        ],
        "last cells",
    ),
    (
        FOURTH,
        (4, 9),
        [
            (
                "1. The 1 at [2, 7] needs one mine, in [1, 7] or [3, 7]. The 3 at [2, 8] "
                "touches both of these cells and needs three mines. That leaves 3 − 1 = 2 for "
                "its three other cells: exactly two of [1, 9], [2, 9] and [3, 9] are mines."
            ),
            (
                "2. We know that exactly two of [1, 9], [2, 9] and [3, 9] are mines. Even if "
                "[1, 9] is one of them, at least 2 − 1 = 1 of [2, 9] and [3, 9] is a mine. The "
                "2 at [3, 8] touches both of these cells and needs two mines. That leaves at "
                "most 2 − 1 = 1 for its four other cells: at most one of [3, 7], [4, 7], [4, "
                "8] and [4, 9] is a mine."
            ),
            (
                "3. The 3 at [3, 6] needs three mines. At most two of them can be among [2, "
                "5] and [4, 5], so at least one of [3, 7] and [4, 7] is a mine. We also know "
                "that at most one of [3, 7], [4, 7], [4, 8] and [4, 9] is a mine. So the other "
                "two, [4, 8] and [4, 9], are safe."
            ),
        ],
        "",
    ),
    (
        THIRD,
        (0, 5),
        [
            (
                "1. The 3 at [2, 3] touches only three hidden cells, so all three are mines: "
                "[2, 4], [3, 2] and [3, 3]."
            ),
            ("2. The 1 at [4, 4] already has its mine at [3, 3], so [3, 5] and [4, 5] are safe."),
            (
                "3. The 3 at [3, 4] touches five hidden cells. [3, 5] and [4, 5] are safe, so "
                "the other three are its mines: [2, 4], [2, 5] and [3, 3]."
            ),
            (
                "4. The 2 at [1, 3] touches only two hidden cells, so both are mines: [0, 4] "
                "and [2, 4]."
            ),
            (
                "5. The 3 at [1, 4] already has its three mines at [0, 4], [2, 4] and [2, 5], "
                "so [0, 5] and [1, 5] are safe."
            ),
        ],
        "",
    ),
]


@pytest.mark.parametrize(("position", "cell", "lines", "pattern"), EXAMPLES)
def test_the_steps_are_said_in_these_words(
    position: str, cell: Cell, lines: list[str], pattern: str
) -> None:
    explanation = explain(position, cell)
    assert fault(explanation.position, explanation.to_json()) is None
    assert explanation.lines() == lines
    assert explanation.steps[-1].pattern == pattern


def test_the_words_of_a_supposition_enclose_those_of_its_steps() -> None:
    words = explain("3x4x5 first=any zeros=closed\nHH#\nH4H\nHH3\nFHH", (1, 2)).words
    assert words.startswith("Suppose that [1, 2] were safe. The 3 at [2, 2]")
    assert words.endswith("which is too many. That is impossible, so [1, 2] is a mine.")


def test_letters_stand_for_the_cells_in_the_order_of_their_mention() -> None:
    explanation = explain("3x3x3\nHHH\n232\n000", (0, 1))
    (line,) = explanation.lines()
    assert explanation.lettered(line) == (
        "1. The 2 at B touches only two hidden cells, so both are mines: C and A."
    )
    assert explanation.letters == {(0, 1): "A", (1, 0): "B", (0, 0): "C"}


MANY = [
    "The 5 at [1, 1] needs five: [0, 0], [0, 1], [0, 2], [0, 3] and [0, 4].",
    "[2, 0], [2, 1], [2, 2] and [2, 3] are safe. One is in [3, 0] or [3, 1].",
    "The 2 at [4, 4] touches [0, 4]. It also touches [2, 0], [2, 1], [2, 2] and [2, 3].",
]


def test_of_many_cells_those_that_are_always_named_together_share_a_letter() -> None:
    letters = letters_of(MANY, [(9, 9)])  # as words.test.mjs expects of the page
    assert [lettered(text, letters) for text in MANY] == [
        "The 5 at B needs five: the cells C and D.",
        "The cells E are safe. One is in one of the cells F.",
        "The 2 at G touches D. It also touches the cells E.",
    ]
    assert "".join(dict.fromkeys(letters.values())) == "ABCDEFG"
