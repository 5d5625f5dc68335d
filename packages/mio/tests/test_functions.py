"""Recursive functions that take their inputs apart in other ways than one element at a time."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from itertools import accumulate, pairwise

import pytest

from mio import Background, Examples, Mode, Term, holds, learn, parse_declarations
from mio.language import listed, read_term

BACKGROUND = """
head([H|_], H).
tail([_|T], T).
empty([]).
cons(X, L, [X|L]).
zero(0).
inc(A, B) :- number(A), B is A + 1.
larger(A, B, C) :- number(A), number(B), C is max(A, B).
minus(A, B, C) :- number(A), number(B), C is A - B.
less_one(A, B) :- integer(A), A > 0, B is A - 1.
sum(A, B, C) :- number(A), number(B), C is A + B.
leaf(leaf(X), X).
left(node(L, _), L).
right(node(_, R), R).
"""
LISTS = ("head(+list,-item)", "tail(+list,-list)", "empty(+list)", "cons(+item,+list,-list)")
NUMBERS = ("zero(+item)", "less_one(+item,-item)", "sum(+item,+item,-item)")
TREES = ("leaf(+tree,-item)", "left(+tree,-tree)", "right(+tree,-tree)", "sum(+item,+item,-item)")
Drawn = Callable[[random.Random], tuple[Term, ...]]  #: inputs and their output


def _every_other(chance: random.Random) -> tuple[Term, ...]:
    row = [chance.randrange(10) for _ in range(chance.randrange(6))]
    return listed(row), listed(row[::2])


def _interleaved(chance: random.Random) -> tuple[Term, ...]:
    rows = [(chance.randrange(10), chance.randrange(10)) for _ in range(chance.randrange(5))]
    both = [number for row in rows for number in row]
    return listed([a for a, _ in rows]), listed([b for _, b in rows]), listed(both)


def _product(chance: random.Random) -> tuple[Term, ...]:
    one, other = chance.randrange(6), chance.randrange(9)
    return one, other, one * other


def _total(chance: random.Random) -> tuple[Term, ...]:
    def tree(depth: int) -> tuple[str, int]:
        if not depth or not chance.randrange(3):
            number = chance.randrange(9)
            return f"leaf({number})", number
        (left, one), (right, other) = tree(depth - 1), tree(depth - 1)
        return f"node({left},{right})", one + other

    text, total = tree(3)
    return read_term(text, "test"), total


def _depth(chance: random.Random) -> tuple[Term, ...]:
    def tree(depth: int) -> tuple[str, int]:
        if not depth or not chance.randrange(3):
            return f"leaf({chance.randrange(9)})", 0
        (left, one), (right, other) = tree(depth - 1), tree(depth - 1)
        return f"node({left},{right})", 1 + max(one, other)

    text, deepest = tree(4)
    return read_term(text, "test"), deepest


def _of_row(function: Callable[[list[int]], list[int]]) -> Drawn:
    def draw(chance: random.Random) -> tuple[Term, ...]:
        row = [chance.randrange(10) for _ in range(chance.randrange(6))]
        return listed(row), listed(function(row))

    return draw


_paired = _of_row(lambda row: [a + b for a, b in zip(row[::2], row[1::2], strict=False)])
_differences = _of_row(lambda row: [b - a for a, b in pairwise(row)])
_spaced = _of_row(lambda row: [each for item in row for each in (item, 0)])
_sums = _of_row(lambda row: list(accumulate(row)))
SUM, DEPTH = ("sum(+item,+item,-item)",), ("larger(+item,+item,-item)", "inc(+item,-item)")


@pytest.mark.parametrize(
    ("draw", "head", "modes"),
    [
        (_every_other, "f(+list,-list)", LISTS),
        (_interleaved, "f(+list,+list,-list)", LISTS),
        (_product, "f(+item,+item,+item)", NUMBERS),
        (_total, "f(+tree,-item)", TREES),
        (_depth, "f(+tree,-item)", (*TREES, *DEPTH)),
        (_paired, "f(+list,-list)", (*LISTS, *SUM)),
        (_differences, "f(+list,-list)", (*LISTS, "minus(+item,+item,-item)")),
        (_spaced, "f(+list,-list)", LISTS),
        pytest.param(_sums, "f(+list,-list)", (*LISTS, *SUM), marks=pytest.mark.slow),
    ],
    ids=["half", "two", "numbers", "tree", "depth", "pairs", "neighbours", "spaced", "sums"],
)
def test_the_output_follows_from_smaller_inputs(
    draw: Drawn, head: str, modes: tuple[str, ...]
) -> None:
    chance = random.Random(7)
    rows = dict.fromkeys(draw(chance) for _ in range(80))
    true = {row[:-1]: row for row in rows}
    outputs = list(dict.fromkeys(row[-1] for row in rows))
    false = [(*row[:-1], out) for row in rows if (out := chance.choice(outputs)) != row[-1]]
    zero = (Mode.parse("zero(-item)"),)
    declared = replace(parse_declarations(head, *modes), recursive=True, generators=zero)
    examples = Examples(tuple(true.values())[:12], tuple(false[:12]))
    learned = learn(Background(BACKGROUND), declared, examples, auto=True)
    assert all(holds(Background(BACKGROUND), learned.theory, tuple(true.values())[12:]))
    assert not any(holds(Background(BACKGROUND), learned.theory, false[12:]))
