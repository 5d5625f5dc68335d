"""Covers found by joins over all examples are those the engine proves one by one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mio import Background, Clause, InputError, Struct, Term, Variable
from mio.background import Keys, Symbols, canonical, distinct
from mio.learning import Coverage, clause_from_ids, cover, numbered
from prolog_worlds import ALL, bodies, proven, texts

HEAD = Struct("target", (Variable("A"), Variable("B")))


def covered(background: Background, clause: Clause) -> list[bool]:
    found = cover(clause, Coverage(background, ALL, ()), background)
    return [bool(found >> number & 1) for number in range(len(ALL))]


@given(texts, bodies())
def test_joins_cover_what_the_engine_proves(text: str, body: tuple[Term, ...]) -> None:
    clause = Clause(HEAD, body)
    expected = [proven(text, clause, example) for example in ALL]
    assert covered(Background(text), clause) == expected


@given(texts, bodies())
def test_computed_predicates_join_as_tables_do(text: str, body: tuple[Term, ...]) -> None:
    """The same graph as Python functions, and as clauses that are no facts."""
    clause = Clause(HEAD, body)
    table = Background(text)
    edges = {(str(a["X"]), str(a["Y"])) for a in asked(table, "edge", 2)}
    python = Background(text)
    python.function("edge", "+-", lambda x: sorted(b for a, b in edges if a == x))
    python.function("edge", "-+", lambda y: sorted(a for a, b in edges if b == y))
    prolog = Background(text.replace("edge(", "line(") + "\nedge(X, Y) :- line(X, Y).")
    for inputs in ((0,), (1,)):
        prolog.allow(("edge", 2), inputs)
    assert covered(python, clause) == covered(table, clause) == covered(prolog, clause)


def asked(background: Background, name: str, arity: int) -> list[dict[str, Term]]:
    return list(background.engine.ask(Struct(name, [Variable(v) for v in "XYZ"[:arity]])))


@given(texts, bodies(), st.integers(0, 2 ** len(ALL) - 1))
def test_a_cover_within_some_examples_is_the_whole_cover_there(
    text: str, body: tuple[Term, ...], some: int
) -> None:
    background = Background(text)
    coverage = Coverage(background, ALL, ())
    _, goals = numbered(Clause(HEAD, body), background.symbols)
    part = coverage.part(goals)
    first = part.within(some)
    assert part.within(coverage.all) & some == first


@given(bodies(), st.randoms(use_true_random=False))
def test_the_canonical_form_forgets_order_and_names(body: tuple[Term, ...], random: object) -> None:
    symbols = Symbols()
    _, goals = numbered(Clause(HEAD, body), symbols)
    shuffled = list(goals)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    highest = max((arg for goal in goals for arg in goal.args), default=1)
    turned = [
        goal._replace(args=tuple(a if a < 2 else highest + 2 - a for a in goal.args))
        for goal in shuffled
    ]
    one, other = canonical(goals, 2), canonical(turned, 2)
    assert len(one) == len(other)
    background = Background("edge(a,b). edge(b,b). edge(b,c). red(a). red(b). big(c).")
    coverage = Coverage(background, ALL, ())
    assert coverage.body(one) == coverage.body(other) == coverage.body(goals)


@given(texts, bodies())
def test_a_clause_comes_back_from_its_numbers(text: str, body: tuple[Term, ...]) -> None:
    background = Background(text)
    head, goals = numbered(Clause(HEAD, body), background.symbols)
    again = clause_from_ids("target", head, goals, background.symbols)
    assert numbered(again, background.symbols) == (head, goals)


def test_heads_with_constants_and_repeated_variables_restrict() -> None:
    background = Background("red(a). red(b).")
    rows = (("a", "a"), ("a", "b"), ("b", "b"), ("c", "c"))
    coverage = Coverage(background, rows, ())
    assert cover(Clause.parse("t(A,A) :- red(A)."), coverage, background) == 0b0101
    assert cover(Clause.parse("t(a,B) :- red(B)."), coverage, background) == 0b0011
    assert cover(Clause.parse("t(A,B) :- red(c)."), coverage, background) == 0


def test_a_clause_with_unbound_inputs_is_an_error() -> None:
    background = Background("twice(X, Y) :- Y is X * 2.")
    background.allow(("twice", 2), (0,))
    coverage = Coverage(background, ((4,),), ())
    assert cover(Clause.parse("t(A) :- twice(A, B), twice(B, C)."), coverage, background) == 1
    with pytest.raises(InputError, match="no literal binds the inputs of twice/2"):
        cover(Clause.parse("t(A) :- twice(B, A)."), coverage, background)


def test_equal_inputs_are_computed_once() -> None:
    calls: list[int] = []
    background = Background()

    def half(number: int) -> list[int]:
        calls.append(number)
        return [number // 2]

    background.function("half", "+-", half)
    rows = tuple((n % 4, n) for n in range(40))
    coverage = Coverage(background, rows, ())
    assert cover(Clause.parse("t(A,B) :- half(A,C), half(C,D)."), coverage, background)
    assert sorted(calls) == [0, 1, 2, 3]


@given(st.lists(st.tuples(*[st.integers(0, 2**21)] * 4), min_size=1, max_size=30))
def test_rows_are_numbered_and_made_distinct(rows: list[tuple[int, ...]]) -> None:
    import numpy as np

    columns = [np.array(column, dtype=np.int64) for column in zip(*rows, strict=True)]
    assert list(zip(*(c.tolist() for c in distinct(columns)), strict=True)) == sorted(set(rows))
    keys = Keys(4)
    numbers = keys.add(columns).tolist()
    assert len(set(numbers)) == len(set(rows)) == len(keys)
    assert len(set(zip(rows, numbers, strict=True))) == len(keys)
    assert keys.find(columns).tolist() == numbers
    assert keys.find([column + 2**22 for column in columns]).tolist() == [-1] * len(rows)
