"""Tasks about parts that are compared with each other, and about intervals of measured numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import permutations

from mio import Chance
from mio_bench.tasks.task import Task, cases, task

_SHAPES, _SHADES = ("circle", "square", "triangle"), ("light", "dark", "striped")


@dataclass(frozen=True)
class _Part:
    shape: str
    shade: str
    left: int | None  #: the number of the part to its left


def scenes(chance: Chance) -> list[Task]:
    """Return tasks about parts in a scene, whose shapes and shades are alike or not."""

    def same_shape(parts: Sequence[_Part]) -> bool:
        return any(
            part.left is not None
            and parts[part.left].shape == part.shape
            and parts[part.left].shade == part.shade
            for part in parts
        )

    def two_squares(parts: Sequence[_Part]) -> bool:
        return any(
            a.shape == b.shape == "square" and "dark" in (a.shade, b.shade)
            for a, b in permutations(parts, 2)
        )

    alike = "".join(
        f"f(A) :- part(A,B), beside(B,C), {shape}(B), {shape}(C), {shade}(B), {shade}(C).\n"
        for shape in _SHAPES
        for shade in _SHADES
    )
    return [
        _scene("scene-alike", chance, same_shape, alike),
        _scene(
            "scene-squares",
            chance,
            two_squares,
            "f(A) :- part(A,B), square(B), dark(B), part(A,C), square(C), other(B,C).\n",
        ),
    ]


def _scene(name: str, chance: Chance, true: Callable[[Sequence[_Part]], bool], theory: str) -> Task:
    def draw(case: str) -> tuple[list[str], bool]:
        count = 3 + chance.below(2)
        parts = [
            _Part(
                chance.choice(_SHAPES),
                chance.choice(_SHADES),
                i - 1 if i and chance.below(3) else None,
            )
            for i in range(count)
        ]
        facts = []
        for i, part in enumerate(parts):
            own = f"{case}_{i}"
            facts += [f"part({case},{own}).", f"{part.shape}({own}).", f"{part.shade}({own})."]
            if part.left is not None:
                facts.append(f"beside({case}_{part.left},{own}).")
            facts += [f"other({own},{case}_{j})." for j in range(count) if j != i]
        return facts, true(parts)

    facts, labels = cases(draw, "s", each=140)
    tests = "".join(f"body_pred({each},1). " for each in (*_SHAPES, *_SHADES))
    return task(
        name,
        chance,
        [(f"f({case})", label) for case, label in labels],
        background=facts,
        bias=f"""
head_pred(f,1). body_pred(part,2). body_pred(beside,2). body_pred(other,2).
{tests}
max_vars(4). max_body(6).
""",
        theory=theory,
        each=(80, 60),
    )


@dataclass(frozen=True)
class _Person:
    age: int
    income: float
    height: float
    trade: str


_TRADES = ("farmer", "smith", "baker", "clerk")


def intervals(chance: Chance) -> list[Task]:
    """Return tasks about numbers between two limits, without declared types."""
    return [
        _people(
            "interval-age",
            chance,
            lambda person: 30 <= person.age <= 50,
            "f(A) :- age(A,B), B >= 30, B =< 50.\n",
            noise=0.1,
        ),
        _people(
            "interval-outside",
            chance,
            lambda person: person.height <= 1.62 or person.height >= 1.85,
            "f(A) :- height(A,B), B =< 1.62.\nf(A) :- height(A,B), B >= 1.85.\n",
            noise=0.1,
        ),
        _people(
            "interval-trade",
            chance,
            lambda person: person.trade in ("smith", "baker") and 20.0 <= person.income <= 40.0,
            "f(A) :- trade(A,B), smith(B), income(A,C), C >= 20.0, C =< 40.0.\n"
            "f(A) :- trade(A,B), baker(B), income(A,C), C >= 20.0, C =< 40.0.\n",
            noise=0.05,
        ),
        _people(
            "interval-two",
            chance,
            lambda person: 25 <= person.age <= 60 and person.income >= 25.0,
            "f(A) :- age(A,B), B >= 25, B =< 60, income(A,C), C >= 25.0.\n",
            noise=0.0,
        ),
    ]


def _people(
    name: str,
    chance: Chance,
    true: Callable[[_Person], bool],
    theory: str,
    *,
    noise: float,
) -> Task:
    def draw(person: str) -> tuple[list[str], bool]:
        drawn = _Person(
            16 + chance.below(64),
            (100 + chance.below(500)) / 10 + 0.05,
            (150 + chance.below(50)) / 100 + 0.005,
            chance.choice(_TRADES),
        )
        facts = [
            f"age({person},{drawn.age}).",
            f"income({person},{drawn.income:.2f}).",
            f"height({person},{drawn.height:.3f}).",
            f"trade({person},{drawn.trade}).",
        ]
        return facts, true(drawn)

    facts, labels = cases(draw, "p", each=140)
    tests = "".join(f"body_pred({each},1). " for each in _TRADES)
    return task(
        name,
        chance,
        [(f"f({person})", label) for person, label in labels],
        background=[*facts, *(f"{each}({each})." for each in _TRADES)],
        bias=f"""
head_pred(f,1). body_pred(age,2). body_pred(income,2). body_pred(height,2). body_pred(trade,2).
{tests}
max_vars(4). max_body(5).
""",
        theory=theory,
        noise=noise,
        each=(80, 60),
    )
