"""Programs that test each step of a term, in one direction or in the two of a tree."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import accumulate, pairwise

import pytest

from mio import Background, Examples, Term, holds, learn, parse_declarations
from mio.language import listed, read_term

LISTS = """
head([H|_], H).
tail([_|T], T).
empty([]).
even(X) :- 0 is X mod 2.
odd(X) :- 1 is X mod 2.
less(A, B) :- A < B.
leaf(leaf(X), X).
left(node(L, _), L).
right(node(_, R), R).
open(a).
zero(0).
inc(A, B) :- number(A), B is A + 1.
dec(A, B) :- number(A), A > 0, B is A - 1.
"""
MODES = (
    "head(+list,-item)",
    "tail(+list,-list)",
    "empty(+list)",
    "even(+item)",
    "odd(+item)",
    "less(+item,+item)",
)
TREES = ("leaf(+tree,-item)", "left(+tree,-tree)", "right(+tree,-tree)", "even(+item)")


def _split(rows: Sequence[Term], labels: Sequence[bool], first: int) -> tuple[Examples, Examples]:
    true = [(row,) for row, label in zip(rows, labels, strict=True) if label]
    false = [(row,) for row, label in zip(rows, labels, strict=True) if not label]
    return (
        Examples(tuple(true[:first]), tuple(false[:first])),
        Examples(tuple(true[first:]), tuple(false[first:])),
    )


def _right(head: str, modes: Sequence[str], examples: tuple[Examples, Examples]) -> bool:
    declared = replace(parse_declarations(head, *modes), recursive=True)
    learned = learn(Background(LISTS), declared, examples[0], auto=True)
    positive = holds(Background(LISTS), learned.theory, examples[1].positives)
    return all(positive) and not any(
        holds(Background(LISTS), learned.theory, examples[1].negatives)
    )


def _rising(row: list[int]) -> bool:
    return all(a < b for a, b in pairwise(row))


def _alternating(row: list[int]) -> bool:
    return all((a + b) % 2 for a, b in pairwise(row))


@pytest.mark.parametrize("true", [_rising, _alternating], ids=["rising", "alternating"])
def test_neighbours_pass_a_test(true: Callable[[list[int]], bool]) -> None:
    chance = random.Random(3)
    rows: list[list[int]] = []
    for _ in range(600):
        row = [chance.randrange(12) for _ in range(chance.randrange(1, 6))]
        rows.append(sorted(set(row)) if chance.randrange(2) and true is _rising else row)
    distinct = [list(row) for row in dict.fromkeys(map(tuple, rows))]
    examples = _split([listed(row) for row in distinct], [true(row) for row in distinct], 25)
    assert _right("f(+list)", MODES, examples)


def test_both_parts_of_a_tree_pass_a_test() -> None:
    chance = random.Random(4)

    def tree(depth: int) -> tuple[str, bool]:
        if not depth or not chance.randrange(4):
            number = 2 * chance.randrange(5) + (not chance.randrange(6))
            return f"leaf({number})", number % 2 == 0
        (left, one), (right, other) = tree(depth - 1), tree(depth - 1)
        return f"node({left},{right})", one and other

    drawn = dict(tree(3) for _ in range(200))
    rows = [read_term(text, "test") for text in drawn]
    assert _right("f(+tree)", TREES, _split(rows, list(drawn.values()), 12))


def test_balanced_brackets_need_a_counter() -> None:
    chance = random.Random(5)
    drawn = dict.fromkeys(
        tuple(chance.choice("ab") for _ in range(chance.randrange(11))) for _ in range(3000)
    )
    rows = list(drawn)
    heights = [list(accumulate(1 if each == "a" else -1 for each in row)) for row in rows]
    labels = [min([0, *height]) == 0 == [0, *height][-1] for height in heights]
    modes = [*MODES[:3], "open(+item)", "inc(+count,-count)", "dec(+count,-count)", "zero(+count)"]
    assert _right("f(+list)", modes, _split([listed(list(row)) for row in rows], labels, 14))
