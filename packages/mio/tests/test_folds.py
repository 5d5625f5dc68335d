"""Functions that take one element at a time: maps, filters, and folds that compositions call."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from mio import Background, Examples, Mode, holds, learn, parse_declarations
from mio.language import listed

LISTS = """
head([H|_], H).
tail([_|T], T).
empty([]).
cons(X, L, [X|L]).
last([X], X).
last([_|T], X) :- last(T, X).
snoc(L, X, M) :- append(L, [X], M).
joined(A, B, C) :- append(A, B, C).
even(X) :- 0 is X mod 2.
odd(X) :- 1 is X mod 2.
big(X) :- X > 6.
inc(A, B) :- B is A + 1.
twice(A, B) :- B is 2 * A.
zero(0).
plus(A, B, C) :- C is A + B.
"""
CONS = "cons(+item,+list,-list)"
LIST_MODES = "head(+list,-item) tail(+list,-list) empty(+list)"
Function = Callable[[list[int]], list[int]]


def _rows(function: Function, count: int, seed: int) -> list[tuple[list[int], list[int]]]:
    chance = random.Random(seed)
    inputs = [[chance.randrange(10) for _ in range(chance.randrange(1, 7))] for _ in range(count)]
    return [(one, function(one)) for one in inputs]


def _examples(function: Function, count: int, seed: int) -> Examples:
    rows = _rows(function, count, seed)
    true = [(listed(one), listed(output)) for one, output in rows]
    false = [(listed(one), listed([*output, 5])) for one, output in rows]
    return Examples(tuple(true), tuple(false))


@pytest.mark.parametrize(
    ("function", "modes"),
    [
        (lambda row: [x for item in row for x in (item, item)], f"{CONS} twice(+item,-item)"),
        (lambda row: [2 * x for x in row], f"{CONS} twice(+item,-item) even(+item)"),
        (lambda row: [x + x % 2 for x in row], f"{CONS} even(+item) odd(+item) inc(+item,-item)"),
        (lambda row: [x for x in row if x % 2 == 0], f"{CONS} even(+item) odd(+item)"),
        (lambda row: [x for x in row if x <= 6], f"{CONS} even(+item) big(+item)"),
        (
            lambda row: row[: next((i for i, x in enumerate(row) if x % 2), len(row))],
            f"{CONS} even(+item) odd(+item)",
        ),
        pytest.param(
            lambda row: [*row, *row[::-1]],
            "snoc(+list,+item,-list) joined(+list,+list,-list)",
            marks=pytest.mark.slow,
        ),
        pytest.param(
            lambda row: [*row[::-1], *row],
            "snoc(+list,+item,-list) joined(+list,+list,-list)",
            marks=pytest.mark.slow,
        ),
    ],
    ids=["repeat", "map", "change odd", "filter", "small", "prefix", "mirror", "two"],
)
def test_functions_on_lists_are_learned(function: Function, modes: str) -> None:
    assert _learned(function, modes)


@pytest.mark.study
def test_functions_are_learned_among_many_predicates() -> None:
    rest = "snoc(+list,+item,-list) joined(+list,+list,-list) last(+list,-item)"
    others = "even(+item) odd(+item) big(+item) inc(+item,-item) twice(+item,-item)"
    assert _learned(lambda row: [x for x in row if x % 2 == 0], f"{CONS} {rest} {others}")
    assert _learned(lambda row: [*row[::-1], *row], f"{CONS} {rest} {others}")


def _learned(function: Function, modes: str) -> bool:
    """Return whether a function is learned with modes for lists and these."""
    all_modes = [*LIST_MODES.split(), *modes.split()]
    declared = replace(parse_declarations("f(+list,-list)", *all_modes), recursive=True)
    learned = learn(Background(LISTS), declared, _examples(function, 12, 1), auto=True)
    unseen = _examples(function, 30, 2)
    return all(holds(Background(LISTS), learned.theory, unseen.positives)) and not any(
        holds(Background(LISTS), learned.theory, unseen.negatives)
    )


def test_a_test_compares_an_element_with_the_rest_after_it() -> None:
    chance = random.Random(4)
    inputs = [[chance.randrange(3) for _ in range(chance.randrange(1, 8))] for _ in range(40)]
    rows = [
        (listed(row), listed([x for i, x in enumerate(row) if row[i - 1 : i] != [x]]), listed(row))
        for row in inputs
    ]
    right = tuple(dict.fromkeys(row[:2] for row in rows))
    wrong = tuple(dict.fromkeys(row[1:] for row in rows if row[0] != row[1]))
    wrong += tuple(dict.fromkeys(row[::2] for row in rows if row[0] != row[1]))
    modes = [*LIST_MODES.split(), CONS, "even(+item)"]
    declared = replace(parse_declarations("f(+list,-list)", *modes), recursive=True)
    learned = learn(Background(LISTS), declared, Examples(right[:14], wrong[:14]), auto=True)
    assert all(holds(Background(LISTS), learned.theory, right[14:]))


def test_a_fold_begins_with_a_value_that_a_predicate_names() -> None:
    modes = ("head(+list,-item)", "tail(+list,-list)", "empty(+list)", "plus(+item,+item,-item)")
    declared = parse_declarations("f(+list,-item)", *modes)
    zero = Mode.parse("zero(-item)")
    rows = [(listed(row), sum(row)) for row, _ in _rows(list, 12, 1)]
    examples = Examples(tuple(rows), tuple((row, total + 1) for row, total in rows))
    declared = replace(declared, recursive=True, generators=(zero,))
    learned = learn(Background(LISTS), declared, examples, auto=True)
    assert holds(Background(LISTS), learned.theory, [(listed([9, 8, 7]), 24)]) == [True]


def test_a_cheap_predicate_answers_any_number_of_questions() -> None:
    """Only predicates whose queries are costly are restricted to their facts."""
    background = Background("next(A,B) :- B is A+1.")
    background.allow(("next", 2), (0,))
    relation = background.relation(("next", 2))
    for number in range(300):
        assert relation.rows((0,), (background.symbols.number(number),))
    assert background.failures == []
