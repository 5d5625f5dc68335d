"""Small random knowledge bases and formulas, and every interpretation of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from limited_belief.language.formulas import (
    TRUTH,
    And,
    Constant,
    Equal,
    Exists,
    Expression,
    ForAll,
    Formula,
    Function,
    Iff,
    Implies,
    Name,
    Not,
    Or,
    T,
    Term,
    Variable,
)
from limited_belief.language.statements import Vocabulary

WORDS = Vocabulary()
WORDS.sort("thing")
NAMES = [WORDS.name(text, "thing") for text in ("m", "n")]
X, Y = (WORDS.variable(text, "thing") for text in ("x", "y"))
CONSTANTS = [WORDS.function(text, "thing") for text in ("a", "b")]
F = WORDS.function("f", "thing", ["thing"])
PLAIN = [WORDS.function(text, TRUTH) for text in ("u", "v", "w", "q")]
P = WORDS.function("p", TRUTH, ["thing"])

SIMPLE: list[Expression] = [*NAMES, *(Term(c) for c in CONSTANTS), X, Y]

#: Names enough to refute whatever has no more than two constants and three variables.
OTHERS = [Name(f"other{i}", "thing") for i in range(4)]
EVERYTHING = [*NAMES, *OTHERS]

Interpretation = Mapping[tuple[Function, tuple[Name, ...]], Name]


def propositional() -> SearchStrategy[Formula]:
    """Formulas of four propositions."""
    atoms = st.sampled_from([Equal(Term(f), T) for f in PLAIN])
    return st.recursive(atoms, _compound, max_leaves=6)


def clauses() -> SearchStrategy[Formula]:
    """Propositional clauses of one to three literals."""
    atoms: list[Formula] = [Equal(Term(f), T) for f in PLAIN]
    literal = st.sampled_from([*atoms, *map(Not, atoms)])
    return st.lists(literal, min_size=1, max_size=3).map(_clause)


def cubes() -> SearchStrategy[Formula]:
    """Conjunctions of one to three propositional literals."""
    atoms: list[Formula] = [Equal(Term(f), T) for f in PLAIN]
    literal = st.sampled_from([*atoms, *atoms, *map(Not, atoms)])
    cube = st.lists(literal, min_size=1, max_size=3, unique=True)
    return cube.map(lambda found: found[0] if len(found) == 1 else And(tuple(found)))


def many_valued(leaves: int = 4) -> SearchStrategy[Formula]:
    """Formulas of constants, names, and a function and a predicate of one argument. Clauses that
    join many terms need many names: with more than two leaves a question takes long."""
    simple = st.sampled_from(SIMPLE)
    terms: SearchStrategy[Expression] = simple | simple.map(lambda e: Term(F, (e,)))
    atoms = st.builds(Equal, terms, terms) | simple.map(lambda e: Equal(Term(P, (e,)), T))
    return st.recursive(atoms, _quantified, max_leaves=leaves).map(closed)


def without_function() -> SearchStrategy[Formula]:
    """The same without the function: small enough to try every interpretation."""
    simple = st.sampled_from(SIMPLE)
    atoms = st.builds(Equal, simple, simple) | simple.map(lambda e: Equal(Term(P, (e,)), T))
    return st.recursive(atoms, _quantified, max_leaves=3).map(closed)


def closed(formula: Formula) -> Formula:
    """The formula for all names in place of its variables."""
    return ForAll(X, ForAll(Y, formula))


def _clause(literals: list[Formula]) -> Formula:
    return literals[0] if len(literals) == 1 else Or(tuple(literals))


def _compound(inner: SearchStrategy[Formula]) -> SearchStrategy[Formula]:
    several = st.lists(inner, min_size=2, max_size=3).map(tuple)
    return (
        inner.map(Not)
        | several.map(And)
        | several.map(Or)
        | st.builds(Implies, inner, inner)
        | st.builds(Iff, inner, inner)
        | st.builds(Constant, st.booleans())
    )


def _quantified(inner: SearchStrategy[Formula]) -> SearchStrategy[Formula]:
    both = st.sampled_from([X, Y])
    return _compound(inner) | st.builds(Exists, both, inner) | st.builds(ForAll, both, inner)


def interpretations(names: list[Name], functions: list[Function]) -> Iterator[Interpretation]:
    """Everything that the functions may be, with values and arguments among the names."""
    keys = [
        (f, arguments) for f in functions for arguments in product(names, repeat=len(f.arguments))
    ]
    values = [[T, Name("no", TRUTH)] if f.sort == TRUTH else names for f, _ in keys]
    for choice in product(*values):
        yield dict(zip(keys, choice, strict=True))


def true(formula: Formula, world: Interpretation, names: list[Name]) -> bool:
    """Whether an interpretation makes a formula true, as Tarski has it."""
    return _true(formula, world, names, {})


def _true(
    formula: Formula, world: Interpretation, names: list[Name], bound: dict[Variable, Name]
) -> bool:
    match formula:
        case Constant(value):
            return value
        case Equal(left, right):
            return _value(left, world, bound) == _value(right, world, bound)
        case Not(part):
            return not _true(part, world, names, bound)
        case And(parts):
            return all(_true(part, world, names, bound) for part in parts)
        case Or(parts):
            return any(_true(part, world, names, bound) for part in parts)
        case Implies(a, b):
            return not _true(a, world, names, bound) or _true(b, world, names, bound)
        case Iff(a, b):
            return _true(a, world, names, bound) == _true(b, world, names, bound)
        case Exists(variable, part):
            return any(_true(part, world, names, {**bound, variable: n}) for n in names)
        case ForAll(variable, part):
            return all(_true(part, world, names, {**bound, variable: n}) for n in names)
    raise AssertionError(f"{formula} speaks of belief")


def _value(expression: Expression, world: Interpretation, bound: dict[Variable, Name]) -> Name:
    match expression:
        case Name():
            return expression
        case Variable():
            return bound[expression]
    found = tuple(_value(argument, world, bound) for argument in expression.arguments)
    return world[expression.function, found]
