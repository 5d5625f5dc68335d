"""The sentences of every technique, and the patterns that they name."""

from __future__ import annotations

import pytest

from sapper.explanations import explain
from sapper.game import Cell

EXAMPLES = [
    (
        "3x2x1\nH11\nH1H",
        (0, 0),
        "The 1 at [0, 2] touches only one hidden cell, so it is a mine: [1, 2]. "
        "The 1 at [0, 1] already has its mine at [1, 2], so [0, 0] and [1, 0] are safe.",
        "",
    ),
    (
        "3x3x3\nHHH\n232\n000",
        (0, 1),
        "The 2 at [1, 0] touches only two hidden cells, so both are mines: [0, 0] and [0, 1].",
        "",
    ),
    (
        "3x3x2 lives=3\nHH1\n*21\n110",
        (0, 0),
        "The 1 at [0, 2] touches only one hidden cell, so it is a mine: [0, 1]. "
        "The 2 at [1, 1] touches one open mine, and [0, 1] is a mine too. That is all that it "
        "counts, so [0, 0] is safe.",
        "",
    ),
    (
        "4x3x2\nHHHH\n1221\n0000",
        (0, 1),
        "The 2 at [1, 2] has two mines left and the 1 at [1, 3] has one; every hidden cell of the "
        "1 is also a cell of the 2, so 2 − 1 = 1 is in the other cell of the 2: [0, 1] is a mine.",
        "1-2-2-1",
    ),
    (
        "5x4x3\nHHHHH\n12HHH\n01HHH\n01HHH",
        (1, 2),
        "The 1 at [2, 1] has one mine left and the 1 at [3, 1] has one; every hidden cell of the 1 "
        "at [3, 1] is also a cell of the 1 at [2, 1], so its mine is among the cells they share. "
        "That is all that the 1 at [2, 1] has left: its extra cell [1, 2] is safe.",
        "1-1",
    ),
    (
        "4x1x1\n1HHH",
        (0, 2),
        "There is one mine left. The 1 at [0, 0] has one. That is all, so [0, 2] and [0, 3] are "
        "safe.",
        "last cells",
    ),
    (
        "3x4x2 first=any lives=20 zeros=closed signs=counts\nHbH\n2HH\n*HH\n1HH",
        (1, 1),
        "The 1 at [0, 1] touches 1 gold. There is gold at one of [0, 0], [0, 2] and [1, 2]. "
        "Whichever it is, [1, 1] holds the gold or touches it, and no mine does, so it is safe.",
        "",
    ),
    (
        "3x3x2 first=any lives=20 zeros=closed signs=counts gold=1\naHH\nFcH\nH2H",
        (0, 2),
        "The 0 at [0, 0] touches 1 gold. The 2 at [2, 1] shows no gold, so [1, 0] holds none. Only "
        "[0, 1] can hold one gold. No mine lies on gold or touches it, so [0, 1], [0, 2], [1, 0] "
        "and [1, 2] are safe.",
        "",
    ),
    (
        "3x4x2 first=any lives=20 zeros=closed gold=2\nFH1\nHHH\nHHH\n11H",
        (1, 1),
        "There are 2 gold left. At least 2 gold lie among nine cells. But fewer than 2 of these "
        "cells are neither [1, 1] nor beside it: gold lies there or beside it, and no mine does, "
        "so it is safe.",
        "",
    ),
    (
        "5x4x6 first=any zeros=closed\n1HHH1\nHFH4H\nH4FHH\nH2HH0",
        (0, 1),
        "The 4 at [2, 1] has four mines left, and the 2 at [3, 1] has two mines left, so the cells "
        "they share hold exactly two mines (every cell of the 2 is one of them). So [1, 0], [1, 1] "
        "and [1, 2] hold exactly two mines. The 1 at [0, 0] has one mine left, and there are "
        "exactly two mines in [1, 0], [1, 1] and [1, 2], so the cells they share hold exactly one "
        "mine (at least 2 − 1 = 1, as only one cell is not shared). So [0, 1] is safe, and [1, 2] "
        "is a mine.",
        "",
    ),
    (
        "3x4x5 first=any zeros=closed\nHH#\nH4H\nHH3\nFHH",
        (1, 2),
        "Suppose that [1, 2] were safe. The 3 at [2, 2] touches four hidden cells; [1, 2] is safe, "
        "so the three that are left are its mines: [2, 1], [3, 1] and [3, 2]. There are five mines "
        "left. But then the 4 at [1, 1] has four and [3, 1] and [3, 2] are mines, and 4 + 2 = 6, "
        "which is more than five. This cannot be, so [1, 2] is a mine.",
        "",
    ),
]


@pytest.mark.parametrize(("position", "cell", "words", "pattern"), EXAMPLES)
def test_words(position: str, cell: Cell, words: str, pattern: str) -> None:
    explanation = explain(position, cell)
    assert explanation.words == words
    assert explanation.steps[-1].pattern == pattern


def test_marks_stand_for_the_cells_in_the_order_of_their_mention() -> None:
    (step,) = explain("3x3x3\nHHH\n232\n000", (0, 1)).steps
    assert step.text.marked == "The 2 ① touches only two hidden cells, so both are mines: ② and ③."
    assert step.text.marks == ((1, 0), (0, 0), (0, 1))
