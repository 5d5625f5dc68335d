"""Tasks with many wrong labels: tables with measured columns, and customers with transactions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from mio import Chance
from mio_bench.tasks.task import Task, cases, task


@dataclass(frozen=True)
class _Patient:
    age: int
    pressure: float
    sugar: float
    smoker: bool
    blood: str


@dataclass(frozen=True)
class _Transaction:
    amount: float
    day: int
    kind: str


def patients(chance: Chance) -> list[Task]:
    """Return tasks about one row of a table for each patient."""
    return [
        _patients(
            "patient-risk",
            chance,
            lambda p: (p.pressure >= 150.0 and p.smoker) or p.sugar >= 9.0,
            "f(A) :- pressure(A,B), B >= 150.0, smoker(A).\nf(A) :- sugar(A,B), B >= 9.0.\n",
            noise=0.15,
        ),
        _patients(
            "patient-donor",
            chance,
            lambda p: p.blood in ("o", "b") and 90.0 <= p.pressure <= 150.0 and not p.smoker,
            "f(A) :- blood(A,B), o(B), pressure(A,C), C >= 90.0, C =< 150.0, abstainer(A).\n"
            "f(A) :- blood(A,B), b(B), pressure(A,C), C >= 90.0, C =< 150.0, abstainer(A).\n",
            noise=0.1,
        ),
        _patients(
            "patient-chance",
            chance,
            lambda p: p.sugar <= 6.0,
            "f(A) :- sugar(A,B), B =< 6.0.\n",
            noise=0.25,
        ),
    ]


def _patients(
    name: str,
    chance: Chance,
    true: Callable[[_Patient], bool],
    theory: str,
    *,
    noise: float,
) -> Task:
    def draw(patient: str) -> tuple[list[str], bool]:
        drawn = _Patient(
            20 + chance.below(60),
            80.05 + chance.below(1000) / 10,
            3.005 + chance.below(900) / 100,
            chance.below(2) == 0,
            chance.choice(("a", "b", "ab", "o")),
        )
        facts = [
            f"age({patient},{drawn.age}).",
            f"pressure({patient},{drawn.pressure:.2f}).",
            f"sugar({patient},{drawn.sugar:.3f}).",
            f"{'smoker' if drawn.smoker else 'abstainer'}({patient}).",
            f"blood({patient},{drawn.blood}).",
        ]
        return facts, true(drawn)

    facts, labels = cases(draw, "p", each=180)
    return task(
        name,
        chance,
        [(f"f({patient})", label) for patient, label in labels],
        background=[*facts, *(f"{blood}({blood})." for blood in ("a", "b", "ab", "o"))],
        bias="""
head_pred(f,1). body_pred(age,2). body_pred(pressure,2). body_pred(sugar,2). body_pred(blood,2).
body_pred(smoker,1). body_pred(abstainer,1).
body_pred(a,1). body_pred(b,1). body_pred(ab,1). body_pred(o,1).
type(f,(patient,)). type(age,(patient,year)). type(pressure,(patient,mercury)).
type(sugar,(patient,mole)). type(blood,(patient,group)). type(smoker,(patient,)).
type(abstainer,(patient,)). type(a,(group,)). type(b,(group,)). type(ab,(group,)).
type(o,(group,)).
max_vars(5). max_body(6).
""",
        theory=theory,
        noise=noise,
        each=(120, 60),
    )


def customers(chance: Chance) -> list[Task]:
    """Return tasks about the transactions on the accounts of customers."""
    return [
        _customers(
            "customer-large",
            chance,
            lambda rows: any(r.amount >= 800.0 and r.kind == "cash" for r in rows),
            "f(A) :- made(A,B), amount(B,C), C >= 800.0, kind(B,D), cash(D).\n",
            noise=0.15,
        ),
        _customers(
            "customer-twice",
            chance,
            lambda rows: any(
                a.day + 1 == b.day and a.kind == "card" and b.amount <= 300.0
                for a in rows
                for b in rows
            ),
            "f(A) :- made(A,B), kind(B,C), card(C), day(B,D), next(D,E), day(F,E), made(A,F), "
            "amount(F,G), G =< 300.0.\n",
            noise=0.05,
        ),
        _customers(
            "customer-either",
            chance,
            lambda rows: any(r.amount >= 930.0 or (r.kind == "web" and r.day >= 8) for r in rows),
            "f(A) :- made(A,B), amount(B,C), C >= 930.0.\n"
            "f(A) :- made(A,B), kind(B,C), web(C), day(B,D), weekend(D).\n",
            noise=0.1,
        ),
    ]


def _customers(
    name: str,
    chance: Chance,
    true: Callable[[list[_Transaction]], bool],
    theory: str,
    *,
    noise: float,
) -> Task:
    kinds = ("cash", "card", "web", "order")

    def draw(customer: str) -> tuple[list[str], bool]:
        rows = [
            _Transaction(10.05 + chance.below(9900) / 10, 1 + chance.below(9), chance.choice(kinds))
            for _ in range(2 + chance.below(4))
        ]
        facts = []
        for i, row in enumerate(rows):
            own = f"{customer}_{i}"
            facts += [
                f"made({customer},{own}).",
                f"amount({own},{row.amount:.2f}).",
                f"day({own},d{row.day}).",
                f"kind({own},{row.kind}).",
            ]
        return facts, true(rows)

    facts, labels = cases(draw, "c", each=150)
    facts += [f"next(d{n},d{n + 1})." for n in range(1, 9)]
    facts += ["weekend(d8).", "weekend(d9).", *(f"{kind}({kind})." for kind in kinds)]
    return task(
        name,
        chance,
        [(f"f({customer})", label) for customer, label in labels],
        background=facts,
        bias="""
head_pred(f,1). body_pred(made,2). body_pred(amount,2). body_pred(day,2). body_pred(kind,2).
body_pred(next,2). body_pred(weekend,1).
body_pred(cash,1). body_pred(card,1). body_pred(web,1). body_pred(order,1).
type(f,(customer,)). type(made,(customer,transaction)). type(amount,(transaction,euro)).
type(day,(transaction,day)). type(kind,(transaction,kind)). type(next,(day,day)).
type(weekend,(day,)). type(cash,(kind,)). type(card,(kind,)). type(web,(kind,)).
type(order,(kind,)).
max_vars(7). max_body(9).
""",
        theory=theory,
        noise=noise,
        each=(90, 60),
    )
