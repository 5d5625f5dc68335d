"""Normal forms: negations pushed inwards, and knowledge as universally quantified clauses.

A knowledge base is *proper+* (Lakemeyer & Levesque 2002, "Evaluation-based reasoning with
disjunctive information in first-order knowledge bases"): its clauses have variables that stand
for every name. Existential quantifiers become Skolem functions. Nested terms, and terms on the
right of ``=``, become variables: ``c[t]`` is ``t != x or c[x]`` for all x.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import product

from msgspec import Struct

from limited_belief.errors import InputError
from limited_belief.language import logic

MAX_CLAUSES = 10_000  #: of one formula
MAX_SIZE = 100_000  #: literals of one formula


class Literal(Struct, frozen=True, cache_hash=True):
    """``left = right`` or its negation.

    A flat literal has a term of names and variables on the left and a name or a variable on the
    right, or no term at all.
    """

    left: logic.Expression
    right: logic.Expression
    equal: bool


def variables_of(literal: Literal) -> Iterator[logic.Variable]:
    """Yield the variables of a literal, with repetitions."""
    expressions = logic.subexpressions(logic.Equal(literal.left, literal.right))
    return (e for e in expressions if isinstance(e, logic.Variable))


class Form(Struct, frozen=True, cache_hash=True):
    """A clause of flat literals whose variables stand for all names."""

    literals: tuple[Literal, ...]
    variables: tuple[logic.Variable, ...]


def inwards(formula: logic.Formula) -> logic.Formula:
    """Return the formula with negations pushed down to equations and beliefs.

    The result has only ``and``, ``or``, quantifiers that bind a variable, and literals. Raises
    ``InputError`` if it grows too large, since ``<->`` doubles both its sides.
    """
    if _size(formula) > MAX_SIZE:
        raise InputError("this formula has too many nested '<->'")
    return _inwards(formula, True)


def _size(formula: logic.Formula) -> int:
    if isinstance(formula, logic.Equal | logic.Modal):
        return 1
    size = sum(map(_size, logic.parts(formula)))
    return 2 * size if isinstance(formula, logic.Iff) else size


def _inwards(formula: logic.Formula, positive: bool) -> logic.Formula:
    match formula:
        case logic.Constant(value):
            return logic.Constant(value == positive)
        case logic.Equal(left, right) if left == right:
            return logic.Constant(positive)
        case logic.Not(part):
            return _inwards(part, not positive)
        case logic.And(several) | logic.Or(several):
            parts = tuple(_inwards(part, positive) for part in several)
            return (
                logic.And(parts) if isinstance(formula, logic.And) == positive else logic.Or(parts)
            )
        case logic.Implies(a, b):
            return _inwards(logic.Or((logic.Not(a), b)), positive)
        case logic.Iff(a, b):
            return _inwards(
                logic.And((logic.Or((logic.Not(a), b)), logic.Or((a, logic.Not(b))))), positive
            )
        case logic.Exists(variable, part) | logic.ForAll(variable, part):
            inner = _inwards(part, positive)
            if variable not in logic.free(inner):
                return inner
            some = isinstance(formula, logic.Exists) == positive
            return logic.Exists(variable, inner) if some else logic.ForAll(variable, inner)
        case _:
            return formula if positive else logic.Not(formula)


def literal_of(formula: logic.Formula) -> Literal | None:
    """Return a formula as a literal, or None if it is not a literal."""
    if isinstance(formula, logic.Equal):
        return Literal(formula.left, formula.right, True)
    if isinstance(formula, logic.Not) and isinstance(formula.part, logic.Equal):
        return Literal(formula.part.left, formula.part.right, False)
    return None


def flat(literals: Iterable[Literal]) -> list[Literal]:
    """Return a clause without nested terms and without terms on the right.

    Each nested term is replaced by a variable, which a further literal defines.
    """
    found: list[Literal] = []
    variables: dict[logic.Term, logic.Variable] = {}

    def flattened(term: logic.Term) -> logic.Term:
        return logic.Term(term.function, tuple(map(named, term.arguments)))

    def named(expression: logic.Expression) -> logic.Expression:
        """Return a name or variable unchanged, and for a term the variable that replaces it."""
        if not isinstance(expression, logic.Term):
            return expression
        if expression.function.rigid:
            return flattened(expression)
        variable = variables.get(expression)
        if variable is None:
            variable = logic.Variable(f"#{len(variables) + 1}", expression.sort)
            variables[expression] = variable
            found.append(Literal(flattened(expression), variable, False))
        return variable

    for literal in literals:
        left, right = literal.left, literal.right
        if logic.changing(right) and not logic.changing(left):
            left, right = right, left
        left = flattened(left) if logic.changing(left) else named(left)
        found.append(Literal(left, named(right), literal.equal))
    return found


def forms(formula: logic.Formula, fresh: Counter[str]) -> list[Form]:
    """Return knowledge as clauses, whose free variables stand for every name.

    ``fresh`` counts the Skolem functions so far, by name. Raises ``InputError`` for a formula that
    would make too many clauses.
    """
    return [form(clause) for clause in flat_clauses(formula, fresh)]


def flat_clauses(formula: logic.Formula, fresh: Counter[str]) -> list[list[Literal]]:
    """Return the flat clauses of ``forms``, in which free variables keep their names."""
    pushed = inwards(formula)
    body = _Skolem(fresh).matrix(pushed, {}, tuple(logic.free(pushed)))
    return [flat(clause) for clause in _clauses(body)]


def form(literals: Iterable[Literal]) -> Form:
    """Return a flat clause as a form, without literals that cannot be true."""
    kept = _telling(literals)
    return Form(kept, tuple(dict.fromkeys(v for literal in kept for v in variables_of(literal))))


def _telling(literals: Iterable[Literal]) -> tuple[Literal, ...]:
    """Return the distinct literals of a flat clause without those that cannot hold: ``t != x`` for
    all x is false if x occurs nowhere else, since every term has some name."""
    remaining = list(dict.fromkeys(literals))
    while True:
        often = Counter[logic.Expression](v for x in remaining for v in variables_of(x))
        idle = next((x for x in remaining if not x.equal and often.get(x.right) == 1), None)
        if idle is None:
            return tuple(remaining)
        remaining.remove(idle)


class _Skolem:
    """Removes quantifiers: renames variables apart and introduces Skolem functions."""

    def __init__(self, fresh: Counter[str]) -> None:
        self._fresh = fresh
        self._renamed = 0

    def matrix(
        self,
        formula: logic.Formula,
        names: dict[logic.Variable, logic.Expression],
        universal: tuple[logic.Variable, ...],
    ) -> logic.Formula:
        match formula:
            case logic.ForAll(variable, part):
                self._renamed += 1
                renamed = logic.Variable(f"{variable.text}.{self._renamed}", variable.sort)
                return self.matrix(part, {**names, variable: renamed}, (*universal, renamed))
            case logic.Exists(variable, part):
                self._fresh[variable.text] += 1
                text = f"{variable.text}#{self._fresh[variable.text]}"
                sorts = tuple(other.sort for other in universal)
                term = logic.Term(logic.Function(text, variable.sort, sorts), universal)
                return self.matrix(part, {**names, variable: term}, universal)
            case logic.And(several) | logic.Or(several):
                parts = tuple(self.matrix(part, names, universal) for part in several)
                return type(formula)(parts)
            case _:
                return logic.substitute(formula, names)


def _clauses(formula: logic.Formula) -> list[tuple[Literal, ...]]:
    """Return the conjunctive normal form, by distribution."""
    match formula:
        case logic.Constant(value):
            return [] if value else [()]
        case logic.And(several):
            clauses = [clause for part in several for clause in _clauses(part)]
        case logic.Or(several):
            sides = [_clauses(part) for part in several]
            size = 1
            for side in sides:
                size *= len(side)
                _check(size)
            clauses = [sum(choice, ()) for choice in product(*sides)]
        case _:
            literal = literal_of(formula)
            assert literal is not None
            return [(literal,)]
    _check(len(clauses))
    return clauses


def _check(size: int) -> None:
    if size > MAX_CLAUSES:
        raise InputError(
            f"this formula makes more than {MAX_CLAUSES:,} clauses: split it into several"
        )


def demand(formula: logic.Formula) -> Counter[str]:
    """Count the variables of each sort, including those that stand for nested terms."""
    variables: set[tuple[str, str]] = set()
    inner: set[logic.Term] = set()
    for part in logic.walk(formula):
        if isinstance(part, logic.Exists | logic.ForAll):
            variables.add((part.variable.sort, part.variable.text))
        elif isinstance(part, logic.Equal):
            terms = [e for e in (part.left, part.right) if isinstance(e, logic.Term)]
            inner.update(terms[1:])
            waiting = [a for term in terms for a in term.arguments]
            while waiting:
                expression = waiting.pop()
                if isinstance(expression, logic.Term):
                    inner.add(expression)
                    waiting += expression.arguments
    sorts = [sort for sort, _ in variables] + [term.sort for term in inner]
    return Counter(sorts)


def names_in(formula: logic.Formula) -> list[logic.Name]:
    """Return the names that a formula mentions."""
    names = (e for e in logic.subexpressions(formula) if isinstance(e, logic.Name))
    return list(dict.fromkeys(names))


def ground(literal: Literal, names: dict[logic.Variable, logic.Expression]) -> Literal:
    """Return the literal with names in place of variables; a rigid term of names is a name."""
    return Literal(_ground(literal.left, names), _ground(literal.right, names), literal.equal)


def _ground(
    expression: logic.Expression, names: dict[logic.Variable, logic.Expression]
) -> logic.Expression:
    if isinstance(expression, logic.Variable):
        return names.get(expression, expression)
    if not isinstance(expression, logic.Term):
        return expression
    term = logic.Term(expression.function, tuple([_ground(e, names) for e in expression.arguments]))
    if term.function.rigid and all(isinstance(e, logic.Name) for e in term.arguments):
        return logic.Name(str(term), term.sort)
    return term
