"""Small relational worlds that hypothesis makes up, and naive answers about them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from hypothesis import strategies as st

from mio import (
    Background,
    Clause,
    Declarations,
    Example,
    Struct,
    Term,
    Variable,
    arguments,
    parse_declarations,
)
from mio.background import Interpreter
from mio.language import Program, read, variables

THINGS = ("a", "b", "c", "d", "e")

pairs = st.frozensets(st.tuples(st.sampled_from(THINGS), st.sampled_from(THINGS)), max_size=12)
singles = st.frozensets(st.sampled_from(THINGS), max_size=4)


def facts(edges: frozenset[tuple[str, str]], red: frozenset[str], big: frozenset[str]) -> str:
    """A graph with red and big nodes, as Prolog facts; each predicate has one at least."""
    lines = [f"edge({x},{y})." for x, y in sorted(edges | {("z", "z")})]
    lines += [f"red({x})." for x in sorted(red | {"z"})]
    lines += [f"big({x})." for x in sorted(big | {"z"})]
    return "\n".join(lines)


texts = st.builds(facts, pairs, singles, singles)

#: What relates the nodes of a graph.
GRAPH: Declarations = parse_declarations(
    "target(+n,+n)", "edge(+n,-n)", "edge(-n,+n)", "red(+n)", "big(+n)"
)
ALL = tuple(product(THINGS, THINGS))


def examples(draw: st.DrawFn) -> tuple[tuple[Example, ...], tuple[Example, ...]]:
    """Some pairs of nodes as positives, others as negatives."""
    order = draw(st.permutations(ALL))
    many = draw(st.integers(1, 6))
    return tuple(order[:many]), tuple(order[many : many + draw(st.integers(1, 8))])


@st.composite
def tasks(draw: st.DrawFn) -> tuple[Background, tuple[Example, ...], tuple[Example, ...]]:
    """A background, positives and negatives."""
    return Background(draw(texts)), *examples(draw)


@st.composite
def bodies(draw: st.DrawFn, most: int = 4) -> tuple[Term, ...]:
    """A body that hangs together with a head ``target(A,B)``."""
    known = [Variable("A"), Variable("B")]
    body: list[Term] = []
    for _ in range(draw(st.integers(1, most))):
        kind = draw(st.sampled_from(["red", "big", "out", "in"]))
        start = draw(st.sampled_from(known))
        if kind in ("red", "big"):
            body.append(Struct(kind, (start,)))
            continue
        other = draw(st.sampled_from([*known, Variable(f"V{len(known)}")]))
        if other not in known:
            known.append(other)
        body.append(Struct("edge", (start, other) if kind == "out" else (other, start)))
    return tuple(body)


def proven(background: str, clause: Clause, example: Example) -> bool:
    """Whether the engine proves that a clause covers an example."""
    engine = Interpreter(Program.read(read(f"{background}\n{clause}")))
    goal = Struct("target", example)
    return next(engine.ask(goal), None) is not None


def consequences(program: tuple[Clause, ...]) -> set[Term]:
    """The ground atoms that follow from clauses without compound terms, by trying every
    substitution until nothing new comes (the least Herbrand model)."""
    things = sorted({str(a) for c in program for t in (c.head, *c.body) for a in arguments(t)
                     if not isinstance(a, Variable)})  # fmt: skip
    known: set[Term] = set()
    while True:
        new = {
            head
            for clause in program
            for head, body in _instances(clause, things)
            if all(goal in known for goal in body)
        }
        if new <= known:
            return known
        known |= new


def _instances(clause: Clause, things: list[str]) -> Iterator[tuple[Term, list[Term]]]:
    names = list(dict.fromkeys(v for part in (clause.head, *clause.body) for v in variables(part)))
    for values in product(things, repeat=len(names)):
        put = dict(zip(names, values, strict=True))

        def filled(term: Term, put: dict[Variable, str] = put) -> Term:
            args = [put[a] if isinstance(a, Variable) else a for a in arguments(term)]
            return Struct(term.name, args) if isinstance(term, Struct) else term

        yield filled(clause.head), [filled(goal) for goal in clause.body]
