"""Progression: the values of terms after the actions done so far, by their initial values.

Lin & Reiter 1997, "How to progress a database": the knowledge after an action is the knowledge
before it, with the changed terms renamed to symbols that no question mentions, and their new
values. This is first-order if an action changes finitely many ground terms. If each of them becomes
a name or the former value of some term (for a predicate: true, false, or the former value of some
literal), questions need no more splits than before: ``Situation`` stores such changes in a table,
through which questions are ground, so that their size does not depend on the number of actions. An
action with other effects, and all later ones, wait: questions are regressed through these
(``actions``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import product

from limited_belief.errors import InputError
from limited_belief.language import logic
from limited_belief.reasoning.actions import Actions, Theory, joined, negated, plain
from limited_belief.reasoning.normal import Literal, inwards, literal_of
from limited_belief.reasoning.setup import Budget

MAX_INSTANCES = 10_000  #: of one axiom, for one action

Key = tuple[logic.Function, tuple[logic.Expression, ...]]
#: The value of a term: a name or the former value of a term; for a predicate, a literal or a truth
#: value.
Value = logic.Expression | logic.Formula


@dataclass(frozen=True)
class Situation:
    """The situation after the actions done so far.

    - ``values``: the values of the terms that have changed.
    - ``waiting``: the actions not yet progressed.
    - ``history``: all actions.
    """

    values: Mapping[Key, Value] = field(default_factory=dict)
    waiting: Actions = ()
    history: Actions = ()

    def after(
        self, action: logic.Expression, theory: Theory, budget: Budget, *, wait: bool
    ) -> Situation:
        """Return the situation after an action, which is not progressed if it must ``wait``.

        Raises ``BudgetError``.
        """
        history = (*self.history, action)
        if not wait and not self.waiting:
            with suppress(_NotPlainError):
                return Situation(progressed(self.values, action, theory, budget), (), history)
        return Situation(self.values, (*self.waiting, action), history)

    @property
    def names(self) -> Iterator[logic.Name]:
        """The names that are current values of terms."""
        return (value for value in self.values.values() if isinstance(value, logic.Name))

    def check_new(self, what: str) -> None:
        """Raise ``InputError`` after the first action: definitions come before it."""
        if self.history:
            raise InputError(f"{what} must come before the first action")

    def asked(self, formula: logic.Formula, theory: Theory, budget: Budget) -> logic.Formula:
        """Return the formula that must hold after the progressed actions for this one to hold now.
        Raises the errors of ``Theory.regress``."""
        return theory.regress(_after(self.waiting, formula), budget)

    def at_first(self, formula: logic.Formula, theory: Theory, budget: Budget) -> logic.Formula:
        """Return the equivalent formula about the initial situation of a formula about the present.
        Raises the errors of ``Theory.regress``."""
        if not self.history and all(axiom.action is not None for axiom in theory.axioms):
            return formula
        if not self.waiting:
            try:
                regressed = theory.regress(inwards(formula), budget)
                return _simple(inwards(_at_first(inwards(regressed), self.values)))
            except _NotPlainError:
                pass
        return theory.regress(_after(self.history, formula), budget)


def _after(actions: Actions, formula: logic.Formula) -> logic.Formula:
    for action in reversed(actions):
        formula = logic.After(action, formula)
    return formula


def current(literal: Literal, values: Mapping[Key, Value]) -> Literal:
    """Translate a ground, flat literal about the present to the initial situation."""
    if not isinstance(literal.left, logic.Term):
        return literal
    value = values.get((literal.left.function, literal.left.arguments))
    if value is None:
        return literal
    if isinstance(value, logic.Name | logic.Term):
        return Literal(value, literal.right, literal.equal)
    if isinstance(value, logic.Constant):
        return Literal(logic.T, logic.T, literal.equal == value.value)
    equation = literal_of(value)  # type: ignore[arg-type]
    assert equation is not None
    return Literal(equation.left, equation.right, literal.equal == equation.equal)


class _NotPlainError(Exception):
    """An action has effects that a table of values cannot state."""


def progressed(
    values: Mapping[Key, Value], action: logic.Expression, theory: Theory, budget: Budget
) -> dict[Key, Value]:
    """Return the values of terms after an action, by their initial values.

    Raises ``_NotPlainError`` and ``BudgetError``.
    """
    changed = dict(values)
    functions = {axiom.term.function for axiom in theory.axioms}
    for function in functions:
        axioms = [a for a in theory.axioms if a.term.function == function]
        if all(a.action is None or a.action.sort != action.sort for a in axioms):
            continue
        if len(axioms) > 1:
            raise _NotPlainError
        for key, formula in _changes(axioms[0], action, theory, budget):
            value = _value(axioms[0], _simple(inwards(_at_first(formula, values))))
            changed[key] = value
            if value in (logic.Term(*key), logic.Equal(logic.Term(*key), logic.T)):
                del changed[key]
    return changed


def _changes(
    axiom: logic.Axiom, action: logic.Expression, theory: Theory, budget: Budget
) -> list[tuple[Key, logic.Formula]]:
    """Return, for each ground term that an action may change, what its axiom says about it in the
    previous situation.

    Names that neither the action nor the axiom mentions are interchangeable: if some of them may
    change, infinitely many terms may.
    """
    arguments, value = axiom.term.arguments, axiom.value
    variables = [e for e in (*arguments, value) if isinstance(e, logic.Variable)]
    general = len(set(variables)) == len(variables) == len(arguments) + (value != logic.T)
    if not general or (value == logic.T) != (axiom.term.sort == logic.TRUTH):
        raise _NotPlainError
    sorts = {argument.sort for argument in arguments}
    mentioned = dict.fromkeys((*logic.within(action), *logic.subexpressions(axiom.formula)))
    if any(isinstance(e, logic.Term) and e.function.rigid and e.sort in sorts for e in mentioned):
        raise _NotPlainError  # such a term is a name, which a choice would have to be
    choices: list[list[logic.Expression]] = []
    size = 1
    for place, argument in enumerate(arguments):
        names: list[logic.Expression] = [
            e for e in mentioned if isinstance(e, logic.Name) and e.sort == argument.sort
        ]
        others = range(sum(a.sort == argument.sort for a in arguments[: place + 1]))
        choices.append([*names, *(logic.Name(f"other.{i}", argument.sort) for i in others)])
        size *= len(choices[-1])
    if size > MAX_INSTANCES:
        raise _NotPlainError
    changes = []
    assert axiom.action is not None
    for choice in product(*choices):
        bound = dict(zip(arguments, choice, strict=True))
        instance = logic.substitute(axiom.formula, {axiom.action: action, **bound})  # type: ignore[dict-item]
        formula = _simple(inwards(theory.regress(instance, budget)))
        term = logic.Term(axiom.term.function, choice)
        if formula in (logic.Equal(term, value), logic.Equal(value, term)):
            continue
        if any(str(name).startswith("other.") for name in choice):
            raise _NotPlainError
        changes.append(((term.function, choice), formula))
    return changes


def _value(axiom: logic.Axiom, formula: logic.Formula) -> Value:
    """Return the value of a term that has exactly the values satisfying the formula."""
    if axiom.value == logic.T:
        literal = literal_of(formula)
        if isinstance(formula, logic.Constant) or (
            literal is not None
            and logic.changing(literal.left)
            and _is_flat(literal.left)
            and isinstance(literal.right, logic.Name)
        ):
            return formula
    elif isinstance(formula, logic.Equal):
        sides = {formula.left, formula.right} - {axiom.value}
        value = sides.pop()
        if isinstance(value, logic.Name) or (logic.changing(value) and _is_flat(value)):
            return value
    raise _NotPlainError


def _is_flat(term: logic.Term) -> bool:
    return all(isinstance(e, logic.Name) for e in term.arguments)


def _at_first(formula: logic.Formula, values: Mapping[Key, Value]) -> logic.Formula:
    """Translate a formula about the present, with negations pushed inwards, to the initial
    situation.

    Raises ``_NotPlainError`` if a variable may be a name for which the translation differs.
    """
    match formula:
        case logic.Equal() | logic.Not(logic.Equal()):
            literal = literal_of(formula)
            assert literal is not None
            left, right = literal.left, literal.right
            if left.sort == logic.TRUTH:
                _check(left, values)
                initial = current(literal, values)
                left, right, equal = initial.left, initial.right, initial.equal
            else:
                left, right = (_expression(e, values) for e in (left, right))
                equal = literal.equal
            found_formula = plain(left, right)
            return found_formula if equal else negated(found_formula)
        case logic.And(several) | logic.Or(several):
            return joined(type(formula), [_at_first(part, values) for part in several])
        case logic.Exists(variable, part) | logic.ForAll(variable, part):
            return type(formula)(variable, _at_first(part, values))
        case _:
            return formula


def _expression(expression: logic.Expression, values: Mapping[Key, Value]) -> logic.Expression:
    if not logic.changing(expression):
        return expression
    _check(expression, values)
    value = values.get((expression.function, expression.arguments), expression)
    assert isinstance(value, logic.Name | logic.Term)
    return value


def _check(expression: logic.Expression, values: Mapping[Key, Value]) -> None:
    """Raise ``_NotPlainError`` for a term that may match several entries of the table."""
    if isinstance(expression, logic.Term):
        if any(
            isinstance(e, logic.Term) and logic.changing(e)
            for e in logic.within(*expression.arguments)
        ):
            raise _NotPlainError
        ground = not any(isinstance(e, logic.Variable) for e in logic.within(expression))
        if not ground and any(function == expression.function for function, _ in values):
            raise _NotPlainError


def _simple(formula: logic.Formula) -> logic.Formula:
    """Return an equivalent formula without the quantifiers that equations decide. As in the
    formula, only equations are negated."""
    match formula:
        case logic.Equal(left, right):
            return plain(left, right)
        case logic.Not(logic.Equal(left, right)):
            return inwards(negated(plain(left, right)))
        case logic.And(several) | logic.Or(several):
            simplified = [_simple(part) for part in several]
            parts = [p for f in simplified for p in (f.parts if type(f) is type(formula) else (f,))]
            return joined(type(formula), list(dict.fromkeys(parts)))
        case logic.Exists(variable, part) | logic.ForAll(variable, part):
            return _quantified(type(formula), variable, _simple(part))
        case _:
            return formula


def _quantified(
    kind: type[logic.Exists | logic.ForAll], variable: logic.Variable, part: logic.Formula
) -> logic.Formula:
    """Return a quantified formula, with its quantifier as far inside as it can be."""
    if variable not in logic.free(part):
        return part
    some = kind is logic.Exists
    wide: type[logic.And | logic.Or] = (
        logic.Or if some else logic.And
    )  # what the quantifier distributes over
    narrow: type[logic.And | logic.Or] = logic.And if some else logic.Or
    if isinstance(part, wide):
        return _simple(joined(wide, [_quantified(kind, variable, p) for p in part.parts]))
    several = part.parts if isinstance(part, narrow) else (part,)
    outer = [p for p in several if variable not in logic.free(p)]
    inner = [p for p in several if variable in logic.free(p)]
    if outer:
        return _simple(joined(narrow, [*outer, _quantified(kind, variable, joined(narrow, inner))]))
    literals = [literal_of(p) for p in inner]
    points = [_point(literal, variable) for literal in literals]
    bound = {
        f.variable
        for p in inner
        for f in logic.walk(p)
        if isinstance(f, logic.Exists | logic.ForAll)
    }
    for place, (literal, point) in enumerate(zip(literals, points, strict=True)):
        if (
            literal is None
            or literal.equal != some
            or not isinstance(point, logic.Name | logic.Variable)
        ):
            continue
        if point not in bound:
            left = joined(narrow, inner[:place] + inner[place + 1 :])
            return _simple(logic.substitute(left, {variable: point}))
    far = (x is not None and x.equal != some for x in literals)
    if variable.sort != logic.TRUTH and None not in points and all(far):
        return logic.Constant(some)  # there are infinitely many other names
    return kind(variable, joined(narrow, inner))


def _point(literal: Literal | None, variable: logic.Variable) -> logic.Expression | None:
    """Return the other side of a literal with the variable on exactly one side, else None."""
    if literal is None or variable not in (literal.left, literal.right):
        return None
    other = literal.right if literal.left == variable else literal.left
    return None if variable in logic.within(other) else other
