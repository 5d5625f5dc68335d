"""Small random knowledge bases and formulas, and every interpretation of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from limited_belief.language import Vocabulary, logic

WORDS = Vocabulary()
WORDS.sort("thing")
NAMES = [WORDS.name(text, "thing") for text in ("m", "n")]
X, Y = (WORDS.variable(text, "thing") for text in ("x", "y"))
CONSTANTS = [WORDS.function(text, "thing") for text in ("a", "b")]
F = WORDS.function("f", "thing", ["thing"])
PLAIN = [WORDS.function(text, logic.TRUTH) for text in ("u", "v", "w", "q")]
P = WORDS.function("p", logic.TRUTH, ["thing"])

SIMPLE: list[logic.Expression] = [*NAMES, *(logic.Term(c) for c in CONSTANTS), X, Y]

#: Names enough to refute whatever has no more than two constants and three variables.
OTHERS = [logic.Name(f"other{i}", "thing") for i in range(4)]
EVERYTHING = [*NAMES, *OTHERS]

Interpretation = Mapping[tuple[logic.Function, tuple[logic.Name, ...]], logic.Name]


def propositional() -> SearchStrategy[logic.Formula]:
    """Formulas of four propositions."""
    atoms = st.sampled_from([logic.Equal(logic.Term(f), logic.T) for f in PLAIN])
    return st.recursive(atoms, _compound, max_leaves=6)


def clauses() -> SearchStrategy[logic.Formula]:
    """Propositional clauses of one to three literals."""
    atoms: list[logic.Formula] = [logic.Equal(logic.Term(f), logic.T) for f in PLAIN]
    literal = st.sampled_from([*atoms, *map(logic.Not, atoms)])
    return st.lists(literal, min_size=1, max_size=3).map(_clause)


def cubes() -> SearchStrategy[logic.Formula]:
    """Conjunctions of one to three propositional literals."""
    atoms: list[logic.Formula] = [logic.Equal(logic.Term(f), logic.T) for f in PLAIN]
    literal = st.sampled_from([*atoms, *atoms, *map(logic.Not, atoms)])
    cube = st.lists(literal, min_size=1, max_size=3, unique=True)
    return cube.map(lambda found: found[0] if len(found) == 1 else logic.And(tuple(found)))


def many_valued(leaves: int = 4) -> SearchStrategy[logic.Formula]:
    """Formulas of constants, names, and a function and a predicate of one argument. Clauses that
    join many terms need many names: with more than two leaves a question takes long."""
    simple = st.sampled_from(SIMPLE)
    terms: SearchStrategy[logic.Expression] = simple | simple.map(lambda e: logic.Term(F, (e,)))
    atoms = st.builds(logic.Equal, terms, terms) | simple.map(
        lambda e: logic.Equal(logic.Term(P, (e,)), logic.T)
    )
    return st.recursive(atoms, _quantified, max_leaves=leaves).map(closed)


def without_function() -> SearchStrategy[logic.Formula]:
    """The same without the function: small enough to try every interpretation."""
    simple = st.sampled_from(SIMPLE)
    atoms = st.builds(logic.Equal, simple, simple) | simple.map(
        lambda e: logic.Equal(logic.Term(P, (e,)), logic.T)
    )
    return st.recursive(atoms, _quantified, max_leaves=3).map(closed)


def closed(formula: logic.Formula) -> logic.Formula:
    """The formula for all names in place of its variables."""
    return logic.ForAll(X, logic.ForAll(Y, formula))


def _clause(literals: list[logic.Formula]) -> logic.Formula:
    return literals[0] if len(literals) == 1 else logic.Or(tuple(literals))


def _compound(inner: SearchStrategy[logic.Formula]) -> SearchStrategy[logic.Formula]:
    several = st.lists(inner, min_size=2, max_size=3).map(tuple)
    return (
        inner.map(logic.Not)
        | several.map(logic.And)
        | several.map(logic.Or)
        | st.builds(logic.Implies, inner, inner)
        | st.builds(logic.Iff, inner, inner)
        | st.builds(logic.Constant, st.booleans())
    )


def _quantified(inner: SearchStrategy[logic.Formula]) -> SearchStrategy[logic.Formula]:
    both = st.sampled_from([X, Y])
    return (
        _compound(inner)
        | st.builds(logic.Exists, both, inner)
        | st.builds(logic.ForAll, both, inner)
    )


def interpretations(
    names: list[logic.Name], functions: list[logic.Function]
) -> Iterator[Interpretation]:
    """Everything that the functions may be, with values and arguments among the names."""
    keys = [
        (f, arguments) for f in functions for arguments in product(names, repeat=len(f.arguments))
    ]
    values = [
        [logic.T, logic.Name("no", logic.TRUTH)] if f.sort == logic.TRUTH else names
        for f, _ in keys
    ]
    for choice in product(*values):
        yield dict(zip(keys, choice, strict=True))


def true(formula: logic.Formula, world: Interpretation, names: list[logic.Name]) -> bool:
    """Whether an interpretation makes a formula true, as Tarski has it."""
    return _true(formula, world, names, {})


def _true(
    formula: logic.Formula,
    world: Interpretation,
    names: list[logic.Name],
    bound: dict[logic.Variable, logic.Name],
) -> bool:
    match formula:
        case logic.Constant(value):
            return value
        case logic.Equal(left, right):
            return _value(left, world, bound) == _value(right, world, bound)
        case logic.Not(part):
            return not _true(part, world, names, bound)
        case logic.And(parts):
            return all(_true(part, world, names, bound) for part in parts)
        case logic.Or(parts):
            return any(_true(part, world, names, bound) for part in parts)
        case logic.Implies(a, b):
            return not _true(a, world, names, bound) or _true(b, world, names, bound)
        case logic.Iff(a, b):
            return _true(a, world, names, bound) == _true(b, world, names, bound)
        case logic.Exists(variable, part):
            return any(_true(part, world, names, {**bound, variable: n}) for n in names)
        case logic.ForAll(variable, part):
            return all(_true(part, world, names, {**bound, variable: n}) for n in names)
    raise AssertionError(f"{formula} speaks of belief")


def _value(
    expression: logic.Expression, world: Interpretation, bound: dict[logic.Variable, logic.Name]
) -> logic.Name:
    match expression:
        case logic.Name():
            return expression
        case logic.Variable():
            return bound[expression]
    found = tuple(_value(argument, world, bound) for argument in expression.arguments)
    return world[expression.function, found]
