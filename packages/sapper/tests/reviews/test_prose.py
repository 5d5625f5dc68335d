"""Clauses as sentences: a capital, a stop, and names as they are written."""

import pytest

from sapper.reviews import sentence


@pytest.mark.parametrize(
    ("clause", "expected"),
    [
        ("the 0 at [1, 1] touches no mine", "The 0 at [1, 1] touches no mine."),
        ("[0, 1] is safe", "[0, 1] is safe."),
        ("Already a sentence.", "Already a sentence."),
        ("csp guessed [0, 1]", "csp guessed [0, 1]."),
        ("", ""),
    ],
)
def test_a_clause_becomes_a_sentence(clause: str, expected: str) -> None:
    assert sentence(clause) == expected
