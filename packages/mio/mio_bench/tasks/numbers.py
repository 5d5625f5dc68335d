"""Tasks with measured numbers: thresholds under noise, and molecules with charges and rings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from mio import Chance
from mio_bench.tasks.task import Task, cases, task


@dataclass(frozen=True)
class _Thing:
    weight: float
    length: float
    colour: str


def thresholds(chance: Chance) -> list[Task]:
    """Return tasks about the weight, length and colour of things, with wrong labels."""
    return [
        _things(
            "threshold-weight",
            chance,
            lambda thing: thing.weight >= 120.0 and thing.colour == "red",
            "f(A) :- weight(A,B), B >= 120.0, red(A).\n",
            noise=0.1,
        ),
        _things(
            "threshold-either",
            chance,
            lambda t: t.weight >= 170.0 or (t.colour == "blue" and t.length <= 4.0),
            "f(A) :- weight(A,B), B >= 170.0.\nf(A) :- length(A,B), B =< 4.0, blue(A).\n",
            noise=0.05,
        ),
        _things(
            "threshold-interval",
            chance,
            lambda thing: 3.0 <= thing.length <= 7.0,
            "f(A) :- length(A,B), B >= 3.0, B =< 7.0.\n",
            noise=0.1,
            typed=False,
        ),
    ]


def _things(
    name: str,
    chance: Chance,
    true: Callable[[_Thing], bool],
    theory: str,
    *,
    noise: float,
    typed: bool = True,
) -> Task:
    def draw(thing: str) -> tuple[list[str], bool]:
        drawn = _Thing(
            (500 + chance.below(2000)) / 10 + 0.05,
            (100 + chance.below(900)) / 100 + 0.005,
            chance.choice(("red", "green", "blue")),
        )
        facts = [
            f"weight({thing},{drawn.weight:.2f}).",
            f"length({thing},{drawn.length:.3f}).",
            f"{drawn.colour}({thing}).",
        ]
        return facts, true(drawn)

    facts, labels = cases(draw, "t", each=140)
    types = """
type(f,(thing,)). type(weight,(thing,gram)). type(length,(thing,metre)).
type(red,(thing,)). type(green,(thing,)). type(blue,(thing,)).
"""
    return task(
        name,
        chance,
        [(f"f({thing})", label) for thing, label in labels],
        background=facts,
        bias=f"""
head_pred(f,1). body_pred(weight,2). body_pred(length,2).
body_pred(red,1). body_pred(green,1). body_pred(blue,1).{types if typed else ""}
max_vars(4). max_body(4).
""",
        theory=theory,
        noise=noise,
        each=(80, 60),
    )


@dataclass
class _Molecule:
    elements: list[str]
    charges: list[float]
    bonds: list[tuple[int, int, str]]
    rings: list[list[int]]


def molecules(chance: Chance) -> list[Task]:
    """Return tasks about atoms, bonds and rings of random molecules."""

    def substituted(m: _Molecule) -> bool:
        inside = {atom for ring in m.rings for atom in ring}
        return any(
            kind == "single"
            and (
                (a in inside and m.elements[b] == "n" and b not in inside)
                or (b in inside and m.elements[a] == "n" and a not in inside)
            )
            for a, b, kind in m.bonds
        )

    def charged(m: _Molecule) -> bool:
        return any(
            kind == "double" and any(m.elements[x] == "o" and m.charges[x] <= -0.4 for x in (a, b))
            for a, b, kind in m.bonds
        )

    def fused(m: _Molecule) -> bool:
        return any(
            ring is not other and set(ring) & set(other) for ring in m.rings for other in m.rings
        )

    return [
        _molecules(
            "molecule-amine",
            chance,
            substituted,
            "f(A) :- ring(A,B), in_ring(C,B), bond(C,D,E), single(E), outside(D), n(D).\n",
        ),
        _molecules(
            "molecule-charge",
            chance,
            charged,
            "f(A) :- atom(A,B), o(B), charge(B,C), C =< -0.4, bond(B,D,E), double(E).\n",
            noise=0.1,
        ),
        _molecules(
            "molecule-fused",
            chance,
            fused,
            "f(A) :- ring(A,B), in_ring(C,B), in_ring(C,D), different(B,D).\n",
        ),
    ]


def _molecule(chance: Chance) -> _Molecule:
    """Return a molecule of up to two rings, which may share an atom, and single atoms on them."""
    made = _Molecule([], [], [], [])

    def atom(elements: str) -> int:
        made.elements.append(chance.choice(elements))
        made.charges.append((chance.below(1000) - 600) / 1000 + 0.0005)
        return len(made.elements) - 1

    for _ in range(1 + chance.below(2)):
        ring = [atom("cccn") for _ in range(5 + chance.below(2))]
        if made.rings:
            old = chance.choice(made.rings[0])
            if chance.below(2):
                ring[0] = old
            else:
                made.bonds.append((old, ring[0], "single"))
        made.bonds += [(a, b, "aromatic") for a, b in zip(ring, [*ring[1:], ring[0]], strict=True)]
        made.rings.append(ring)
    for _ in range(1 + chance.below(4)):
        near = chance.below(len(made.elements))
        made.bonds.append((near, atom("ccno"), chance.choice(("single", "single", "double"))))
    return made


def _molecules(
    name: str,
    chance: Chance,
    true: Callable[[_Molecule], bool],
    theory: str,
    *,
    noise: float = 0.0,
) -> Task:
    def draw(case: str) -> tuple[list[str], bool]:
        molecule = _molecule(chance)
        inside = {atom for ring in molecule.rings for atom in ring}
        facts = []
        ends = {atom for a, b, _ in molecule.bonds for atom in (a, b)}
        for i in sorted(ends):
            own = f"{case}_{i}"
            facts += [
                f"atom({case},{own}).",
                f"{molecule.elements[i]}({own}).",
                f"charge({own},{molecule.charges[i]:.4f}).",
                f"{'inside' if i in inside else 'outside'}({own}).",
            ]
        for a, b, kind in molecule.bonds:
            facts += [
                f"bond({case}_{a},{case}_{b},{kind}).",
                f"bond({case}_{b},{case}_{a},{kind}).",
            ]
        for number, ring in enumerate(molecule.rings):
            facts.append(f"ring({case},{case}_r{number}).")
            facts += [f"in_ring({case}_{i},{case}_r{number})." for i in ring]
        if len(molecule.rings) == 2:
            facts += [f"different({case}_r0,{case}_r1).", f"different({case}_r1,{case}_r0)."]
        return facts, true(molecule)

    facts, labels = cases(draw, "m", each=140)
    return task(
        name,
        chance,
        [(f"f({case})", label) for case, label in labels],
        background=[*facts, "single(single).", "double(double).", "aromatic(aromatic)."],
        bias="""
head_pred(f,1). body_pred(atom,2). body_pred(bond,3). body_pred(charge,2). body_pred(ring,2).
body_pred(in_ring,2). body_pred(different,2). body_pred(inside,1). body_pred(outside,1).
body_pred(c,1). body_pred(n,1). body_pred(o,1).
body_pred(single,1). body_pred(double,1). body_pred(aromatic,1).
type(f,(molecule,)). type(atom,(molecule,atom)). type(bond,(atom,atom,kind)).
type(charge,(atom,charge)). type(ring,(molecule,ring)). type(in_ring,(atom,ring)).
type(different,(ring,ring)). type(inside,(atom,)). type(outside,(atom,)).
type(c,(atom,)). type(n,(atom,)). type(o,(atom,)).
type(single,(kind,)). type(double,(kind,)). type(aromatic,(kind,)).
max_vars(6). max_body(6).
""",
        theory=theory,
        noise=noise,
        each=(80, 60),
    )
