"""Conditions on all solutions of goals: absences, and numbers of solutions."""

from __future__ import annotations

import pickle
import random

import pytest

from mio import Background, Examples, Struct, holds, learn, parse_declarations, parse_theory
from mio.background import Condition, Goal
from mio.learning import Coverage, cover

Facts = list[str]


def _trains(count: int, seed: int = 1) -> tuple[Facts, dict[str, list[bool]]]:
    """Return trains with up to five cars, and which of the cars of each are long."""
    chance, facts, long = random.Random(seed), Facts(), dict[str, list[bool]]()
    for number in range(count):
        name = f"t{number}"
        long[name] = [chance.random() < 0.4 for _ in range(chance.randrange(1, 6))]
        for car, is_long in enumerate(long[name]):
            facts.append(f"car({name},{name}c{car}).")
            facts += [f"long({name}c{car})."] if is_long else [f"short({name}c{car})."]
    return facts, long


def _learned(facts: Facts, true: list[str], false: list[str], *modes: str) -> list[str]:
    declared = parse_declarations("f(+train)", *modes)
    rows = [tuple((name,) for name in names) for names in (true, false)]
    learned = learn(Background("\n".join(facts)), declared, Examples(*rows), auto=True)
    assert learned.train.accuracy == 1
    return list(map(str, learned.theory))


MODES = ("car(+train,-car)", "long(+car)")


@pytest.mark.parametrize(
    ("wanted", "modes", "rule"),
    [
        (lambda cars: not any(cars), MODES, "f(A) :- \\+ (car(A,B), long(B))."),
        (all, MODES, "f(A) :- \\+ (car(A,B), \\+ long(B))."),
        (
            lambda cars: sum(cars) == 2,
            MODES,
            "f(A) :- aggregate_all(count,(car(A,B), long(B)),2).",
        ),
        (
            lambda cars: sum(cars) >= 2,
            MODES,
            "f(A) :- aggregate_all(count,(car(A,C), long(C)),B), B >= 2.",
        ),
    ],
    ids=["none", "all", "exactly", "at least"],
)
def test_conditions_are_learned(wanted: object, modes: tuple[str, ...], rule: str) -> None:
    assert callable(wanted)
    facts, long = _trains(60)
    true = [name for name, cars in long.items() if wanted(cars)]
    false = [name for name in long if name not in true]
    assert _learned(facts, true, false, *modes) == [rule]


def test_a_condition_covers_what_prolog_says() -> None:
    """The covers of the search agree with the interpreter, which knows no conditions."""
    facts, long = _trains(40, seed=2)
    background = Background("\n".join(facts))
    rows = tuple((name,) for name in long)
    bodies = [
        "\\+ car(A,B)",
        "\\+ (car(A,B), long(B))",
        "\\+ (car(A,B), \\+ long(B))",
        "car(A,B), long(B), \\+ (car(A,C), short(C))",
        "aggregate_all(count, (car(A,B), long(B)), 1)",
        "aggregate_all(count, car(A,B), C), C >= 3",
    ]
    for body in bodies:
        (clause,) = parse_theory(f"f(A) :- {body}.")
        coverage = Coverage(background, rows, ())
        found = cover(clause, coverage, background)
        engine = background.with_clauses([clause])
        for number, row in enumerate(rows):
            true = next(engine.ask(Struct("f", row)), None) is not None
            assert bool(found >> number & 1) == true, (body, row)
        assert holds(background, [clause], rows) == [
            bool(found >> number & 1) for number in range(len(rows))
        ]


def test_a_theory_with_conditions_is_read_back_from_its_text() -> None:
    clause = parse_theory("f(A) :- p(A), \\+ (car(A,B), \\+ (long(B), q(B,A))).")[0]
    assert parse_theory(str(clause)) == (clause,)


def test_conditions_travel_to_worker_processes() -> None:
    condition = Condition((Goal(("car", 2), (0, 1)),), 1)
    assert pickle.loads(pickle.dumps(condition)).goals == condition.goals


def test_no_condition_is_tried_where_a_short_theory_is_right() -> None:
    facts, long = _trains(40)
    true = [name for name, cars in long.items() if any(cars)]
    false = [name for name in long if name not in true]
    assert _learned(facts, true, false, *MODES) == ["f(A) :- car(A,B), long(B)."]


def test_a_condition_about_two_other_terms_is_found_among_many() -> None:
    """The book that no other of its shelf outsells."""
    chance, facts, best = random.Random(4), Facts(), list[str]()
    for shelf in range(12):
        sales = chance.sample(range(16), 3)
        for book, sold in enumerate(sales):
            name = f"b{shelf}_{book}"
            facts += [f"on({name},s{shelf}).", f"holds(s{shelf},{name}).", f"sold({name},n{sold})."]
            best += [name] if sold == max(sales) else []
    facts += [f"more(n{a},n{b})." for a in range(16) for b in range(a)]
    others = [f"b{shelf}_{book}" for shelf in range(12) for book in range(3)]
    modes = ("on(+book,-shelf)", "holds(+shelf,-book)", "sold(+book,-number)")
    declared = parse_declarations("f(+book)", *modes, "more(+number,+number)")
    rows = [tuple((n,) for n in names) for names in (best, [n for n in others if n not in best])]
    learned = learn(Background("\n".join(facts)), declared, Examples(*rows), auto=True)
    assert learned.train.accuracy == 1
    assert len(learned.theory) == 1
