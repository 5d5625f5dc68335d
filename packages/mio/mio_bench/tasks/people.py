"""Tasks about relatives in random families, and about Michalski's trains."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass, field

from mio import Chance
from mio_bench.tasks.task import TRAIN, Labelled, Task, cases, task


@dataclass
class _Family:
    """Several families of four generations: each person's parents and sex."""

    parents: dict[str, tuple[str, str]] = field(default_factory=dict)
    female: set[str] = field(default_factory=set)
    people: list[str] = field(default_factory=list)

    def mother(self, person: str) -> str | None:
        """Return the mother, if known."""
        return self.parents.get(person, (None, None))[1]

    def siblings(self, person: str) -> set[str]:
        """Return the people with the same parents."""
        known = self.parents.get(person)
        return {p for p, both in self.parents.items() if both == known and p != person}

    def facts(self) -> list[str]:
        """Return fathers, mothers, siblings and the sex of everybody."""
        facts = [f"{'female' if p in self.female else 'male'}({p})." for p in self.people]
        for child, (father, mother) in self.parents.items():
            facts += [f"father({father},{child}).", f"mother({mother},{child})."]
            facts += [f"sibling({child},{other})." for other in sorted(self.siblings(child))]
        return facts


def _families(chance: Chance, count: int = 8) -> _Family:
    family = _Family()

    def born(parents: tuple[str, str] | None, female: bool) -> str:
        person = f"p{len(family.people)}"
        family.people.append(person)
        if female:
            family.female.add(person)
        if parents:
            family.parents[person] = parents
        return person

    for _ in range(count):
        couples = [(born(None, False), born(None, True)) for _ in range(2)]
        for _ in range(3):
            children = [
                born(couple, bool(chance.below(2)))
                for couple in couples
                for _ in range(1 + chance.below(3))
            ]
            couples = [
                (born(None, False), child) if child in family.female else (child, born(None, True))
                for child in children[:3]
            ]
    return family


def kinship(chance: Chance) -> list[Task]:
    """Return tasks about pairs of relatives."""
    family = _families(chance)
    parents = family.parents

    def aunt(a: str, b: str) -> bool:
        return a in family.female and any(a in family.siblings(p) for p in parents.get(b, ()))

    def cousin(a: str, b: str) -> bool:
        return any(q in family.siblings(p) for p in parents.get(a, ()) for q in parents.get(b, ()))

    def maternal(a: str, b: str) -> bool:
        """Whether a woman is an ancestor by mothers only."""
        mother = family.mother(b)
        return mother is not None and (mother == a or maternal(a, mother))

    return [
        _relatives(
            "kin-aunt",
            chance,
            family,
            aunt,
            "f(A,B) :- female(A), sibling(A,C), father(C,B).\n"
            "f(A,B) :- female(A), sibling(A,C), mother(C,B).\n",
        ),
        _relatives(
            "kin-cousin",
            chance,
            family,
            cousin,
            "".join(
                f"f(A,B) :- {one}(C,A), sibling(C,D), {other}(D,B).\n"
                for one in ("father", "mother")
                for other in ("father", "mother")
            ),
            typed=False,
        ),
        _relatives(
            "kin-maternal",
            chance,
            family,
            maternal,
            "f(A,B) :- mother(A,B).\nf(A,B) :- mother(A,C), f(C,B).\n",
            recursive=True,
        ),
    ]


def _relatives(
    name: str,
    chance: Chance,
    family: _Family,
    related: Callable[[str, str], bool],
    theory: str,
    *,
    typed: bool = True,
    recursive: bool = False,
) -> Task:
    """Return the task of a relation; half of the negatives are relatives of another degree."""
    true: list[Labelled] = []
    near: list[Labelled] = []
    far: list[Labelled] = []
    groups = {p: i // 20 for i, p in enumerate(family.people)}
    for a in family.people:
        for b in family.people:
            if a != b:
                atom = f"f({a},{b})"
                if related(a, b):
                    true.append((atom, True))
                else:
                    (near if groups[a] == groups[b] else far).append((atom, False))
    negatives = [*chance.shuffled(near)[:60], *chance.shuffled(far)[:40]]
    types = """
type(f,(person,person)). type(father,(person,person)). type(mother,(person,person)).
type(sibling,(person,person)). type(female,(person,)). type(male,(person,)).
"""
    return task(
        name,
        chance,
        [*true, *negatives],
        background=family.facts(),
        bias=f"""
{"enable_recursion. " if recursive else ""}head_pred(f,2). body_pred(father,2). body_pred(mother,2).
body_pred(sibling,2). body_pred(female,1). body_pred(male,1).{types if typed else ""}
max_vars(4). max_body(4).
""",
        theory=theory,
    )


_LOADS = ("triangle", "circle", "square", "hexagon")


@dataclass(frozen=True)
class _Car:
    short: bool
    closed: bool
    load: str
    wheels: int


def trains(chance: Chance) -> list[Task]:
    """Return tasks about trains, which are rows of cars."""

    def pair(cars: list[_Car]) -> bool:
        return any(a.load == "circle" and b.closed for a, b in itertools.pairwise(cars))

    def either(cars: list[_Car]) -> bool:
        return any(c.short and c.load == "triangle" for c in cars) or any(
            c.wheels == 3 and c.closed and c.load == "square" for c in cars
        )

    def equal(cars: list[_Car]) -> bool:
        return any(a.load == b.load for a, b in itertools.pairwise(cars))

    return [
        _trains(
            "train-pair",
            chance,
            pair,
            "f(A) :- has_car(A,B), load(B,C), circle(C), in_front(B,D), closed(D).\n",
        ),
        _trains(
            "train-either",
            chance,
            either,
            "f(A) :- has_car(A,B), short(B), load(B,C), triangle(C).\n"
            "f(A) :- has_car(A,B), closed(B), wheels(B,D), three(D), load(B,C), square(C).\n",
            noise=0.05,
        ),
        _trains(
            "train-equal",
            chance,
            equal,
            "f(A) :- has_car(A,B), in_front(B,C), load(B,D), load(C,D).\n",
            typed=False,
        ),
    ]


def _trains(
    name: str,
    chance: Chance,
    true: Callable[[list[_Car]], bool],
    theory: str,
    *,
    noise: float = 0.0,
    typed: bool = True,
) -> Task:
    def draw(train: str) -> tuple[list[str], bool]:
        cars = [
            _Car(
                bool(chance.below(2)),
                bool(chance.below(2)),
                chance.choice(_LOADS),
                2 + chance.below(2),
            )
            for _ in range(2 + chance.below(4))
        ]
        facts = []
        for i, car in enumerate(cars):
            own = f"{train}_{i}"
            facts += [
                f"has_car({train},{own}).",
                f"{'short' if car.short else 'long'}({own}).",
                f"{'closed' if car.closed else 'open'}({own}).",
                f"load({own},{car.load}).",
                f"wheels({own},{car.wheels}).",
            ]
            if i:
                facts.append(f"in_front({train}_{i - 1},{own}).")
        return facts, true(cars)

    facts, labels = cases(draw, "t", each=2 * TRAIN + 60)
    types = """
type(f,(train,)). type(has_car,(train,car)). type(in_front,(car,car)).
type(load,(car,shape)). type(wheels,(car,count)).
type(short,(car,)). type(long,(car,)). type(closed,(car,)). type(open,(car,)).
type(triangle,(shape,)). type(circle,(shape,)). type(square,(shape,)). type(hexagon,(shape,)).
type(two,(count,)). type(three,(count,)).
"""
    return task(
        name,
        chance,
        [(f"f({train})", label) for train, label in labels],
        background=[*facts, *(f"{load}({load})." for load in _LOADS), "two(2).", "three(3)."],
        bias=f"""
head_pred(f,1). body_pred(has_car,2). body_pred(in_front,2). body_pred(load,2).
body_pred(wheels,2). body_pred(short,1). body_pred(long,1). body_pred(closed,1). body_pred(open,1).
body_pred(triangle,1). body_pred(circle,1). body_pred(square,1). body_pred(hexagon,1).
body_pred(two,1). body_pred(three,1).{types if typed else ""}
max_vars(6). max_body(6).
""",
        theory=theory,
        noise=noise,
        each=(2 * TRAIN if noise else TRAIN, 60),
    )
