"""The engine answers as Prolog does, and as brute force over the Herbrand model."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mio import BudgetError, InputError, Struct, Term, parse_theory, written
from mio.background import Interpreter, QueryLimits
from mio.language import Program, read, read_term
from prolog_worlds import THINGS, bodies, consequences, texts

PROGRAM = """
    fact(0, 1).
    fact(N, F) :- N > 0, M is N - 1, fact(M, G), F is N * G.
    edge(a, b). edge(b, c). edge(c, d).
    path(X, Y) :- edge(X, Y).
    path(X, Y) :- edge(X, Z), path(Z, Y).
    first(X) :- member(X, [1,2,3]), X > 1, !.
    sign(X, S) :- ( X > 0 -> S = plus ; X < 0 -> S = minus ; S = zero ).
    odd(X) :- member(X, [1,2,3]), \\+ X = 2.
    cuts(X) :- member(X, [1,2]), inner.
    inner :- true, !.
    inner :- fail.
    loop(X) :- loop(X).
    down(N) :- N > 0, M is N - 1, down(M).
    down(0).
"""


def answers(query: str, program: str = PROGRAM) -> list[dict[str, str]]:
    found = Interpreter(Program.read(read(program))).ask(read_term(query))
    return [{name: written(term) for name, term in answer.items()} for answer in found]


@pytest.mark.parametrize(
    ("query", "variable", "values"),
    [
        ("fact(6, X)", "X", ["720"]),
        ("path(a, X)", "X", ["b", "c", "d"]),
        ("path(X, d)", "X", ["c", "a", "b"]),
        ("first(X)", "X", ["2"]),
        ("cuts(X)", "X", ["1", "2"]),
        ("odd(X)", "X", ["1", "3"]),
        ("sign(-3, X)", "X", ["minus"]),
        ("sign(0, X)", "X", ["zero"]),
        ("append(X, [3], [1,2,3])", "X", ["[1,2]"]),
        ("findall(Y, path(b, Y), X)", "X", ["[c,d]"]),
        ("between(2, 4, X)", "X", ["2", "3", "4"]),
        ("length(X, 0)", "X", ["[]"]),
        ("msort([b,1,f(x),a,1.0,a], X)", "X", ["[1.0,1,a,a,b,f(x)]"]),
        ("sort([b,a,b], X)", "X", ["[a,b]"]),
        ("X is 7 mod 3 + 2 ** 3 - 7 // 2", "X", ["6"]),
        ("X is 7 / 2", "X", ["3.5"]),
        ("X = 1 ; X = 2", "X", ["1", "2"]),
        ("nth1(X, [a,b,c], b)", "X", ["2"]),
        ("f(x, Y) =.. X", "X", ["[f,x,_1]"]),
        ("once(member(X, [5,6]))", "X", ["5"]),
        ("call(member(X), [7])", "X", ["7"]),
        ("\\+ edge(d, X)", "X", ["_1"]),
        ("forall(edge(X, Y), path(X, Y))", "X", ["_1"]),
    ],
)
def test_queries_are_answered_in_prologs_order(
    query: str, variable: str, values: list[str]
) -> None:
    assert [answer[variable] for answer in answers(query)] == values


@pytest.mark.parametrize("query", ["length(X, 1000000000)", "functor(X, f, 1000000000)"])
def test_one_step_makes_only_so_many_variables(query: str) -> None:
    with pytest.raises(InputError, match="more than 10,000 new variables"):
        answers(query)


def test_deep_recursion_is_no_trouble() -> None:
    assert len(answers("down(15000)")) == 1


def test_bounds_end_what_would_not() -> None:
    program = Program.read(read(PROGRAM))
    with pytest.raises(BudgetError, match="more than 500 steps"):
        list(Interpreter(program, QueryLimits(steps=500)).ask(read_term("loop(1)")))
    with pytest.raises(BudgetError, match="nests more than 50 calls"):
        list(Interpreter(program, QueryLimits(depth=50)).ask(read_term("loop(1)")))


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("nobody(X)", "unknown predicate nobody/1"),
        ("X is Y + 1", "arithmetic needs bound variables"),
        ("X is a + 1", "expected a number, found 'a'"),
        ("X is 1 / 0", "by zero"),
    ],
)
def test_wrong_queries_are_errors(query: str, expected: str) -> None:
    with pytest.raises(InputError, match=expected):
        answers(query)


@given(texts, st.lists(bodies(most=3), min_size=1, max_size=3))
def test_datalog_is_answered_as_by_brute_force(facts: str, rules: list[tuple[Term, ...]]) -> None:
    clauses = []
    for body in rules:
        goals = ", ".join(map(written, body))
        clauses.append(f"target(A,B) :- red(A), edge(B,_), {goals}.")
    text = "\n".join([facts, *clauses])
    known = consequences(parse_theory(text))
    engine = Interpreter(Program.read(read(text)))
    for pair in product(THINGS, THINGS):
        goal = Struct("target", pair)
        assert (next(engine.ask(goal), None) is not None) == (goal in known)
