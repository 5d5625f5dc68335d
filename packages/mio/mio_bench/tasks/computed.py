"""Tasks whose background computes and has no declared types, for developing the learner."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mio import Chance
from mio_bench.tasks.task import Task, cases, task

_NUMBERS = """
twice(A,B) :- B is 2 * A.
after(A,B) :- B is A + 1.
even(A) :- A mod 2 =:= 0.
sum(A,B,C) :- C is A + B.
less(A,B) :- A < B.
"""
_WORDS = """
first([H|_],H).
final([X],X).
final([_|T],X) :- final(T,X).
among(X,[X|_]).
among(X,[_|T]) :- among(X,T).
letters([],0).
letters([_|T],N) :- letters(T,M), N is M + 1.
"""
_OF_NUMBERS = ("left/2", "right/2", "red/1", "blue/1", "twice/2", "after/2", "even/1", "sum/3")
_OF_WORDS = ("word/2", "count/2", "red/1", "blue/1", "first/2", "final/2", "among/2", "letters/2")


def computed(chance: Chance) -> list[Task]:
    """Return tasks about numbers, measurements and words."""

    def pair(case: str) -> tuple[list[str], bool]:
        left = chance.below(20)
        right = chance.choice((2 * left, left + 1, chance.below(40), chance.below(40)))
        facts = [f"left({case},{left}).", f"right({case},{right}).", colour(case)]
        return facts, right in (2 * left, left + 1)

    def order(case: str) -> tuple[list[str], bool]:
        left, right, shade = chance.below(20), chance.below(20), colour(case)
        facts = [f"left({case},{left}).", f"right({case},{right}).", shade]
        red = shade.startswith("red")
        return facts, left < right if red else (left + right) % 2 == 0

    def parcel(case: str) -> tuple[list[str], bool]:
        weight, number = chance.below(1000) / 10, chance.below(20)
        facts = [f"left({case},{weight}).", f"right({case},{number}).", colour(case)]
        return facts, weight >= 60 and number % 2 == 0

    def word(case: str) -> tuple[list[str], bool]:
        drawn = [chance.choice("abcde") for _ in range(2 + chance.below(4))]
        if chance.below(3) == 0:
            drawn[-1] = drawn[0]
        count = chance.below(7)
        facts = [f"word({case},[{','.join(drawn)}]).", f"count({case},{count}).", colour(case)]
        return facts, drawn[0] == drawn[-1] or count == len(drawn)

    def colour(case: str) -> str:
        return f"{chance.choice(('red', 'blue'))}({case})."

    return [
        _task(
            "computed-pair",
            chance,
            pair,
            _OF_NUMBERS,
            "f(A) :- left(A,B), twice(B,C), right(A,C).\n"
            "f(A) :- left(A,B), after(B,C), right(A,C).\n",
        ),
        _task(
            "computed-order",
            chance,
            order,
            (*_OF_NUMBERS, "less/2"),
            "f(A) :- red(A), left(A,B), right(A,C), less(B,C).\n"
            "f(A) :- blue(A), left(A,B), right(A,C), sum(B,C,D), even(D).\n",
        ),
        _task(
            "computed-parcel",
            chance,
            parcel,
            ("left/2", "right/2", "red/1", "blue/1", "even/1", "after/2"),
            "f(A) :- left(A,B), B >= 60.0, right(A,C), even(C).\n",
            noise=0.05,
        ),
        _task(
            "computed-word",
            chance,
            word,
            _OF_WORDS,
            "f(A) :- word(A,B), first(B,C), final(B,C).\n"
            "f(A) :- word(A,B), letters(B,C), count(A,C).\n",
        ),
    ]


def _task(
    name: str,
    chance: Chance,
    draw: Callable[[str], tuple[list[str], bool]],
    body: Sequence[str],
    theory: str,
    noise: float = 0.0,
) -> Task:
    facts, labels = cases(draw, "c")
    declared = (each.replace("/", ",") for each in body)
    return task(
        name,
        chance,
        [(f"f({case})", label) for case, label in labels],
        background=[*facts, _NUMBERS, _WORDS],
        bias="head_pred(f,1).\n" + "".join(f"body_pred({each}).\n" for each in declared),
        theory=theory,
        noise=noise,
    )
